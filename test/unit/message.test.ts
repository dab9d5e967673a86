import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { IDataObject, IExecuteFunctions, INode, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, withPlace } from '../../nodes/shared/base/errors';
import type { Notice } from '../../nodes/shared/base/notices';
import type { MessageDescription } from '../../nodes/shared/message';
import { withMessages } from '../../nodes/shared/run/messageOutput';
import type { Operation, Output } from '../../nodes/shared/run/types';
import { CASES } from './messageCases';
import { allLinesOf, change, linesOf, LONG_PROMPTS, write } from './messages';
import { parametersOf } from './parametersOf';
import { planOf } from './plans';

/**
 * Whole messages as they were looked at and found good: in a browser (`.html`) and in an editor. After a
 * change, run `GOLDEN=write npx jest unit/message` and look at the difference.
 */
const FOLDER = join(__dirname, '__golden__', 'messages');

const isWriting = process.env.GOLDEN === 'write';

/** What differs between versions of Node: the spaces that ICU puts into numbers and dates. */
const withUsualSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

function readable({ title, period, text, slack, markdown }: ReturnType<typeof write>): string {
	const parts = { title, period, text, slack, markdown };
	const sections = Object.entries(parts).map(([form, part]) => `===== ${form}\n${part}\n`);
	return withUsualSpaces(sections.join('\n'));
}

describe('The message of the case', () => {
	it.each(Object.keys(CASES))('%s is as it was found good', (name) => {
		const { rows = [], about } = CASES[name] ?? {};
		const message = write(rows, about);
		const written = { txt: readable(message), html: `${withUsualSpaces(message.html)}\n` };
		for (const [ending, text] of Object.entries(written)) {
			const file = join(FOLDER, `${name.replaceAll(' ', '-')}.${ending}`);
			if (isWriting) {
				mkdirSync(FOLDER, { recursive: true });
				writeFileSync(file, text);
			}
			expect(text).toBe(readFileSync(file, 'utf8'));
		}
		expect(message.rows).toEqual(rows);
	});
});

describe('A table in plain text', () => {
	const headingOf = (length: number, more: JsonObject = {}) =>
		write([{ name: 'n'.repeat(length), ...more }], { title: '' }).text.split('\n')[0];

	it('is 78 characters wide at most', () => {
		expect(headingOf(71, { share: 5 })).toBe(`Name${' '.repeat(69)}Share`);
		expect(headingOf(72, { share: 5 })).toBe('n'.repeat(72));
	});

	it('goes without percent if that makes room', () => {
		const lastOf = (length: number) =>
			write([{ name: 'n'.repeat(length), ...change('s', [42.5, 40, 2.5, 6.25]) }])
				.text.split('\n')
				.at(-1);
		expect(lastOf(56)).toBe(`${'n'.repeat(56)}  42.5  ▲ +2.5 (+6.3%)`);
		expect(lastOf(57)).toBe(`${'n'.repeat(57)}  42.5  ▲ +2.5`);
	});
});

