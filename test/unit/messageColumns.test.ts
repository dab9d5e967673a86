import type { JsonObject, JsonValue } from 'n8n-workflow';
import { areCompared, columnsOf, isBlank, numberIn } from '../../nodes/shared/message/columns';
import { change } from './messages';

/** The names of the fields that are shown as figures, without those of a comparison. */
const figuresOf = (...rows: JsonObject[]) => columnsOf(rows, false).figures.map(({ name }) => name);

/** The names of the figures that have a bar. */
const barsOf = (...rows: JsonObject[]) =>
	columnsOf(rows, false)
		.figures.filter(({ hasBar }) => hasBar)
		.map(({ name }) => name);

describe('The heading of a field', () => {
	const headingOf = (row: JsonObject) => columnsOf([row], false).subject?.label;

	it.each([
		['id', 'ID'],
		['url', 'URL'],
		['ai_overview', 'AI overview'],
		['best-geo-tool', 'Best GEO tool'],
		['Seo', 'SEO'],
		['aim', 'Aim'],
		['avgRank', 'Avg Rank'],
		['top3Rank', 'Top3 Rank'],
		['a--b..c  d__e', 'A b c d e'],
		['_a_', 'A'],
		['__', ''],
		['name', 'Name'],
		['topic_name', 'Topic'],
		['topic_name_old', 'Topic name old'],
		['a<b>', 'A<b>'],
		['n'.repeat(40), `N${'n'.repeat(39)}`],
		['n'.repeat(41), `N${'n'.repeat(38)}…`],
	])('%j is %j', (name, heading) => {
		expect(headingOf({ [name]: 'a' })).toBe(heading);
	});

	it('keeps what it is the name of apart from what it names', () => {
		expect(headingOf({ topic_name: 'a', topic: 'b' })).toBe('Topic name');
		expect(headingOf({ topic_name: 'a', topic: '' })).toBe('Topic');
	});
});

describe('A number', () => {
	it.each<[JsonValue | undefined, number | null]>([
		[5, 5],
		[-0.5, -0.5],
		[0, 0],
		[Infinity, null],
		['5', 5],
		['105', 105],
		['+3', 3],
		['-0.5', -0.5],
		['0', 0],
		['40.5 %', 40.5],
		['40.25%', 40.25],
		['  7  %  ', 7],
		['\t7\n', 7],
		['00420', null],
		['01', null],
		['', null],
		['%', null],
		['.5', null],
		['5.', null],
		['1.2.3', null],
		['5 % %', null],
		['+ 3', null],
		['--3', null],
		['1,234', null],
		['1e3', null],
		['a5', null],
		['5a', null],
		[true, null],
		[null, null],
		[undefined, null],
		[['5'], null],
	])('in %j is %j', (value, number) => {
		expect(numberIn(value)).toBe(number);
	});

	it.each<[JsonValue | undefined, boolean]>([
		[undefined, true],
		[null, true],
		['', true],
		[' ', false],
		[0, false],
		[false, false],
	])('or anything else: in %j there is nothing: %j', (value, expected) => {
		expect(isBlank(value)).toBe(expected);
	});

	it.each<[string, JsonValue[], boolean]>([
		['mentions', [1, 2], true],
		['mentions', ['1', '2'], true],
		['mentions', [1, '2 %'], true],
		['mentions', [null, '', 2], true],
		['mentions', ['1', 'many'], false],
		['mentions', [1, 'many'], false],
		['mentions', [null, ''], false],
		['mentions', [true], false],
		['month', [5, 6], true],
		['month', ['5', 6], true],
		['month', ['5', '6'], false],
		['month', ['5', null], false],
		['months', ['5', '6'], true],
		['month_before', ['5', '6'], true],
		['barcode', ['5', '6'], true],
		['prompt_id', [5, 6], false],
		['_status', [5, 6], false],
	])('is what %s has in %j: %j', (name, values, expected) => {
		const rows = values.map((value) => ({ text: 'a', [name]: value }));
		expect(figuresOf(...rows)).toEqual(expected ? [name] : []);
	});

	it.each([
		...['name', 'code', 'key', 'title', 'label', 'url', 'domain', 'date', 'day', 'week', 'month'],
		...['country_code', 'CODE', 'zip-code', 'user.name', 'postalCode', 'pageURL'],
	])('as text is a code if the field is %s', (name) => {
		expect(figuresOf({ text: 'a', [name]: '5' })).toEqual([]);
		expect(figuresOf({ text: 'a', [name]: 5 })).toEqual([name]);
	});
});

