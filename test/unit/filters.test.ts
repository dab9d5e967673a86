import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { FILTERS, readFilters, readOrder, buildOrderBy, readWhere } from '../../nodes/shared/form';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';
import { placed } from '../../dev/placed';

/** The fourteen names, in the order of the documentation (public). */
const DOCUMENTED = (
	'topics prompts tags markets intent branded platform has_shopping_card visibility rank ' +
	'website_mentioned_in_answer cited_page_url cited_domain website_mentioned_in_citation'
).split(' ');

/** The filters of all fields, Where included. */
function filtersIn(values: IDataObject) {
	const parameters = parametersOf(values);
	return readFilters(parameters, readWhere(parameters).filters);
}

/** The body for these fields. */
function bodyOf(values: IDataObject) {
	const parameters = parametersOf(values);
	return { ...filtersIn(values).body, ...buildOrderBy(readOrder(parameters).sort ?? []) };
}

const saidOf = (values: IDataObject) => {
	const { message, description } = problemOf(() => bodyOf(values));
	return [message, description];
};

type Row = readonly [filter: string, value?: unknown];

/** The field that asks for the value of a filter. */
const fieldOf = (filter: string) => FILTERS.find(({ value }) => value === filter)?.kind.field;

const rowOf = ([filter, value]: Row) => ({ filter, [fieldOf(filter)?.name ?? '']: value });

const withRows = (rows: readonly Row[], options: INodeParameters = {}): IDataObject => {
	const condition = rows.map(rowOf);
	return Object.fromEntries(Object.entries({ filters: { condition }, ...placed(options) }));
};

const filtersOf = (...rows: readonly Row[]) => bodyOf(withRows(rows)).filters;

/** The documented form of a filter. */
const item = (value: unknown, operator = 'is') => ({
	...{ condition: 'AND', items: [{ operator, value }] },
});

describe('The filters', () => {
	it('are the fourteen that are documented, in the documented form', () => {
		expect(FILTERS.map(({ value }) => value).sort()).toEqual([...DOCUMENTED].sort());
		const samples: Record<string, unknown[]> = {
			...{ booleanValue: [false, false], rank: ['3.5', 3.5], visibility: ['3.5', 3.5] },
		};
		for (const name of DOCUMENTED) {
			const sample = samples[name] ?? samples[fieldOf(name)?.name ?? ''];
			const [entered, value] = sample ?? ['abc', 'abc'];
			const filters = { [name]: item(value, value === 3.5 ? 'eq' : 'is') };
			expect(filtersOf([name, entered])).toStrictEqual(filters);
		}
	});

	it('take what a picker stores, a plain value and a list', () => {
		const picked = FILTERS.filter(({ kind }) => kind.field.type === 'resourceLocator');
		expect(picked).toHaveLength(5);
		for (const { value: name } of picked) {
			const sent = ['id-1', { mode: 'id', value: 42 }, { mode: 'id', value: ['a', 7] }];
			expect(sent.map((value) => filtersOf([name, value]))).toStrictEqual(
				['id-1', 42, ['a', 7]].map((value) => ({ [name]: item(value) })),
			);
		}
	});

	it.each([
		['branded', 'yes', true],
		['branded', [true, 'false'], [true, false]],
		['rank', 0, 0],
		['visibility', ' 12.5 ', 12.5],
		['visibility', ['1', 2], [1, 2]],
		['intent', 7, 7],
		['intent', true, true],
		['cited_domain', ['a.example', 'b.example'], ['a.example', 'b.example']],
	])('%s sends %j as %j', (name, entered, value) => {
		expect(filtersOf([name, entered])).toMatchObject({ [name]: { items: [{ value }] } });
	});

	it.each([
		['Branded', 'branded', ['perhaps', 'constructor']],
		['Rank', 'rank', ['first', '', true, [1, 'x'], undefined]],
		['Intent', 'intent', ['[object Object]', new Date(0), ' ']],
		['Topic', 'topics', [{ __rl: true, mode: 'list', value: '' }, undefined, null]],
		['AI Platform', 'platform', [[]]],
		['Cited Domain', 'cited_domain', [['a.example', '']]],
	])('say of %s that %s cannot be compared with %j', (label, name, values) => {
		for (const value of values) {
			const [message, description] = saidOf(withRows([[name, value]]));
			expect(message).toContain(`'${label}'`);
			expect(description).toMatch(/'Filters'.*\.$/);
		}
	});

	it('refuse a row without one of them', () => {
		const said = (filter: string) => saidOf({ filters: { condition: [{ filter }] } });
		expect(said('')[0]).toBe("'Filter' is empty");
		for (const filter of ['unheard_of', '__proto__']) {
			expect(said(filter)).toEqual([
				`'Filter' has no entry '${filter}'`,
				expect.stringMatching(/^Use one of platform, .* in 'Filters' → 'Filter'\.$/),
			]);
		}
	});

	it('combine several rows on one filter under one condition, in order', () => {
		expect(filtersOf(['intent', 'a'], ['rank', 1], ['intent', 'b'])).toStrictEqual({
			intent: { ...item('a'), items: [...item('a').items, ...item('b').items] },
			rank: item(1, 'eq'),
		});
	});

	it('and their order are not sent where there are none', () => {
		const empty = { filters: { condition: [] }, ...placed({ sort: { by: [] } }) };
		for (const values of [{}, empty]) expect(bodyOf(values)).toStrictEqual({});
	});
});

