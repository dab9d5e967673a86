import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { fields as taskFields } from '../../nodes/AgentsTrigger/tasks';
import { fields as geoFields } from '../../nodes/GeoTrigger/events';
import { ServiceError } from '../../nodes/shared/base/errors';
import { entriesOf } from '../entriesOf';
import { newRecordDetector } from '../../nodes/shared/watch/detectors';
import { evaluateReading } from '../../nodes/shared/watch/evaluate';
import {
	MAX_WATCHED_RECORDS,
	nextState,
	type PolledProject,
	PROJECT_LIST,
} from '../../nodes/shared/watch/projects';
import {
	digestOf,
	countKnownRecords,
	type WatchState,
	watchKeyOf,
} from '../../nodes/shared/watch/state';
import { problemOf } from './thrown';

it.each([
	[
		'GEO',
		geoFields,
		[
			...['additionalBodyJson', 'condition', 'dimensions', 'event', 'filters'],
			...['keyFields', 'measures', 'metric', 'metrics', 'otherDimensions'],
			...['otherMeasures', 'ownWebsite', 'project', 'projectsContaining', 'recordType'],
			...['recordsAt', 'threshold'],
		],
	],
	[
		'Agents',
		taskFields,
		[
			...['additionalBodyJson', 'event', 'ignoredFields', 'keyFields', 'paging', 'project'],
			...['projectsContaining', 'recordsAt', 'view', 'watchedFields'],
		],
	],
])('The %s Trigger starts over with these fields and no others', (_title, fields, wanted) => {
	const names = fields
		.flatMap((field) => (field.name === 'options' ? entriesOf(field) : field))
		.flatMap((field) => (field.name === 'apiDetails' ? entriesOf(field) : field))
		.map(({ name }) => name);
	const isWatched = (name: string) => watchKeyOf({ [name]: 'x' }) !== watchKeyOf({});
	expect([...new Set(names)].filter(isWatched).sort()).toEqual(wanted);
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
function found(projects: Results, before: WatchState): PolledProject[] {
	const entries = Object.entries(projects).map(([id, result]): PolledProject => {
		const project = { id, name: id };
		const known = before[id] ?? {};
		if (result instanceof Error) return { project, known, error: result };
		const reading = { records: result, notices: [], identity: { idFields: ['id'], keyFields: [] } };
		return {
			project,
			known,
			evaluation: evaluateReading(reading, known.records, newRecordDetector),
		};
	});
	return [{ project: PROJECT_LIST, known: {} }, ...entries];
}

const after = (projects: Results, before: WatchState = {}, now = 0) =>
	nextState(found(projects, before), before, now);

/** The events of all projects. */
const eventsIn = (projects: Results, before: WatchState) =>
	found(projects, before).flatMap(({ evaluation }) => evaluation?.events ?? []);

const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place }));

describe('A full state of several projects', () => {
	const HALF = MAX_WATCHED_RECORDS / 2;
	const one = numbered(1);

	it('drops records that are gone first, of each project those that were seen longest ago', () => {
		const state = after({ a: numbered(HALF), b: numbered(HALF) });
		const here = { a: numbered(HALF - 300, 300), b: numbered(HALF - 100) };
		const full = after({ ...here, c: numbered(350) }, after(here, state));
		const sizes = ['a', 'b', 'c'].map((id) => countKnownRecords(full[id]?.records));
		expect(sizes).toEqual([HALF - 300, HALF - 50, 350]);
		expect(eventsIn(here, full)).toEqual([]);
		expect(eventsIn({ b: numbered(HALF) }, full)).toEqual(numbered(50, HALF - 100));
	});

	it('then drops projects that are gone, as many as are needed', () => {
		const state = after({ a: one, b: numbered(HALF), c: numbered(HALF - 1) });
		const full = after({ a: numbered(1, 7) }, after({ a: one }, state, 1), 2);
		expect(Object.keys(full)).toEqual(['a', 'b', 'c']);
		const fuller = after({ a: numbered(2, 7) }, full, 2);
		expect(Object.keys(fuller)).toEqual(['a', 'c']);
		expect(fuller.c?.missingSince).toBe(1);
	});

	it('refuses more than there is room for beside a project that cannot be read', () => {
		const state = after({ a: one, b: numbered(HALF) });
		expect(problemOf(() => after({ a: numbered(HALF + 1), b: REFUSED }, state)).message).toBe(
			'There are 100001 records, more than the 100000 that a trigger can watch',
		);
	});
});
