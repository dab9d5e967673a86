import type { INodeParameters } from 'n8n-workflow';
import { Bench, project } from '../../dev/engine';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { KEYS, PROJECTS } from '../../sandbox';
import type { Section } from '../report';
import { placed } from '../../dev/placed';

/** How many records there are, and in how many projects. */
const SIZES = [
	{ count: 1_000, projects: 1 },
	{ count: 10_000, projects: 1 },
	{ count: 50_000, projects: 1 },
	{ count: 50_000, projects: 100 },
];
type Size = (typeof SIZES)[number];

/** The most that 50,000 records may take in n8n's database, in bytes. */
const MOST_BYTES = 3_000_000;

const WATCHES: ReadonlyArray<readonly [string, INodeParameters]> = [
	['GEO Trigger, New Record', { event: 'newRecord' }],
	[
		'GEO Trigger, Changed Metric',
		{ event: 'changedMetric', metric: 'score', condition: 'fallsBy', amount: 10, unit: 'percent' },
	],
];

/** What one watch takes. */
interface Watched extends Size {
	readonly name: string;
	/** Bytes in n8n's database. */
	readonly bytes: number;
	/** Milliseconds of one poll that finds nothing, reading all pages included. */
	readonly pollMs: number;
}

/** What the triggers remember, and how long a poll takes. */
export async function triggers(): Promise<Section[]> {
	const bench = await new Bench().open();
	const found: Watched[] = [];
	try {
		for (const [name, parameters] of WATCHES) {
			for (const size of SIZES) found.push(await watched(bench, name, parameters, size));
		}
	} finally {
		await bench.close();
	}
	const largest = Math.max(...found.map(({ bytes }) => bytes));
	return [
		{
			title: '6. What a trigger remembers in the static data of its workflow',
			notes: ['Pages of 1,000 records; the service answers at once, in the same process.'],
			head: [
				'watch',
				'projects',
				'records',
				'in the database',
				'per record',
				'a poll without events',
			],
			rows: found.map(({ name, projects, count, bytes, pollMs }) => [
				name,
				String(projects),
				count.toLocaleString('en'),
				`${(bytes / 1000).toFixed(0)} kB`,
				`${(bytes / count).toFixed(1)} bytes`,
				`${pollMs.toFixed(0)} ms`,
			]),
			goals: [
				{ words: '50,000 records', value: largest / 1e6, most: MOST_BYTES / 1e6, unit: ' MB' },
			],
			data: found,
		},
	];
}

async function watched(
	bench: Bench,
	name: string,
	parameters: INodeParameters,
	size: Size,
): Promise<Watched> {
	await bench.reset();
	const ids = fill(bench, size);
	const chosen = ids.length === 1 ? ids[0] : ALL_PROJECTS;
	const trigger = bench.trigger('geoTrigger', {
		...{ recordType: 'prompt', project: project(chosen), ...placed({ pageSize: 1000 }) },
		...parameters,
	});
	await trigger.activate();
	const start = performance.now();
	await trigger.poll();
	return {
		name,
		...size,
		bytes: Buffer.byteLength(trigger.stored),
		pollMs: performance.now() - start,
	};
}

/** Spreads the records over projects of the agency, and gives their IDs. */
function fill({ sandbox: { world } }: Bench, { count, projects }: Size): string[] {
	const own = world.workspaces.find(({ key }) => key === KEYS.agency)?.projects ?? [];
	const [first] = own;
	const ids =
		projects === 1
			? [PROJECTS.coffee]
			: Array.from({ length: projects }, (_, number) => `project-${String(number)}`);
	if (first !== undefined) own.splice(0, Infinity, ...ids.map((id) => ({ ...first, id })));
	for (const id of ids) {
		world.bulk(id, 'prompts', count / projects);
		const records = world.list(id, 'prompts');
		for (const [place, record] of records.entries()) record.score = place / 7;
	}
	return ids;
}
