import { LISTS } from '../../nodes/Geo/operations/lists';
import { readDocument } from '../../sandbox/openapi';
import { safeNames } from './form';
import { findingOf, isGood, judge, type Judged } from './judge';
import type { Reading } from './nodes';
import { Reader, type Settings } from './read';
import { firstBody, READS } from './requests';
import { nextTries, reportTries, singleTries, SPELLINGS, type Tries } from './tries';

const judgedBy = ({ seen }: Reader) => READS.map((endpoint) => judge(endpoint, seen));

/**
 * Reads each endpoint, and asks further where it answers.
 *
 * @throws Error if there are projects, and none has this name
 */
export async function readService(settings: Settings) {
	const reader = new Reader(settings);
	const read = async (triesOf: (judged: Judged) => Tries, project?: string) => {
		const probes = judgedBy(reader).flatMap((judged) =>
			Object.entries(triesOf(judged)).map(([name, body]) => ({ ...judged, name, body })),
		);
		await reader.readAll(probes, project);
	};
	const readFirst = async (kinds: readonly string[], project?: string) =>
		await read(({ endpoint }): Tries => {
			if (!kinds.includes(endpoint.kind)) return {};
			return { first: firstBody(endpoint, settings.project) };
		}, project);
	const firstId = (list: string) => {
		const found = judgedBy(reader).find(({ endpoint }) =>
			endpoint.path.endsWith(`business/${list}`),
		);
		return found?.rowsOf('first')[0]?.[found.id ?? 'id'] ?? 'observe';
	};
	await readFirst(['whoami', 'projects']);
	const project = projectIn(reader, settings.project);
	if (project !== undefined) {
		await readFirst(['tasks', 'list', 'report'], project);
		for (const triesOf of [nextTries, singleTries, reportTries]) {
			await read((judged) => {
				const isOpen = [200, 400, 422].includes(Number(judged.answers.get('first')?.answer));
				return isOpen ? triesOf(judged, firstId) : {};
			}, project);
		}
	}
	return { reader, judged: judgedBy(reader) };
}

/** Returns the ID of a project, found by its name or ID in both lists; what was entered if there is no list. */
function projectIn(reader: Reader, wanted?: string): string | undefined {
	const rows = judgedBy(reader).flatMap(({ rowsOf }) => rowsOf('first'));
	const is = (value: unknown) => String(value).toLowerCase() === wanted?.toLowerCase();
	const found = rows.find(({ id, name }) => wanted === undefined || is(id) || is(name));
	if (found !== undefined) return String(found['id']);
	if (reader.seen.some(isGood) && wanted !== undefined) {
		throw new Error(`No project is called '${wanted}'`);
	}
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
		const { kind, path } = judged.endpoint;
		const name = `${kind === 'whoami' ? 'GET' : 'POST'} ${path}`;
		return [name, findingOf(judged, isSafe, readings.get(path)?.verdict)] as const;
	});
	return { requests, limits: [...limits], endpoints: Object.fromEntries(findings) };
}
