import type { JsonObject, JsonValue } from 'n8n-workflow';
import { flatRows } from '../../nodes/shared/message/flat';
import { headingsOf } from '../../nodes/shared/message/headings';
import { aligned, endOf, groupsIn, paragraphs } from '../../nodes/shared/message/table';
import type { View } from '../../nodes/shared/message/types';

describe('A list in a row', () => {
	const all = { id: 1, url: 'u', domain: 'd', keyword: 'k', prompt: 'p', label: 'l', title: 't' };

	it.each<[JsonValue, string]>([
		[[], ''],
		[['a', 'b', 'c'], 'a, b, c'],
		[['a', 'b', 'c', 'd'], 'a, b, c, and 1 more'],
		[[1, true, [2, [3]]], '1, true, 2, 3'],
		[[[1, 2, 3, 4]], '1, 2, 3, and 1 more'],
		[[{ ...all, name: 'n' }], 'n'],
		[[all], 't'],
		[[{ ...all, title: null }], 'l'],
		[[{ ...all, title: null, label: null }], 'p'],
		[[{ id: 1, url: 'u', domain: 'd', keyword: 'k' }], 'k'],
		[[{ id: 1, url: 'u', domain: 'd' }], 'd'],
		[[{ id: 1, url: 'u' }], 'u'],
		[[{ other: 'o', id: 1 }], '1'],
		[[{ name: true, inner: {}, value: 5, other: 'o' }], '5'],
		[[{ inner: {} }, {}], '…, …'],
	])('such as %j is %j', (list, words) => {
		expect(flatRows([{ list }])).toEqual([{ list: words }]);
		expect(flatRows([{ outer: { list } }])).toEqual([{ outer_list: words }]);
	});
});

describe('What stands above the rows of a project', () => {
	const headings = (group: string | undefined, ...rows: JsonObject[]) =>
		rows.map(headingsOf(rows, group, (name) => `<${JSON.stringify(name)}>`));
	const acme = { project_name: 'Acme' };

	it.each<[string | undefined, JsonObject[], string[]]>([
		[undefined, [acme], ['']],
		['project_name', [acme, acme], ['<"Acme">', '<"Acme">']],
		['project_name', [{}], ['<null>']],
		['project_id', [{ project_id: 'p1' }, { project_id: 2 }], ['<"p1">', '<2>']],
		[
			'project_name',
			[
				{ ...acme, project_id: 1 },
				{ ...acme, project_id: 'x\ny' },
				{ ...acme, project_id: null },
				{ ...acme, project_id: true },
				{ project_name: 'Globex', project_id: 1 },
			],
			['<"Acme"> (1)', '<"Acme"> (x y)', '<"Acme">', '<"Acme">', '<"Globex">'],
		],
		[
			'project_name',
			[
				{ ...acme, project_id: 'p'.repeat(60) },
				{ ...acme, project_id: 'p'.repeat(61) },
			],
			[`<"Acme"> (${'p'.repeat(60)})`, `<"Acme"> (${'p'.repeat(59)}…)`],
		],
	])('by the field %j in %j', (group, rows, expected) => {
		expect(headings(group, ...rows)).toEqual(expected);
	});
});

describe('A table', () => {
	const columns = [
		{ label: 'Name', isRight: false, cells: ['a', '日本'] },
		{ label: 'No', isRight: true, cells: ['5', '100'] },
		{ label: '', isRight: false, cells: ['x', ''] },
	];

	it('has columns of the same width, and two blanks between them', () => {
		const lines = ['Name   No', 'a       5  x', '日本  100'];
		expect(aligned(columns, 12)).toEqual(lines);
		expect(aligned(columns, 100)).toEqual(lines);
	});

	it('is none if it is too wide', () => {
		expect(aligned(columns, 11)).toBeUndefined();
		expect(aligned(columns.slice(0, 1), 3)).toBeUndefined();
		expect(aligned(columns.slice(0, 1), 4)).toEqual(['Name', 'a', '日本']);
	});

	const view = (...groups: string[]): View => ({
		...{ title: '', period: '', subject: '', more: 0, isOpen: false, notes: [] },
		lines: groups.map((group) => ({ group, name: 'a', figures: [], details: [] })),
	});

	it('has the lines of a project together', () => {
		const groups = groupsIn(view('A', 'A', 'B', 'C', 'C', 'C'));
		expect(groups.map(({ name, start, lines }) => [name, start, lines.length])).toEqual([
			...[
				['A', 0, 2],
				['B', 2, 1],
				['C', 3, 3],
			],
		]);
		expect(groupsIn(view())).toEqual([]);
	});

	it.each([
		[view('A'), 0, '', ''],
		[view('A'), 1, '', 'and 1 more'],
		[view(), 5, '', '5 rows, too long to show here'],
		[view(), 0, '', 'There is nothing to show.'],
		[view(), 0, 'Today', 'There is nothing to show for this period.'],
	])('of %j with %d more in the period %j ends with %j', (shown, more, period, end) => {
		expect(endOf({ ...shown, more, period })).toBe(end);
	});

	it('is apart from other paragraphs, without empty ones', () => {
		expect(paragraphs('', 'a', '', 'b', '')).toBe('a\n\nb');
	});
});
