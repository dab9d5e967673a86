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

describe('A whole message in Slack', () => {
	const slackOf = (...given: Parameters<typeof write>) => allLinesOf(write(...given).slack);

	it('without anything to say', () => {
		expect(slackOf([], { title: '' })).toEqual(['There is nothing to show.']);
	});

	it('without rows, with notes', () => {
		const period = { start: '2026-11-14', end: '2026-11-20' };
		expect(slackOf([], { period, notes: ['First.', 'Second.'] })).toEqual([
			...['*Share of voice*', 'Nov 14 – 20, 2026', ''],
			...['There is nothing to show for this period.', '', 'Note: First.', 'Note: Second.'],
		]);
	});

	it('of a number', () => {
		expect(slackOf([{ score: 5 }], { title: '' })).toEqual([
			...['```', '         Score', 'Overall      5', '```'],
		]);
	});

	it('of a row with many fields', () => {
		expect(slackOf([MANY_FIELDS])).toEqual([
			...['*Share of voice*', '', '• *best crm*'],
			'   Mentions: 1,234',
			'   Score: 42.5',
			'   Avg rank: 2',
			'   Change: −0.5',
			'   Topic: CRM',
			'   Market country: US',
			'   Models: ChatGPT, Gemini',
			'   Live: no',
		]);
	});

	it('of numbers as text', () => {
		expect(slackOf(NUMBERS_AS_TEXT)).toEqual([
			...['*Share of voice*', '', '```'],
			'Name  Share  Percent  Delta  Change',
			'A      0.41    40.5%      3   −0.50',
			'B      0.02     7.0%    −12    1.25',
			'```',
		]);
	});

	it('of rows that were compared', () => {
		expect(slackOf(COMPARED)).toEqual([
			...['*Share of voice*', 'compared with the period before', '', '```'],
			'AI platform  Share  Change',
			'ChatGPT       42.5  ▲ +2.5 (+6.3%)',
			'Gemini        18.0  –',
			'Claude           –  gone (was 12.0)',
			'Copilot        9.7  new',
			'Grok           0.0  ▼ −0.4 (−100%)',
			'```',
		]);
	});

	it('of several changes', () => {
		expect(slackOf(MANY_CHANGES).slice(3)).toEqual([
			'• *What is the best project management tool for a small agency?*',
			'   Mentions: 12 ▲ +2 (+20%)',
			'   Share: 42.5 ▲ +2.5 (+6.3%)',
			'   Rank: 2 ▲ better (was 3)',
			'   Topic: Tools',
			'• *best crm*',
			'   Mentions: gone (was 3)',
			'   Share: gone (was 1.5)',
			'   Rank: 4 (no change)',
		]);
	});

	it('of two projects', () => {
		expect(slackOf(TWO_PROJECTS)).toEqual([
			...['*Share of voice*', ''],
			...['*Acme*', '```', 'Topic  Share  Avg rank'],
			...['CRM       40         2', 'ERP       20         1', '```', ''],
			...['*Globex*', '```', 'Topic  Share  Avg rank', 'CRM        5         3', '```'],
		]);
	});

	it('of long names in two projects', () => {
		expect(slackOf(LONG_PROMPTS, { maxRows: 2, title: '' })).toEqual([
			'*Acme*',
			'• *What is the best tool for a small agency with many remote clients, no. 0?*',
			...['   Share: 0', '   Market: US', '', '*Globex*'],
			'• *What is the best tool for a small agency with many remote clients, no. 2?*',
			...['   Share: 2', '   Market: US', '', 'and 1 more'],
		]);
	});

	it('with texts that mean something to Slack', () => {
		expect(slackOf(HOSTILE, HOSTILE_ABOUT)).toEqual([
			...["*&lt;Report&gt; ∗x∗ &amp; 'y'*", '- a_bˍ – &lt;c&gt;', ''],
			'*#\u2060 A|B*',
			`• *&lt;b&gt; &amp; "x" 'y'*`,
			'   Share: 3',
			"   A|b∗c: ˍiˍ 'c' ∼s∼ ∗b∗ @\u2060here :\u2060tada: x.example/a",
			...['• *1. first*', '   Share: 1', '   A|b∗c: \u2060&gt; q [x](y) $ \\'],
			...['', 'Note: 1) &lt;n&gt; &amp; ˍmˍ www.x.example'],
		]);
	});

	it('with such texts in a block', () => {
		expect(slackOf([{ name: '<`&`>*_@a', share: 3 }]).slice(2)).toEqual([
			...['```', 'Name       Share', "&lt;'&amp;'&gt;*_@a      3", '```'],
		]);
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
	])('has the period %j', (start, written) => {
		expect(slackOf([], { period: { start } })[1]).toBe(written);
	});
});

describe('A table in Slack', () => {
	const tableOf = (...given: Parameters<typeof write>) =>
		allLinesOf(write(...given).slack).slice(2);
	const name = 'n'.repeat(33);

	it('is as wide as a phone at most', () => {
		expect(tableOf([{ name, share: 5 }])).toEqual([
			...['```', `Name${' '.repeat(31)}Share`, `${name}      5`, '```'],
		]);
	});

	it('has the label of its only figure above it if that makes room', () => {
		expect(tableOf([{ name: `${name}n`, share: 5 }])).toEqual([
			...['Share', '```', `${name}n  5`, '```'],
		]);
		expect(tableOf([{ name: `${name}nnnn`, share: 5 }])).toEqual([
			...['Share', '```', `${name}nnnn  5`, '```'],
		]);
	});

	it('is a list if there is no room or if it had several labels', () => {
		expect(tableOf([{ name: `${name}nnnnn`, share: 5 }])).toEqual([
			...[`• *${name}nnnnn*`, '   Share: 5'],
		]);
		expect(tableOf([{ name: 'n'.repeat(27), share: 5, score: 6 }])).toEqual([
			...[`• *${'n'.repeat(27)}*`, '   Share: 5', '   Score: 6'],
		]);
		expect(tableOf([{ name: 'n'.repeat(27), share: 5, topic: 'CRM' }])).toEqual([
			...[`• *${'n'.repeat(27)}*`, '   Share: 5', '   Topic: CRM'],
		]);
	});

	it('goes without percent if that makes room', () => {
		const rows = [{ name: 'n'.repeat(25), ...change('share', [42.5, 40, 2.5, 6.25]) }];
		expect(tableOf(rows, { title: '' })).toEqual([
			...['```', `Name${' '.repeat(23)}Share  Change`, `${'n'.repeat(25)}   42.5  ▲ +2.5`, '```'],
		]);
	});

	it('goes without headings rather than without percent', () => {
		const rows = [{ name: 'n'.repeat(18), ...change('share', [42.5, 40, 2.5, 6.25]) }];
		expect(tableOf(rows, { title: '' })).toEqual([
			...['Share', '```', `${'n'.repeat(18)}  42.5  ▲ +2.5 (+6.3%)`, '```'],
		]);
	});

	it('of names goes without a heading that is too wide', () => {
		expect(tableOf([{ ['日'.repeat(21)]: 'a' }])).toEqual(['```', 'a', '```']);
	});
});
