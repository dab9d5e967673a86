import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/fields';
import { FILTERS, readFilters } from '../../nodes/shared/form/filters';
import { readSort, sortBody } from '../../nodes/shared/form/limitAndSort';
import { FILTER_LISTS, FilterNames, listRequest } from '../../nodes/shared/projects';
import { parametersOf } from './parametersOf';
import { problemOf, rejectionOf } from './thrown';

/** The fourteen names, in the order of the documentation (public). */
const DOCUMENTED = (
	'topics prompts tags markets intent branded platform has_shopping_card visibility rank ' +
	'website_mentioned_in_answer cited_page_url cited_domain website_mentioned_in_citation'
).split(' ');

/** The body for these fields. */
function bodyOf(values: IDataObject) {
	const parameters = parametersOf(values);
	return { ...readFilters(parameters).body, ...sortBody(readSort(parameters)) };
}

const saidOf = (values: IDataObject) => {
	const { message, description } = problemOf(() => bodyOf(values));
	return [message, description];
};

type Row = readonly [filter: string, value?: unknown];

/** The field that asks for the value of a filter. */
const fieldOf = (filter: string) => FILTERS.find(({ value }) => value === filter)?.kind.field;

const rowOf = ([filter, value]: Row) => ({ filter, [fieldOf(filter)?.name ?? '']: value });

const withRows = (rows: readonly Row[], options: IDataObject = {}): IDataObject => {
	const condition = rows.map(rowOf);
	return Object.fromEntries(Object.entries({ filters: { condition }, options }));
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
			...{ booleanValue: [false, false], numberValue: ['3.5', 3.5] },
		};
		for (const name of DOCUMENTED) {
			const field = fieldOf(name)?.name ?? '';
			const [entered, value] = samples[field] ?? ['abc', 'abc'];
			const filters = { [name]: item(value, field === 'numberValue' ? 'eq' : 'is') };
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
		const empty = { filters: { condition: [] }, options: { filtersJson: ' ', sort: { by: [] } } };
		const bare = { options: { filtersJson: '{}' } };
		for (const values of [{}, empty, bare]) expect(bodyOf(values)).toStrictEqual({});
	});
});

it('Filters (JSON) are sent as they are, also beside the rows, but are no second filter of a row', () => {
	const sent = { tags: { condition: 'OR', items: [] }, unheard_of: 5 };
	for (const filtersJson of [JSON.stringify(sent), sent]) {
		expect(bodyOf({ options: { filtersJson } })).toStrictEqual({ filters: sent });
	}
	const values = withRows([['rank', 1]], { filtersJson: sent });
	expect(bodyOf(values)).toStrictEqual({ filters: { ...sent, rank: item(1, 'eq') } });
	const twice = withRows([['tags', 'a']], { filtersJson: sent });
	expect(saidOf(twice)).toEqual([
		'Two fields set the filter tags',
		"Leave tags out of all but one of 'Filters', 'Filters (JSON)' and 'Filter By'.",
	]);
	for (const filtersJson of ['{ tags: ', '[]', { tags: '[object Object]' }]) {
		expect(saidOf({ options: { filtersJson } })[0]).toContain("'Filters (JSON)'");
	}
});

