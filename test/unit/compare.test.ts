import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { withoutField, parseNumber } from '../../nodes/shared/base';
import { createItemResult, type OutputChoice } from '../../nodes/shared/output';
import {
	asRecord,
	compareRecords,
	EMPTY_TABLE,
	keyFieldsOfList,
	keyFieldsOfReport,
	joinTables,
	type Row,
	withUniqueProjectNames,
} from '../../nodes/shared/table';
import { samples } from '../samples';
import { userTime } from '../userTime';

const statusOf = ({ status }: Row) => status ?? 'none';

/** A report by its dimensions, or a list whose records have these names. */
interface About {
	readonly dimensions?: readonly string[];
	readonly names?: readonly string[];
	readonly measures?: readonly string[];
}

/** Two periods that are compared; unless it is said, a report by topic with a score. */
function compare(now: readonly JsonValue[], before: readonly JsonValue[], about: About = {}) {
	const { dimensions = ['topic'], names, measures = ['score'] } = about;
	const key = names
		? { fields: [names.filter((name) => name !== 'name')], hasId: true, nameFields: ['name'] }
		: keyFieldsOfReport(dimensions);
	const { rows, notices } = compareRecords(now, before, key, measures);
	const said = notices.map(({ text, forReader = text }) => forReader.replace('Compare With: ', ''));
	const output: OutputChoice = { mode: 'records', fields: [], usefulFields: [] };
	const plan = { output, key, selection: { limit: Infinity } };
	const { written } = createItemResult({ ...EMPTY_TABLE, rows }, plan);
	const records = written.records.map((record) => withoutField(record, '_status'));
	return { rows, notices, hint: said.join(' '), records, statuses: rows.map(statusOf).join(' ') };
}

/** What the comparison adds to a score. */
const scored = (previous: JsonValue, change: JsonValue, percent: JsonValue): JsonObject => ({
	...{ score_previous: previous, score_change: change, score_change_percent: percent },
});

const changesIn = (now: JsonValue[], before: JsonValue[], about?: About) =>
	compare(now, before, about).records.map((row) => row.score_change);

/** More than JavaScript can hold. */
const LONG = '9007199254740993';

it('A number is in texts and percentages, and in nothing else', () => {
	const texts = {
		...{ '5': 5, '0': 0, '10.25': 10.25, '.25': 0.25, '-0.5': -0.5, '+5': 5, '+.5': 0.5 },
		...{ '  5': 5, '5  ': 5, '1e3': 1000, '1E+3': 1000, '1e-3': 0.001, '2.5e1': 25 },
		...{ '5%': 5, '5 %  ': 5, '-.5%': -0.5 },
	};
	expect(Object.keys(texts).map(parseNumber)).toEqual(Object.values(texts));
	expect([5, 0, -1.5, 1e12, 9007199254740991].map(parseNumber)).toEqual([
		5, 0, -1.5, 1e12, 9007199254740991,
	]);
	const none = ['', ' ', '.', '%', '+', '-', 'none', '5.', '1e', 'e5', '1e999', '00', '-07', LONG];
	const more = ['5 6', '5x', 'x5', '5%%', '%5', '1,000', '--5', true, null, undefined, { a: 5 }];
	expect([...none, ...more].filter((value) => parseNumber(value) !== undefined)).toEqual([]);
	const start = userTime();
	expect(parseNumber(`${' '.repeat(3000)}x`)).toBeUndefined();
	expect(userTime() - start).toBeLessThan(500);
});

it('The key of a record in a list is its ID, else one of its names', () => {
	expect(keyFieldsOfList('prompt', 'text', ['uid'])).toEqual({
		...{ fields: [['id', 'prompt_id', 'uid']], hasId: true },
		nameFields: ['prompt', 'prompt_name', 'name'],
		titleFields: ['text', 'prompt', 'prompt_name', 'name', 'title'],
	});
});