describe('Filters in Where', () => {
	const WEBSITE = 'the name of a website, not true or false,';

	it('go with those that are set, and do not replace them', () => {
		const rows = withRows([['branded', true]]);
		const where = { where: 'rank = 1, tag = "a, b", Has Shopping Card = yes, score > 5' };
		expect(bodyOf({ ...where, ...rows })).toEqual({
			filters: {
				...{ branded: item(true), rank: item(1, 'eq'), tags: item('a, b') },
				has_shopping_card: item(true),
			},
		});
		expect(saidOf({ where: 'rank = 2', ...withRows([['rank', 1]]) })).toEqual([
			'The filter rank is set twice, and a record would have to match both',
			"Leave it out of 'Where', or name it there only once. For several values, make a call for each, or split the figures by it.",
		]);
	});

	it('are none for a field named like a method', () => {
		expect(bodyOf({ where: 'constructor = 1' })).toEqual({});
	});

	it.each([
		[{ status: 'done' }, "'Where' is not text, but an object"],
		[['status = done'], "'Where' is not text, but a list"],
		['["status = done"]', `'Where' has a part that is no condition: ["status = done"]`],
		['{ "status": "done" }', `'Where' has a part that is no condition: { "status": "done" }`],
	])('are no list, object or JSON: %j', (where, message) => {
		expect(saidOf({ where })[0]).toBe(message);
	});

	it.each([
		['branded = 5', "true or false for 'Branded'"],
		['rank = high', "a number, such as 1, for 'Rank'"],
		['website_mentioned_in_citation = true', `${WEBSITE} for 'Website Mentioned in Citation'`],
		['website_mentioned_in_answer = No', `${WEBSITE} for 'Website Mentioned in Answer'`],
	])('have values of their kind: %s', (where, wanted) => {
		expect(saidOf({ where })[1]).toBe(`Enter ${wanted} in 'Where', or leave the filter out.`);
	});
});

describe('Sort', () => {
	const sortedBy = (...by: object[]) =>
		Object.fromEntries(Object.entries({ options: { sort: { by } } }));

	it('is sent in the order of its rows, each with a field and an order', () => {
		const first = { field: ' score ', order: 'desc' };
		const name = { field: 'name', order: 'asc' };
		const order_by = [{ field: 'score', order: 'desc' }, name];
		expect(bodyOf(sortedBy(first, name))).toStrictEqual({ order_by });
		const [message] = saidOf(sortedBy({ field: { value: {} }, order: 'asc' }));
		expect(message).toContain("'Field' is not text, but");
		expect(saidOf(sortedBy({ field: ' ', order: 'asc' }))).toEqual([
			"'Field' is empty",
			expect.stringContaining("'Sort' → 'Field'"),
		]);
		expect(saidOf(sortedBy({ field: 'a', order: 'up' }))).toEqual([
			"'Order' has no entry 'up'",
			"Use one of asc, move, desc in 'Options' → 'Sort' → 'Order'.",
		]);
	});
});

it('The filters whose values may be names are those that are picked, but not from the list or in JSON', () => {
	const named = (values: IDataObject) => filtersIn(values).named;
	const picked = (mode: string) => ({ __rl: true, mode, value: 'a' });
	const inRows: Row[] = [
		...[['topics', picked('list')] as const, ['tags', picked('id')] as const],
		...[['tags', picked('list')] as const, ['markets', 'us-en'] as const],
		...[['rank', 1] as const, ['intent', 'x'] as const],
	];
	expect(named(withRows(inRows))).toEqual(['tags', 'markets']);
	const where = 'prompts = best tea?, platform = ChatGPT, rank = 1';
	const options = { filtersJson: { topics: {} } };
	expect(named({ where, options })).toEqual(['prompts', 'platform']);
});
