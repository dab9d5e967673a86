import type { IDataObject } from 'n8n-workflow';
import { readAnswerChoice } from '../../nodes/shared/form/answerFields';
import { readLimit } from '../../nodes/shared/form/limit';
import { namesField, namesInput } from '../../nodes/shared/form/names';
import {
	readMessage,
	readOutput,
	readSelectedFields,
	RECORDS,
} from '../../nodes/shared/form/output';
import { readPaging } from '../../nodes/shared/form/pagination';
import { PAGINATION } from '../../nodes/shared/reading';
import { sortBody } from '../../nodes/shared/form/sort';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

describe('What the model of an agent gets', () => {
	const answerOf = (values: IDataObject) => readAnswerChoice(parametersOf(values));

	it('is chosen in tools only', () => {
		expect(answerOf({ isTool: null })).toBeUndefined();
		expect(answerOf({ isTool: false })).toBeUndefined();
	});

	it.each([
		['list', 'list'],
		['table', 'table'],
		[null, 'list'],
		['other', 'list'],
	])('in the format %j is a %s', (answerFormat, form) => {
		expect(answerOf({ isTool: true, answerFormat })).toEqual({ form, size: Infinity });
	});

	it.each([
		[0, Infinity],
		['', Infinity],
		[null, Infinity],
		[1000, 1000],
		['20000', 20_000],
	])('has for the size %j at most %d characters', (maxOutputSize, size) => {
		expect(answerOf({ isTool: true, maxOutputSize })?.size).toBe(size);
	});

	it('needs room for a record', () => {
		const problem = problemOf(() => answerOf({ isTool: true, maxOutputSize: 999 }));
		expect(problem.message).toBe("'Max Output Size' is too small for an answer");
		expect(problem.description).toContain('1000 or more');
	});
});

describe('Limit', () => {
	it('is a number, or none where all are returned', () => {
		expect(readLimit(parametersOf({ returnAll: false, limit: 5 }))).toBe(5);
		expect(readLimit(parametersOf({ returnAll: true, limit: null }))).toBe(Infinity);
	});

	it.each([
		[{}, Infinity],
		[{ options: { limit: 7 } }, 7],
		[{ options: { limit: '' } }, Infinity],
		[{ returnAll: false, limit: 5, options: { limit: 7 } }, 5],
		[{ returnAll: true, options: { limit: 7 } }, Infinity],
	])('as an option counts where there is no such field: %j', (values, limit) => {
		expect(readLimit(parametersOf(values))).toBe(limit);
	});
});

describe('Message', () => {
	const messageOf = (values: IDataObject) =>
		readMessage(parametersOf({ output: 'message', ...values }, { zone: 'Europe/Berlin' }), 'Tags');

	it('is wanted only as Output', () => {
		expect(messageOf({ output: 'records' })).toBeUndefined();
	});

	it('has a title and a language of its own, where none is entered', () => {
		expect(messageOf({})).toEqual({
			title: 'Tags',
			locale: 'en',
			zone: 'Europe/Berlin',
			period: {},
		});
		expect(messageOf({ messageTitle: ' A ', messageLanguage: ' de ' })).toMatchObject({
			...{ title: 'A', locale: 'de' },
		});
	});

	it.each([
		['2026-11-01', '2026-11-02', { start: '2026-11-01', end: '2026-11-02' }],
		['2026-11-01', '', { start: '2026-11-01' }],
		['', '2026-11-02', { end: '2026-11-02' }],
	])('is about the period from %j to %j', (startDate, endDate, period) => {
		expect(messageOf({ dateRange: 'custom', startDate, endDate })?.period).toEqual(period);
	});
});

describe('Names', () => {
	const known = [
		{ name: 'AI Platform', value: 'model' },
		{ name: 'Topic', value: 'topic' },
	];
	const input = namesInput('Dimensions', known, ['topic'], 'What to group by');
	const namesIn = (dimensions: string | string[], otherDimensions = '') =>
		input.read(parametersOf({ dimensions, options: { otherDimensions } }));

	it('are those that are picked and the others, each once', () => {
		expect(namesIn(['topic', 'model'], 'x, topic, y')).toEqual(['topic', 'model', 'x', 'y']);
		expect(namesIn([])).toEqual([]);
	});

	it('may be what people call them, in capitals or not', () => {
		expect(namesIn('ai PLATFORM, TOPIC')).toEqual(['model', 'topic']);
	});

	it('that are not known belong elsewhere', () => {
		const problem = problemOf(() => namesIn(['topic', 'brand']));
		expect(problem.message).toBe("'Dimensions' has no entry 'brand'");
		expect(problem.description).toBe(
			"Use model, topic in 'Dimensions'. For another name, add the option 'Other Dimensions'.",
		);
	});

	it('are shown where some are known', () => {
		expect(namesField('Names', 'names', ['a', 'b'], 'About')).toMatchObject({
			...{ placeholder: 'e.g. a, b', hint: 'Known: a, b' },
		});
		const bare = namesField('Names', 'names', [], 'About');
		expect([bare.placeholder, bare.hint]).toEqual(['e.g. score', undefined]);
	});
});