it('Tables are joined to one: rows, counts, notices and errors', () => {
	expect(joinTables([])).toEqual({ ...EMPTY_TABLE, hasRecords: false });
	const table = { ...EMPTY_TABLE, rows: [{ record: 1 }], total: 5, errors: [new Error('No')] };
	expect(joinTables([table, table])).toMatchObject({ total: 10, errors: [{}, {}] });
	expect(EMPTY_TABLE).toMatchObject({ rows: [], notices: [], errors: [] });
});

it('Projects of one name are told apart by their IDs', () => {
	const other = { id: 'b', name: 'Tea' };
	const projects = [{ id: 'a', name: 'Tea' }, other, { id: 'c', name: 'Oak' }];
	const projectTables = projects.map((project) => ({ project, table: EMPTY_TABLE }));
	const table = { ...EMPTY_TABLE, rows: [{ record: 1, project: other }], projectTables };
	const { rows, ...named } = withUniqueProjectNames(table);
	expect(rows[0]?.project).toEqual({ id: 'b', name: 'Tea (b)' });
	const names = named.projectTables.map(({ project }) => project.name);
	expect(names).toEqual(['Tea (a)', 'Tea (b)', 'Oak']);
});

describe('A field is compared', () => {
	/** Whether a field of rows with these values is compared. */
	const test = (name: string, values: readonly JsonValue[], measures: string[] = []) => {
		const rows = values.map((value) => ({ [name]: value }));
		const [row = {}] = compare(rows, [], { dimensions: [], measures }).records;
		return `${name}_change` in row;
	};

	it('unless it is a date, also as a number', () => {
		expect(test('created_at', [1790000000])).toBe(false);
		expect(test('seen', ['2026-11-01', 5])).toBe(false);
	});

	it('unless its name says that it is an ID', () => {
		const ids = ['id', 'IDS', 'uuid', 'prompt_id', 'prompt_ids', 'promptId', 'promptIds'];
		expect(ids.filter((name) => test(name, [5]))).toEqual([]);
		const others = ['score', 'paid', 'grids', 'idsum', 'created_count', 'per_day'];
		expect(others.filter((name) => !test(name, [5]))).toEqual([]);
	});

	it('if all its texts are numbers or blanks', () => {
		const blanks = ['', '  ', '-', ' – ', '—', 'n/a', 'NA', 'None', 'null', null];
		for (const blank of blanks) expect([blank, test('score', ['5', blank])]).toEqual([blank, true]);
		expect([test('score', [5, 'none']), test('score', [null, 5])]).toEqual([true, true]);
		const others = [
			['-', 'n/a', ''],
			['5', 'high'],
			['5', '--'],
			['5', true],
			[null],
			[[5]],
			[LONG],
			[],
		];
		expect(others.filter((values) => test('score', values))).toEqual([]);
	});

	it('if it was asked for, and unless it says what a row is about', () => {
		const asked: JsonObject = { score: 'none', created_at: 5, id: 5, name: '5', rank: null };
		const fields = Object.entries(asked);
		expect(fields.filter(([name, value]) => !test(name, [value], ['other', name]))).toEqual([]);
		const rows: JsonObject[] = [{ rank: 1, size: 3 }, { mentions: 4 }];
		const added = (measures: string[]) =>
			Object.keys(compare(rows, [], { dimensions: ['rank'], measures }).records[0] ?? {});
		expect(added([]).filter((name) => name.endsWith('_change'))).toEqual([
			...['size_change', 'mentions_change'],
		]);
		expect(added(['rank'])).toContain('rank_change');
	});
});

