import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { JsonObject } from 'n8n-workflow';
import type { MessageDescription } from '../../nodes/shared/message';
import { CASES } from './messageCases';
import { allLinesOf, change, LONG_PROMPTS, write } from './messages';

/**
 * Whole messages as they were looked at and found good: in a browser (`.html`) and in an editor. After a
 * change, run `GOLDEN=write npx jest messageForms` and look at the difference.
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

describe('The message', () => {
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

	it('has no heading where there are only names', () => {
		expect(tableOf({ name: 'a' })).toEqual(inBlock('a'));
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

	it('says what it has instead of a number', () => {
		expect(rowsOf({ name: 'A', rank: null, a_rank: 1 }, { name: 'B', rank: 2 }).slice(1)).toEqual([
			'<tr><td><b>A</b></td><td><b>–</b></td><td><b>1</b></td></tr>',
			'<tr><td><b>B</b></td><td><b>2</b></td><td><b>–</b></td></tr>',
		]);
	});
});

describe('A text', () => {
	it.each([
		['+ a', '\\+ a'],
		['12. a', '12\\. a'],
		['3)', '3\\)'],
		['1.5) a', '1.5) a'],
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
		['#a', '#\u2060a'],
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
		[3, { total: 3 }, undefined],
		[3, { total: 5 }, 'and 2 more'],
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

	it('decide how their numbers and bars are written, and the others do not', () => {
		const rows = [...rowsOf(25, { share: 40 }), ...rowsOf(1, { share: 80.5 })];
		const { html, markdown } = write(rows);
		expect(markdown).toContain('| n0 | 40 |');
		expect(html).toContain('<td width="100%"');
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

	it('such as a text in place of a number have up to 80 characters', () => {
		const row = { name: 'A', s: 'x'.repeat(81), s_previous: 1, s_change: 1, s_change_percent: 1 };
		expect(write([row]).markdown).toContain(`| A | ${cut(80)} | gone (was 1) |`);
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

	it('shows as many rows of each project', () => {
		const projects = longRows('y').map((row, index) => ({
			...{ project_name: index < 15 ? 'A' : 'B' },
			...row,
		}));
		const [ofA = '', ofB = ''] = write(projects).slack.split('*B*');
		expect(Math.abs(shownIn(ofA).length - shownIn(ofB).length)).toBeLessThanOrEqual(1);
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
