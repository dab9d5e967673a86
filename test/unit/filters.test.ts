import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type FilterKind,
	FILTERS,
	isPicked,
	valueParameter,
} from '../../nodes/shared/form/filterKinds';
import { filterBody, namedFilters, operatorNotice } from '../../nodes/shared/form/filters';
import { Parameters } from '../../nodes/shared/form/parameters';
import { sortBody } from '../../nodes/shared/form/sort';
import { problemOf } from './thrown';
import { valueAt } from './valueAt';

/** The fourteen names, in the order of the documentation (public). */
const DOCUMENTED = (
	'topics prompts tags markets intent branded platform has_shopping_card visibility rank ' +
	'website_mentioned_in_answer cited_page_url cited_domain website_mentioned_in_citation'
).split(' ');

const isContext = (value: object): value is IExecuteFunctions => 'getNodeParameter' in value;

/** The fields as n8n resolves them. */
function parametersFor(values: IDataObject) {
	const context = {
		getNode: () => ({ parameters: values }),
		getNodeParameter: (path: string) => valueAt(values, path),
	};
	if (!isContext(context)) throw new Error('Not a context');
	return Parameters.ofItems(context)(0);
}

/** The body for them. */
function bodyOf(values: IDataObject) {
	const parameters = parametersFor(values);
	return { ...filterBody(parameters), ...sortBody(parameters) };
}

type Row = readonly [filter: string, value?: unknown, other?: string];

const kindOf = (filter: string): FilterKind =>
	FILTERS.find(({ value }) => value === filter)?.kind ?? 'text';

const rowOf = ([filter, value, other]: Row) => ({
	filter,
	[valueParameter(kindOf(filter))]: value,
	...(other === undefined ? {} : { operator: 'other', otherOperator: other }),
});

const withRows = (rows: readonly Row[], options: IDataObject = {}): IDataObject => {
	const condition = rows.map(rowOf);
	return Object.fromEntries(Object.entries({ filters: { condition }, options }));
};

const filtersOf = (...rows: readonly Row[]) => bodyOf(withRows(rows)).filters;

/** A value that a filter of each kind takes, as entered, and as it is to be sent. */
const samples: Readonly<Record<'boolean' | 'number' | 'text', readonly [unknown, unknown]>> = {
	boolean: [false, false],
	number: ['3.5', 3.5],
	text: ['abc', 'abc'],
};

function sampleOf(kind: FilterKind) {
	return kind === 'boolean' || kind === 'number' ? samples[kind] : samples.text;
}