describe('A change', () => {
	it.each<[JsonValue | undefined, JsonValue | undefined, JsonValue, JsonValue, JsonValue]>([
		['15', '20 %', 20, -5, -25],
		[5, 0, 0, 5, null],
		[0, 0, 0, 0, null],
		[0, 8, 8, -8, -100],
		[5, -10, -10, 15, 150],
		[0.3, 0.1, 0.1, 0.2, 200],
		[4, 3, 3, 1, 33.33],
		[15, undefined, null, null, null],
		[undefined, 10, 10, null, null],
		['none', '007', null, null, null],
		[9007199254740991, 2, 2, 9007199254740989, 450359962737049470],
		[3e-9, 1e-9, 1e-9, 2e-9, 200],
		[20.400000000000002, 20, 20, 0.4, 2],
		[1, 5e-324, 5e-324, 1, null],
		[LONG, 5, 5, null, null],
		[5, LONG, null, null, null],
		['+9007199254740991', '9007199254740990', 9007199254740990, 1, 0],
	])('to %j from %j: %j, %j, %j percent', (now, before, previous, change, percent) => {
		const rowOf = (score?: JsonValue): JsonObject => (score === undefined ? {} : { score });
		const { records } = compare([rowOf(now)], [rowOf(before)], { dimensions: [] });
		expect(records).toMatchObject([scored(previous, change, percent)]);
	});
});

describe('Rows of two periods', () => {
	it('are marked with the periods that they are in; a row that is gone has no number now', () => {
		const row = (topic: string, note: string, score: number | null) => ({ topic, note, score });
		const [a, b] = [row('A', 'x', 3), row('B', 'y', 4)];
		const { records, statuses, hint } = compare([a, b], [row('C', 'z', 1), row('A', 'w', 2)]);
		expect(records).toEqual([
			{ ...a, ...scored(2, 1, 50) },
			{ ...b, ...scored(null, null, null) },
			{ ...row('C', 'z', null), ...scored(1, null, null) },
		]);
		expect(statuses).toBe('kept new gone');
		expect(hint).toBe('');
		const one = [{ topic: 'A', score: 1 }];
		const found = [compare(one, []), compare([], one), compare([], [])];
		expect(found.map(({ statuses }) => statuses)).toEqual(['new', 'gone', '']);
	});

	it.each<[string, JsonObject, JsonObject]>([
		['has got another name', { topic_id: 1, topic: 'A' }, { topic_id: 1, topic: 'a' }],
		['comes with an ID as text', { topic_id: 1 }, { topic_id: '1' }],
		['is null, or not there', { topic: null }, {}],
		['has an ID in one period only', { topic_id: 1, topic: 'A' }, { topic: 'A' }],
	])('are joined where a topic %s', (_what, now, before) => {
		const id: JsonObject = 'topic_id' in before ? { topic_id: 2 } : {};
		const other = { ...id, topic: 'B', score: 5 };
		const changes = changesIn([{ ...now, score: 3 }, other], [other, { ...before, score: 1 }]);
		expect(changes).toEqual([2, 0]);
	});

	it('are joined by the names of topics without an ID, also if others have one', () => {
		const row = (topic_id: number | null, topic: string, score: number) => ({
			...{ topic_id, topic, score },
		});
		const now = [row(1, 'A', 5), row(null, 'B', 5), row(null, 'C', 5)];
		const before = [row(null, 'C', 1), row(null, 'B', 2), row(1, 'a', 3)];
		const { statuses, hint } = compare(now, before);
		expect([statuses, hint, changesIn(now, before)]).toEqual(['kept kept kept', '', [2, 3, 4]]);
	});

	it('are joined by numbers that say what they are about, and by no others', () => {
		const row = (market_id: number, score: number) => ({ label: 'A', market_id, score });
		expect(changesIn([row(1, 5), row(2, 6)], [row(2, 3), row(1, 10)])).toEqual([-5, 3]);
		const share = (topic_share: number) => ({ topic: 'A', topic_share });
		const { records } = compare([share(5)], [share(4)], { measures: [] });
		expect(records).toMatchObject([{ topic_share: 5, topic_share_previous: 4 }]);
		expect(changesIn([{ score: 4 }], [{ score: 2 }], { dimensions: [] })).toEqual([2]);
		const ranked = [{ position: 1, score: 2 }];
		const found = compare(ranked, ranked, { dimensions: ['position'] }).records;
		expect(found).toEqual([{ ...ranked[0], ...scored(2, 0, 0) }]);
	});

	it('have what is added for each number beside it, in every row, and nothing for one in an object', () => {
		const now: JsonObject[] = [
			{ topic: 'A', score: 3, metrics: { v: 1, note: 'x' }, url: 'u', list: [1], flag: true },
			{ topic: 'B', url: 'u' },
		];
		const added = (name: string) => `${name}_previous ${name}_change ${name}_change_percent`;
		const score = `score ${added('score')}`;
		const rank = `rank ${added('rank')}`;
		const { records } = compare(now, [{ topic: 'C', rank: 1, metrics: { v: 2 } }]);
		expect(records.map((row) => Object.keys(row).join(' '))).toEqual([
			`topic ${score} metrics url list flag ${rank}`,
			`topic url ${score} ${rank}`,
			`topic ${rank} metrics ${score}`,
		]);
		expect(records[2]).toMatchObject({ rank: null, rank_previous: 1 });
		const none = [{ topic: 'A', score: null }];
		expect(compare(none, none).records).toEqual([{ ...none[0], ...scored(null, null, null) }]);
	});

	it('keep what the service calls previous itself', () => {
		const row = { topic: 'A', score: 3, score_previous: 'none', score_change: 7 };
		expect(compare([row], [{ topic: 'A', score: 2, score_change: 5 }]).records).toMatchObject([
			{
				...{ ...row, score_previous_2: 2, score_change_2: 1 },
				...{ score_change_previous: 5, score_change_change: 2 },
			},
		]);
	});

	it('of fifteen thousand rows each are joined in a moment', () => {
		const rows = Array.from({ length: 15_000 }, (_, n) => ({ label: `L${n}`, score: n }));
		const same = rows.map(({ score }) => ({ score }));
		// Time of the processor: on a busy machine, a clock says nothing.
		const start = userTime();
		expect(compare(rows, rows).rows).toHaveLength(15_000);
		expect(compare(same, same, { dimensions: [] }).rows).toHaveLength(30_000);
		expect(userTime() - start).toBeLessThan(2500);
	});
});

