import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { fields as taskFields } from '../../nodes/AgentsTrigger/tasks';
import { fields as geoFields } from '../../nodes/GeoTrigger/events';
import { ServiceError } from '../../nodes/shared/base';
import { entriesOf } from '../entriesOf';
import { newRecordDetector } from '../../nodes/shared/watch';
import { diffRecords } from '../../nodes/shared/watch/diff';
import {
	failedProjectsError,
	nextState,
	type PolledProject,
} from '../../nodes/shared/watch/projects';
import {
	countSeenRecords,
	digestOf,
	type ProjectState,
	type WatchState,
	watchKeyOf,
} from '../../nodes/shared/watch/state';
import { ALL_PROJECTS } from '../../nodes/shared/form';
import { KEY_IS_ID } from '../../nodes/shared/table';
import { problemOf } from './thrown';

/** The records that a trigger watches at most. */
const MAX_RECORDS = 100_000;

it.each([
	[
		'GEO',
		geoFields,
		'additionalBodyJson condition dimensions event filters keyFields measures metric metrics ' +
			'otherDimensions otherMeasures otherMetrics ownWebsite period project projectsContaining ' +
			'recordType recordsAt threshold',
	],
	[
		'Agents',
		taskFields,
		'additionalBodyJson event ignoredFields keyFields paging project projectsContaining ' +
			'recordsAt view watchedFields',
	],
])('The %s Trigger starts over with these fields and no others', (_title, fields, wanted) => {
	const names = fields
		.flatMap((field) => (field.name === 'options' ? entriesOf(field) : field))
		.flatMap((field) => (field.name === 'apiDetails' ? entriesOf(field) : field))
		.map(({ name }) => name);
	const isWatched = (name: string) => watchKeyOf({ [name]: 'x' }) !== watchKeyOf({});
	expect([...new Set(names)].filter(isWatched).sort().join(' ')).toBe(wanted);
});

describe('A digest', () => {
	it('is the same for the same value, and short', () => {
		const check = (value: unknown) => {
			expect(digestOf(value)).toBe(digestOf(structuredClone(value)));
			expect(digestOf(value)).toMatch(/^[\w-]{11}$/);
		};
		fc.assert(fc.property(fc.jsonValue(), check));
	});

	// Digests lie in the databases of users: with others, each trigger would start over.
	it('stays what it is, in any order of members', () => {
		const value = { b: 1, a: [2, { d: null, c: 'x' }] };
		expect(digestOf(value)).toBe('__ilAr5Qd5l');
		expect(digestOf({ a: [2, { c: 'x', d: null }], b: 1 })).toBe('__ilAr5Qd5l');
		expect(digestOf({ ...value, a: [{ c: 'x', d: null }, 2] })).not.toBe('__ilAr5Qd5l');
	});

	it.each<[unknown, unknown]>([
		[1, '1'],
		[null, 'null'],
		[[], {}],
		[{ a: undefined, b: null }, { b: 1 }],
		[{ a: 1 }, [['a', 1]]],
	])('tells values apart that are written alike: %j and %j', (one, other) => {
		expect(digestOf(one)).not.toBe(digestOf(other));
	});
});

const REFUSED = new ServiceError('Refused', 'Ask for access.', 403);

/** The records of each project, or the error in their place. */
type Results = Readonly<Record<string, readonly JsonObject[] | Error>>;

/** What a poll has found. */
function pollOf(projects: Results, before: WatchState): PolledProject[] {
	const entries = Object.entries(projects).map(([id, result]): PolledProject => {
		const project = { id, name: id };
		const state = before[id] ?? {};
		if (result instanceof Error) return { project, state, error: result };
		const polled = { records: result, notices: [], key: KEY_IS_ID };
		const watch = { detector: newRecordDetector };
		return { project, state, diff: diffRecords(polled, state.seen, watch) };
	});
	return [{ project: { id: ALL_PROJECTS, name: '' }, state: {} }, ...entries];
}

const after = (projects: Results, before: WatchState = {}) =>
	nextState(pollOf(projects, before), before);

/** The events of all projects. */
const eventsIn = (projects: Results, before: WatchState) =>
	pollOf(projects, before).flatMap(({ diff }) => diff?.events ?? []);

const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place }));

const sizesIn = (state: WatchState) =>
	Object.fromEntries(
		Object.entries(state).map(([id, { seen }]) => [id, countSeenRecords(seen)] as const),
	);

/** The state of a project with so many records, without the time that their digests take. */
const filled = (count: number): ProjectState => ({
	seen: { values: Object.fromEntries(Array<number>(count).fill(1).entries()) },
});

describe('A full state of several projects', () => {
	it('drops projects that are no longer listed first', () => {
		const [many, fewer] = [60_000, MAX_RECORDS - 60_001];
		const state = { a: {}, b: filled(many), c: filled(fewer) };
		const full = after({ a: numbered(1) }, state);
		expect(sizesIn(full)).toEqual({ '*': 0, a: 1, b: many, c: fewer });
		expect(sizesIn(after({ a: numbered(2) }, full))).toEqual({ '*': 0, a: 2 });
	});

	it('then drops records that are gone, of each project those that were seen longest ago', () => {
		const rest = MAX_RECORDS - 1000;
		const all = { a: numbered(500), b: numbered(500), rest: REFUSED };
		const here = { a: numbered(200, 300), b: numbered(400), rest: REFUSED };
		const state = after(here, after(all, { rest: filled(rest) }));
		const full = after({ ...here, c: numbered(350) }, state);
		expect(sizesIn(full)).toEqual({ '*': 0, a: 200, b: 450, c: 350, rest });
		expect(eventsIn(here, full)).toEqual([]);
		expect(eventsIn(all, full)).toEqual([...numbered(300), ...numbered(50, 400)]);
	});

	it('refuses more than there is room for beside a project that cannot be read', () => {
		const state = { a: {}, b: filled(MAX_RECORDS - 1) };
		expect(problemOf(() => after({ a: numbered(2), b: REFUSED }, state))).toMatchObject({
			message: 'There are 100001 records, more than the 100000 that a trigger can watch',
			description: expect.stringContaining("'Filters'"),
		});
	});
});

it('A project that polls have no time for is reported with the third, once until it is read', () => {
	const projects = { a: numbered(1), b: REFUSED };
	let state: WatchState = {};
	const reports = [1, 2, 3, 4, 5].map((waitedPolls) => {
		const [list, a, b] = pollOf(projects, state);
		const polled = [list, a, b && { ...b, waitedPolls }].flatMap((one) => one ?? []);
		state = nextState(polled, state);
		return failedProjectsError(polled)?.message;
	});
	const message = 'Not all projects can be watched at the moment. b (b): Refused';
	expect(reports).toEqual([undefined, undefined, message, undefined, undefined]);
	expect(after({ a: numbered(1), b: numbered(1) }, state).b).toEqual({
		seen: expect.objectContaining({ idName: 'id' }),
	});
});