describe('Filters that a model gives', () => {
	const fromModel = (filterBy: string, others: IDataObject = {}) => ({ filterBy, ...others });

	it('go with those that are set, and do not replace them', () => {
		const rows = withRows([['branded', true]]);
		expect(bodyOf(fromModel('{"rank": 1, "tags": ["a", 7], "intent": ""}', rows))).toEqual({
			filters: { branded: item(true), rank: item(1, 'eq'), tags: item(['a', 7]) },
		});
		for (const others of [withRows([['rank', 1]]), { options: { filtersJson: '{"rank": {}}' } }]) {
			expect(saidOf(fromModel('{"branded": true, "rank": 2}', others))).toEqual([
				'Two fields set the filter rank',
				"Leave rank out of all but one of 'Filters', 'Filters (JSON)' and 'Filter By'.",
			]);
		}
	});

	it.each([
		['branded', '5', "true or false for 'Branded'"],
		['branded', '{ "operator": "is_not", "value": true }', "true or false for 'Branded'"],
		['rank', '"high"', "a number, such as 1, for 'Rank'"],
		[
			'topics',
			'{ "operator": "is not", "value": "A" }',
			`a name or an ID, such as "Espresso machines", for 'Topic'`,
		],
		['intent', '{}', "a text for 'Intent'"],
		['topics', '{}', `a name or an ID, such as "Espresso machines", for 'Topic'`],
	])('have values of their kind: %s is not %s', (name, value, wanted) => {
		const [message, description] = saidOf(fromModel(`{"${name}": ${value}}`));
		expect(message).toMatch(/^The filter '.*' has no valid value$/);
		expect(description).toBe(`Enter ${wanted} in 'Filter By', or leave the filter out.`);
	});

	it('are those that there are', () => {
		expect(bodyOf(fromModel('{"Has Shopping Card": true}'))).toEqual({
			filters: { has_shopping_card: item(true) },
		});
		expect(saidOf(fromModel('{"brand": true}'))).toEqual([
			"'Filter By' has no filter named brand",
			`Use one of ${FILTERS.map(({ value }) => value).join(', ')}.`,
		]);
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
		const [message] = saidOf(sortedBy({ field: {}, order: 'asc' }));
		expect(message).toContain("'Field' is not text, but");
		expect(saidOf(sortedBy({ field: ' ', order: 'asc' }))).toEqual([
			"'Field' is empty",
			expect.stringContaining("'Sort' → 'Field'"),
		]);
		expect(saidOf(sortedBy({ field: 'a', order: 'up' }))).toEqual([
			"'Order' has no entry 'up'",
			"Use one of asc, desc, move in 'Options' → 'Sort' → 'Order'.",
		]);
	});

	it('may be a text', () => {
		const orderOf = (sort: string) => JSON.stringify(sortBody(readSort(parametersOf({ sort }))));
		const by = (field: string, order: string) => JSON.stringify({ field, order });
		expect(orderOf('')).toBe('{}');
		expect(orderOf('rank')).toBe(`{"order_by":[${by('rank', 'desc')}]}`);
		expect(orderOf('rank ascending')).toBe(`{"order_by":[${by('rank', 'asc')}]}`);
		expect(orderOf('rank_change move, rank')).toBe(orderOf('rank'));
		expect(orderOf('a desc,  b  ASC')).toBe(`{"order_by":[${by('a', 'desc')},${by('b', 'asc')}]}`);
		for (const sort of ['rank up', 'by rank asc', 'rank asc please']) {
			expect(saidOf({ sort })[0]).toBe(
				`'Sort' has an entry that is not a field name with asc, desc or move: ${sort}`,
			);
		}
	});
});

it('The filters whose values may be names are those that are picked, but not from the list or in JSON', () => {
	const named = (values: IDataObject) => readFilters(parametersOf(values)).named;
	const picked = (mode: string) => ({ __rl: true, mode, value: 'a' });
	const inRows: Row[] = [
		...[['topics', picked('list')] as const, ['tags', picked('id')] as const],
		...[['tags', picked('list')] as const, ['markets', 'us-en'] as const],
		...[['rank', 1] as const, ['intent', 'x'] as const],
	];
	expect(named(withRows(inRows))).toEqual(['tags', 'markets']);
	const filterBy = { prompts: 'best tea?', platform: ['ChatGPT'], rank: 1, tags: '' };
	const options = { filtersJson: { topics: {} } };
	expect(named({ filterBy, options })).toEqual(['prompts', 'platform']);
});

/** A filter of a request with these values. */
const filter = (...values: JsonValue[]): JsonObject => ({
	condition: 'AND',
	items: values.map((value) => ({ operator: 'is', value })),
});

/** A read whose filters are these. */
const requestWith = (filters: JsonValue): ApiRequest => ({
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
	body: { project_id: 'p', filters, pagination: { limit: 1 } },
});

const TOPICS = [
	{ topic_id: 't1', name: 'Espresso machines' },
	{ topic_id: 't2', name: 'Coffee grinders' },
	{ topic_id: 3, name: 'Müsli' },
	{ topic_id: 'Beans', name: 'Coffee beans' },
	{ topic_id: 't5', name: 'beans' },
	{ topic_id: 't6', name: 'Twin' },
	{ topic_id: 't7', name: 'TWIN' },
];

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