/** What is said of rows that do not all have a key. */
const UNCLEAR =
	'Some records have no ID, name or dimension of their own, so all their texts were compared. What these do not tell apart is new or gone.';

/** What is said where no record is in both periods. */
const NONE =
	'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.';

const IDS = { dimensions: [], names: ['id', 'prompt_id', 'name'] };

describe('Records of two periods', () => {
	it.each<[string, JsonObject, JsonObject, string]>([
		['an ID as number and as text', { id: 1 }, { id: '1' }, 'kept'],
		['another ID and the same name', { id: 1, name: 'A' }, { id: 2, name: 'A' }, 'new gone'],
		['the same ID under another name', { prompt_id: 1 }, { prompt_id: 1 }, 'kept'],
		['a blank ID beside it', { id: '', prompt_id: 1 }, { id: '', prompt_id: 1 }, 'kept'],
		['no blank ID but another', { id: '', prompt_id: 1 }, { id: '', prompt_id: 2 }, 'new gone'],
		['an ID only before', { name: 'A' }, { id: 2, name: 'A' }, 'kept'],
		['the same name', { name: 'A', kind: 'x' }, { name: 'A', kind: 'y' }, 'kept'],
		['another name', { name: 'A', kind: 'x' }, { name: 'B', kind: 'x' }, 'new gone'],
	])('with %s are the same, or new and gone', (_what, now, before, expected) => {
		const { statuses, hint } = compare([{ ...now, score: 1 }], [{ ...before, score: 1 }], IDS);
		expect([statuses, hint]).toEqual([expected, expected === 'kept' ? '' : NONE]);
	});

	it('are compared by their texts where they have the same ID, but not by dates', () => {
		const record = (platform: string, created_at: string) => ({ id: 1, platform, created_at });
		const now = [record('x', '2026-11-02'), record('y', '2026-11-02')];
		const { statuses, hint } = compare(
			now,
			[record('y', '2026-11-01'), record('z', '2026-11-01')],
			IDS,
		);
		expect(statuses).toBe('new kept gone');
		expect(hint).toContain(UNCLEAR);
	});

	it('are compared by the ID that most of them have', () => {
		const ids: JsonObject[] = [{ prompt_id: 1 }, { prompt_id: 2, id: 7 }, { prompt_id: 3 }];
		const records = ids.map((own) => ({ ...own, score: 1 }));
		const { statuses, hint } = compare(records, records.toReversed(), IDS);
		expect([statuses, hint]).toEqual(['kept kept kept', '']);
	});

	it('are not the same because both have no ID', () => {
		const recordsOf = (name: string) => [
			{ id: 1, name: 'A', score: 1 },
			{ id: null, name, score: 9 },
		];
		const { statuses, hint } = compare(recordsOf('B'), recordsOf('C'), IDS);
		expect([statuses, hint]).toEqual(['kept new gone', UNCLEAR]);
	});

	it('are compared by their texts where several have no ID but others do', () => {
		const recordsOf = (name: string, trend: string): JsonObject[] => [
			{ id: 7, name: 'C', score: 1 },
			{ id: '', name, score: 1 },
			{ name: 'D', trend, score: 1 },
		];
		const found = compare(recordsOf('A', 'up'), recordsOf('A', 'down'), IDS);
		expect(found).toMatchObject({ ...{ hint: UNCLEAR, statuses: 'kept kept new gone' } });
	});

	it('may be plain values, which are records of one field', () => {
		const { rows } = compare(['A', 'B', null], ['B', 'C'], { dimensions: [], names: ['id'] });
		expect(rows.map(({ record, status }) => JSON.stringify([record, status]))).toEqual([
			...['[{"value":"A"},"new"]', '[{"value":"B"},"kept"]'],
			...['[{"value":null},"new"]', '[{"value":"C"},"gone"]'],
		]);
	});
});

