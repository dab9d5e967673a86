import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';
import {
	type KnownNames,
	type ReadEntries,
	resolveFilters,
} from '../../nodes/shared/pickers/resolveFilters';
import { rejectionOf } from './thrown';

/** A read whose filters are these. */
const requestWith = (filters: JsonValue): ApiRequest => ({
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
	body: { project_id: 'p', filters, pagination: { limit: 1 } },
});

const filter = (...values: JsonValue[]): JsonObject => ({
	condition: 'AND',
	items: values.map((value) => ({ operator: 'is', value })),
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

/** What becomes of filters with these lists of the project. */
async function resolved(
	filters: JsonValue,
	named: readonly string[],
	lists: Readonly<Record<string, JsonValue[] | Error>> = { topics: TOPICS },
) {
	const asked: ApiRequest[] = [];
	const read: ReadEntries = async ({ request }) => {
		asked.push(request);
		const list = lists[request.path.split('/').at(-1) ?? ''] ?? [];
		if (list instanceof Error) throw list;
		return await Promise.resolve({ records: list });
	};
	const { request, notices } = await resolveFilters(requestWith(filters), named, read);
	const body = isObject(request.body) ? request.body : {};
	return { filters: body.filters, body, notices: notices.map(({ message }) => message), asked };
}

describe('The names in filters', () => {
	it.each<[string, JsonValue, JsonValue]>([
		['a name', 'Espresso machines', 't1'],
		['a name in other letters, with blanks', ' espresso  MACHINES ', 't1'],
		['a name with accents in the other encoding', 'müsli'.normalize('NFD'), 3],
		['an ID', 't2', 't2'],
		['an ID with blanks, as it is', ' t2 ', ' t2 '],
		['a number that is an ID', 3, 3],
		['a text that is the ID of a number', '3', '3'],
		['an ID before a name', 'Beans', 'Beans'],
		['several', ['Espresso machines', 't2', 'müsli'], ['t1', 't2', 3]],
	])('become IDs: %s', async (_what, value, id) => {
		const { filters, notices } = await resolved({ topics: filter(value) }, ['topics']);
		expect(filters).toEqual({ topics: filter(id) });
		expect(notices).toEqual([]);
	});

	it('become IDs in each row, beside what else is sent', async () => {
		const others = { rank: filter(1), tags: filter('Espresso machines') };
		const filters = { topics: filter('coffee grinders', 'beans'), ...others };
		const { body, asked } = await resolved(filters, ['topics']);
		expect(body).toEqual({
			project_id: 'p',
			filters: { topics: filter('t2', 't5'), ...others },
			pagination: { limit: 1 },
		});
		expect(asked).toEqual([
			{
				...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/topics' },
				body: { project_id: 'p' },
			},
		]);
	});

	it.each([
		['markets', 'markets', { id: 'm', country: 'Germany', language: 'German' }, 'germany · german'],
		['platform', 'models', { platform_id: 'm', name: 'ChatGPT' }, 'chatgpt'],
		['prompts', 'prompts', { prompt_id: 'm', prompt: 'best tea?' }, 'Best tea?'],
		['tags', 'tags', { tag_id: 'm', name: 'Branded' }, 'branded'],
		['topics', 'topics', { topic_id: 'm', name: 'Tea' }, 'tea'],
	])('of the filter %s are those of the list %s', async (name, list, entry, value) => {
		const { filters } = await resolved({ [name]: filter(value) }, [name], { [list]: [entry] });
		expect(filters).toEqual({ [name]: filter('m') });
	});

	it('are looked up for the filters that may have some, and for no others', async () => {
		const filters = { topics: filter('x'), rank: filter('Twin') };
		const { filters: same, asked } = await resolved(filters, ['rank']);
		expect(same).toEqual(filters);
		expect(asked).toEqual([]);
		expect((await resolved(null, ['topics'])).asked).toEqual([]);
		const { filters: one, asked: lists } = await resolved({ topics: filter('t1') }, [
			'topics',
			'tags',
		]);
		expect(one).toEqual({ topics: filter('t1') });
		expect(lists).toHaveLength(1);
	});

	it('are an error where there is none, with those first that share a word', async () => {
		const error = await rejectionOf(resolved({ topics: filter('coffe') }, ['topics']));
		expect(error.message).toBe("No topics of the project have the name or ID 'coffe'");
		expect(error.description).toBe(
			'Enter the name or ID of one that there is for the filter topics: ' +
				'Coffee grinders, Coffee beans, Espresso machines, Müsli, beans, Twin, TWIN.',
		);
		const many = Array.from({ length: 12 }, (_, n) => ({ id: `p${n}`, name: `Platform ${n}` }));
		const lists = { models: many };
		const other = await rejectionOf(
			resolved({ platform: filter({ a: 'x' }) }, ['platform'], lists),
		);
		expect(other.message).toBe(`No AI platforms of the project have the name or ID '{"a":"x"}'`);
		expect(other.description).toMatch(/platform: Platform 0, .*, Platform 9 and 2 more\.$/);
	});

	it('are an error where several entries have one, with their IDs', async () => {
		const error = await rejectionOf(resolved({ topics: filter('twin') }, ['topics']));
		expect(error.message).toBe("2 topics of the project have the name 'twin'");
		expect(error.description).toBe('Enter the ID of one of them for the filter topics: t6, t7.');
	});

	it('are one where the list has the same entry twice', async () => {
		const topics = [...TOPICS.slice(0, 1), ...TOPICS.slice(0, 1)];
		const { filters } = await resolved({ topics: filter('espresso machines') }, ['topics'], {
			topics,
		});
		expect(filters).toEqual({ topics: filter('t1') });
	});
});

describe('What is known of a list', () => {
	it('serves all requests of a run for the same project', async () => {
		const known: KnownNames = new Map();
		let count = 0;
		const read: ReadEntries = async () => {
			count++;
			return await Promise.resolve({ records: TOPICS });
		};
		const request = requestWith({ topics: filter('beans') });
		const others = { ...request, body: { project_id: 'q', filters: { topics: filter('t1') } } };
		for (const asked of [request, request, others]) {
			await resolveFilters(asked, ['topics'], read, known);
		}
		expect(count).toBe(2);
	});
});

describe('A filter of a list in which some are missing', () => {
	it('has the IDs of what is there, and a gap for what is not', async () => {
		const read: ReadEntries = async () =>
			await Promise.resolve({ records: TOPICS, lack: 'The service reports 9.' });
		const request = requestWith({ topics: filter('Espresso machines', 'Tea') });
		const found = await resolveFilters(request, ['topics'], read);
		expect(found.request.body).toMatchObject({ filters: { topics: filter('t1', 'Tea') } });
		expect(found.notices).toMatchObject([
			{ kind: 'gap', message: expect.stringContaining('Some topics of the project are missing') },
		]);
		const known = await resolveFilters(requestWith({ topics: filter('t2') }), ['topics'], read);
		expect(known.notices).toEqual([]);
	});

	it.each([
		[500, 'gap'],
		[403, 'note'],
	])(
		'that was refused with %i is a %s, since only with access it comes back',
		async (status, kind) => {
			const read: ReadEntries = async () => {
				return await Promise.reject(new ServiceError('No', 'Wait.', status));
			};
			const found = await resolveFilters(requestWith({ topics: filter('Tea') }), ['topics'], read);
			expect(found.notices).toMatchObject([{ kind }]);
		},
	);
});

describe('A filter whose list cannot tell', () => {
	it.each<[string, JsonValue[] | Error, string]>([
		[
			'fails',
			new DescribedError('No access', 'Use another key.'),
			'The topics of the project could not be read, so the values of the filter topics were sent as they are, as IDs. No access. Use another key.',
		],
		[
			'is empty',
			[],
			'The project lists no topics, so the values of the filter topics were sent as they are, as IDs.',
		],
		[
			'has no names',
			[{ rank: 1 }],
			'The project lists no topics, so the values of the filter topics were sent as they are, as IDs.',
		],
	])('is sent as it is, and a notice says so: %s', async (_what, topics, notice) => {
		const filters = { topics: filter('t9') };
		const found = await resolved(filters, ['topics'], { topics });
		expect(found.filters).toEqual(filters);
		expect(found.notices).toEqual([notice]);
	});

	it('is none of ours to hide: a fault comes through', async () => {
		const fault = new Error('Oops');
		const found = resolved({ topics: filter('x') }, ['topics'], { topics: fault });
		await expect(found).rejects.toBe(fault);
	});

	it.each<[JsonValue]>([['x'], [{ condition: 'AND' }], [{ items: ['x'] }]])(
		'stays as it is in a form of its own: %j',
		async (topics) => {
			expect((await resolved({ topics }, ['topics'])).filters).toEqual({ topics });
		},
	);
});