describe('The filters', () => {
	it('are the fourteen that are documented', () => {
		expect(FILTERS.map(({ value }) => value).sort()).toEqual([...DOCUMENTED].sort());
	});

	it.each(DOCUMENTED)('%s has the documented form', (name) => {
		const [entered, value] = sampleOf(kindOf(name));
		const operator = ['visibility', 'rank'].includes(name) ? 'eq' : 'is';
		const expected = { [name]: { condition: 'AND', items: [{ operator, value }] } };
		expect(filtersOf([name, entered])).toStrictEqual(expected);
		const row = { ...rowOf([name, entered]), operator: 'is', otherOperator: 'gt' };
		expect(bodyOf({ filters: { condition: [row] } }).filters).toStrictEqual(expected);
	});

	it.each(FILTERS.filter(({ kind }) => isPicked(kind)).map(({ value }) => value))(
		'%s takes what its picker stores, a plain value and a list',
		(name) => {
			const items = (value: unknown) => ({
				[name]: { condition: 'AND', items: [{ operator: 'is', value }] },
			});
			const picked = { __rl: true, mode: 'list', value: 'id-1', cachedResultName: 'One' };
			expect(filtersOf([name, picked])).toStrictEqual(items('id-1'));
			expect(filtersOf([name, { __rl: true, mode: 'id', value: 42 }])).toStrictEqual(items(42));
			expect(filtersOf([name, 'id-1'])).toStrictEqual(items('id-1'));
			expect(filtersOf([name, { mode: 'id', value: ['a', 7] }])).toStrictEqual(items(['a', 7]));
		},
	);

	it.each([
		['branded', true, true],
		['branded', 'true', true],
		['branded', 'yes', true],
		['branded', 0, false],
		['has_shopping_card', 'false', false],
		['branded', [true, 'false'], [true, false]],
		['rank', 3, 3],
		['rank', 0, 0],
		['rank', '-2', -2],
		['visibility', ' 12.5 ', 12.5],
		['visibility', ['1', 2], [1, 2]],
		['intent', 'informational', 'informational'],
		['intent', 7, 7],
		['cited_domain', ['a.example', 'b.example'], ['a.example', 'b.example']],
	])('%s sends %j as %j', (name, entered, value) => {
		expect(filtersOf([name, entered])).toMatchObject({ [name]: { items: [{ value }] } });
	});

	it.each([
		['Branded', 'branded', 'perhaps'],
		['Branded', 'branded', 2],
		['Branded', 'branded', 'constructor'],
		['Branded', 'branded', 'toString'],
		['Rank', 'rank', 'first'],
		['Rank', 'rank', ''],
		['Rank', 'rank', true],
		['Rank', 'rank', [1, 'x']],
		['Visibility', 'visibility', Infinity],
		['Visibility', 'visibility', undefined],
		['Visibility', 'visibility', [1, NaN]],
		['Intent', 'intent', '[object Object]'],
		['Intent', 'intent', new Date(0)],
		['Topic', 'topics', { __rl: true, mode: 'list', value: '' }],
		['Tag', 'tags', { __rl: true, mode: 'id', value: ' ' }],
		['Market', 'markets', undefined],
		['Prompt', 'prompts', null],
		['AI Platform', 'platform', []],
		['Intent', 'intent', ' '],
		['Cited Domain', 'cited_domain', ['a.example', '']],
		['Cited Page URL', 'cited_page_url', { url: 'https://a.example' }],
	])('say of %s that %s cannot be compared with %j', (label, name, entered) => {
		const problem = problemOf(() => filtersOf([name, entered]));
		expect(problem.message).toContain(`'${label}'`);
		expect(problem.description).toMatch(/'Filters'.*\.$/);
	});

	it.each([undefined, '', 'unheard_of', '__proto__'])('refuse a row for %j', (filter) => {
		const condition = [{ filter, textValue: 'a' }];
		const problem = problemOf(() => bodyOf({ filters: { condition } }));
		expect(problem.message).toBe('A row of Filters has no filter');
	});

	it('combine several rows on one filter under one condition, in order', () => {
		expect(filtersOf(['intent', 'a'], ['rank', 1], ['intent', 'b', 'is_not'])).toStrictEqual({
			intent: {
				condition: 'AND',
				items: [
					{ operator: 'is', value: 'a' },
					{ operator: 'is_not', value: 'b' },
				],
			},
			rank: { condition: 'AND', items: [{ operator: 'eq', value: 1 }] },
		});
	});

	it.each([
		['OR', 'OR'],
		[' or ', 'or'],
		['', 'AND'],
	])('take the condition %j as %j', (filterCondition, condition) => {
		const values = withRows([['intent', 'a', ' contains ']], { filterCondition });
		expect(bodyOf(values)).toStrictEqual({
			filters: { intent: { condition, items: [{ operator: 'contains', value: 'a' }] } },
		});
	});
});

describe('The operator of a filter', () => {
	it('is the documented one where the value is picked, whatever was left in the row', () => {
		expect(filtersOf(['topics', 'a', 'gt'], ['branded', true, 'gt'])).toMatchObject({
			topics: { items: [{ operator: 'is' }] },
			branded: { items: [{ operator: 'is' }] },
		});
	});

	it('is to be entered if it is another one', () => {
		const problem = problemOf(() => filtersOf(['rank', 1, ' ']));
		expect(problem.message).toBe("'Other Operator' is empty");
	});

	it('is none that an expression makes up', () => {
		const row = { filter: 'rank', numberValue: 1, operator: 'gt' };
		const problem = problemOf(() => bodyOf({ filters: { condition: [row] } }));
		expect(problem.message).toBe("'Operator' has no entry 'gt'");
	});

	it('is told where nothing matches, if it is not documented', () => {
		const said = (...rows: Row[]) => operatorNotice(parametersFor(withRows(rows)))?.message;
		expect(said(['rank', 1], ['topics', 'a', 'gt'])).toBeUndefined();
		expect(said(['rank', 1, 'gt'], ['visibility', 1, 'gt'], ['intent', 'a', 'like'])).toBe(
			'Nothing matches the filters. Only the operators is and eq are documented, so the service may not know gt, like.',
		);
	});
});