describe('What is said of a comparison', () => {
	const LIST = { ...IDS, measures: [] };
	/** What is said of rows that are the same in both periods. */
	const hintFor = (rows: JsonValue[], about?: About) =>
		compare(rows, structuredClone(rows), about).hint;
	const rows = (names: string[], more: JsonObject = {}) =>
		names.map((topic, place) => ({ topic, score: place, ...more }));
	const scores = (...all: number[]) => all.map((score) => ({ score }));

	it('is nothing where the dimensions are enough', () => {
		expect(compare(scores(1), scores(2), { dimensions: [] }).hint).toBe('');
	});

	it('is that all are new or gone where one of the periods has no records', () => {
		expect(compare(rows(['A', 'B']), []).hint).toBe(NONE);
		expect(compare([], rows(['A'])).hint).toBe(NONE);
		expect(compare([], rows(['A'])).notices.map(({ forReader }) => forReader)).toEqual([NONE]);
		expect(compare([], []).hint).toBe('');
	});

	it('is that their texts were compared where they have no dimensions or IDs', () => {
		const dayOf = (names: string[]) => `2026-11-0${names.indexOf('A') + 1}`;
		const report = (...names: string[]) =>
			names.map((keyword) => ({ keyword, trend: 'up', updated_at: dayOf(names), score: 1 }));
		const dimensions = ['topic', 'model'];
		const { hint, statuses } = compare(report('A', 'B', 'C'), report('C', 'D', 'A'), {
			dimensions,
		});
		expect(hint).toBe(UNCLEAR);
		expect(statuses).toBe('kept new kept gone');
		expect(hintFor([{ kind: 'A', score: 1 }], LIST)).toBe(UNCLEAR);
		const none = compare(scores(1, 2), scores(1), LIST);
		expect(none.hint).toBe(`${UNCLEAR} ${NONE}`);
	});

	it('is that their texts were compared where several rows have the same, or nothing tells them apart', () => {
		const by = (market: string) => rows(['A', 'B'], { market, updated_at: `today in ${market}` });
		const now = [...by('DE'), ...by('US')];
		const before = [...by('US'), ...by('DE')];
		expect(compare(now, before).hint).toBe(UNCLEAR);
		expect(changesIn(now, before)).toEqual([0, 0, 0, 0]);
		const same = compare(rows(['A', 'A', 'A']), rows(['A', 'A']));
		expect(same.records.map((row) => row.score_previous)).toEqual([null, null, null, 0, 1]);
		const none = compare(scores(1, 3), scores(2), { dimensions: [] });
		expect(none.hint).toBe(`${UNCLEAR} ${NONE}`);
	});

	const row = { topic: 'A' };
	const missing = (names: string) =>
		`No record has a number in ${names}, so there is no change to show.`;

	it.each<[string, JsonObject[], string, string]>([
		['text, beside one with numbers', [{ ...row, a: 1, b: 'none' }], 'a b', missing('b')],
		['null or text', [{ ...row, a: 1, b: null }, { b: 'x' }], 'a b', missing('b')],
		['a number as words', [{ ...row, a: '1,040.5' }], 'a', missing('a')],
		['nowhere, beside one with numbers', [{ ...row, a: 1 }], 'a b', ''],
		['null, beside one with numbers', [{ ...row, a: 1, b: null }], 'a b', ''],
		['nowhere', [row], 'a b', 'No field has only numbers, so there is no change to show.'],
		['null in one row and not in another', [{ ...row, a: null }, { topic: 'B' }], 'a', ''],
		['made up for by another field', [{ ...row, other: 1 }], 'a', ''],
		['a number in an object', [{ ...row, a: { value: 5 }, b: 1 }], 'a b', missing('a')],
		['a number in percent', [{ ...row, b: '5%' }], 'b', ''],
		['in no row at all', [], 'a', ''],
	])('names a measure without numbers, or not, where it is %s', (_what, rows, measures, hint) => {
		expect(hintFor(rows, { measures: measures.split(' ') })).toBe(hint);
	});

	it('is not about a measure that has numbers in one period, and may be several hints', () => {
		const none = { topic: 'A', score: 'none' };
		expect(compare([none], [{ topic: 'A', score: 1 }]).hint).toBe('');
		expect(compare([none], [{ topic: 'B' }]).hint).toBe(`${missing('score')} ${NONE}`);
	});

	it('is that no field has only numbers, where none was named', () => {
		const mixed = [{ ...row, score: '5' }, { score: 'high' }];
		expect(hintFor(mixed, LIST)).toContain('No field has only numbers, so there is no change');
		expect([hintFor([{ ...row, id: 1, score: 5 }], LIST), hintFor([], LIST)]).toEqual(['', '']);
	});

	it('is that both periods have the same rows, if that cannot be by chance', () => {
		const SAME = 'The numbers are the same in both periods.';
		const rowsWith = (...numbers: JsonValue[]): JsonObject[] =>
			numbers.map((score, id) => ({ id: `r${id}`, score }));
		expect(hintFor(rowsWith('1', '2%', '3', null), LIST)).toBe(SAME);
		expect(hintFor([{ id: 'a', x: 1, y: 2, z: 3 }], LIST)).toBe(SAME);
		expect(hintFor(rowsWith(1, 2, 0, 0, null), LIST)).toBe('');
		const [now, more] = [rowsWith(1, 2, 3), rowsWith(1, 2, 3, 4)];
		const hints = [compare(more, rowsWith(1, 2, 3, 5), LIST), compare(more, now, LIST)];
		expect([...hints, compare(now, more, LIST)].map(({ hint }) => hint)).toEqual(['', '', '']);
	});
});

