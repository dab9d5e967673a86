import {
	allLinesOf,
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

const WEEK = { start: '2026-11-14', end: '2026-11-20' };

describe('A whole message in plain text', () => {
	const textOf = (...given: Parameters<typeof write>) => allLinesOf(write(...given).text);

	it('without anything to say', () => {
		expect(textOf([], { title: '' })).toEqual(['There is nothing to show.']);
		expect(textOf([], { title: '', period: WEEK })).toEqual([
			'Nov 14 – 20, 2026',
			'',
			'There is nothing to show for this period.',
		]);
	});

	it('without rows, with notes', () => {
		expect(textOf([], { period: WEEK, notes: ['First.', ' ', 'Second.'] })).toEqual([
			...['Share of voice', 'Nov 14 – 20, 2026', ''],
			...['There is nothing to show for this period.', ''],
			...['Note: First.', 'Note: Second.'],
		]);
	});

	it('of a number', () => {
		expect(textOf([{ score: 5 }], { title: '', notes: ['Today only.'] })).toEqual([
			...['         Score', '--------------', 'Overall      5', ''],
			'Note: Today only.',
		]);
	});

	it('of names', () => {
		expect(textOf([{ name: 'Acme' }, { name: 'Globex' }])).toEqual([
			...['Share of voice', '', 'Name', '------', 'Acme', 'Globex'],
		]);
	});

	it('of a row with many fields', () => {
		expect(textOf([MANY_FIELDS])).toEqual([
			...['Share of voice', '', 'best crm'],
			'  Mentions        1,234',
			'  Score           42.5',
			'  Avg rank        2',
			'  Change          −0.5',
			'  Topic           CRM',
			'  Market country  US',
			'  Models          ChatGPT, Gemini',
			'  Live            no',
		]);
	});

	it('of numbers as text', () => {
		expect(textOf(NUMBERS_AS_TEXT)).toEqual([
			...['Share of voice', ''],
			'Name  Share  Percent  Delta  Change',
			'-----------------------------------',
			'A      0.41    40.5%      3   −0.50',
			'B      0.02     7.0%    −12    1.25',
		]);
	});

	it('of several changes', () => {
		expect(textOf(MANY_CHANGES)).toEqual([
			...['Share of voice', 'compared with the period before', ''],
			'What is the best project management tool for a small agency?',
			'  Mentions  12 ▲ +2 (+20%)',
			'  Share     42.5 ▲ +2.5 (+6.3%)',
			'  Rank      2 ▲ better (was 3)',
			'  Topic     Tools',
			...['', 'best crm'],
			'  Mentions  gone (was 3)',
			'  Share     gone (was 1.5)',
			'  Rank      4 (no change)',
		]);
	});

	it('of two projects', () => {
		expect(textOf(TWO_PROJECTS)).toEqual([
			...['Share of voice', ''],
			'Topic  Share  Avg rank',
			'----------------------',
			'[Acme]',
			'CRM       40         2',
			'ERP       20         1',
			'',
			'[Globex]',
			'CRM        5         3',
		]);
	});

	it('of long names in two projects', () => {
		expect(textOf(LONG_PROMPTS, { maxRows: 2 })).toEqual([
			...['Share of voice', '', '[Acme]', ''],
			'What is the best tool for a small agency with many remote clients, no. 0?',
			...['  Share   0', '  Market  US', '', '[Globex]', ''],
			'What is the best tool for a small agency with many remote clients, no. 2?',
			...['  Share   2', '  Market  US', '', 'and 1 more'],
		]);
	});

	it('with texts that mean something elsewhere', () => {
		expect(textOf(HOSTILE, HOSTILE_ABOUT)).toEqual([
			...['<Report> *x* & `y`', '- a_b_ – <c>', ''],
			'Name           Share  A|b*c',
			'----------------------------------------------------------------------',
			'[# A|B]',
			'<b> & "x" \'y\'      3  _i_ `c` ~s~ *b* @here :tada: https://x.example/a',
			'1. first           1  > q [x](y) $ \\',
			...['', 'Note: 1) <n> & _m_ www.x.example'],
		]);
	});
});

describe('A whole message in Markdown', () => {
	const markdownOf = (...given: Parameters<typeof write>) => allLinesOf(write(...given).markdown);

	it('without anything to say', () => {
		expect(markdownOf([], { title: '' })).toEqual(['There is nothing to show.']);
	});

	it('without rows, with notes', () => {
		expect(markdownOf([], { period: WEEK, notes: ['First.', 'Second.'] })).toEqual([
			...['## Share of voice', '', 'Nov 14 – 20, 2026', ''],
			...['There is nothing to show for this period.', '', '> First.', '', '> Second.'],
		]);
	});

	it('of a number', () => {
		expect(markdownOf([{ score: 5 }], { title: '' })).toEqual([
			...['|  | Score |', '| --- | ---: |', '| Overall | 5 |'],
		]);
	});

	it('of a row with many fields', () => {
		expect(markdownOf([MANY_FIELDS])).toEqual([
			...['## Share of voice', ''],
			'| Prompt | Mentions | Score | Avg rank | Change | Topic | Market country | Models | Live |',
			'| --- | ---: | ---: | ---: | ---: | --- | --- | --- | --- |',
			'| best crm | 1,234 | 42.5 | 2 | −0.5 | CRM | US | ChatGPT, Gemini | no |',
		]);
	});

	it('of rows that were compared', () => {
		expect(markdownOf(COMPARED, { period: WEEK })).toEqual([
			...['## Share of voice', '', 'Nov 14 – 20, 2026, compared with the 7 days before', ''],
			'| AI platform | Share | Change |',
			'| --- | ---: | --- |',
			'| ChatGPT | 42.5 | ▲ +2.5 (+6.3%) |',
			'| Gemini | 18.0 | – |',
			'| Claude | – | gone (was 12.0) |',
			'| Copilot | 9.7 | new |',
			'| Grok | 0.0 | ▼ −0.4 (−100%) |',
		]);
	});

	it('of two projects', () => {
		expect(markdownOf(TWO_PROJECTS, { maxRows: 2 })).toEqual([
			...['## Share of voice', '', '### Acme', ''],
			...['| Topic | Share | Avg rank |', '| --- | ---: | ---: |', '| CRM | 40 | 2 |', ''],
			...['### Globex', ''],
			...['| Topic | Share | Avg rank |', '| --- | ---: | ---: |', '| CRM | 5 | 3 |', ''],
			'and 1 more',
		]);
	});

	it('with texts that mean something to Markdown', () => {
		expect(markdownOf(HOSTILE, HOSTILE_ABOUT)).toEqual([
			...['## &lt;Report&gt; \\*x\\* &amp; \\`y\\`', ''],
			...['\\- a\\_b\\_ – &lt;c&gt;', '', '### \\# A\\|B', ''],
			...['| Name | Share | A\\|b\\*c |', '| --- | ---: | --- |'],
			`| &lt;b&gt; &amp; "x" 'y' | 3 | \\_i\\_ \\\`c\\\` \\~s\\~ \\*b\\* @\u2060here :tada: https\\://x.example/a |`,
			'| 1\\. first | 1 | &gt; q \\[x\\](y) \\$ \\\\ |',
			...['', '> 1\\) &lt;n&gt; &amp; \\_m\\_ www\\.x.example'],
		]);
	});

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
	])('has the note %j', (note, written) => {
		expect(markdownOf([], { title: '', notes: [note] }).at(-1)).toBe(`> ${written}`);
	});
});

