import { LISTS } from '../../nodes/Geo/operations/lists';
import { readDocument } from '../../sandbox/openapi';
import { safeNames } from './form';
import { findingOf, isGood, judge } from './judge';
import type { Reading } from './nodes';
import { Reader, type Settings } from './read';
import { firstProbe, furtherProbes, lastProbes, READS, SPELLINGS } from './requests';

const judgedBy = ({ seen }: Reader) => READS.map((endpoint) => judge(endpoint, seen));

/**
 * Reads each endpoint, and asks further where it answers.
 *
 * @throws Error if there are projects, and none has this name
 */
export async function readService(settings: Settings) {
	const reader = new Reader(settings);
	const first = READS.map((endpoint) => firstProbe(endpoint, settings.project));
	await reader.readAll(first.slice(0, 2));
	const project = projectIn(reader, settings.project);
	if (project !== undefined) await reader.readAll(first.slice(2), project);
	const answered = judgedBy(reader);
	const firstId = (name: string) => {
		const { id = 'id', list } =
			answered.findLast(({ endpoint }) => endpoint.path.endsWith(`business/${name}`)) ?? {};
		return [id, list?.rows[0]?.[id] ?? 'observe'] as const;
	};
	const further = answered
		.filter(({ answers }) => [200, 400, 422].includes(answers.get('first')?.status ?? 0))
		.flatMap(({ endpoint }) => furtherProbes(endpoint, firstId));
	await reader.readAll(further, project);
	const open = new Set(further.map(({ endpoint }) => endpoint));
	const last = judgedBy(reader)
		.filter(({ endpoint }) => open.has(endpoint))
		.flatMap(lastProbes);
	await reader.readAll(
		last.sort((one, other) => one.name.localeCompare(other.name)),
		project,
	);
	return { reader, judged: judgedBy(reader) };
}

/** Returns the ID of a project, found by its name or ID in both lists; what was entered if there is no list. */
function projectIn(reader: Reader, wanted?: string): string | undefined {
	const rows = judgedBy(reader).flatMap(({ rowsOf }) => rowsOf('first'));
	const is = (value: unknown) => String(value).toLowerCase() === wanted?.toLowerCase();
	const found = rows.find(({ id, name }) => wanted === undefined || is(id) || is(name));
	if (found !== undefined) return String(found['id']);
	const isListed = reader.seen.some(isGood);
	if (isListed && wanted !== undefined) throw new Error(`No project is called '${wanted}'`);
	return wanted;
}

/** What is known after a run, without data: the content of `observed.json`. */
export type Observed = ReturnType<typeof observedBy>;

/** Sums up what a run has seen. */
export function observedBy(reader: Reader, readings: ReadonlyMap<string, Reading>, project = '') {
	const { seen, requests, limits } = reader;
	// All names in the document and in the nodes are nobody's data.
	const known = JSON.stringify([readDocument(), LISTS, READS, SPELLINGS]).matchAll(/"(\w+)"/g);
	const names = [...known].map(([, name = '']) => name);
	const isSafe = safeNames([project, ...seen.map(({ body }) => body)], names);
	const findings = judgedBy(reader).map((judged) => {
		const { method, path } = judged.endpoint;
		return [`${method} ${path}`, findingOf(judged, isSafe, readings.get(path)?.verdict)] as const;
	});
	return {
		requests,
		limits: [...limits],
		endpoints: Object.fromEntries(findings),
	};
}