/** A number in tenths, and whether the service sends it as text. */
const figure = fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.boolean());

const sentAs = ([tenths, isText]: readonly [number, boolean]) =>
	isText ? String(tenths / 10) : tenths / 10;

/** What a report is about, with its figure in the periods that have it, and texts that say nothing. */
const thing = fc.record({
	topic: fc.option(fc.integer({ min: 1, max: 9 })),
	model: fc.integer({ min: 1, max: 3 }),
	now: fc.option(figure),
	before: fc.option(figure),
	noise: fc.constantFrom<string>('up', 'down', '1', ''),
	place: fc.nat(),
});

type Thing = ReturnType<typeof thing.generate>['value'];

const things = fc.uniqueArray(thing, {
	...{ maxLength: 12, selector: ({ topic, model }) => `${topic} ${model}` },
});

/** Ways in which a service may name a topic in a row. */
const FORMS: ReadonlyArray<(topic: number | null) => JsonObject> = [
	(topic) => ({ topic }),
	(topic) => ({ topic: topic === null ? null : `Topic ${topic}` }),
	(topic) => ({ topic_id: topic }),
	(topic) => ({ topic_name: topic === null ? null : `Topic ${topic}` }),
	(topic) => ({ topic: topic && { prompts: Math.random(), id: topic, name: 'Same' } }),
	(topic) => ({ topic: { name: topic }, seen: { topic: 'Same' } }),
];

