import type { JsonObject, JsonValue } from 'n8n-workflow';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { MessageDescription } from '../../nodes/shared/output/view';
import type { Row } from '../../nodes/shared/table';
import { CASES, change, LONG_PROMPTS, withUsualSpaces, write } from './messages';

/**
 * Whole messages as they were looked at and found good: in a browser (`.html`) and in an editor. After a
 * change, run `GOLDEN=write npx jest unit/message` and look at the difference.
 */
const FOLDER = join(__dirname, '__golden__', 'messages');

const isWriting = process.env.GOLDEN === 'write';

function readable({ title, period, text, slack, markdown }: ReturnType<typeof write>): string {
	const parts = { title, period, text, slack, markdown };
	const sections = Object.entries(parts).map(([form, part]) => `===== ${form}\n${part}\n`);
	return withUsualSpaces(sections.join('\n'));
}

it.each(Object.entries(CASES))('The message of %s is as it was found good', (name, about) => {
	const message = write(about.rows, about.about);
	const written = { txt: readable(message), html: `${withUsualSpaces(message.html)}\n` };
	for (const [ending, text] of Object.entries(written)) {
		const file = join(FOLDER, `${name.replaceAll(' ', '-')}.${ending}`);
		if (isWriting) {
			mkdirSync(FOLDER, { recursive: true });
			writeFileSync(file, text);
		}
		expect(text).toBe(readFileSync(file, 'utf8'));
	}
	expect(message.rows).toHaveLength(about.rows.length);
});

const n = (length: number) => 'n'.repeat(length);

const rowsOf = (count: number, more: JsonObject = {}): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...more }));

/** The names of the rows that a form shows. */
const shownIn = (text: string) => [...text.matchAll(/\bn\d+\b/g)].map(([name]) => name);

describe('A table in plain text', () => {
	const linesOf = (row: JsonObject) => write([row], { title: '' }).text.split('\n');

	it('is 78 characters wide at most, and goes without percent if that makes room', () => {
		expect(linesOf({ name: n(71), share: 5 })[0]).toBe(`Name${' '.repeat(69)}Share`);
		expect(linesOf({ name: n(72), share: 5 })[0]).toBe(n(72));
		const fields = change('s', [42.5, 40, 2.5, 6.25]);
		expect(linesOf({ name: n(56), ...fields }).at(-1)).toBe(`${n(56)}  42.5  ▲ +2.5 (+6.3%)`);
		expect(linesOf({ name: n(57), ...fields }).at(-1)).toBe(`${n(57)}  42.5  ▲ +2.5`);
	});
});

describe('A table in Slack', () => {
	const tableOf = (row: JsonObject) =>
		withUsualSpaces(write([row], { title: '' }).slack).split('\n');

	it('is as wide as a phone at most, with headings where there are several columns', () => {
		expect(tableOf({ name: n(37), share: 5 })).toEqual(['Share', '```', `${n(37)}  5`, '```']);
		expect(tableOf({ name: n(38), share: 5 })).toEqual([`• *${n(38)}*`, '   Share: 5']);
		const heading = `Name${' '.repeat(24)}Share  Topic`;
		const row = { share: 5, topic: 'CRM' };
		expect(tableOf({ name: n(26), ...row })).toEqual([
			...['```', heading, `${n(26)}      5  CRM`, '```'],
		]);
		expect(tableOf({ name: n(27), ...row })).toEqual([
			...[`• *${n(27)}*`, '   Share: 5', '   Topic: CRM'],
		]);
	});

	it.each([
		[change('share', [42.5, 40, 2.5, 6.25]), '42.5  ▲ +2.5 (+6.3%)', '42.5  ▲ +2.5'],
		[change('rank', [9, 2, 7, 350]), '9  ▼ worse (was 2)', '9  ▼ worse'],
		[
			{ ...change('share', [null, 40, null, null]), _status: 'gone' },
			'–  gone (was 40)',
			'–  gone',
		],
	])('goes without what is in parentheses if that makes room: %j', (fields, long, short) => {
		const fits = 38 - long.length;
		expect(tableOf({ name: n(fits), ...fields }).at(-2)).toBe(`${n(fits)}  ${long}`);
		expect(tableOf({ name: n(fits + 1), ...fields }).at(-2)).toBe(`${n(fits + 1)}  ${short}`);
	});
});

