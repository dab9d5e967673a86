import type { IDataObject, JsonObject } from 'n8n-workflow';
import { bodyWith, readRows, rowsField } from '../../nodes/shared/form/bodyFields';
import { filterBody } from '../../nodes/shared/form/filters';
import { FILTERS, VALUES } from '../../nodes/shared/form/filterKinds';
import { asObject, asTexts, parseJson } from '../../nodes/shared/form/values';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

describe('Rows of names and values', () => {
	const field = rowsField('Some Rows', 'rows', 'What they are for');
	const readFrom = (...rows: object[]) =>
		readRows(parametersOf({ rows: { field: rows.map((row) => ({ ...row })) } }), field);

	it('become an object', () => {
		expect(
			readFrom({ name: 'a', value: '1', type: 'number' }, { name: 'b', value: 'x', type: 'text' }),
		).toEqual({ a: 1, b: 'x' });
		expect(readFrom()).toEqual({});
	});

	it('have each name once', () => {
		const row = (name: string) => ({ name, value: '', type: 'text' });
		const problem = problemOf(() => readFrom(row('a'), row('b'), row('c'), row(' b ')));
		expect(problem.message).toBe("'Some Rows' has two rows named b");
	});
});

describe('JSON that is none', () => {
	it.each<[string, () => unknown, RegExp]>([
		['a list', () => asTexts('[a, b]', 'Names'), /entry\. For example: \["one", "two"\]$/],
		['an object', () => asObject('{a: b}', 'Body'), /entry\. For example: \{ "name": "value" \}$/],
		['a list for an object', () => asObject('[1]', 'Body'), /for example \{ "name": "value" \}\.$/],
		['any JSON', () => parseJson('{a: b}', 'Body'), /entry\.$/],
	])('is told with an example, where one is known: %s', (_what, read, description) => {
		expect(problemOf(read).description).toMatch(description);
	});
});

describe('A body', () => {
	const bodyOf = (added: string, own: JsonObject, reserved?: string[]) =>
		bodyWith(parametersOf({ options: { additionalBodyJson: added } }), own, reserved);

	it('has its own members and those that were added', () => {
		expect(bodyOf('{"b": 2}', { a: 1 })).toEqual({ a: 1, b: 2 });
		expect(bodyOf('', { a: 1 })).toEqual({ a: 1 });
	});

	it.each([
		[{ a: 1 }, []],
		[{}, ['b', 'a']],
	])('lets nobody add what the node sets: %j, %j', (own, reserved) => {
		const problem = problemOf(() => bodyOf('{"a": 2}', own, reserved));
		expect(problem.message).toMatch(/sets a, which the node sets itself$/);
		expect(problem.description).toMatch(/^Remove a from /);
	});
});

describe('Filters that a model gives', () => {
	const filtersOf = (filterBy: string, others: IDataObject = {}) =>
		filterBody(parametersOf({ filterBy, ...others }));

	it('go with those that are set', () => {
		const rows = { filters: { condition: [{ filter: 'branded', booleanValue: true }] } };
		const item = (operator: string, value: unknown) => ({
			condition: 'AND',
			items: [{ operator, value }],
		});
		expect(filtersOf('{"rank": 1, "tags": ["a", 7], "intent": ""}', rows)).toEqual({
			filters: { branded: item('is', true), rank: item('eq', 1), tags: item('is', ['a', 7]) },
		});
	});

	it.each([
		{ filters: { condition: [{ filter: 'rank', numberValue: 1 }] } },
		{ options: { filtersJson: '{"rank": {}}' } },
	])('do not replace one that is set: %j', (others) => {
		const problem = problemOf(() => filtersOf('{"branded": true, "rank": 2}', others));
		expect(problem.message).toBe("'Filter By' sets rank, which the tool sets itself");
		expect(problem.description).toBe("Leave rank out of 'Filter By'.");
	});

	it('are those that there are', () => {
		const problem = problemOf(() => filtersOf('{"brand": true}'));
		expect(problem.message).toBe("'Filter By' has no filter named brand");
		expect(problem.description).toBe(`Use one of ${FILTERS.map(({ value }) => value).join(', ')}.`);
	});

	it.each([
		['branded', '5', 'true'],
		['rank', '"high"', '1'],
		['intent', '{}', '"a text"'],
		['topics', '{}', '"a name"'],
	])('for %s are not %s, but such as %s', (name, value, example) => {
		const problem = problemOf(() => filtersOf(`{"${name}": ${value}}`));
		expect(problem.message).toBe(`The filter '${name}' has no valid value`);
		expect(problem.description).toContain(`{"${name}": ${example}}`);
	});
});

describe('The field for the value of a filter', () => {
	it.each(['market', 'model', 'prompt', 'tag', 'topic'] as const)(
		'of the kind %s is a picker with a list, or takes a name or an ID',
		(kind) => {
			const { displayName, type, modes = [] } = VALUES[kind].field;
			expect(displayName).toMatch(/^(AI Platform|Market|Prompt|Tag|Topic)$/);
			expect(type).toBe('resourceLocator');
			const looks = modes.map((mode) => [mode.displayName, mode.name, mode.type]);
			expect(looks).toEqual([
				['From List', 'list', 'list'],
				['By Name or ID', 'id', 'string'],
			]);
			const article = kind === 'model' ? 'an' : 'a';
			expect(modes[0]?.placeholder).toMatch(RegExp(`^Select ${article} ${displayName}…$`, 'i'));
		},
	);

	it.each([
		['boolean', 'boolean'],
		['number', 'number'],
		['text', 'string'],
	] as const)('of the kind %s has the type %s', (kind, type) => {
		expect(VALUES[kind].field).toMatchObject({ displayName: 'Value', type });
	});
});