describe('Output', () => {
	const outputOf = (output: string | null, outputFields: string | null = null) =>
		readOutput(parametersOf({ output, outputFields }), ['name'], ['id']);

	it.each(['raw', 'records', 'simplified'] as const)('%s has no fields of its own', (mode) => {
		expect(outputOf(mode, 'a')).toEqual({ mode, fields: [], useful: ['name'], ids: ['id'] });
		expect(readSelectedFields(parametersOf({ output: mode, outputFields: 'a' }))).toEqual([]);
	});

	it('selected has the fields that are named', () => {
		expect(outputOf('selected', 'a, b')).toMatchObject({ mode: 'selected', fields: ['a', 'b'] });
		const parameters = parametersOf({ output: 'selected', outputFields: 'a, b' });
		expect(readSelectedFields(parameters)).toEqual(['a', 'b']);
		expect(problemOf(() => outputOf('selected', ' , ')).message).toBe("'Fields' is empty");
	});

	it('is records where it is not said, or something else', () => {
		for (const output of [null, 'message', 'x']) expect(outputOf(output).mode).toBe('records');
		expect(RECORDS).toEqual({ mode: 'records', fields: [], useful: [], ids: [] });
		expect(readOutput(parametersOf({}))).toEqual({ ...RECORDS, ids: ['id'] });
	});
});

describe('Pagination', () => {
	const pagingOf = (pages: IDataObject, hasBody?: boolean) =>
		readPaging(parametersOf({ options: { paging: { pages } } }), undefined, hasBody);

	it('is none where it was not added', () => {
		expect(readPaging(parametersOf({ options: {} }))).toBeUndefined();
		expect(readPaging(parametersOf({ options: {} }), PAGINATION)).toBe(PAGINATION);
	});

	it('is none where that was chosen, whatever is usual', () => {
		const none = parametersOf({ options: { paging: { pages: { pagination: 'none' } } } });
		expect(readPaging(none, PAGINATION)).toBeUndefined();
	});

	it('starts with offset and limit in the body, or in the query where there is none', () => {
		const paging = { kind: 'offset', place: 'body', limit: 'limit', position: 'offset' };
		expect(pagingOf({})).toEqual(paging);
		expect(pagingOf({}, false)).toEqual({ ...paging, place: 'query' });
		expect(pagingOf({ paginationPlace: 'query' })).toEqual({ ...paging, place: 'query' });
	});

	it('by number has the number of the first page, and by cursor where that is', () => {
		const page = { kind: 'page', place: 'body', limit: 'limit', position: 'page', firstPage: 1 };
		expect(pagingOf({ pagination: 'page' })).toEqual(page);
		expect(pagingOf({ pagination: 'page', firstPage: 0 })).toEqual({ ...page, firstPage: 0 });
		const cursor = { kind: 'cursor', place: 'body', limit: 'limit', position: 'cursor' };
		expect(pagingOf({ pagination: 'cursor' })).toEqual(cursor);
		expect(pagingOf({ pagination: 'cursor', cursorAt: 'a.b', limitParameter: '' })).toEqual({
			...cursor,
			...{ cursorAt: 'a.b', limit: '' },
		});
		expect(pagingOf({ cursorAt: 'a.b' })).not.toHaveProperty('cursorAt');
	});

	it.each([
		['offset', 'Offset Parameter'],
		['page', 'Page Parameter'],
		['cursor', 'Cursor Parameter'],
	])('by %s has a name for %s', (pagination, label) => {
		const pages = { pagination, offsetParameter: '', pageParameter: '', cursorParameter: '' };
		const problem = problemOf(() => pagingOf(pages));
		expect(problem.message).toBe(`'${label}' is empty`);
	});
});

describe('Sort as a text', () => {
	const orderOf = (sort: string) => sortBody(parametersOf({ sort }));

	it.each([
		['', {}],
		['rank', { order_by: [{ field: 'rank', order: 'desc' }] }],
		['rank ASC', { order_by: [{ field: 'rank', order: 'asc' }] }],
		['rank ascending', { order_by: [{ field: 'rank', order: 'asc' }] }],
		['rank_change move, rank', { order_by: [{ field: 'rank', order: 'desc' }] }],
		[
			'a desc,  b  asc',
			{
				order_by: [
					{ field: 'a', order: 'desc' },
					{ field: 'b', order: 'asc' },
				],
			},
		],
	])('%j is %j', (sort, body) => {
		expect(orderOf(sort)).toEqual(body);
	});

	it.each(['rank up', 'by rank asc', 'rank asc please'])('is not %j', (sort) => {
		expect(problemOf(() => orderOf(sort)).message).toBe(
			`'Sort' has an entry that is not a field name with asc, desc or move: ${sort}`,
		);
	});
});