describe('A row in HTML', () => {
	const htmlOf = (...rows: JsonObject[]) => {
		const html = write(rows, { title: '' }).html.replace(/ style="[^"]*"/g, '');
		return html.split('\n').slice(2, -2);
	};
	const below = '<tr><td width="100%"><div>Rank</div><b>5</b></td></tr>';

	it('has its name beside its figures if all names are short, and nothing else is to be said', () => {
		expect(htmlOf({ name: n(30), rank: 5 })).toEqual([
			'<tr><th scope="col" width="42%">Name</th><th scope="col" width="58%">Rank</th></tr>',
			`<tr><td><b>${n(30)}</b></td><td><b>5</b></td></tr>`,
		]);
		const long = `<tr><td colspan="1"><b>${n(31)}</b></td></tr>`;
		expect(htmlOf({ name: n(31), rank: 5 })).toEqual([long, below]);
		expect(htmlOf({ name: n(31) })).toEqual([long]);
		const rows = htmlOf({ name: 'a', rank: 5 }, { name: n(31), rank: 6 });
		expect(rows.slice(0, 2)).toEqual(['<tr><td colspan="1"><b>a</b></td></tr>', below]);
		expect(htmlOf({ name: 'a', rank: 5, topic: 'CRM' })).toEqual([
			...['<tr><td colspan="1"><b>a</b><div>Topic: CRM</div></td></tr>', below],
		]);
	});

	it('has three figures beside each other, or two that were compared, and the others below', () => {
		const ranks = { a_rank: 1, b_rank: 2, c_rank: 3, d_rank: 4 };
		expect(htmlOf({ name: 'A', ...ranks }).at(-1)).toBe(
			'<tr><td><b>A</b><div>D rank: 4</div></td><td><b>1</b></td><td><b>2</b></td><td><b>3</b></td></tr>',
		);
		expect(htmlOf({ name: 'A', ...ranks, ...change('a_rank', [1, 1, 0, 0]) }).at(-1)).toBe(
			'<tr><td><b>A</b><div>C rank: 3 · D rank: 4</div></td><td><b>1</b> <span>(no change)</span></td><td><b>2</b></td></tr>',
		);
	});
});

it.each([
	['markdown', '+ a', '\\+ a'],
	['markdown', '12. a 1. b', '12\\. a 1. b'],
	['markdown', 'http://a', 'http\\://a'],
	['markdown', 'a@b@c', 'a@\u2060b@\u2060c'],
	['slack', 'HTTP://a http:///b', 'a b'],
	['slack', 'ftp://a', 'ftp: a'],
	['slack', 'a_b c_ _d', 'a_b cˍ ˍd'],
	['slack', 'a:+1: 10:30', 'a:\u2060+1: 10:\u206030'],
	['slack', '> a', '\u2060&gt; a'],
] as const)('In %s, the text %j is %j', (form, note, written) => {
	const message = write([], { notes: [note] });
	const last = message[form].split('\n').at(-1);
	expect(last).toBe(form === 'slack' ? `Note: ${written}` : `> ${written}`);
});

describe('The rows that are shown', () => {
	it.each<[number, Partial<MessageDescription>, string | undefined]>([
		[3, {}, undefined],
		[3, { total: 5, isTotalMinimum: true }, 'and at least 2 more'],
		[3, { isTotalMinimum: true }, 'and perhaps more'],
		[25, {}, undefined],
		[26, {}, 'and 1 more'],
		[27, { isTotalMinimum: true }, 'and at least 2 more'],
		[30, { total: 214 }, 'and 189 more'],
		[0, { isTotalMinimum: true }, 'There is nothing to show.'],
	])('of %d, with %j, are the first 25, and the others are told by %j', (count, about, words) => {
		for (const form of ['text', 'slack', 'markdown', 'html'] as const) {
			const text = write(rowsOf(count), about)[form];
			expect(shownIn(text)).toEqual(rowsOf(Math.min(count, 25)).map(({ name }) => name));
			expect(/and .*more|There is .*\./.exec(text)?.[0].replace('</p>', '')).toBe(words);
		}
	});
});