describe('A table in Slack', () => {
	const tableOf = (row: JsonObject) => allLinesOf(write([row], { title: '' }).slack);
	const inBlock = (...lines: string[]) => ['```', ...lines, '```'];
	const name = 'n'.repeat(37);

	it('is as wide as a phone at most', () => {
		expect(tableOf({ name, share: 5 })).toEqual(['Share', ...inBlock(`${name}  5`)]);
		expect(tableOf({ name: `${name}n`, share: 5 })).toEqual([`• *${name}n*`, '   Share: 5']);
	});

	it('has headings where there are several columns', () => {
		const names = 'n'.repeat(26);
		expect(tableOf({ name: names, share: 5, score: 6 })).toEqual(
			inBlock(`Name${' '.repeat(24)}Share  Score`, `${names}      5      6`),
		);
		expect(tableOf({ name: names, share: 5, topic: 'CRM' })).toEqual(
			inBlock(`Name${' '.repeat(24)}Share  Topic`, `${names}      5  CRM`),
		);
		expect(tableOf({ name: `${names}n`, share: 5, topic: 'CRM' })).toEqual([
			...[`• *${names}n*`, '   Share: 5', '   Topic: CRM'],
		]);
	});

	it.each([
		[change('share', [42.5, 40, 2.5, 6.25]), '42.5  ▲ +2.5 (+6.3%)', '42.5  ▲ +2.5'],
		[change('rank', [9, 2, 7, 350]), '9  ▼ worse (was 2)', '9  ▼ worse'],
		[change('share', [null, 40, null, null]), '–  gone (was 40)', '–  gone'],
	])('goes without what is in parentheses if that makes room: %j', (fields, long, short) => {
		const rowOf = (length: number) => tableOf({ name: 'n'.repeat(length), ...fields }).at(-2);
		const fits = 38 - long.length;
		expect(rowOf(fits)).toBe(`${'n'.repeat(fits)}  ${long}`);
		expect(rowOf(fits + 1)).toBe(`${'n'.repeat(fits + 1)}  ${short}`);
	});
});

describe('A row in HTML', () => {
	const rowsOf = (...rows: JsonObject[]) =>
		write(rows, { title: '' })
			.html.replace(/ style="[^"]*"/g, '')
			.split('\n')
			.slice(2, -2);

	it('has its name beside its figures as long as there is room', () => {
		const [short, long] = ['n'.repeat(30), 'n'.repeat(31)];
		expect(rowsOf({ name: short, rank: 5 })).toEqual([
			'<tr><th scope="col" width="42%">Name</th><th scope="col" width="58%">Rank</th></tr>',
			`<tr><td><b>${short}</b></td><td><b>5</b></td></tr>`,
		]);
		expect(rowsOf({ name: long, rank: 5 })).toEqual([
			`<tr><td colspan="1"><b>${long}</b></td></tr>`,
			'<tr><td width="100%"><div>Rank</div><b>5</b></td></tr>',
		]);
		expect(rowsOf({ name: long })).toEqual([`<tr><td colspan="1"><b>${long}</b></td></tr>`]);
	});

	it('has them below its name if another row has a long name, or anything else to say', () => {
		const [first, ...others] = rowsOf({ name: 'a', rank: 5 }, { name: 'n'.repeat(31), rank: 6 });
		expect(first).toBe('<tr><td colspan="1"><b>a</b></td></tr>');
		expect(others).toHaveLength(3);
		expect(rowsOf({ name: 'a', rank: 5, topic: 'CRM' })).toEqual([
			'<tr><td colspan="1"><b>a</b><div>Topic: CRM</div></td></tr>',
			'<tr><td width="100%"><div>Rank</div><b>5</b></td></tr>',
		]);
	});

	it('has three figures beside each other, or two that were compared, and the others below', () => {
		const ranks = { a_rank: 1, b_rank: 2, c_rank: 3, d_rank: 4 };
		expect(rowsOf({ name: 'A', ...ranks }).at(-1)).toBe(
			'<tr><td><b>A</b><div>D rank: 4</div></td><td><b>1</b></td><td><b>2</b></td><td><b>3</b></td></tr>',
		);
		expect(rowsOf({ name: 'A', ...ranks, ...change('a_rank', [1, 1, 0, 0]) }).at(-1)).toBe(
			'<tr><td><b>A</b><div>C rank: 3 · D rank: 4</div></td><td><b>1</b> <span>(no change)</span></td><td><b>2</b></td></tr>',
		);
	});
});

