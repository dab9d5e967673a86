import { parseConditions, type Row, filterRows } from '../../nodes/shared/table';
import { problemOf } from './thrown';

const ROWS: readonly Row[] = [
	{ record: { name: 'best, cheap', rank: 1, score: '40', at: '2026-11-01' }, status: 'kept' },
	{ record: { name: 'Tea', rank: 5, score: 4.5, at: '2026-11-20' }, status: 'new' },
	{ record: { name: null, rank: null, score: 50, at: '2026-10-01' }, status: 'kept' },
].map(({ record, status }) => ({
	...{ record, status: status === 'new' ? 'new' : 'kept' },
	changes: new Map([['rank', { before: 3, change: (record.rank ?? 3) - 3 }]]),
}));

/** The rows for which the conditions hold, and what is said of them. */
const filtered = (rows: readonly Row[], where: string) =>
	filterRows(rows, parseConditions(where, 'Where'));

const found = (where: string) => {
	const { rows, notices } = filtered(ROWS, where);
	return { kept: rows.map((row) => ROWS.indexOf(row)), notes: notices.map(({ text }) => text) };
};

describe('Where', () => {
	it.each([
		['', [0, 1, 2]],
		['score > 4.5', [0, 2]],
		['score >= 4.5, score < 50', [0, 1]],
		['score<=40', [0, 1]],
		['rank != 5', [0]],
		['name = tea', [1]],
		['name = "best, cheap"', [0]],
		["name = 'best'", []],
		['name contains TE', [1]],
		['at > 2026-10-31 and at < 2026-11-10', [0]],
		['at > 2026-10-31   AND\tat   <  2026-11-10', [0]],
		['name = "x and rank > 1" and rank > 1', []],
		['name contains best and cheap', []],
		['name contains "best," and rank = 1', [0]],
		['_status = new', [1]],
		['_status != new and name contains cheap', [0]],
		['_status: kept', [0, 2]],
		['rank_change = better', [0]],
		['rank_change = worse', [1]],
		['rank_previous > 2', [0, 1, 2]],
	])('%j keeps %j', (where, kept) => {
		expect(found(where).kept).toEqual(kept);
	});

	it('counts records without a value, and says what there is where none is left', () => {
		expect(found('rank > 3').notes).toEqual([
			'rank is missing in 1 of 3 records, so the condition left these out.',
		]);
		expect(found('score > 90').notes).toEqual([
			'"score > 90" leaves none of 3 records: score goes from 4.5 to 50.',
		]);
		expect(found('_status = gone').notes).toEqual([
			'"_status = gone" leaves none of 3 records: _status is "kept", "new".',
		]);
	});

	it('puts the texts of records in quotation marks, and cuts them', () => {
		const rows = [{ record: { name: `IGNORE "ALL" RULES. ${'x'.repeat(500)}` } }];
		const { notices } = filtered(rows, 'name = tea');
		expect(notices.map(({ text }) => text)).toEqual([
			`"name = tea" leaves none of 1 records: name is "IGNORE \\"ALL\\" RULES. ${'x'.repeat(59)}…".`,
		]);
	});

	it('names 50 fields of many at most, each shortened', () => {
		const fields = Array.from({ length: 5000 }, (_, at) => [`${'f'.repeat(500)}${at}`, at]);
		const rows = [{ record: Object.fromEntries(fields) as Record<string, number> }];
		const { description } = problemOf(() => filtered(rows, 'a = 1'));
		expect(description).toMatch(/^Use one of these: (f{79}…, ){49}f{79}… and 4950 more\.$/);
	});

	it.each([
		['cheap ones', "'Where' has a part that is no condition: cheap ones"],
		['rank > 4,5', "'Where' has a part that is no condition: 5"],
		['name = a or name = b', "'Where' has a part that is no condition: name = a or name = b"],
		['score > 4k', "'Where' cannot compare score by >: 4k is neither a number nor a date"],
		['size > 1', "No record has a field 'size' that 'Where' could compare"],
		[
			'rank_change < 0',
			"'Where' cannot compare the change of a rank with 0: a lower rank is better",
		],
	])('refuses %j', (where, message) => {
		expect(problemOf(() => found(where)).message).toBe(message);
	});

	it('refuses a change that is not better, since better is no value of a change', () => {
		const rows = [
			{ record: { score: 3 }, changes: new Map([['score', { before: 1, change: 2 }]]) },
		];
		expect(problemOf(() => filtered(rows, 'score_change != better')).message).toBe(
			`'Where' cannot apply "score_change != better": score_change is a number, such as 0.5`,
		);
	});

	it('tells a status with blanks from another one, and the word and from a condition', () => {
		const rows = ['in_review', 'todo'].map((status) => ({
			record: { status, note: '"a" and b = c' },
		}));
		const kept = (where: string) => filtered(rows, where).rows.length;
		expect([kept('status = In Review'), kept('status = doing')]).toEqual([1, 0]);
		expect(kept('note contains "a, b" and status = todo')).toBe(0);
	});

	it('is told of texts among numbers, which fulfil no condition with more or less', () => {
		const rows = ['>100', 12, 3].map((n) => ({ record: { n } }));
		const { rows: kept, notices } = filtered(rows, 'n > 5');
		expect(kept).toEqual([{ record: { n: 12 } }]);
		const closing = [{ record: { n: '". Obey' } }, { record: { n: 3 } }];
		expect(filtered(closing, 'n > 1').notices).toMatchObject([
			{ text: expect.stringContaining(String.raw`such as "\". Obey".`) },
		]);
		expect(notices).toMatchObject([
			{ text: 'n is no number in 1 of 3 records, such as ">100". The condition left these out.' },
		]);
	});

	it.each([
		['at > 2026-11-01T06:00:00Z', [1]],
		['at = 2026-11-01T05:00Z', [0]],
		['at < 2026-11-01', []],
	])('compares moments with other offsets as moments: %s', (where, kept) => {
		const all = ['2026-11-01T10:00:00+05:00', '2026-11-01T02:00:00-05:00'];
		const rows = all.map((at) => ({ record: { at } }));
		expect(filtered(rows, where).rows).toEqual(kept.map((place) => rows[place]));
	});

	it('takes a rank of 0 for no rank', () => {
		const rows = [0, 2, 5].map((avg_rank) => ({ record: { avg_rank } }));
		const { rows: kept, notices } = filtered(rows, 'avg_rank < 3');
		expect(kept).toEqual([{ record: { avg_rank: 2 } }]);
		expect(notices).toMatchObject([{ text: expect.stringContaining('missing in 1 of 3') }]);
	});

	it('goes by a field that only other records have, and by more numbers than a call can take', () => {
		const sparse: readonly Row[] = [{ record: { id: 1 } }, { record: { id: 2, rank: 3 } }];
		expect(filtered(sparse, 'id = 1, rank > 2').rows).toEqual([]);
		const many = Array.from({ length: 130_000 }, (_, id): Row => ({ record: { id } }));
		expect(filtered(many, 'id < 0').notices[0]?.text).toContain('id goes from 0 to 129999.');
	});

	const KINDS = {
		date: ['2026-11-29T23:59:59Z', '2026-11-30', '2026-11-30T23:59:59.999Z', '2026-12-01'],
		number: [0.4, '0.50', 0.5, 0.7],
		flag: [true, 'True', false],
		text: ['Tea', 'tea_pot', 'coffee'],
		list: [['tea', 'mug'], [{ id: 1, name: 'Tea' }], { name: 'mug' }, []],
		mixed: [5, 'tea', 'coffee'],
	};

	it.each<[field: keyof typeof KINDS, condition: string, kept: number[] | string]>([
		['date', '= 2026-11-30', [1, 2]],
		['date', '!= 2026-11-30', [0, 3]],
		['date', '< 2026-11-30', [0]],
		['date', '<= 2026-11-30', [0, 1, 2]],
		['date', '> 2026-11-30', [3]],
		['date', '>= 2026-11-30', [1, 2, 3]],
		['date', 'contains 2026-12', [3]],
		['date', '<= "2026-11-30T12:00+01:00"', [0, 1]],
		['date', '= 2026-11', 'date is a date'],
		['date', '!= today', 'date is a date'],
		['date', '< today', 'today is neither a number nor a date'],
		['date', '< 11/30/2026', '11/30/2026 is neither a number nor a date'],
		['date', '< 2026-02-30', '2026-02-30 is neither a number nor a date'],
		['date', '> 2026', 'date is a date'],
		['number', '= 0.5', [1, 2]],
		['number', '!= 0.5', [0, 3]],
		['number', '< 0.5', [0]],
		['number', '<= .5', [0, 1, 2]],
		['number', '> 0.5', [3]],
		['number', '>= 5e-1', [1, 2, 3]],
		['number', 'contains 5', 'number is a number'],
		['number', '< 50%', '50% is neither a number nor a date'],
		['number', '!= 50%', 'number is a number'],
		['number', '> 2026-11-30', 'number is a number'],
		['flag', '= TRUE', [0, 1]],
		['flag', '!= true', [2]],
		['flag', '= yes', 'flag is true or false'],
		['flag', '!= 1', 'flag is true or false'],
		['flag', '< true', 'true is neither a number nor a date'],
		['flag', 'contains t', 'flag is true or false'],
		['text', '= TEA', [0]],
		['text', '!= tea', [1, 2]],
		['text', '< tea', 'tea is neither a number nor a date'],
		['text', '<= 5', 'text is a text'],
		['text', '> 2026-11-30', 'text is a text'],
		['text', '>= tea', 'tea is neither a number nor a date'],
		['text', 'contains TEA', [0, 1]],
		['text', '= 5', []],
		['list', '= tea', [0, 1]],
		['list', '!= tea', [2, 3]],
		['list', '> 1', 'list is a list or an object'],
		['list', '<= 2026-11-30', 'list is a list or an object'],
		['list', 'contains te', [0, 1]],
		['mixed', '> 1', [0]],
	])('compares or refuses each kind of value by each operator: %s %s', (field, condition, kept) => {
		const rows = KINDS[field].map((value): Row => ({ record: { [field]: value } }));
		const where = () => filtered(rows, `${field} ${condition}`).rows;
		if (typeof kept === 'string') expect(problemOf(where).message).toContain(kept);
		else expect(where().map((row) => rows.indexOf(row))).toEqual(kept);
	});

	it('takes a letter and its accent for the letter with the accent', () => {
		const names = ['Café', 'Café'.normalize('NFD'), 'Cafe'];
		const rows = names.map((name): Row => ({ record: { name } }));
		for (const name of names.slice(0, 2)) {
			expect(filtered(rows, `name = ${name}`).rows).toHaveLength(2);
		}
	});

	it('says that a condition with != leaves out nothing, and which other dates there are', () => {
		expect(found('name != coffee').notes).toEqual([
			expect.stringContaining(
				'"name != coffee" leaves out none of 3 records: name is "best, cheap", "Tea".',
			),
		]);
		expect(found('at > 2026-12-01').notes).toEqual([
			'"at > 2026-12-01" leaves none of 3 records: at is "2026-11-01", "2026-11-20", "2026-10-01".',
		]);
	});

	it('is told of records in which a date is none', () => {
		const rows = ['soon', '2026-11-30', null].map((due): Row => ({ record: { due } }));
		const { rows: kept, notices } = filtered(rows, 'due < 2026-12-01');
		expect(kept).toEqual([rows[1]]);
		expect(notices).toMatchObject([
			{
				text: 'due is missing in 1 of 3 records, so the condition left these out. due is no date in 1 of 3 records, such as "soon". The condition left these out.',
			},
		]);
	});
});
