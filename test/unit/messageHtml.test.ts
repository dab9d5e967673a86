import { bar, short } from './messageLooks';
import {
	allLinesOf,
	change,
	COMPARED,
	HOSTILE,
	HOSTILE_ABOUT,
	LONG_PROMPTS,
	MANY_CHANGES,
	MANY_FIELDS,
	NUMBERS_AS_TEXT,
	TWO_PROJECTS,
	write,
} from './messages';

const [PAGE, TABLE, END_OF_TABLE, END] = ['<div page>', '<table>', '</table>', '</div>'];

const htmlOf = (...given: Parameters<typeof write>) => allLinesOf(short(write(...given).html));

/** The rows of the table of a message. */
function rowsOf(...given: Parameters<typeof write>): string[] {
	const lines = htmlOf(...given);
	return lines.slice(lines.indexOf(TABLE) + 1, lines.indexOf(END_OF_TABLE));
}

describe('A whole message in HTML', () => {
	it('without anything to say', () => {
		expect(htmlOf([], { title: '' })).toEqual([PAGE, '<p end>There is nothing to show.</p>', END]);
	});

	it('without rows, with notes', () => {
		const period = { start: '2026-11-14', end: '2026-11-20' };
		expect(htmlOf([], { period, notes: ['First.', 'Second.'] })).toEqual([
			...[PAGE, '<h2 title>Share of voice</h2>', '<p period>Nov 14 – 20, 2026</p>'],
			'<p end>There is nothing to show for this period.</p>',
			...['<p end>Note: First.</p>', '<p end>Note: Second.</p>', END],
		]);
	});

	it('of a number', () => {
		expect(htmlOf([{ score: 5 }], { title: '' })).toEqual([
			...[PAGE, TABLE],
			'<tr><th scope="col" width="42%" heading></th><th scope="col" width="58%" heading>Score</th></tr>',
			`<tr><td cell><b>Overall</b></td><td cell><b>5</b>${bar(100)}</td></tr>`,
			...[END_OF_TABLE, END],
		]);
	});

	it('of names', () => {
		expect(htmlOf([{ name: 'Acme' }, { name: 'Globex' }])).toEqual([
			...[PAGE, '<h2 title>Share of voice</h2>', TABLE],
			'<tr><th scope="col" width="100%" heading>Name</th></tr>',
			'<tr><td cell><b>Acme</b></td></tr>',
			'<tr><td cell><b>Globex</b></td></tr>',
			...[END_OF_TABLE, END],
		]);
	});

	it('of a row with many fields', () => {
		expect(rowsOf([MANY_FIELDS])).toEqual([
			'<tr><td colspan="3" name><b>best crm</b><div small>Change: −0.5 · Topic: CRM · Market country: US · Models: ChatGPT, Gemini · Live: no</div></td></tr>',
			'<tr>' +
				'<td width="33%" cell><div small>Mentions</div><b>1,234</b></td>' +
				`<td width="33%" cell><div small>Score</div><b>42.5</b>${bar(100)}</td>` +
				'<td width="33%" cell><div small>Avg rank</div><b>2</b></td></tr>',
		]);
	});

	it('of numbers as text', () => {
		const headings = ['Share', 'Percent', 'Delta'].map(
			(label) => `<th scope="col" width="23%" heading>${label}</th>`,
		);
		expect(rowsOf(NUMBERS_AS_TEXT)).toEqual([
			`<tr><th scope="col" width="31%" heading>Name</th>${headings.join('')}</tr>`,
			'<tr><td cell><b>A</b><div small>Change: −0.50</div></td>' +
				`<td cell><b>0.41</b>${bar(100)}</td><td cell><b>40.5%</b>${bar(100)}</td><td cell><b>3</b></td></tr>`,
			'<tr><td cell><b>B</b><div small>Change: 1.25</div></td>' +
				`<td cell><b>0.02</b>${bar(5)}</td><td cell><b>7.0%</b>${bar(17)}</td><td cell><b>−12</b></td></tr>`,
		]);
	});

	it('of rows that were compared', () => {
		expect(rowsOf(COMPARED).slice(1)).toEqual([
			`<tr><td cell><b>ChatGPT</b></td><td cell><b>42.5</b> <span change>▲&nbsp;+2.5 (+6.3%)</span>${bar(100)}</td></tr>`,
			`<tr><td cell><b>Gemini</b></td><td cell><b>18.0</b> <span change>(no change)</span>${bar(42)}</td></tr>`,
			'<tr><td cell><b>Claude</b></td><td cell><span change>gone (was 12.0)</span></td></tr>',
			`<tr><td cell><b>Copilot</b></td><td cell><b>9.7</b> <span change>new</span>${bar(23)}</td></tr>`,
			'<tr><td cell><b>Grok</b></td><td cell><b>0.0</b> <span change>▼&nbsp;−0.4 (−100%)</span></td></tr>',
		]);
	});

	it('of several changes, with room for two beside each other', () => {
		expect(rowsOf(MANY_CHANGES)).toEqual([
			'<tr><td colspan="2" name><b>What is the best project management tool for a small agency?</b><div small>Rank: 2 ▲ better (was 3) · Topic: Tools</div></td></tr>',
			'<tr><td width="50%" cell><div small>Mentions</div><b>12</b> <span change>▲&nbsp;+2 (+20%)</span></td>' +
				`<td width="50%" cell><div small>Share</div><b>42.5</b> <span change>▲&nbsp;+2.5 (+6.3%)</span>${bar(100)}</td></tr>`,
			'<tr><td colspan="2" name><b>best crm</b><div small>Rank: 4 (no change)</div></td></tr>',
			'<tr><td width="50%" cell><div small>Mentions</div><span change>gone (was 3)</span></td>' +
				'<td width="50%" cell><div small>Share</div><span change>gone (was 1.5)</span></td></tr>',
		]);
	});

	it('of a change beside figures that were not compared', () => {
		const [heading, row] = rowsOf([
			{ model: 'A', mentions: 1, ...change('share', [2, 1, 1, 100]), rank: 3, clicks: 4 },
		]);
		expect(heading).toBe(
			'<tr><th scope="col" width="32%" heading>AI platform</th><th scope="col" width="34%" heading>Mentions</th><th scope="col" width="34%" heading>Share</th></tr>',
		);
		expect(row).toContain('<td cell><b>A</b><div small>Rank: 3 · Clicks: 4</div></td>');
	});

	it('of two projects', () => {
		expect(rowsOf(TWO_PROJECTS, { maxRows: 2 })).toEqual([
			'<tr><th scope="col" width="32%" heading>Topic</th><th scope="col" width="34%" heading>Share</th><th scope="col" width="34%" heading>Avg rank</th></tr>',
			'<tr><th colspan="3" project>Acme</th></tr>',
			`<tr><td cell><b>CRM</b></td><td cell><b>40</b>${bar(100)}</td><td cell><b>2</b></td></tr>`,
			'<tr><th colspan="3" project>Globex</th></tr>',
			`<tr><td cell><b>CRM</b></td><td cell><b>5</b>${bar(13)}</td><td cell><b>3</b></td></tr>`,
		]);
		expect(htmlOf(TWO_PROJECTS, { maxRows: 2 }).slice(-3)).toEqual([
			...[END_OF_TABLE, '<p end>and 1 more</p>', END],
		]);
	});

	it('of long names in two projects', () => {
		expect(rowsOf(LONG_PROMPTS, { maxRows: 2 })).toEqual([
			'<tr><th colspan="1" project>Acme</th></tr>',
			'<tr><td colspan="1" name><b>What is the best tool for a small agency with many remote clients, no. 0?</b><div small>Market: US</div></td></tr>',
			'<tr><td width="100%" cell><div small>Share</div><b>0</b></td></tr>',
			'<tr><th colspan="1" project>Globex</th></tr>',
			'<tr><td colspan="1" name><b>What is the best tool for a small agency with many remote clients, no. 2?</b><div small>Market: US</div></td></tr>',
			`<tr><td width="100%" cell><div small>Share</div><b>2</b>${bar(100)}</td></tr>`,
		]);
	});

	it('with texts that mean something to HTML', () => {
		expect(htmlOf(HOSTILE.slice(0, 1), HOSTILE_ABOUT)).toEqual([
			...[PAGE, '<h2 title>&lt;Report&gt; *x* &amp; `y`</h2>', '<p period>- a_b_ – &lt;c&gt;</p>'],
			...[TABLE, '<tr><th colspan="1" project># A|B</th></tr>'],
			'<tr><td colspan="1" name><b>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</b><div small>A|b*c: _i_ `c` ~s~ *b* @here :tada: https://x.example/a</div></td></tr>',
			`<tr><td width="100%" cell><div small>Share</div><b>3</b>${bar(100)}</td></tr>`,
			...[END_OF_TABLE, '<p end>Note: 1) &lt;n&gt; &amp; _m_ www.x.example</p>', END],
		]);
	});
});