/** The lists of a project, by the last step of their paths, or why there is none. */
type Lists = Readonly<Record<string, JsonValue | Error>>;

/** Looks names up in lists, of which the service says how long they are. */
function namesIn(lists: Lists) {
	const asked: ApiRequest[] = [];
	const client: unknown = {
		async send(request: ApiRequest) {
			asked.push(request);
			const { [request.path.split('/').at(-1) ?? '']: body = [] } = lists;
			if (body instanceof Error) throw body;
			const whole = Array.isArray(body) ? { data: body, total: body.length } : body;
			return await Promise.resolve({ body: whole, headers: {}, size: 0 });
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	return { names: new FilterNames(client, {}), asked };
}

/** What becomes of filters with these lists of the project. */
async function resolved(
	filters: JsonValue,
	named: readonly string[] = ['topics'],
	lists: Lists = { topics: TOPICS },
) {
	const { names, asked } = namesIn(lists);
	const { request, notices } = await names.resolve(requestWith(filters), named);
	const body = isObject(request.body) ? request.body : {};
	return { filters: body.filters, body, notices, asked };
}

describe('The names in filters', () => {
	it.each<[string, JsonValue, JsonValue]>([
		['a name in other letters, with blanks', ' espresso  MACHINES ', 't1'],
		['a name with accents in the other encoding', 'müsli'.normalize('NFD'), 3],
		['an ID with blanks, as it is', ' t2 ', ' t2 '],
		['a number that is an ID', 3, 3],
		['a text that is the ID of a number', '3', '3'],
		['an ID before a name', 'Beans', 'Beans'],
		['several', ['Espresso machines', 't2', 'müsli'], ['t1', 't2', 3]],
	])('become IDs: %s', async (_what, value, id) => {
		const { filters, notices } = await resolved({ topics: filter(value) });
		expect([filters, notices]).toEqual([{ topics: filter(id) }, []]);
	});

	it('become IDs in each row, beside what else is sent', async () => {
		const others = { rank: filter(1), tags: filter('Espresso machines') };
		const { body, asked } = await resolved({
			topics: filter('coffee grinders', 'beans'),
			...others,
		});
		const filters = { topics: filter('t2', 't5'), ...others };
		expect(body).toEqual({ project_id: 'p', filters, pagination: { limit: 1 } });
		const path = '/v2/geo/business/topics';
		const read = { api: 'geo', effect: 'read', method: 'POST' };
		expect(asked).toEqual([
			{ ...read, path, body: { project_id: 'p', pagination: { limit: 100, offset: 0 } } },
		]);
	});

	it.each([
		['markets', 'markets', { market_id: 'm', country: 'DE', language: 'de' }, 'de · de'],
		['platform', 'models', { platform_id: 'm', name: 'ChatGPT' }, 'chatgpt'],
		['prompts', 'prompts', { prompt_id: 'm', prompt: 'best tea?' }, 'Best tea?'],
		['tags', 'tags', { tag_id: 'm', name: 'Branded' }, 'branded'],
	])('of the filter %s are those of the list %s', async (name, list, entry, value) => {
		const { filters } = await resolved({ [name]: filter(value) }, [name], { [list]: [entry] });
		expect(filters).toEqual({ [name]: filter('m') });
	});

	it('are in an answer under the path of the list, or under what the filter is called', () => {
		expect(listRequest(FILTER_LISTS.model, 'p').names).toEqual(['models', 'platforms']);
	});

	it('are looked up for the filters that may have some, and for no others', async () => {
		const filters = { topics: filter('x'), rank: filter('Twin') };
		const { filters: same, asked } = await resolved(filters, ['rank']);
		expect([same, asked]).toEqual([filters, []]);
		expect(await resolved(null)).toMatchObject({ asked: [], notices: [] });
		const one = await resolved({ topics: filter('t1') }, ['topics', 'tags']);
		expect(one.filters).toEqual({ topics: filter('t1') });
		expect(one.asked).toHaveLength(1);
	});

	it('are an error where there is none, with those first that share a word', async () => {
		const error = await rejectionOf(resolved({ topics: filter('coffe') }));
		expect(error.message).toBe("'coffe' is not among the topics of the project");
		expect(error.description).toBe(
			'Enter one of these in its place, by name or ID: ' +
				'Coffee grinders, Coffee beans, Espresso machines, Müsli, beans, Twin, TWIN.',
		);
		const models = Array.from({ length: 12 }, (_, n) => ({ id: `p${n}`, name: `Platform ${n}` }));
		const other = await rejectionOf(
			resolved({ platform: filter({ a: 'x' }) }, ['platform'], { models }),
		);
		expect(other.message).toBe(`'{"a":"x"}' is not among the AI platforms of the project`);
		expect(other.description).toMatch(
			/place, by name or ID: Platform 0, .*, Platform 9 and 2 more\.$/,
		);
	});

	it('are an error where several entries have one, but not where one entry comes twice', async () => {
		const error = await rejectionOf(resolved({ topics: filter('twin') }));
		expect(error.message).toBe("2 topics of the project have the name 'twin'");
		expect(error.description).toBe('Enter the ID of one of them in its place: t6, t7.');
		const lists = { topics: [...TOPICS, ...TOPICS] };
		const twice = await resolved({ topics: filter('espresso machines') }, ['topics'], lists);
		expect(twice.filters).toEqual({ topics: filter('t1') });
	});

	it('are read once for all requests of a run for the same project', async () => {
		const { names, asked } = namesIn({ topics: TOPICS });
		const request = requestWith({ topics: filter('beans') });
		const others = { ...request, body: { project_id: 'q', filters: { topics: filter('t1') } } };
		for (const each of [request, request, others]) await names.resolve(each, ['topics']);
		expect(asked).toHaveLength(2);
	});

	it('have a gap for what is not there, where the list is not whole', async () => {
		const filters = { topics: filter('Espresso machines', 'Tea', 'Milk') };
		const lists = { topics: { data: TOPICS, has_more: true } };
		const found = await resolved(filters, ['topics'], lists);
		expect(found.filters).toEqual({ topics: filter('t1', 'Tea', 'Milk') });
		expect(found.notices).toMatchObject([
			{ kind: 'gap', message: expect.stringContaining('Some topics of the project are missing') },
		]);
		const known = await resolved({ topics: filter('t2') }, ['topics'], lists);
		expect(known.notices).toEqual([]);
	});

	const unread = (why: string) =>
		`The topics of the project could not be read, so the values of the filter topics were sent as they are, as IDs. ${why}`;
	const nothing =
		"The service returned no topics. Try again later, or enter the ID with 'By Name or ID'.";
	const unrecognized = "Enter the ID with 'By Name or ID'.";

	it.each<[JsonValue | Error, string, string]>([
		[new ServiceError('No', 'Wait.', 500), unread('No. Wait.'), 'gap'],
		[new ServiceError('No', 'Wait.', 403), unread('No. Wait.'), 'note'],
		[null, unread(nothing), 'gap'],
		[{}, unread(nothing), 'gap'],
		[{ a: 1 }, unread(`The service returned no list of topics. ${unrecognized}`), 'note'],
		[
			[{ rank: 1 }],
			unread(
				`The topics that the service returned have no name or ID that the node recognizes. ${unrecognized}`,
			),
			'note',
		],
		[
			[],
			'The project lists no topics, so the values of the filter topics were sent as they are, as IDs.',
			'note',
		],
	])('are sent as they are, and a notice says so, after %j', async (topics, message, kind) => {
		const filters = { topics: filter('t9') };
		const found = await resolved(filters, ['topics'], { topics });
		expect(found.filters).toEqual(filters);
		expect(found.notices.map((notice) => ({ kind: 'note', ...notice }))).toEqual([
			{ kind, message },
		]);
	});

	it('are left alone in a filter of another form, and where a fault of ours is in the way', async () => {
		const forms: JsonValue[] = ['x', { condition: 'AND' }, { items: ['x'] }];
		for (const topics of forms) expect((await resolved({ topics })).filters).toEqual({ topics });
		const fault = new Error('Oops');
		const found = resolved({ topics: filter('x') }, ['topics'], { topics: fault });
		await expect(found).rejects.toBe(fault);
	});
});