describe('A bar', () => {
	it.each([
		['mentions', true],
		['ranked', true],
		['placement', true],
		['workplace', true],
		['rank', false],
		['avg_rank', false],
		['position', false],
		['avgRank', false],
		['firstPosition', false],
	])('stands for %s: %j', (name, expected) => {
		expect(barsOf({ text: 'a', [name]: 5 })).toEqual(expected ? [name] : []);
	});

	it('stands for the first amount', () => {
		expect(barsOf({ rank: 1, mentions: 5, clicks: 6 })).toEqual(['mentions']);
	});

	it('does not stand for what falls below zero or never leaves it', () => {
		const row = { moved: -1, none: 0, mentions: 5 };
		expect(barsOf(row, { moved: 2, none: 0, mentions: 0 })).toEqual(['mentions']);
		expect(barsOf(row, { moved: 2, none: null, mentions: null })).toEqual(['mentions']);
	});

	it.each(['share', 'percent', 'pct', 'rate', 'ratio', 'score', 'visibility', 'clickRate'])(
		'stands for a part such as %s rather than for other amounts',
		(name) => {
			expect(barsOf({ mentions: 5, [name]: 1, own_share: 2 })).toEqual([name, 'own_share']);
		},
	);
});

describe('What the fields of rows are for', () => {
	it('follows from their names and values', () => {
		const row = { prompt_id: 'p', project_id: 'x', project_name: 'Acme', _status: 'new' };
		const rest = { note: null, prompt: 'crm', mentions: 5, topic: 'CRM', rank: 2 };
		expect(columnsOf([{ ...row, ...rest }], false)).toEqual({
			subject: { name: 'prompt', label: 'Prompt' },
			figures: [
				{ name: 'mentions', label: 'Mentions', hasBar: true, compared: undefined },
				{ name: 'rank', label: 'Rank', hasBar: false, compared: undefined },
			],
			details: [{ name: 'topic', label: 'Topic' }],
			group: 'project_name',
		});
	});

	it('is nothing without rows', () => {
		expect(columnsOf([], true)).toEqual({ figures: [], details: [] });
	});

	it('is a project by its ID only if no row has its name', () => {
		const groupOf = (...rows: JsonObject[]) => columnsOf(rows, false).group;
		expect(groupOf({ project_id: 'x', project_name: '' })).toBe('project_id');
		expect(
			groupOf({ project_id: 'x', project_name: '' }, { project_id: 'x', project_name: 'Acme' }),
		).toBe('project_name');
		expect(groupOf({ id: 'x' })).toBeUndefined();
	});

	it('is four figures and four details', () => {
		const row = { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', v: 1, w: 2, x: 3, y: 4, z: 5 };
		const { subject, figures, details } = columnsOf([row], false);
		expect(subject?.name).toBe('a');
		expect(details.map(({ name }) => name)).toEqual(['b', 'c', 'd', 'e']);
		expect(figures.map(({ name }) => name)).toEqual(['v', 'w', 'x', 'y']);
	});
});

describe('A comparison', () => {
	const FIELDS = { previous: 's_previous', change: 's_change', percent: 's_change_percent' };

	it.each<[string[], boolean]>([
		[['s', 's_previous', 's_change', 's_change_percent'], true],
		[['s', 's_previous_2', 's_change_12', 's_change_percent'], true],
		[['s', 's_change', 's_change_percent'], false],
		[['s', 's_previous', 's_change_percent'], false],
		[['s', 's_previous', 's_change'], false],
		[['s_previous', 's_change', 's_change_percent'], false],
		[['s', 's_previous_x', 's_change', 's_change_percent'], false],
		[['s', 's_previous_2x', 's_change', 's_change_percent'], false],
		[['s', 's_previous2', 's_change', 's_change_percent'], false],
		[['s', 's_previous', 'as_change', 's_change_percent'], false],
		[[], false],
	])('has added the fields %j: %j', (names, expected) => {
		const row = Object.fromEntries(names.map((name) => [name, 1]));
		expect(areCompared([row])).toBe(expected);
	});

	it('has not added fields where there are no rows', () => {
		expect(areCompared([])).toBe(false);
	});

	it('belongs to its figure, which is one even if it has no number', () => {
		const row = { model: 'A', ...change('s', [null, 12, null, null]) };
		const { figures, details } = columnsOf([row], true);
		expect(figures).toEqual([{ name: 's', label: 'S', compared: FIELDS, hasBar: false }]);
		expect(details).toEqual([]);
		expect(columnsOf([row], false).figures.map(({ name }) => name)).toEqual(['s_previous']);
	});

	it('is told from fields of the rows by the number at the end', () => {
		const row = { model: 'A', s_previous: 'older', ...change('s', [5, 4, 1, 25]) };
		const { figures, details } = columnsOf([{ ...row, s_previous: 'old', s_previous_2: 4 }], true);
		expect(figures.map(({ compared }) => compared)).toEqual([
			{ ...FIELDS, previous: 's_previous_2' },
		]);
		expect(details.map(({ name }) => name)).toEqual(['s_previous']);
	});
});