describe('A text', () => {
	it.each([
		['+ a', '\\+ a'],
		['12. a', '12\\. a'],
		['a 1. b', 'a 1. b'],
		['http://a', 'http\\://a'],
		['a@b@c', 'a@\u2060b@\u2060c'],
	])('such as %j is %j in Markdown', (note, written) => {
		expect(
			write([], { notes: [note] })
				.markdown.split('\n')
				.at(-1),
		).toBe(`> ${written}`);
	});

	it.each([
		['HTTP://a http:///b', 'a b'],
		['ftp://a', 'ftp: a'],
		['a_b c_ _d', 'a_b cˍ ˍd'],
		['a:+1: 10:30', 'a:\u2060+1: 10:\u206030'],
		['> a', '\u2060&gt; a'],
	])('such as %j is %j in Slack', (title, written) => {
		expect(write([], { title }).slack.split('\n')[0]).toBe(`*${written}*`);
	});
});

/** The names of the rows that a form shows. */
const shownIn = (text: string) => [...text.matchAll(/\bn\d+\b/g)].map(([name]) => name);

const rowsOf = (count: number, more: JsonObject = {}): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...more }));

describe('The rows that are shown', () => {
	it('are the first 25', () => {
		expect(shownIn(write(rowsOf(25)).markdown)).toHaveLength(25);
		expect(write(rowsOf(25)).markdown).toMatch(/n24 \|$/);
		const { markdown } = write(rowsOf(27));
		expect(shownIn(markdown).at(-1)).toBe('n24');
		expect(markdown).toMatch(/\n\nand 2 more$/);
	});

	it.each<[number, Partial<MessageDescription>, string | undefined]>([
		[3, {}, undefined],
		[3, { total: 5, isTotalExact: false }, 'and at least 2 more'],
		[3, { isTotalExact: false }, 'and perhaps more'],
		[27, { isTotalExact: false }, 'and at least 2 more'],
		[30, { total: 214 }, 'and 189 more'],
		[0, { isTotalExact: false }, 'There is nothing to show.'],
		[0, { period: { start: '2026-11-20' } }, 'There is nothing to show for this period.'],
	])('are %d, and with %j the others are told by %j', (count, about, words) => {
		for (const form of ['text', 'slack', 'markdown', 'html'] as const) {
			const found = /and .*more|There is .*\./.exec(write(rowsOf(count), about)[form])?.[0];
			expect(found?.replace('</p>', '')).toBe(words);
		}
	});
});

describe('The parts of a message', () => {
	const cut = (length: number) => `${'x'.repeat(length - 1)}…`;

	it.each([
		['title', 150],
		['note', 300],
		['name', 120],
		['value', 80],
		['project', 60],
	])('such as a %s have up to %d characters', (part, longest) => {
		const [most, more] = [longest, longest + 1].map((length) => {
			const text = 'x'.repeat(length);
			const fields = { project_name: part === 'project' ? text : 'p' };
			const row = { ...fields, name: part === 'name' ? text : 'n' };
			return write([{ ...row, about: part === 'value' ? text : 'a' }], {
				title: part === 'title' ? text : 't',
				notes: [part === 'note' ? text : 'o'],
			}).markdown.match(/x+…?/)?.[0];
		});
		expect(most).toBe('x'.repeat(longest));
		expect(more).toBe(cut(longest));
	});

	it('are ten notes at most', () => {
		const notes = Array.from({ length: 11 }, (_, index) => `note ${index}`);
		const { text } = write([], { notes });
		expect(text.match(/(?<=^Note: ).*$/gm)).toEqual(notes.slice(0, 10));
	});
});

