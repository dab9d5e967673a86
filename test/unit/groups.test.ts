import type { JsonValue } from 'n8n-workflow';
import { groupedUnder } from '../../nodes/shared/answer/groups';

const TASK = { id: 't1', title: 'Crawl', status: 'open' };

describe('Records that hold what was asked for', () => {
	it.each<[string, string, JsonValue[]]>([
		['by its name', 'tasks', [{ id: 'todo', tasks: [{ id: 't1' }] }]],
		['one of them empty', 'tasks', [{ tasks: [] }, { tasks: [TASK] }]],
		[
			'as cards',
			'cards',
			[
				{ id: 'todo', name: 'To do', cards: [TASK] },
				{ id: 'x', cards: [] },
			],
		],
		['as items', 'items', [{ status: 'open', items: [TASK, TASK] }]],
		['as data', 'data', [{ id: 'todo', data: [TASK] }]],
	])('are found: %s', (_what, name, records) => {
		expect(groupedUnder(records, ['tasks'], true)).toBe(name);
	});

	it.each<[string, JsonValue[]]>([
		['tasks', [TASK]],
		['nothing', []],
		['empty lists', [{ id: 'todo', tasks: [], cards: [] }]],
		['lists of texts', [{ id: 'todo', tasks: ['t1'], items: ['t1'] }]],
		['a list in some only', [{ id: 'a', cards: [TASK] }, { id: 'b' }]],
		['a check list', [{ ...TASK, items: [{ id: 1, text: 'a', done: true }] }]],
		['a series', [{ id: 't', data: [{ date: 'd', rank: 1, score: 2 }] }]],
		['a list under any name', [{ id: 't', answers: [TASK] }]],
		['no objects', ['todo', { tasks: [TASK] }]],
	])('are not found in records with %s', (_what, records) => {
		expect(groupedUnder(records, ['tasks'], true)).toBeUndefined();
	});

	it('are found by their own name only, where it is not known what the records are', () => {
		const columns = (name: string) => [{ id: 'todo', [name]: [TASK] }];
		expect(groupedUnder(columns('cards'), ['tasks'], false)).toBeUndefined();
		expect(groupedUnder(columns('tasks'), ['tasks'], false)).toBe('tasks');
	});
});
