import type { INodeParameters } from 'n8n-workflow';
import { Bench, project } from '../../dev/engine';
import { PROJECTS } from '../../sandbox';
import type { Section } from '../report';

const COUNTS = [1_000, 10_000, 50_000];

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
interface Watched {
	readonly name: string;
	readonly count: number;
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
			for (const count of COUNTS) found.push(await watched(bench, name, parameters, count));
		}
	} finally {
		await bench.close();
	}
	const largest = Math.max(...found.map(({ bytes }) => bytes));
	return [
		{
			title: '6. What a trigger remembers in the static data of its workflow',
			notes: ['Pages of 1,000 records; the service answers at once, in the same process.'],
			head: ['watch', 'records', 'in the database', 'per record', 'a poll without events'],
			rows: found.map(({ name, count, bytes, pollMs }) => [
				name,
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
	count: number,
): Promise<Watched> {
	await bench.reset();
	bench.sandbox.world.bulk(PROJECTS.coffee, 'prompts', count);
	const records = bench.sandbox.world.list(PROJECTS.coffee, 'prompts');
	for (const [place, record] of records.entries()) record.score = place / 7;
	const trigger = bench.trigger('geoTrigger', {
		...{ recordType: 'prompt', project: project(PROJECTS.coffee), options: { pageSize: 1000 } },
		...parameters,
	});
	await trigger.activate();
	const start = performance.now();
	await trigger.poll();
	return {
		name,
		count,
		bytes: Buffer.byteLength(trigger.stored),
		pollMs: performance.now() - start,
	};
}