describe('A whole message of rows with a period of their own', () => {
	const row = (model: string, start: string, end: string) => ({
		...{ period_start: start, period_end: end, model, share: 40 },
	});

	it('has the period in one column, after what the rows are about', () => {
		const rows = [
			row('ChatGPT', '2026-11-14', '2026-11-20'),
			row('Gemini', '2026-11-21', '2026-11-21'),
		];
		expect(allLinesOf(write(rows, { period: undefined }).markdown).slice(-4)).toEqual([
			'| AI platform | Share | Period |',
			'| --- | ---: | --- |',
			'| ChatGPT | 40 | Nov 14 – 20, 2026 |',
			'| Gemini | 40 | Nov 21, 2026 |',
		]);
	});

	it('goes by the period where nothing else tells the rows apart', () => {
		const rows = [{ period_start: '2026-11-14', period_end: '2026-11-20', share: 40 }];
		const { markdown } = write(rows, {});
		expect(markdown).toContain('| Period | Share |');
	});

	it('leaves a period alone that the rows have, or that has no end', () => {
		const own = { ...row('ChatGPT', '2026-11-14', '2026-11-20'), period: 'Spring' };
		expect(write([own], {}).markdown).toMatch(/Period start.*Period end.*Period/s);
		expect(
			write([{ model: 'x', period_start: '2026-11-14', period_end: null }], {}).text,
		).toContain('Period start');
	});
});

describe('A whole message in another language', () => {
	it('has the numbers and dates of the language', () => {
		const rows = [{ ...COMPARED[0], day: '2026-11-20' }];
		expect(allLinesOf(write(rows, { period: WEEK, locale: 'de' }).text)).toEqual([
			...['Share of voice', '14.–20.11.2026, compared with the 7 days before', ''],
			'AI platform  Share  Change           Day',
			'-----------------------------------------------',
			'ChatGPT       42,5  ▲ +2,5 (+6,3 %)  20.11.2026',
		]);
	});

	it('sets texts from right to left apart from the others', () => {
		const rows = [{ model: 'نموذج', mentions: 12345 }];
		const { markdown } = write(rows, { title: 'تقرير', locale: 'ar-EG' });
		expect(allLinesOf(markdown)).toEqual([
			...['## \u2068تقرير\u2069', ''],
			...['| AI platform | Mentions |', '| --- | ---: |', '| \u2068نموذج\u2069 | ١٢٬٣٤٥ |'],
		]);
	});
});
