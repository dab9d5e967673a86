import type { JsonObject } from 'n8n-workflow';
import { allLinesOf, change, write } from './messages';

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
		['-a-', '\\-a-'],
		['12. a', '12\\. a'],
		['3)', '3\\)'],
		['1.5) a', '1.5) a'],
		['a 1. b', 'a 1. b'],
		['http://a', 'http\\://a'],
		['a: b', 'a: b'],
		['WWW.a.b', 'WWW\\.a.b'],
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
		['é_é 1_1', 'é_é 1_1'],
		['a:+1: 10:30', 'a:\u2060+1: 10:\u206030'],
		['a: b', 'a: b'],
		['#a', '#\u2060a'],
		['a > b', 'a &gt; b'],
		['> a', '\u2060&gt; a'],
	])('such as %j is %j in Slack', (title, written) => {
		expect(write([], { title }).slack.split('\n')[0]).toBe(`*${written}*`);
	});
});