describe('A row in HTML', () => {
	it('has its name beside its figures as long as there is room', () => {
		const [short, long] = ['n'.repeat(30), 'n'.repeat(31)];
		expect(rowsOf([{ name: short, rank: 5 }])[1]).toBe(
			`<tr><td cell><b>${short}</b></td><td cell><b>5</b></td></tr>`,
		);
		expect(rowsOf([{ name: long, rank: 5 }])).toEqual([
			`<tr><td colspan="1" name><b>${long}</b></td></tr>`,
			'<tr><td width="100%" cell><div small>Rank</div><b>5</b></td></tr>',
		]);
		expect(rowsOf([{ name: long }])).toEqual([`<tr><td colspan="1" cell><b>${long}</b></td></tr>`]);
	});

	it('has its details below its name if another row has a long name', () => {
		const rows = [{ name: 'a' }, { name: 'n'.repeat(31) }];
		expect(rowsOf(rows)[0]).toBe('<tr><td colspan="1" cell><b>a</b></td></tr>');
	});

	it('says what it has instead of a number', () => {
		const rows = [
			{ name: 'A', share: 1, rank: null },
			{ name: 'B', share: null, rank: 2 },
		];
		expect(rowsOf(rows).slice(1)).toEqual([
			`<tr><td cell><b>A</b></td><td cell><b>1</b>${bar(100)}</td><td cell><b>–</b></td></tr>`,
			'<tr><td cell><b>B</b></td><td cell><b>–</b></td><td cell><b>2</b></td></tr>',
		]);
	});

	it.each([
		[[100, 99.6], bar(100)],
		[[100, 99.4], bar(99)],
		[[100, 0.5], bar(1)],
		[[100, 0.4], ''],
		[[100, 0], ''],
	])('has for the second of %j a bar that fits', (shares, expected) => {
		const rows = shares.map((share) => ({ name: 'A', share }));
		expect(rowsOf(rows)[2]?.replace(/^.*<b>[\d.]+<\/b>/, '')).toBe(`${expected}</td></tr>`);
	});
});