describe('The parts of a message', () => {
	it.each([
		['title', 150],
		['note', 300],
		['name', 120],
		['value', 80],
		['project', 60],
	])('such as a %s have up to %d characters', (part, longest) => {
		const written = (length: number) => {
			const at = (wanted: string) => (part === wanted ? 'x'.repeat(length) : wanted.charAt(0));
			const row = { project_name: at('project'), name: at('name'), about: at('value') };
			return write([row], { title: at('title'), notes: [at('note')] }).markdown.match(/x+…?/)?.[0];
		};
		expect(written(longest)).toBe('x'.repeat(longest));
		expect(written(longest + 1)).toBe(`${'x'.repeat(longest - 1)}…`);
	});

	it('are ten notes at most', () => {
		const notes = Array.from({ length: 11 }, (_, index) => `note ${index}`);
		const { text } = write([], { notes });
		expect(text.match(/(?<=^Note: ).*$/gm)).toEqual(notes.slice(0, 10));
	});
});

describe('A form that has no room for all rows', () => {
	/** 25 rows of which each takes much room, the more the longer this text is in a form. */
	const longRows = (text: string, label = '') => {
		const long = text.repeat(80);
		const rest = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [label + name, long]));
		return rowsOf(25).map((_, index) => ({
			...{ project_name: `p${index} ${long}`, name: `n${index} ${long}`, ...rest },
		}));
	};

	it.each([
		['slack', 'y'],
		['markdown', '&'],
		['html', '&'],
	] as const)('shows as many as fit in %s', (form, text) => {
		const rows = longRows(text, form === 'html' ? text.repeat(30) : '');
		const notes = form === 'html' ? Array.from({ length: 10 }, () => text.repeat(300)) : [];
		const all = write(rows, { notes })[form];
		const shown = shownIn(all).length;
		expect(shown).toBeGreaterThan(0);
		expect(shown).toBeLessThan(25);
		expect(all).toContain(`and ${25 - shown} more`);
		// So many fit without being cut; with one more, they do not.
		for (const count of [shown, shown + 1]) {
			expect(write(rows.slice(0, count), { notes, total: 25 })[form]).toBe(all);
		}
	});

	it('leaves out details before rows, but not what the rows belong to', () => {
		const long = 'y'.repeat(80);
		const rows = rowsOf(25, { project_name: 'Tea', about: long, other: long, share: 40 });
		const { slack, html } = write(rows, { isRanking: true });
		expect(shownIn(slack)).toHaveLength(25);
		expect(slack.match(/^n\d+ +40 {2}Tea$/gm)).toHaveLength(25);
		expect(slack).not.toContain('yyy');
		expect(html).toContain(long);
		expect(shownIn(write(rows.map((row) => ({ ...row, share: 'z' }))).slack).length).toBeLessThan(
			25,
		);
	});

	it('keeps details that alone tell rows of one name apart', () => {
		const rows = Array.from({ length: 25 }, (_, index) => ({
			...{ topic: 'x'.repeat(80), model: `m${index} ${'y'.repeat(60)}`, share: 40 },
		}));
		const { slack } = write(rows);
		expect(slack).toContain('m0 yyy');
		expect(slack).toMatch(/and \d+ more$/);
		const alike = rows.map((row, index) => ({
			...{ ...row, topic: `n${index % 24} ${row.topic}`, model: 'y'.repeat(60) },
		}));
		expect(shownIn(write(alike).slack)).toHaveLength(25);
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

	it('leaves out notes only if it has no room without rows, and says how many rows there are', () => {
		const notes = Array.from({ length: 10 }, (_, index) => `${index}${'&'.repeat(299)}`);
		const { slack, text } = write(LONG_PROMPTS, { notes });
		expect(slack).toContain('no. 2?');
		expect(slack).toContain('Note: 0&amp;');
		expect(slack).not.toContain('Note: 1&amp;');
		expect(text).toContain('Note: 9&');
		const none = write(longRows('y'), {
			...{ notes: ['&'.repeat(280), '&'.repeat(280)], total: 40, isTotalMinimum: true },
		});
		expect(none.slack).toContain('and at least 40 more');
	});
});

