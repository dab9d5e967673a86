import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Marked } from '../../nodes/shared/compare';
import { shapeEntries, withMarkInFront } from '../../nodes/shared/run/marks';
import type { OutputChoice } from '../../nodes/shared/shape';

const choiceOf = (mode: OutputChoice['mode'], ...fields: string[]): OutputChoice => ({
	...{ mode, fields, ids: ['id'], useful: [] },
});

const RECORDS = choiceOf('records');
const RAW = choiceOf('raw');

/** Records of one project, or answers, in the form that was chosen. */
const shape = (entries: readonly Marked[], project: JsonObject, output: OutputChoice) =>
	shapeEntries(
		entries.map((entry) => ({ ...entry, project })),
		output,
	);
const marked = (value: JsonValue, mark: JsonObject): Marked => ({ value, mark });

/** The records as text, which has the members in their order. */
const textOf = (records: readonly JsonObject[]) => records.map((record) => JSON.stringify(record));

describe('Records with marks', () => {
	it.each<[string, Marked[], JsonObject, string[]]>([
		['no mark', [marked({ a: 1 }, {})], {}, ['{"a":1}']],
		['a mark of their own', [marked({ a: 1 }, { day: 'x' })], {}, ['{"day":"x","a":1}']],
		[
			'two kinds of marks',
			[marked({ a: 1 }, { day: 'x' }), marked({ a: 2 }, { _status: 'new' })],
			{ project: 'p' },
			['{"project":"p","day":"x","a":1}', '{"project":"p","_status":"new","a":2}'],
		],
		[
			'a mark that replaces that of the project',
			[marked({ a: 1 }, { project: 'q' }), marked({ a: 2 }, {})],
			{ project: 'p' },
			['{"project":"q","a":1}', '{"project":"p","a":2}'],
		],
		['a value that is no object', [marked('text', {})], {}, ['{"value":"text"}']],
		[
			'a mark beside a value that is no object',
			[marked('text', { day: 'x' })],
			{},
			['{"day":"x","value":"text"}'],
		],
		[
			'the project beside a value that is no object',
			[marked([1], {})],
			{ project: 'p' },
			['{"project":"p","value":[1]}'],
		],
		[
			'a member like the mark',
			[marked({ a: 1, day: 'x' }, { day: 'x' })],
			{},
			['{"day":"x","a":1}'],
		],
		[
			'a member like the mark of the project, with another value',
			[marked({ a: 1, project: 'other' }, {})],
			{ project: 'p' },
			['{"project":"p","a":1,"project_2":"other"}'],
		],
		[
			'a member like the mark of the project, with the same value in another form',
			[' 5', 5, '5', null, ''].map((project) => marked({ project }, {})),
			{ project: '5' },
			Array.from({ length: 5 }, () => '{"project":"5"}'),
		],
		[
			'a member like the mark of the project, with more in it',
			[marked({ project: { id: 'p' } }, {}), marked({ project: 'p', project_2: 1 }, {})],
			{ project: 'p' },
			['{"project":"p","project_3":{"id":"p"}}', '{"project":"p","project_2":1}'],
		],
		[
			'a name that one of them has for something else',
			[marked({ day: 1 }, { day: 'x' }), marked({ a: 2 }, { day: 'y', hour: 2 })],
			{},
			['{"day_2":"x","day":1}', '{"day_2":"y","hour":2,"a":2}'],
		],
		[
			'a free name that one of them has for the same',
			[marked({ day: 1, day_2: 'x' }, { day: 'x' }), marked(null, { day: 'y' })],
			{},
			['{"day_2":"x","day":1}', '{"day_2":"y","value":null}'],
		],
		[
			'two names that one of them has for something else',
			[marked({ a: 1 }, { day: 'x' }), marked({ day: 2, day_2: 3 }, { day: 'y' })],
			{},
			['{"day_3":"x","a":1}', '{"day_3":"y","day":2,"day_2":3}'],
		],
	])('that have %s', (_what, entries, own, texts) => {
		expect(textOf(shape(entries, own, RECORDS))).toEqual(texts);
	});

	it('have them in front where only some fields were selected', () => {
		const entries = [marked({ id: 1, a: 2, b: 3 }, { day: 'x' })];
		const selected = (...fields: string[]) =>
			textOf(shape(entries, { project: 'p' }, choiceOf('selected', ...fields)));
		expect(selected('b')).toEqual(['{"project":"p","day":"x","id":1,"b":3}']);
		expect(selected('b', 'day')).toEqual(['{"project":"p","id":1,"b":3,"day":"x"}']);
		expect(selected('b', 'day', 'project')).toEqual(['{"id":1,"b":3,"day":"x","project":"p"}']);
	});

	it('keep them where there are too many fields for Simplified', () => {
		const names = Array.from({ length: 60 }, (_, place) => `field_${place}`);
		const record = Object.fromEntries(names.map((name) => [name, 1]));
		const entries = [marked({ ...record, day: 'x' }, { day: 'x' })];
		const [simple = {}] = shape(entries, { project: 'p' }, choiceOf('simplified'));
		expect(simple).toMatchObject({ project: 'p', day: 'x' });
		expect(Object.keys(simple)).toHaveLength(10);
	});
});

describe('Whole answers with marks', () => {
	it.each<[string, Marked[], JsonObject, string[]]>([
		['none', [marked({ data: [1] }, {})], {}, ['{"data":[1]}']],
		[
			'some',
			[marked({ data: [1] }, { day: 'x' })],
			{ project: 'p' },
			['{"project":"p","day":"x","data":[1]}'],
		],
		['an answer that is no object', [marked([1], { day: 'x' })], {}, ['{"day":"x","data":[1]}']],
		[
			'a member like the project',
			[marked({ project: 'q', a: 1 }, {})],
			{ project: 'p' },
			['{"project":"p","project_2":"q","a":1}'],
		],
		[
			'a member like the mark',
			[marked({ a: 1, day: 'y' }, { day: 'x' })],
			{},
			['{"day_2":"x","a":1,"day":"y"}'],
		],
	])('have %s in front', (_what, pages, own, texts) => {
		expect(textOf(shape(pages, own, RAW))).toEqual(texts);
	});
});

describe('Records of several projects', () => {
	const entry = (value: JsonObject, project: string, mark: JsonObject = {}) => ({
		...{ value, project: { project }, mark },
	});

	it('keep their own names, the same in all of them', () => {
		const entries = [
			entry({ project: 'q', a: 1 }, 'p'),
			entry({ project: 'q', a: 2 }, 'q'),
			entry({ project_2: 3 }, 'q'),
		];
		expect(textOf(shapeEntries(entries, RECORDS))).toEqual([
			'{"project":"p","project_3":"q","a":1}',
			'{"project":"q","a":2}',
			'{"project":"q","project_2":3}',
		]);
	});

	it('have marks with the same names', () => {
		const entries = [entry({ day: 1 }, 'p', { day: 'x' }), entry({ a: 2 }, 'q', { day: 'y' })];
		expect(textOf(shapeEntries(entries, RECORDS))).toEqual([
			'{"project":"p","day_2":"x","day":1}',
			'{"project":"q","day_2":"y","a":2}',
		]);
	});

	it('are none where there are none', () => {
		expect(shapeEntries([], RECORDS)).toEqual([]);
	});
});

describe('An event with its project in front', () => {
	it('keeps what it has itself', () => {
		const event = withMarkInFront({ a: 1, project: 'q', project_2: 2 }, { project: 'p' });
		expect(textOf([event])).toEqual(['{"project":"p","a":1,"project_3":"q","project_2":2}']);
	});
});