describe('A form that has no room for all rows', () => {
	/** 25 rows of which each takes much room, the more the longer this text is in a form. */
	const longRows = (text: string) => {
		const long = text.repeat(80);
		const rest = { a: long, b: long, c: long, d: long, a_share: 1, b_share: 2 };
		return rowsOf(25).map((_, index) => ({ name: `n${index} ${long}`, ...rest }));
	};

	it.each([
		['slack', 'y'],
		['markdown', '&'],
		['html', '"'],
	] as const)('shows as many as fit in %s', (form, text) => {
		const rows = longRows(text);
		const about = {
			notes: form === 'html' ? Array.from({ length: 10 }, () => text.repeat(300)) : [],
		};
		const all = write(rows, about)[form];
		const shown = shownIn(all).length;
		expect(shown).toBeGreaterThan(0);
		expect(shown).toBeLessThan(25);
		expect(all).toContain(`and ${25 - shown} more`);
		// So many fit without being cut; with one more, they do not.
		for (const count of [shown, shown + 1]) {
			expect(write(rows.slice(0, count), { ...about, total: 25 })[form]).toBe(all);
		}
	});

	it('shows all of them if they just fit', () => {
		const rows = rowsOf(25, { about: 'y'.repeat(80), other: 'zzzzz' });
		const empty = write(rows, { notes: ['x'] }).slack.length - 1;
		const note = 'x'.repeat(3000 - empty);
		expect(write(rows, { notes: [note] }).slack).toHaveLength(3000);
		expect(shownIn(write(rows, { notes: [note] }).slack)).toHaveLength(25);
		const { slack } = write(rows, { notes: [`${note}x`] });
		expect(shownIn(slack)).toHaveLength(24);
		expect(slack).toContain('\n\nand 1 more\n\nNote: xxx');
	});

	it('leaves out notes only if it has no room without rows', () => {
		const notes = Array.from({ length: 10 }, (_, index) => `${index}${'&'.repeat(299)}`);
		const { slack, text } = write(LONG_PROMPTS, { notes });
		expect(slack).toContain('no. 2?');
		expect(slack).toContain('Note: 0&amp;');
		expect(slack).not.toContain('Note: 1&amp;');
		expect(text).toContain('Note: 9&');
	});

	it('says how many there are if it has no room for one', () => {
		const notes = ['&'.repeat(280), '&'.repeat(280)];
		const { slack } = write(longRows('y'), { notes, total: 40, isTotalExact: false });
		expect(slack).toContain('at least 40 rows, too long to show here');
	});
});

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
		['ai_overview', 'AI overview'],
		['best-geo-tool', 'Best GEO tool'],
		['avgRank', 'Avg Rank'],
		['top3Rank', 'Top3 Rank'],
		['__', ''],
		['topic_name', 'Topic'],
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
		['mentions', [1, '2 %'], true],
		['mentions', ['.5', '1e3'], true],
		['mentions', [null, '', 'n/a', 2], true],
		['mentions', ['1', 'many'], false],
		['mentions', ['007', '008'], false],
		['month', [5, 6], false],
		['month', ['5', '6'], false],
		['months', ['5', '6'], true],
		['country_code', ['5', '6'], false],
		['country_code', [5, 6], true],
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
		['\u200b', '–'],
		['2026-11-20', 'Nov 20, 2026'],
		[{ c: 'd' }, 'd'],
	])('with %j says %s', (about, words) => {
		expect(cellsOf({ name: 'A', about })).toEqual([['A', words]]);
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

	it.each(['share', 'clickRate'])(
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

const NODE: INode = {
	...{ id: 'n1', name: 'GEO', type: 'geo', typeVersion: 1, position: [0, 0], parameters: {} },
};

const isContext = (value: object): value is IExecuteFunctions => 'continueOnFail' in value;

const operationOf = (action: string): Operation => ({
	...{ name: 'Get', value: 'get', action, description: '', toolDescription: '', fields: [] },
	plan: () => planOf(),
});

/** Messages of outputs, made with these fields of the node. */
function messagesOf(
	outputs: readonly Output[],
	values: IDataObject = {},
	{ continues = true, action = 'Get many prompts' } = {},
) {
	const context = { getNode: () => NODE, continueOnFail: () => continues };
	if (!isContext(context)) throw new Error('Not a context');
	return withMessages(outputs, {
		...{ context, operation: operationOf(action) },
		parametersOf: () => parametersOf({ output: 'message', options: {}, ...values }),
	});
}

const output = (rest: Partial<Output> = {}): Output => ({
	...{ records: [{ name: 'A', score: 1 }], total: 1, isCut: false, isOpen: false, isRaw: false },
	...{ pages: [], errors: [], failed: [], notices: [], itemIndex: 0, ...rest },
});

const FAILED = { json: { error: 'No access', message: 'Use another key.' } };

/** The lines of the message that an output has. */
function textOf({ records: [{ text = null } = {}] }: Output): string[] {
	return typeof text === 'string' ? linesOf(text) : [];
}

describe('The message of an output', () => {
	it('takes the place of the records', () => {
		const rows = [{ name: 'A' }, { name: 'B' }];
		const given = output({ total: 5, isCut: true, itemIndex: 3, records: rows });
		const [{ records, ...rest } = output()] = messagesOf([given]);
		expect({ ...rest, records: rows }).toEqual(given);
		expect(records).toMatchObject([{ title: 'Prompts', rows }]);
	});

	it.each([
		['Get many prompts', 'Prompts'],
		['Get performance report', 'Performance report'],
		['Forget Get many', 'Forget Get many'],
	])('for the action %s has the title %s', (action, title) => {
		expect(messagesOf([output()], {}, { action })[0]?.records[0]?.title).toBe(title);
	});

	it('is none where another output was chosen', () => {
		const outputs = [output(), output({ itemIndex: 1 })];
		expect(messagesOf(outputs, { output: 'records' })).toEqual(outputs);
	});

	it('says in the words of its reader what failed and what may be missing, and no more', () => {
		const failure = withPlace(new DescribedError('No access', "Change 'Key'."), 'a project', 'Tea');
		const notices: Notice[] = [
			{ message: "Turn on 'Return All'." },
			{ message: 'Some data may be missing.', details: "Set 'Limit'.", audience: 'reader' },
		];
		const given = output({ failed: [FAILED], errors: [failure, new Error('No')], notices });
		const [first = output()] = messagesOf([given]);
		expect(textOf(first).slice(-3)).toEqual([
			expect.stringContaining('Tea could not be read, so it is missing here.'),
			expect.stringContaining('Some data could not be read, so it is missing here.'),
			expect.stringContaining('Some data may be missing.'),
		]);
		expect(textOf(first).join()).not.toMatch(/'(Return All|Limit|Key)'|No access/);
		expect(first.failed).toEqual([FAILED]);
	});

	it('has the notes of its own item, where there are several', () => {
		const noted = (message: string) => output({ notices: [{ message, audience: 'reader' }] });
		const texts = messagesOf([noted('One is missing.'), noted('Two are missing.')]).map(textOf);
		expect(texts.map((lines) => lines.join())).toEqual([
			expect.stringMatching(/^(?!.*Two).*One is missing/),
			expect.stringMatching(/^(?!.*One).*Two are missing/),
		]);
	});

	it.each([
		[5, false, 'and 4 more'],
		[5, true, 'and at least 4 more'],
	])(
		'says of a list that a limit has cut, of %s records (perhaps more: %s), that there are others',
		(total, isOpen, words) => {
			const [first = output()] = messagesOf([output({ total, isOpen, isCut: true })]);
			expect(textOf(first).join()).toContain(words);
		},
	);

	it('is there without records, unless there is only an error', () => {
		expect(messagesOf([output({ records: [] })])[0]?.records).toHaveLength(1);
		const failed = output({ records: [], failed: [FAILED] });
		expect(messagesOf([failed])).toEqual([failed]);
	});

	it('is an error where it cannot be written', () => {
		const values = { messageLanguage: 'no_such' };
		const [first] = messagesOf([output({ failed: [FAILED], total: 7, itemIndex: 2 })], values);
		expect(first).toEqual({
			...output({ records: [], total: 7, itemIndex: 2 }),
			failed: [
				FAILED,
				{
					json: { error: "There is no language 'no_such'", message: expect.any(String) },
					pairedItem: { item: 2 },
				},
			],
		});
		expect(() => messagesOf([output()], values, { continues: false })).toThrow(
			'There is no language',
		);
	});
});
