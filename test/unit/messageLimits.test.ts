import type { JsonObject } from 'n8n-workflow';
import { LONG_PROMPTS, write } from './messages';

/** The names of the rows that a form shows. */
const shownIn = (text: string) => [...text.matchAll(/\bn\d+\b/g)].map(([name]) => name);

const rowsOf = (count: number, more: JsonObject = {}): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...more }));

describe('The rows that are shown', () => {
	it.each([
		[undefined, 25, 25],
		[undefined, 26, 25],
		[3, 5, 3],
		[1, 5, 1],
		[0, 5, 1],
		[-4, 5, 1],
		[200, 201, 200],
		[1000, 201, 200],
		[5, 5, 5],
	])('with at most %j of %d are %d', (maxRows, count, shown) => {
		const { markdown } = write(rowsOf(count), maxRows === undefined ? {} : { maxRows });
		expect(shownIn(markdown)).toEqual(Array.from({ length: shown }, (_, index) => `n${index}`));
		const more = count - shown;
		expect(markdown.split('\n').at(-1)).toBe(more > 0 ? `and ${more} more` : `| n${shown - 1} |`);
	});

	it('are the first of each project, about as many of one as of the other', () => {
		const projects = ['A', 'B', 'A', 'A', 'A', 'C', 'B', 'C'];
		const rows = rowsOf(8).map((row, index) => ({ ...row, project_name: projects[index] ?? '' }));
		const shown = (maxRows: number) => shownIn(write(rows, { maxRows }).markdown).join(' ');
		expect(shown(8)).toBe('n0 n2 n3 n4 n1 n6 n5 n7');
		expect(shown(7)).toBe('n0 n2 n3 n1 n6 n5 n7');
		expect(shown(5)).toBe('n0 n2 n1 n6 n5');
		expect(shown(4)).toBe('n0 n2 n1 n5');
		expect(shown(3)).toBe('n0 n1 n5');
		expect(shown(1)).toBe('n0');
	});

	it('decide how their numbers and bars are written, and the others do not', () => {
		const rows = [20, 40, 80.5].map((share) => ({ name: 'A', share }));
		const { html, markdown } = write(rows, { maxRows: 2 });
		expect(markdown).toContain('| A | 20 |\n| A | 40 |');
		expect(html).toContain('<td width="50%"');
		expect(write(rows).markdown).toContain('| A | 20.0 |\n| A | 40.0 |\n| A | 80.5 |');
	});

	it('have as many decimals as their changes need', () => {
		const row = { name: 'A', s: 20, s_previous: 19.5, s_change: 0.5, s_change_percent: 2.6 };
		expect(write([row]).markdown).toContain('| A | 20.0 | ▲ +0.5 (+2.6%) |');
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

	it('are ten notes at most, without empty ones', () => {
		const notes = [' ', ...Array.from({ length: 11 }, (_, index) => `note ${index}`)];
		const { text } = write([], { notes });
		expect(text.split('\n').filter((line) => line.startsWith('Note: '))).toEqual(
			notes.slice(1, 11).map((note) => `Note: ${note}`),
		);
	});

	it('are words for what is neither a text nor a number', () => {
		const row = { name: 'A', yes: true, no: false, blank: '\u200b', day: '2026-11-20' };
		expect(write([row]).markdown).toContain('| A | yes | no | – | Nov 20, 2026 |');
	});

	it('are dashes for what only some rows have', () => {
		const { markdown } = write([{ name: 'A', about: 'x' }, { name: null }, { name: 'C' }]);
		expect(markdown).toContain('| A | x |\n| – | – |\n| C | – |');
	});

	it('are numbers where rows have no name', () => {
		const shown = write([{ share: 1 }, { share: 2 }, { share: 3 }], { maxRows: 1 });
		expect(shown.markdown).toContain('| 1 | 1 |');
		expect(write([{ share: 1 }]).markdown).toContain('| Overall | 1 |');
	});

	it('tell from a field of the rows that each has a period of its own', () => {
		const rows = [
			{ name: 'A', period_start: '2026-11-14' },
			{ name: 'B', period_start: null },
		];
		const { period } = write(rows, { compared: true });
		expect(period).toBe('each compared with the period before it');
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
		const compared = { s: 42.5, s_previous: 40, s_change: 2.5, s_change_percent: 6.25 };
		const lastOf = (length: number) =>
			write([{ name: 'n'.repeat(length), ...compared }])
				.text.split('\n')
				.at(-1);
		expect(lastOf(56)).toBe(`${'n'.repeat(56)}  42.5  ▲ +2.5 (+6.3%)`);
		expect(lastOf(57)).toBe(`${'n'.repeat(57)}  42.5  ▲ +2.5`);
	});
});

describe('A form that has no room for all rows', () => {
	/** A note that brings the message in Slack to a length. */
	const fill = (rows: JsonObject[], length: number, maxRows: number) => {
		const empty = write(rows, { notes: ['x'], maxRows }).slack.length - 1;
		return 'x'.repeat(length - empty);
	};
	const rows = rowsOf(31, { about: 'y'.repeat(80) });

	it('shows all of them if they just fit', () => {
		const about = { notes: [fill(rows.slice(0, 29), 3000, 29)], maxRows: 29 };
		const { slack } = write(rows.slice(0, 29), about);
		expect(slack).toHaveLength(3000);
		expect(shownIn(slack)).toHaveLength(29);
		const long = write(rows.slice(0, 29), { ...about, notes: about.notes.map((n) => `${n}x`) });
		expect(shownIn(long.slack)).toHaveLength(28);
		expect(long.slack).toContain('\n\nand 1 more\n\nNote: xxx');
	});

	it.each(['text', 'slack', 'markdown', 'html'] as const)('shows as many as fit in %s', (form) => {
		const wide = '日'.repeat(80);
		const many = Array.from({ length: 200 }, (_, index) => ({
			name: `n${index} ${'日'.repeat(100)}`,
			...{ about: wide, more: wide, other: wide, last: 'é'.repeat(80) },
		}));
		const all = write(many, { maxRows: 200 });
		const count = shownIn(all[form]).length;
		expect(count).toBeLessThan(200);
		expect(all[form]).toContain(`and ${200 - count} more`);
		expect(write(many, { maxRows: count })[form]).toBe(all[form]);
		expect(write(many, { maxRows: count + 1 })[form]).toBe(all[form]);
	});

	it('shows as many rows of each project', () => {
		const projects = rowsOf(200, { about: 'y'.repeat(80) }).map((row, index) => ({
			...{ project_name: index < 150 ? 'A' : 'B' },
			...row,
		}));
		const shown = shownIn(write(projects, { maxRows: 200 }).slack).map((name) => name.slice(1));
		const ofFirst = shown.filter((name) => Number(name) < 150).length;
		expect(Math.abs(2 * ofFirst - shown.length)).toBeLessThanOrEqual(1);
	});

	it('leaves out notes only if it has no room without rows', () => {
		const notes = Array.from({ length: 10 }, (_, index) => `${index}${'&'.repeat(299)}`);
		const { slack, text } = write(LONG_PROMPTS, { notes });
		expect(slack).toContain('Note: 0&amp;');
		expect(slack).not.toContain('Note: 1&amp;');
		expect(text).toContain('Note: 9&');
	});
});
