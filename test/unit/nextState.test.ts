import type { IDataObject, JsonObject } from 'n8n-workflow';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { evaluate } from '../../nodes/shared/watch/evaluate';
import { changedMetric, moved } from '../../nodes/shared/watch/metricDetectors';
import { FORGET_AFTER, MAX_WATCHED, nextState } from '../../nodes/shared/watch/nextState';
import { type FailedProject, failureOf, reportOf } from '../../nodes/shared/watch/problems';
import { type Found, type ReadProject, THE_LIST } from '../../nodes/shared/watch/projectPolls';
import { newRecords } from '../../nodes/shared/watch/recordDetectors';
import { type State, storeState } from '../../nodes/shared/watch/state';
import { problemOf } from './thrown';

const identity = { ids: ['id'], fields: [] };
const GAP = new DescribedError('The service lists only a part of the projects', 'Two more.');
const EVERY = { projects: { by: 'all' } } as const;
const REFUSED = new ServiceError('Refused', 'Ask for access.', 403);

/** The records of each project, or an error in their place. */
type Results = Record<string, JsonObject[] | Error>;

/** What a poll has found. */
function found(
	projects: Results,
	before?: State,
	{ gap, detector = newRecords }: { gap?: DescribedError; detector?: typeof newRecords } = {},
): Found {
	const entries = Object.entries(projects).map(([id, result]): FailedProject | ReadProject => {
		const project = { id, name: id.toUpperCase() };
		const known = before?.get(id) ?? {};
		if (result instanceof Error) return { project, known, error: result };
		const reading = { records: result, notices: [] };
		const evaluation = evaluate(reading, known.records, { detector, identity });
		return { project, known, evaluation };
	});
	const known = before?.get(THE_LIST.id) ?? {};
	const failed = entries.filter((entry) => 'error' in entry);
	return {
		read: entries.filter((entry) => 'evaluation' in entry),
		failed: gap === undefined ? failed : [{ project: THE_LIST, known, error: gap }, ...failed],
	};
}

interface Circumstances {
	readonly now?: number;
	readonly gap?: DescribedError;
	readonly awaitsFailed?: boolean;
}

const after = (
	projects: Results,
	before?: State,
	{ now = 0, gap, awaitsFailed = false }: Circumstances = {},
) => nextState(found(projects, before, { gap }), before, { now, awaitsFailed });

const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place }));
const one = [{ id: 1 }];
const sizeOf = (state: State, id: string) => state.get(id)?.records?.values.size;

describe('What is remembered of several projects', () => {
	it('is the same where nothing has changed', () => {
		const state = after({ a: one, b: REFUSED });
		expect(state.get('b')).toEqual({ isReported: true });
		expect(after({ a: one, b: REFUSED }, state)).toEqual(state);
		expect(after({ a: [], b: REFUSED }, state)).toEqual(state);
		expect(after({ a: one, b: one }, state)).not.toEqual(state);
		expect(after({ a: one, b: REFUSED, c: [] }, state)).not.toEqual(state);
		expect(after({}, undefined)).toEqual(new Map());
	});

	it('keeps what it knows of a project that cannot be read, until it can', () => {
		const state = after({ a: one, b: one });
		const later = after({ a: numbered(3), b: REFUSED }, state);
		expect(later.get('b')).toEqual({ ...state.get('b'), isReported: true });
		expect(sizeOf(later, 'a')).toBe(3);
		const recovered = after({ a: one, b: one }, later);
		expect(recovered.get('b')).toEqual(state.get('b'));
	});

	it('keeps records that are gone, which come before those that are there', () => {
		const { values } =
			after({ a: [{ id: 2 }, { id: 3 }] }, after({ a: numbered(3) })).get('a')?.records ?? {};
		const keys = after({ a: [...numbered(2), { id: 2 }, { id: 3 }] }).get('a')?.records?.values;
		expect([...(values?.keys() ?? [])]).toEqual([...(keys?.keys() ?? [])]);
	});

	it('outlives an absence, and not one of more than 30 days', () => {
		const state = after({ a: one, b: one });
		const gone = after({ a: one }, state, { now: 1000 });
		expect(gone.get('b')).toEqual({ ...state.get('b'), missingSince: 1000 });
		const later = after({ a: one }, gone, { now: 1000 + FORGET_AFTER });
		expect(later).toEqual(gone);
		const back = after({ a: one, b: one }, later, { now: 1001 + FORGET_AFTER });
		expect(back.get('b')).toEqual(state.get('b'));
		const failing = after({ a: one, b: REFUSED }, later);
		expect(failing.get('b')).toEqual({ ...state.get('b'), isReported: true });
		const over = after({ a: one }, gone, { now: 1001 + FORGET_AFTER });
		expect([...over.keys()]).toEqual(['a']);
	});

	it('goes by no list that is not whole, and says so once', () => {
		const state = after({ a: one, b: one });
		const part = after({ a: one }, state, { gap: GAP, now: 5 });
		expect(part).toEqual(new Map([...state, ['*', { isReported: true }]]));
		expect(after({ a: one }, part, { gap: GAP, now: 6 })).toEqual(part);
		const gone = after({ a: one }, part, { now: 5 });
		expect(gone.has('*')).toBe(false);
		const still = after({ a: one }, gone, { gap: GAP, now: 7 + FORGET_AFTER });
		expect(still.get('b')).toEqual({ ...state.get('b'), missingSince: 5 });
	});

	it('knows no records of a project whose existing ones are still to come', () => {
		const state = after({ a: one, b: REFUSED }, undefined, { awaitsFailed: true });
		expect(state.get('b')).toMatchObject({ isReported: true, records: { seen: [] } });
		expect(sizeOf(state, 'b')).toBe(0);
		const { read } = found({ b: numbered(2) }, state);
		expect(read[0]?.evaluation.events.size).toBe(2);
	});
});