/** The cells of the table in Markdown: those of the headings, of the line below them, and of each row. */
const tableOf = (...rows: Array<JsonObject | Row>) =>
	write(rows)
		.markdown.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.slice(2, -2).split(' | '));

const labelsOf = (...rows: JsonObject[]) => tableOf(...rows)[0];

const cellsOf = (...rows: JsonObject[]) => tableOf(...rows).slice(2);

describe('A field', () => {
	it.each<[JsonObject, string[]]>([
		[{ ai_overview: 'a', 'best-geo-tool': 'a' }, ['AI overview', 'Best GEO tool']],
		[{ avgRank: 'a', top3Rank: 'a' }, ['Avg Rank', 'Top3 Rank']],
		[{ __: 'a' }, ['']],
		[{ constructor: 'a', toString_name: 'b' }, ['Constructor', 'To String']],
		[{ [n(41)]: 'a' }, [`N${n(38)}…`]],
		[{ topic_name: 'a', topic: 'b' }, ['Topic name', 'Topic']],
		[{ topic_name: 'a', topic: '' }, ['Topic']],
		// Four numbers and four others; what is empty, an ID, a project or a status is left out.
		[{ a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', g: 1 }, ['A', 'G', 'B', 'C', 'D', 'E']],
		[{ a: 'a', b: 1, c: 2, d: 3, e: 4, f: 5 }, ['A', 'B', 'C', 'D', 'E']],
		[{ a: 'a', project_id: 'x', project_name: 'b', _status: 'kept', b_id: 1, c: '' }, ['A']],
	])('of %j has the headings %j', (row, headings) => {
		expect(labelsOf(row)).toEqual(headings);
	});

	it.each<[string, JsonValue[], boolean]>([
		['mentions', [1, '2 %', null, '', 'n/a'], true],
		['mentions', [1, 'many'], false],
		['mentions', ['007', '008'], false],
		['month', [5, 6], false],
		['country_code', ['5', '6'], false],
	])('%s with %j holds numbers: %j', (name, values, isNumber) => {
		const [, kinds] = tableOf(...values.map((value) => ({ text: 'a', [name]: value })));
		expect(kinds?.[1]).toBe(isNumber ? '---:' : '---');
	});

	it('with an ID tells rows apart if there is nothing else, and keeps its digits', () => {
		expect(cellsOf({ id: 12345, score: 5 })).toEqual([['12345', '5']]);
		expect(cellsOf({ score: 5 })).toEqual([['Overall', '5']]);
		const names = cellsOf({ score: 5 }, { score: 6 }).map(([name]) => name);
		expect(names).toEqual(['1', '2']);
		const projects = ['Acme', 'Globex'].map((project_name) => ({ project_name, score: 5 }));
		expect(write(projects).text.match(/Overall/g)).toHaveLength(2);
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

describe('The figures that come first', () => {
	it('are those that the rows are sorted by, then the useful ones, of four', () => {
		const row = { models: 3, mentions: 9, answers: 8, rank: 4, score: 71 };
		const labels = (about: Partial<MessageDescription>) =>
			write([{ name: 'a', note: 'x', ...row }], { title: '', ...about }).text;
		expect(labels({})).toMatch(/^Name +Models +Mentions +Answers +Rank +Note/);
		const useful = ['note', 'score', 'mentions', 'gone'];
		expect(labels({ useful })).toMatch(/^Note +Score +Mentions +Models +Answers +Name/);
		expect(labels({ useful, sortedBy: ['rank'] })).toMatch(/^Note +Rank +Score +Mentions +Models/);
	});
});

describe('A bar', () => {
	/** How long the bars are, in percent. */
	const barsOf = (...rows: JsonObject[]) =>
		[...write(rows).html.matchAll(/<td width="(\d+)%" style="padding:0;border-top:/g)].map(
			([, width]) => Number(width),
		);

	it('stands for a part rather than for other amounts, and for no rank', () => {
		expect(barsOf({ text: 'a', rank: 5, mentions: 5, others: 5 })).toEqual([100]);
		expect(barsOf({ text: 'a', rank: 5, firstPosition: 5 })).toEqual([]);
		for (const name of ['share', 'clickRate']) {
			expect(barsOf({ text: 'a', mentions: 5, [name]: 1, own_share: 2 })).toEqual([100, 2]);
		}
		for (const name of ['registrations', 'duration_days', 'operations', 'generated_answers']) {
			expect(barsOf({ text: 'a', [name]: 5, others: 5 })).toEqual([100]);
		}
		expect(barsOf({ text: 'a', score: 71.5 }, { text: 'b', score: 0 })).toEqual([72]);
		expect(barsOf({ text: 'a', share: 0.5 }, { text: 'b', share: 0.25 })).toEqual([50, 25]);
		expect(barsOf({ text: 'a', share: '0.9%' }, { text: 'b', share: '0%' })).toEqual([1]);
		expect(barsOf({ text: 'a', share: 200 }, { text: 'b', share: 50 })).toEqual([100, 25]);
	});

	it('is as long as the number, and none for what falls below zero or never leaves it', () => {
		const ofShares = (...shares: Array<number | null>) =>
			barsOf(...shares.map((share) => ({ name: 'A', share })));
		expect(ofShares(100, 99.6, 99.4, 0.5, 0.4, 0, null)).toEqual([100, 100, 99, 1]);
		expect([ofShares(-1, 2), ofShares(0, null)]).toEqual([[], []]);
	});
});

describe('A comparison', () => {
	const compared = change('s', [5, 4, 1, 25]);

	it.each<[JsonObject, string]>([
		[{ s: 5, s_change: 1, s_change_percent: 25 }, 'S, S change, S change percent'],
		[{ s: 5, s_previous: 4, s_change: 1 }, 'S, S previous, S change'],
		[{ ...compared, s_previous_x: 4 }, 'S, Change, S previous x'],
		[change('s', [null, 12, null, null]), 'S, Change'],
	])('in %j has the columns %s', (fields, labels) => {
		expect(labelsOf({ model: 'A', ...fields })?.join(', ')).toBe(`AI platform, ${labels}`);
	});

	it('is told from fields of the rows with such a name', () => {
		const changes = new Map([['s', { before: 4, change: 1, percent: 25 }]]);
		const record = { model: 'A', s: 5, s_previous: 'old' };
		const [, , cells] = tableOf({ record, status: 'kept', changes });
		expect(cells).toEqual(['A', '5', '▲ +1 (+25%)', 'old']);
	});

	it('that failed in one of several projects calls none of its rows new', () => {
		const { text } = write([
			{ project_name: 'A', model: 'A', ...compared, _status: 'kept' },
			{ project_name: 'B', model: 'A', s: 5, _status: null },
		]);
		expect(text).toContain('▲ +1 (+25%)');
		expect(text).not.toContain('new');
	});
});

describe('The rows of projects', () => {
	const named = (project_id: JsonValue, project_name: string) => ({ project_id, project_name });

	it.each<[string, JsonObject[], string[]]>([
		['with a name', ['Acme', 'Acme', 'Globex'].map((name) => named(1, name)), ['Acme', 'Globex']],
		['with an ID alone', [{ project_id: 'p1' }, named(2, '')], ['p1', '2']],
		['of one name', [named(1, 'Acme'), named('x\ny', 'Acme')], ['Acme (1)', 'Acme (x y)']],
		[
			'of names that are cut alike',
			['a', 'b'].map((end) => named(end, 'x'.repeat(70) + end)),
			['a', 'b'].map((id) => `${'x'.repeat(59)}… (${id})`),
		],
	])('%s stand below it', (_what, rows, headings) => {
		const { text } = write(rows.map((row) => ({ ...row, prompt: 'p' })));
		expect([...text.matchAll(/^\[(.*)\]$/gm)].map(([, heading]) => heading)).toEqual(headings);
	});

	it('stand together, and each project has about as many as the others', () => {
		const rows = Array.from({ length: 60 }, (_, index) => ({
			...{ project_name: ['A', 'B', 'C'][index % 3] ?? '', name: `n${index}` },
		})).slice(2);
		const { markdown } = write(rows);
		expect(markdown.match(/^### \w$/gm)).toEqual(['### C', '### A', '### B']);
		const [, ...parts] = markdown.split('###');
		expect(parts.map((part) => shownIn(part).length)).toEqual([9, 8, 8]);
		expect(markdown).toContain('and 33 more');
	});

	/** Rows of weeks, one for each of the topics: `n10` is the first topic in the second week. */
	const weeksOf = (project_name: string, weeks: number, topics: number) =>
		Array.from({ length: weeks * topics }, (_, index): JsonObject => {
			const [week, topic] = [Math.floor(index / topics), index % topics];
			const [start, end] = [7, 1].map(
				(days) => new Date(Date.UTC(2026, 0, 7 * (week + 1) - days + 5)),
			);
			const day = (date?: Date) => date?.toISOString().slice(0, 10) ?? '';
			const period = { period_start: day(start), period_end: day(end) };
			return { project_name, ...period, name: `n${week}${topic}` };
		});

	it('are those of the latest weeks, where there is not room for each week', () => {
		const rows = ['A', 'B'].flatMap((name) => weeksOf(name, 8, 2));
		const [, first = '', second = ''] = write(rows).markdown.split('###');
		expect(shownIn(second)).toEqual('n00 n10 n20 n30 n40 n41 n50 n51 n60 n61 n70 n71'.split(' '));
		expect(shownIn(first)).toHaveLength(13);
		const once = write(weeksOf('', 30, 2)).markdown;
		expect(once.match(/^### /gm)).toHaveLength(25);
		expect(shownIn(once).at(-1)).toBe('n290');
		const { markdown } = write(weeksOf('A', 30, 1));
		expect(shownIn(markdown)).toEqual(
			weeksOf('A', 30, 1)
				.slice(5)
				.map(({ name }) => name),
		);
	});

	it('are the first ones in a ranking, whatever week they are of', () => {
		const rows = weeksOf('A', 10, 3);
		const { markdown } = write(rows, { isRanking: true });
		expect(shownIn(markdown)).toEqual(rows.slice(0, 25).map(({ name }) => name));
	});
});

it('Rows with a period of their own have it in one column', () => {
	const row = { period_start: '2026-11-14', period_end: '2026-11-20', share: 40 };
	expect(labelsOf(row)).toEqual(['Period', 'Share']);
	expect(labelsOf({ ...row, period: 'Spring' })).toEqual(['Period', 'Share', 'Period']);
});

it('The rows of one project stand below their period, if several have the same', () => {
	const week = (day: number, model: string) => ({
		...{ period_start: `2026-11-0${day}`, period_end: `2026-11-0${day + 1}`, model, share: 4 },
	});
	const once = write([week(1, 'ChatGPT'), week(3, 'ChatGPT')]).text;
	expect(once).toMatch(/^AI platform .* Period$/m);
	const { text } = write([week(1, 'ChatGPT'), week(1, 'Gemini'), week(3, 'ChatGPT')]);
	expect(withUsualSpaces(text)).toMatch(/^\[Nov 1 – 2, 2026\]\nChatGPT .*\nGemini /m);
	expect(text).not.toContain('Period');
	const projects = [week(1, 'ChatGPT'), week(1, 'Gemini')].map((row) => ({
		project_id: 1,
		...row,
	}));
	expect(write(projects).text).toMatch(/^AI platform .* Period$[^]*^\[1\]$/m);
});
