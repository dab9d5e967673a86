import type { JsonObject, JsonValue } from 'n8n-workflow';
import { change, write } from './messages';

/** The cells of the table in Markdown: those of the headings, of the line below them, and of each row. */
const tableOf = (...rows: JsonObject[]) =>
	write(rows)
		.markdown.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.slice(2, -2).split(' | '));

const labelsOf = (...rows: JsonObject[]) => tableOf(...rows)[0];

const cellsOf = (...rows: JsonObject[]) => tableOf(...rows).slice(2);

/** The headings of the columns, and whether each holds numbers. */
function columnsOf(...rows: JsonObject[]): Array<[label: string, isNumber: boolean]> {
	const [labels = [], kinds = []] = tableOf(...rows);
	return labels.map((label, place) => [label, kinds[place] === '---:']);
}

/** How long the bars are, in percent. */
const barsOf = (...rows: JsonObject[]) =>
	[...write(rows).html.matchAll(/<td width="(\d+)%" style="padding:0;border-top:/g)].map(
		([, width]) => Number(width),
	);

describe('The heading of a field', () => {
	it.each([
		['id', 'ID'],
		['ai_overview', 'AI overview'],
		['best-geo-tool', 'Best GEO tool'],
		['avgRank', 'Avg Rank'],
		['top3Rank', 'Top3 Rank'],
		['a--b..c  d__e', 'A b c d e'],
		['__', ''],
		['topic_name', 'Topic'],
		['model_name', 'AI platform'],
		['a<b>', 'A&lt;b&gt;'],
		['n'.repeat(41), `N${'n'.repeat(38)}…`],
	])('%j is %j', (name, heading) => {
		expect(labelsOf({ [name]: 'a' })).toEqual([heading]);
	});

	it('keeps what it is the name of apart from what it names', () => {
		expect(labelsOf({ topic_name: 'a', topic: 'b' })).toEqual(['Topic name', 'Topic']);
		expect(labelsOf({ topic_name: 'a', topic: '' })).toEqual(['Topic']);
	});
});

describe('A field', () => {
	it.each<[string, JsonValue[], boolean]>([
		['mentions', [1, 2], true],
		['mentions', [1, '2 %'], true],
		['mentions', ['.5', '1e3'], true],
		['mentions', [null, '', 'n/a', 2], true],
		['mentions', ['1', 'many'], false],
		['mentions', ['007', '008'], false],
		['month', [5, 6], false],
		['month', ['5', '6'], false],
		['created_at', [1763683200], false],
		['months', ['5', '6'], true],
		['country_code', ['5', '6'], false],
		['country_code', [5, 6], true],
		['zip-code', ['5', '6'], false],
		['pageURL', ['5', '6'], false],
	])('%s with %j holds numbers: %j', (name, values, isNumber) => {
		const [, column] = columnsOf(...values.map((value) => ({ text: 'a', [name]: value })));
		expect(column?.[1]).toBe(isNumber);
	});

	it('that is empty, an ID, a project or a status is left out', () => {
		const row = { prompt_id: 'p1', prompt: 'best crm', topicId: 4, topic_name: 'CRM', note: null };
		const rest = { empty: '', _status: 'same', project_id: 'x', project_name: 'Acme' };
		const { markdown } = write([{ ...row, ...rest, avg_rank: 2, paid: 4, grid: 5 }]);
		expect(markdown).toContain('### Acme\n\n| Prompt | Avg rank | Paid | Grid | Topic |\n');
	});

	it('with an ID tells rows apart if there is nothing else, and keeps its digits', () => {
		expect(cellsOf({ id: 12345, score: 5 })).toEqual([['12345', '5']]);
		expect(cellsOf({ score: 5 })).toEqual([['Overall', '5']]);
		expect(cellsOf({ score: 5 }, { score: 6 })).toEqual([
			['1', '5'],
			['2', '6'],
		]);
		const projects = ['Acme', 'Globex'].map((project_name) => ({ project_name, score: 5 }));
		expect(write(projects).text.match(/Overall/g)).toHaveLength(2);
	});

	it('is one of up to four numbers and four others', () => {
		const numbers = { v: 1, w: 2, x: 3, y: 4, z: 5 };
		const texts = { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f' };
		expect(labelsOf({ ...texts, ...numbers })?.join('')).toBe('AVWXYBCDE');
	});

	it.each<[JsonValue, string]>([
		[true, 'yes'],
		[false, 'no'],
		['\u200b', '–'],
		['2026-11-20', 'Nov 20, 2026'],
		[['a', 'b'], 'a, b'],
		[{ c: 'd' }, 'd'],
	])('with %j says %s', (about, words) => {
		expect(cellsOf({ name: 'A', about })).toEqual([['A', words]]);
	});

	it('has a dash in a row that does not have it', () => {
		expect(cellsOf({ name: 'A', about: 'x' }, { name: null }, { name: 'C' })).toEqual([
			['A', 'x'],
			['–', '–'],
			['C', '–'],
		]);
	});

	it('with a list of objects is their number', () => {
		expect(columnsOf({ name: 'A', answers: [{ id: 1 }, { id: 2 }] })).toEqual([
			['Name', false],
			['Answers count', true],
		]);
	});
});

describe('A bar', () => {
	it.each([
		['mentions', true],
		['rank', false],
		['firstPosition', false],
	])('stands for %s: %j', (name, isDrawn) => {
		expect(barsOf({ text: 'a', [name]: 5 })).toEqual(isDrawn ? [100] : []);
	});

	it('stands for the first amount', () => {
		expect(barsOf({ name: 'A', rank: 1, mentions: 5, clicks: 6 })).toEqual([100]);
	});

	it.each(['share', 'ratio', 'clickRate'])(
		'stands for a part such as %s rather than for other amounts',
		(name) => {
			expect(barsOf({ text: 'a', mentions: 5, [name]: 1, own_share: 2 })).toEqual([100, 100]);
		},
	);

	it('does not stand for what falls below zero or never leaves it', () => {
		expect(barsOf({ name: 'A', moved: -1 }, { name: 'B', moved: 2 })).toEqual([]);
		expect(barsOf({ name: 'A', none: 0 }, { name: 'B', none: null })).toEqual([]);
	});

	it('is as long as the number', () => {
		const rows = [100, 99.6, 99.4, 0.5, 0.4, 0, null].map((share) => ({ name: 'A', share }));
		expect(barsOf(...rows)).toEqual([100, 100, 99, 1]);
	});
});

describe('A comparison', () => {
	const compared = change('s', [5, 4, 1, 25]);

	it.each<[JsonObject, string[]]>([
		[compared, ['S', 'Change']],
		[{ s: 5, s_previous_2: 4, s_change_12: 1, s_change_percent: 25 }, ['S', 'Change']],
		[{ s: 5, s_change: 1, s_change_percent: 25 }, ['S', 'S change', 'S change percent']],
		[{ s: 5, s_previous: 4, s_change: 1 }, ['S', 'S previous', 'S change']],
		[
			{ s: 5, s_previous_x: 4, s_change: 1, s_change_percent: 25 },
			['S', 'S previous x', 'S change', 'S change percent'],
		],
		[change('s', [null, 12, null, null]), ['S', 'Change']],
	])('in %j has the columns %j', (fields, labels) => {
		expect(labelsOf({ model: 'A', ...fields })).toEqual(['AI platform', ...labels]);
	});

	it('is told from fields of the rows by the number at the end', () => {
		const row = { model: 'A', ...compared, s_previous: 'old', s_previous_2: 4 };
		expect(cellsOf(row)).toEqual([['A', '5', '▲ +1 (+25%)', 'old']]);
	});

	it('is in the words of the period only if there is one', () => {
		expect(write([{ model: 'A', ...compared }]).period).toBe('compared with the period before');
		expect(write([{ model: 'A', s: 5 }]).period).toBe('');
	});

	it('that failed in one of several projects calls none of its rows new', () => {
		const failed = { project_name: 'B', model: 'A', s: 5, _status: null };
		const { text } = write([
			{ project_name: 'A', model: 'A', ...compared, _status: 'same' },
			failed,
		]);
		expect(text).toContain('▲ +1 (+25%)');
		expect(text).not.toContain('new');
	});
});

describe('The rows of projects', () => {
	const headingsOf = (...rows: JsonObject[]) =>
		[...write(rows).text.matchAll(/^\[(.*)\]$/gm)].map(([, heading]) => heading);
	const acme = { project_name: 'Acme', topic: 'a' };

	it.each<[string, JsonObject[], string[]]>([
		['without one', [{ topic: 'a' }], []],
		['with a name', [acme, acme, { ...acme, project_name: 'Globex' }], ['Acme', 'Globex']],
		['with an ID alone', [{ project_id: 'p1' }, { project_id: 2 }], ['p1', '2']],
		['with an empty name', [{ project_id: 'p1', project_name: '' }], ['p1']],
		[
			'of one name',
			[
				{ ...acme, project_id: 1 },
				{ ...acme, project_id: 'x\ny' },
			],
			['Acme (1)', 'Acme (x y)'],
		],
		[
			'of names that are cut alike',
			['a', 'b'].map((end) => ({ project_id: end, project_name: 'x'.repeat(70) + end })),
			['a', 'b'].map((id) => `${'x'.repeat(59)}… (${id})`),
		],
	])('%s stand below it', (_what, rows, headings) => {
		expect(headingsOf(...rows.map((row) => ({ ...row, prompt: 'p' })))).toEqual(headings);
	});

	it('stand together, and each project has about as many as the others', () => {
		const rows = Array.from({ length: 60 }, (_, index) => ({
			...{ project_name: ['A', 'B', 'C'][index % 3] ?? '', name: `n${index}` },
		})).slice(2);
		const { markdown } = write(rows);
		expect(markdown.match(/^### \w$/gm)).toEqual(['### C', '### A', '### B']);
		expect(markdown.split('###').map((part) => part.match(/\| n\d+/g)?.length)).toEqual([
			...[undefined, 9, 8, 8],
		]);
		expect(markdown).toContain('and 33 more');
	});
});

describe('Rows with a period of their own', () => {
	const row = (model: string, start: string, end: string | null) => ({
		...{ period_start: start, period_end: end, model, share: 40 },
	});

	it('have it in one column, after what they are about', () => {
		const rows = [row('A', '2026-11-14', '2026-11-20'), row('B', '2026-11-21', '2026-11-21')];
		expect(labelsOf(...rows)).toEqual(['AI platform', 'Share', 'Period']);
		expect(cellsOf(...rows).map((cells) => cells[2]?.replaceAll('\u2009', ' '))).toEqual([
			...['Nov 14 – 20, 2026', 'Nov 21, 2026'],
		]);
		const { period } = write([
			{ ...row('A', '2026-11-14', '2026-11-20'), ...change('s', [1, 2, -1, -50]) },
		]);
		expect(period).toBe('each compared with the period before');
	});

	it('are about it where nothing else tells them apart', () => {
		const rows = [{ period_start: '2026-11-14', period_end: '2026-11-20', share: 40 }];
		expect(labelsOf(...rows)).toEqual(['Period', 'Share']);
	});

	it('keep a period that is their own, or has no end', () => {
		const own = { ...row('A', '2026-11-14', '2026-11-20'), period: 'Spring' };
		expect(labelsOf(own)).toEqual(['Period start', 'Share', 'Period end', 'AI platform', 'Period']);
		expect(labelsOf(row('A', '2026-11-14', null))).toContain('Period start');
	});
});