describe('A state of 100 projects', () => {
	const hundred = (count: number, detector = newRecords) => {
		const projects = Object.fromEntries(
			Array.from({ length: 100 }, (_, number) => [
				`5d0c1b54-6d5e-4c6c-9f0e-${String(number).padStart(12, '0')}`,
				numbered(count).map(({ id }) => ({ id, score: (id * Math.PI) / 100 + number })),
			]),
		);
		const all = found(projects, undefined, { detector });
		return nextState(all, undefined, { now: 0, awaitsFailed: false });
	};

	it.each([
		['new records', newRecords, 0.9],
		[
			'falls and rises',
			changedMetric(
				'score',
				() => null,
				moved(() => 1, ['down', 'up']),
			),
			3,
		],
	])('takes less than 3 MB for 50,000 records: %s', (_what, detector, most) => {
		const staticData: IDataObject = {};
		storeState(staticData, 'key', hundred(500, detector));
		const { length } = JSON.stringify(staticData);
		expect(length).toBeGreaterThan(0.8e6);
		expect(length).toBeLessThan(most * 1e6);
	});

	it('has a bound that holds for all of them together', () => {
		expect(hundred(1000).size).toBe(100);
		expect(problemOf(() => hundred(1001)).message).toBe(
			'There are 100100 records, more than the 100000 that a trigger can watch',
		);
	});
});

describe('A full state of several projects', () => {
	const HALF = MAX_WATCHED / 2;

	it('drops projects that are gone first, as many as are needed', () => {
		const state = after({ a: one, b: numbered(HALF), c: numbered(HALF - 1) });
		const gone = after({ a: one }, state, { now: 1 });
		const full = after({ a: numbered(2) }, gone, { now: 2 });
		expect([...full.keys()]).toEqual(['a', 'c']);
		expect(full.get('c')?.missingSince).toBe(1);
	});

	it('then drops records that are gone, those that were seen longest ago first', () => {
		const state = after({ a: numbered(HALF), b: numbered(HALF) });
		const here = { a: numbered(HALF - 300, 300), b: numbered(HALF - 100) };
		const full = after({ ...here, c: numbered(350) }, after(here, state));
		expect(['a', 'b', 'c'].map((id) => sizeOf(full, id))).toEqual([HALF - 300, HALF - 50, 350]);
		expect(found(here, full).read.flatMap(({ evaluation }) => [...evaluation.events])).toEqual([]);
		const back = found({ b: numbered(HALF) }, full).read.map(({ evaluation }) => evaluation);
		expect([...(back[0]?.events.values() ?? [])]).toEqual(numbered(50, HALF - 100));
	});

	it('refuses more than there is room for beside a project that cannot be read', () => {
		const state = after({ a: one, b: numbered(HALF) });
		const problem = problemOf(() => after({ a: numbered(HALF + 1), b: REFUSED }, state));
		expect(problem.message).toBe(
			'There are 100001 records, more than the 100000 that a trigger can watch',
		);
	});
});

describe('What is said of projects that cannot be watched', () => {
	const failing = (id: string, name: string, error: Error): FailedProject => ({
		...{ project: { id, name }, known: {}, error },
	});
	const problems = (count: number): FailedProject[] =>
		Array.from({ length: count }, (_, place) => failing(`p${place}`, `N${place}`, REFUSED));

	it('names the one, with the status and what to do', () => {
		const report = reportOf(problems(1));
		expect(reportOf([])).toBeUndefined();
		expect(report).toMatchObject({
			...{ status: 403, message: 'The project N0 cannot be watched at the moment: Refused' },
			description: expect.stringMatching(/^N0 \(p0\): Ask for access\.\n.*reported once/),
		});
	});

	it('names the first five of many', () => {
		const { message, description = '' } = reportOf(problems(7)) ?? {};
		expect(message).toBe('7 projects cannot be watched at the moment');
		expect(description.split('\n').slice(0, -1)).toEqual([
			...[0, 1, 2, 3, 4].map((n) => `N${n} (p${n}): Refused. Ask for access.`),
			'There are 2 more.',
		]);
		const mixed = [...problems(1), failing('x', 'X', new Error('Odd'))];
		expect(reportOf(mixed)?.description).toContain('X (x): Odd.');
	});

	it('says what is missing from the list of projects', () => {
		const report = reportOf(found({ a: one }, undefined, { gap: GAP }).failed);
		expect(report?.message).toBe(
			'Some projects are not watched: The service lists only a part of the projects',
		);
		expect(report?.description).toMatch(/^Two more\./);
	});

	it('is the error itself where one project was chosen, else with the project', () => {
		const { failed } = found({ a: REFUSED, b: new Error('Other') });
		expect(failureOf(failed, { projects: { by: 'id', id: 'a' } })).toBe(REFUSED);
		expect(failureOf(failed, EVERY)).toMatchObject({
			...{ message: 'Refused', status: 403 },
			description: 'Ask for access.\nThis happened in the project A (a). All 2 projects failed.',
		});
		expect(failureOf([], EVERY)).toBeUndefined();
		const odd = found({ b: new Error('Other') }).failed;
		expect(failureOf(odd, EVERY)?.message).toBe('Other');
	});
});