describe('The filters whose values may be names', () => {
	const named = (values: IDataObject) => namedFilters(parametersFor(values));
	const picked = (mode: string, value: string) => ({ __rl: true, mode, value });

	it('are those that are picked, but not from the list', () => {
		const rows: Row[] = [
			['topics', picked('list', 't1')],
			['tags', picked('id', 'Branded')],
			['tags', picked('list', 'b')],
			['markets', 'us-en'],
			['rank', 1],
			['intent', 'x'],
		];
		expect(named(withRows(rows))).toEqual(['tags', 'markets']);
	});

	it('are those of a model, but not those in JSON, which are sent as they are', () => {
		const filterBy = { prompts: 'best tea?', platform: ['ChatGPT'], rank: 1, tags: '' };
		const filtersJson = { topics: {} };
		expect(named({ filterBy, options: { filtersJson } })).toEqual(['prompts', 'platform']);
	});
});

describe('Filters (JSON)', () => {
	const tags = { condition: 'OR', items: [{ operator: 'any', value: [1] }] };

	it('are sent as they are, and beside the rows', () => {
		const filtersJson = JSON.stringify({ tags, unheard_of: 5 });
		expect(bodyOf({ options: { filtersJson } })).toStrictEqual({
			filters: { tags, unheard_of: 5 },
		});
		expect(bodyOf(withRows([['rank', 1]], { filtersJson }))).toMatchObject({
			filters: { tags, unheard_of: 5, rank: { items: [{ value: 1 }] } },
		});
	});

	it('may be the object that an expression gives', () => {
		expect(bodyOf({ options: { filtersJson: { tags } } })).toStrictEqual({ filters: { tags } });
	});

	it('never drop a row for the same filter without a word', () => {
		const values = withRows([['tags', 'a']], { filtersJson: { tags } });
		const outcome = (() => {
			try {
				return JSON.stringify(bodyOf(values));
			} catch (error) {
				return String(error);
			}
		})();
		expect(outcome).toMatch(/both set tags/);
	});

	it.each<[unknown]>([[{ tags: '[object Object]' }], ['{ "tags": "[object Object]" }']])(
		'are refused with an object in a text: %j',
		(filtersJson) => {
			const options = Object.fromEntries(Object.entries({ filtersJson }));
			const problem = problemOf(() => bodyOf(Object.fromEntries(Object.entries({ options }))));
			expect(problem.message).toContain("'Filters (JSON)' has a text that an expression");
		},
	);

	it.each(['{ tags: ', '[]', '"tags"', '5'])('are refused as %s', (filtersJson) => {
		const problem = problemOf(() => bodyOf({ options: { filtersJson } }));
		expect(problem.message).toContain("'Filters (JSON)'");
	});
});

describe('Sort', () => {
	it('is sent in the order of its rows', () => {
		const by = [
			{ field: ' visibility_score ', order: 'desc' },
			{ field: 'name', order: 'asc' },
		];
		expect(bodyOf({ options: { sort: { by } } })).toStrictEqual({
			order_by: [
				{ field: 'visibility_score', order: 'desc' },
				{ field: 'name', order: 'asc' },
			],
		});
	});

	it.each([{}, '[object Object]'])('does not go by %j', (field) => {
		const problem = problemOf(() =>
			bodyOf({ options: { sort: { by: [{ field, order: 'asc' }] } } }),
		);
		expect(problem.message).toContain("'Field' is not text, but");
	});

	it('says that a row has no field', () => {
		const problem = problemOf(() =>
			bodyOf({ options: { sort: { by: [{ field: ' ', order: 'asc' }] } } }),
		);
		expect(problem.message).toBe("'Field' is empty");
		expect(problem.description).toContain("'Sort' → 'Field'");
	});

	it('says that a row has no such order', () => {
		const problem = problemOf(() =>
			bodyOf({ options: { sort: { by: [{ field: 'a', order: 'up' }] } } }),
		);
		expect(problem.message).toBe("'Order' has no entry 'up'");
		expect(problem.description).toBe("Use one of asc, desc, move in 'Options' → 'Sort' → 'Order'.");
	});
});

it.each([
	{},
	{ filters: {}, options: { sort: {} } },
	{ filters: { condition: [] }, options: { filtersJson: ' ', sort: { by: [] } } },
	{ options: { filtersJson: '{}', filterCondition: 'OR' } },
])('Nothing is sent for %j', (values) => {
	expect(bodyOf(values)).toStrictEqual({});
});
