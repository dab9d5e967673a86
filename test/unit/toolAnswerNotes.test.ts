import type { JsonObject } from 'n8n-workflow';
import { toolAnswer, type ToolResult } from '../../nodes/shared/run/toolAnswer';

const field = (name: string, displayName: string) => ({
	...{ name, displayName, default: '' },
	type: 'string' as const,
});

const LIMIT = field('limit', 'Limit');
const SEARCH = field('search', 'Search');
const DATES = field('dateRange', 'Date Range');
const FILTER_BY = field('filterBy', 'Filter By');
const OTHER = field('other', 'Other');

/** The answer as a list; the result is that of a run that gave nothing, but for these parts. */
function answer({ records = [], ...rest }: Partial<ToolResult>, size = Infinity): JsonObject[] {
	const result: ToolResult = {
		...{ records, total: records.length, isCut: false, isOpen: false, isRaw: false },
		...{ errors: [], notices: [], fields: [], ...rest },
	};
	return toolAnswer(result, { form: 'list', size });
}

const records: JsonObject[] = [{ id: 1 }, { id: 2 }, { id: 3 }];

/** What is said of records, without these. */
const aboutOf = (rest: Partial<ToolResult>, size?: number) =>
	answer({ records, ...rest }, size).find((item) => 'notes' in item || 'returned' in item);

const INCOMPLETE = 'tell the user that the answer may not be complete.';

describe('The fields that make a list shorter', () => {
	it.each<[string, ToolResult['fields']]>([
		['', []],
		['', [LIMIT, OTHER]],
		[" If you expected some, check 'Search'.", [LIMIT, SEARCH, OTHER]],
		[" If you expected some, check 'Date Range'.", [DATES]],
		[" If you expected some, check 'Filter By'.", [FILTER_BY]],
		[
			" If you expected some, check 'Filter By' or 'Search' or 'Date Range'.",
			[FILTER_BY, SEARCH, { ...FILTER_BY }, DATES],
		],
	])('are%s among those of the operation', (advice, fields) => {
		expect(answer({ fields })).toEqual([
			{ notes: [`No records match: the service returned none.${advice}`] },
		]);
	});
});

describe('The notes of an answer', () => {
	it('are none where all is there', () => {
		expect(answer({ records, fields: [LIMIT, SEARCH] })).toEqual(records);
		expect(answer({ records, fields: [LIMIT, SEARCH] }, 1000)).toEqual(records);
	});

	it('have an order: what is missing, what failed, why, and notices', () => {
		const errors = ['No access.', 'Try later.'];
		const notices = ['The reason', 'Another thing'];
		const rest = { isCut: true, total: 9, errors, notices, missing: 'records' } as const;
		expect(answer({ records, fields: [LIMIT], ...rest })).toEqual([
			...records,
			{
				...{ returned: 3, total: 9 },
				notes: [
					"Returned 3 of 9 records, as many as 'Limit' allows. To get others, raise 'Limit'.",
					...['Failed: No access.', 'Failed: Try later.'],
					`Records may be missing; the reason is below. T${INCOMPLETE.slice(1)}`,
					...notices,
				],
			},
		]);
	});

	it.each<[ToolResult['missing'], JsonObject[], string]>([
		[
			'records',
			records,
			`Records may be missing; the reason is below. Request fewer at once with 'Search'. If that does not help, ${INCOMPLETE}`,
		],
		['records', [], `Records may be missing; the reason is below. T${INCOMPLETE.slice(1)}`],
		['projects', records, `Projects may be missing; the reason is below. T${INCOMPLETE.slice(1)}`],
		['projects', [], `Projects may be missing; the reason is below. T${INCOMPLETE.slice(1)}`],
	])('say that %s may be missing where there are %j', (missing, found, note) => {
		expect(answer({ records: found, missing, fields: [SEARCH] })).toEqual([
			...found,
			{ notes: [note] },
		]);
	});

	it('are about an error alone where nothing else is known', () => {
		expect(answer({ errors: ['No access.'] })).toEqual([{ notes: ['Failed: No access.'] }]);
	});
});