/** A record of a list; some have no ID, some have that of another one. */
const anyRecord: fc.Arbitrary<JsonObject> = fc.record(
	{
		id: fc.oneof(fc.nat(4), fc.constantFrom('1', '', null)),
		name: fc.constantFrom('A', 'B', 'C', null),
		platform: fc.constantFrom('x', 'y'),
		score: fc.oneof(fc.integer(), fc.constantFrom(null, '1')),
		_status: fc.constantFrom('kept', 'active'),
	},
	{ requiredKeys: ['score'] },
);

describe('Any two periods', () => {
	const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
	const some = { numRuns: samples(100) };

	it('are joined whatever else is in them, each row once, with exact changes', () => {
		const check = (all: Thing[], at: number) => {
			const rowOf = ({ topic, model, noise }: Thing, score: number | string) => ({
				...{ trend: noise, updated_at: `at ${score}`, ...FORMS[at]?.(topic), model, score },
			});
			const now = all.flatMap((one) => (one.now ? [rowOf(one, sentAs(one.now))] : []));
			const before = all
				.toSorted((one, other) => one.place - other.place)
				.flatMap((one) => (one.before ? [rowOf({ ...one, noise: 'x' }, sentAs(one.before))] : []));
			const { records, hint } = compare(now, before, { dimensions: ['topic', 'model'] });
			expect(records.slice(0, now.length)).toMatchObject(now);
			if (all.some((one) => one.now && one.before)) expect(hint).toBe('');
			const expected = all.flatMap((one) => {
				if (!one.now && !one.before) return [];
				const change = one.now && one.before ? (one.now[0] - one.before[0]) / 10 : null;
				const previous = one.before && one.before[0] / 10;
				return [[one.now && sentAs(one.now), previous, change]];
			});
			const changes = records.map((row) => [row.score, row.score_previous, row.score_change]);
			expect(sorted(changes)).toEqual(sorted(expected));
		};
		fc.assert(fc.property(things, fc.nat(FORMS.length - 1), check), some);
	});

	it('are all there exactly once', () => {
		const records = fc.array(anyRecord, { maxLength: 12 });
		const numberOf = (value: JsonValue | undefined) => (value === '1' ? 1 : (value ?? null));
		const textOf = (row: JsonObject) =>
			JSON.stringify([row.id ?? '', row.name ?? null, row.platform ?? null, row._status ?? null]);
		const check = (now: JsonObject[], before: JsonObject[]) => {
			const { rows } = compare(now, before, IDS);
			const having = (...statuses: string[]) =>
				rows
					.filter((row) => statuses.includes(statusOf(row)))
					.map(({ record, changes }): JsonObject => ({
						...asRecord(record),
						score_previous: changes?.get('score')?.before ?? null,
					}));
			expect(rows).toHaveLength(having('kept', 'new', 'gone').length);
			// What is in the period, as it came.
			const own = (row: JsonObject) => [textOf(row), numberOf(row.score)];
			expect(sorted(having('kept', 'new').map(own))).toEqual(sorted(now.map(own)));
			// What was in the period before, by its numbers and, where that shows, by what it is.
			const was = having('kept', 'gone').map((row) => row.score_previous ?? null);
			expect(sorted(was)).toEqual(sorted(before.map((row) => numberOf(row.score))));
			const left = before.map(textOf);
			for (const row of having('gone')) expect(left).toContain(textOf(row));
		};
		fc.assert(fc.property(records, records, check), some);
	});
});
