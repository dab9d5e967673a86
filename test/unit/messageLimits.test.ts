import type { JsonObject } from 'n8n-workflow';
import type { MessageDescription } from '../../nodes/shared/message';
import { LONG_PROMPTS, write } from './messages';

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