describe('An answer that a limit has cut', () => {
	it.each<[Partial<ToolResult>, JsonObject]>([
		[
			{ total: 9, fields: [LIMIT, SEARCH] },
			{
				returned: 3,
				total: 9,
				notes: [
					"Returned 3 of 9 records, as many as 'Limit' allows. To get others, raise 'Limit', or narrow them down with 'Search'.",
				],
			},
		],
		[
			{ total: 9, fields: [SEARCH, DATES] },
			{
				returned: 3,
				total: 9,
				notes: [
					"Returned 3 of 9 records, as many as 'Limit' allows. To get others, narrow them down with 'Search' or 'Date Range'.",
				],
			},
		],
		[
			{ total: 9, fields: [OTHER] },
			{
				returned: 3,
				total: 9,
				notes: [
					"Returned 3 of 9 records, as many as 'Limit' allows. To get others, let a person raise 'Limit' in n8n.",
				],
			},
		],
		[
			{ total: 9, isOpen: true, fields: [SEARCH] },
			{
				returned: 3,
				total: 9,
				notes: [
					"Returned 3 of at least 9 records, as many as 'Limit' allows. To get others, narrow them down with 'Search'.",
				],
			},
		],
		[
			{ isOpen: true, fields: [SEARCH] },
			{
				notes: [
					"Returned 3 records, as many as 'Limit' allows. There may be more. To get them, narrow them down with 'Search'.",
				],
			},
		],
	])('with %j says so', (rest, about) => {
		expect(aboutOf({ isCut: true, ...rest })).toEqual(about);
	});
});

describe('An answer that has no room for all records', () => {
	const many = Array.from({ length: 200 }, (_, id) => ({ id, text: 'some text' }));
	const why = "more do not fit into 'Max Output Size' (1000 characters).";

	it.each<[string, Partial<ToolResult>, string, number]>([
		['', {}, '200', 200],
		['', { fields: [LIMIT, OTHER] }, '200', 200],
		[" To get others, narrow them down with 'Search'.", { fields: [LIMIT, SEARCH] }, '200', 200],
		['', { isCut: true, total: 257 }, '257', 257],
		['', { isCut: true, isOpen: true }, 'at least 200', 200],
		['', { isCut: true, isOpen: true, total: 257 }, 'at least 257', 257],
		['', { total: 257 }, '257', 257],
	])('says%s how many there are, with %j', (others, rest, of, total) => {
		const about = aboutOf({ records: many, ...rest }, 1000);
		const returned = Number(about?.returned);
		expect(returned).toBeGreaterThan(20);
		expect(about).toEqual({
			...{ returned, total },
			notes: [`Returned ${returned} of ${of} records; ${why}${others}`],
		});
	});

	it.each<[number, string]>([
		[1, '1 record is'],
		[2, '2 records are'],
	])('says that %d of them were shortened', (count, which) => {
		const long = Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(2500) }));
		expect(aboutOf({ records: [...long, { id: 7 }] }, 2000)).toEqual({
			notes: [
				`${which} too long for 'Max Output Size' (2000 characters) and shortened: texts end with an ellipsis, and lists are replaced by their number of entries.`,
			],
		});
	});

	it('keeps a record that has just enough room, with the notes', () => {
		// Half of the size is for notes, and a hundred characters are for what stands between.
		const record = (length: number) => ({ text: 'x'.repeat(length - '{"text":""}'.length) });
		expect(answer({ records: [record(400)] }, 1000)).toEqual([record(400)]);
		expect(answer({ records: [record(401)] }, 1000)[0]).toEqual({ text: `${'x'.repeat(299)}…` });
	});

	it.each<[string, ToolResult['fields']]>([
		["Set a lower 'Limit'. ", [LIMIT]],
		['', [SEARCH]],
	])('says %sto choose another output where it is a whole response', (limit, fields) => {
		const todo = `${limit}Another 'Output' can only be chosen in n8n.`;
		const pages = Array.from({ length: 4 }, (_, page) => ({ page, data: 'x'.repeat(300) }));
		expect(answer({ records: pages, isRaw: true, total: 80, fields }, 1000)).toEqual([
			...pages.slice(0, 2),
			{
				notes: [`Returned the first 2 of 4 pages of the response; ${why} ${todo}`],
			},
		]);
		expect(answer({ records: pages, isRaw: true, total: 80, fields })).toEqual(pages);
		const [text = {}, about] = answer(
			{ records: [{ data: 'x'.repeat(3000) }], isRaw: true, fields },
			1000,
		);
		expect(text).toEqual({ text: expect.stringMatching(/^\{"data":"x{300,}…$/) });
		expect(about).toEqual({
			notes: [
				`The response is too long for 'Max Output Size' (1000 characters), so this is only the start of its text. ${todo}`,
			],
		});
	});
});
