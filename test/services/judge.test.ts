import type { IDataObject } from 'n8n-workflow';
import { List, type Answer } from './answer';
import { judge } from './judge';
import { isKnownForm } from './known';
import { QUIET, type History } from './history';
import { judgeWatch, type Look } from './judgeWatch';
import type { Row } from './rows';
import type { Run } from './listService';
import { ORDINARY, PLAIN, type Case, type Reading, type Service } from './service';
import { World } from './world';

/** A client that reads a list, and gives what it takes for all of it. */
type Client = (ask: (offset: number, limit?: number) => Answer) => readonly Row[];

/** Takes the first answer for the whole list. */
const onePage: Client = (ask) => ask(0).rows;

/** Goes on until a page is empty, or for as many pages as nobody needs. */
const untilEmpty: Client = (ask) => {
	const rows: Row[] = [];
	for (let page = ask(0); page.rows.length > 0 && page.turn < 20; page = ask(rows.length)) {
		rows.push(...page.rows);
	}
	return rows;
};

/** Goes on until there are as many as the total says. */
const untilTotal: Client = (ask) => {
	const rows: Row[] = [];
	let page = ask(0);
	for (; page.rows.length > 0; page = ask(rows.length)) {
		rows.push(...page.rows);
		if (rows.length >= (page.total ?? Infinity)) break;
	}
	return rows;
};

const spoilt =
	(client: Client, spoil: (rows: readonly Row[]) => readonly Row[]): Client =>
	(ask) =>
		spoil(client(ask));

function readBy(client: Client, of: Case, said: Partial<Run> = {}): Run {
	const list = new List(of.service, of.reading.list);
	const before = [...list.places];
	const answers: Answer[] = [];
	const usual = of.reading.list === 'tasks' ? Infinity : (of.reading.pageSize ?? 100);
	const rows = client((offset, limit = usual) => {
		const answer = list.next({ limit, offset });
		answers.push(answer);
		return answer;
	});
	return {
		rows: rows.map((row): IDataObject => {
			const members = Object.entries(row);
			return Object.fromEntries(
				members.map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
			);
		}),
		...{ errorItems: [], hints: [], answers, before, after: [...list.places], list },
		isEndless: false,
		...said,
	};
}

function caseOf(service: Partial<Service>, reading: Partial<Reading> = {}): Case {
	return { service: { ...ORDINARY, ...service }, reading: { ...PLAIN, ...reading } };
}

const total = (says: 'all' | 'page' | 'tooFew') => ({ at: 'total', says, isText: false }) as const;
const deleted = { what: 'deleteFirst', after: 1, count: 1 } as const;
const replaced = { what: 'replace', after: 1, count: 1 } as const;
const inserted = { what: 'insertFirst', after: 1, count: 1 } as const;
const tasks = { list: 'tasks' } as const;
const HINT = { hints: ['Some records may be missing'] };
const ERROR = { error: 'The service refused', rows: [] };

describe('A run is judged', () => {
	it.each<[verdict: string, client: Client, of: Case, said?: Partial<Run>]>([
		['complete', untilEmpty, caseOf({ size: 250 })],
		['complete', untilEmpty, caseOf({ size: 250, cap: 32, total: null })],
		['complete', untilEmpty, caseOf({ ids: 'beyond' })],
		['complete', untilEmpty, caseOf({ ids: 'repeating', size: 150 })],
		['complete', untilEmpty, caseOf({ ids: 'alike', size: 150 })],
		['complete', untilEmpty, caseOf({ volatile: 'record', size: 120 })],
		['complete', untilEmpty, caseOf({ order: 'shuffled' })],
		['complete', untilEmpty, caseOf({ size: 0 })],
		['noise', untilEmpty, caseOf({ size: 250 }), HINT],
		['loud', onePage, caseOf({ size: 250 }), HINT],
		['loud', untilEmpty, caseOf({}), ERROR],
		['loud', onePage, caseOf({ size: 250 }), { errorItems: [{ error: 'No', message: 'Why' }] }],
		['refused', onePage, caseOf({ trouble: { form: 'ok', page: 0 } }), ERROR],
		['silent: records missing', onePage, caseOf({ size: 250 })],
		['silent: records missing', onePage, caseOf({ size: 101, total: null })],
		['silent: records missing', onePage, caseOf({ size: 60, cap: 50, total: null })],
		['silent: records missing', onePage, caseOf({ size: 101, cap: 50 }, tasks)],
		[
			'silent: records missing',
			spoilt(untilEmpty, (rows) => rows.slice(1)),
			caseOf({ ids: 'repeating', size: 150 }),
		],
		['silent: records missing', untilEmpty, caseOf({ size: 150, move: deleted })],
		['silent: records doubled', untilEmpty, caseOf({ pagesBy: 'nothing', total: null })],
		['silent: records doubled', untilEmpty, caseOf({ pagesBy: 'page', ids: 'none', total: null })],
		['silent: records doubled', untilEmpty, caseOf({ size: 150, move: inserted })],
		['silent: records doubled and missing', untilTotal, caseOf({ size: 150, order: 'shuffled' })],
		['silent: records out of order', spoilt(onePage, (rows) => rows.toReversed()), caseOf({})],
		[
			'silent: records changed',
			spoilt(onePage, (rows) => rows.map((row) => ({ ...row, prompt: '' }))),
			caseOf({}),
		],
		[
			'silent: records changed',
			spoilt(onePage, (rows) => rows.map((row) => ({ ...row, id: Number(row.id) }))),
			caseOf({ ids: 'beyond' }),
		],
		['silent: one item for the whole answer', () => [{ total: 3 }], caseOf({})],
		[
			'silent: a refusal becomes a record',
			spoilt(onePage, () => [{ message: 'No' }]),
			caseOf({ trouble: { form: 'success', page: 0 } }),
		],
		[
			'silent: a refusal is taken for the end',
			untilEmpty,
			caseOf({ size: 150, trouble: { form: 'success', page: 1 } }),
		],
		[
			'silent: a failed page is passed over',
			untilEmpty,
			caseOf({ size: 150, trouble: { form: '500', page: 1 } }),
		],
		['silent: reads without end', untilEmpty, caseOf({ pagesBy: 'nothing' }), { isEndless: true }],
		['unknowable: a total that lies', onePage, caseOf({ size: 150, total: total('page') })],
		['unknowable: a total that lies', untilTotal, caseOf({ size: 200, total: total('tooFew') })],
		[
			'unknowable: a flag that lies',
			onePage,
			caseOf({ size: 150, more: { at: 'has_more', says: 'never' } }),
		],
		[
			'unknowable: a list without pages that says nothing of its length',
			onePage,
			caseOf({ size: 150, cap: 50, total: null }, tasks),
		],
		[
			'unknowable: a list that changes while it is read',
			untilEmpty,
			caseOf({ size: 150, total: null, move: deleted }),
		],
		[
			'unknowable: a list that changes while it is read',
			untilEmpty,
			caseOf({ size: 150, move: replaced }),
		],
		[
			'unknowable: pages by something else, which the service does not show',
			untilEmpty,
			caseOf({ size: 241, pagesBy: 'cursorOnly', envelope: 'array' }),
		],
	])('%s', (verdict, client, of, said = {}) => {
		const { outcome, wrong, why = wrong } = judge(of, readBy(client, of, said));
		expect(why === undefined ? outcome : `${outcome}: ${why}`).toBe(verdict);
	});

	it.each<[isKnown: boolean, of: Case]>([
		[true, caseOf({ size: 350 })],
		[true, caseOf({ size: 350, envelope: 'result.rows', total: null, end: '404' })],
		[true, caseOf({ size: 350, more: { at: 'next_cursor', says: 'right' } })],
		[true, caseOf({ size: 350, cap: 12, ids: 'perDay', volatile: 'record' })],
		[true, caseOf({ size: 50, cap: 50 }, tasks)],
		[false, caseOf({ size: 51, cap: 50 }, tasks)],
		[false, caseOf({ envelope: 'graphql' })],
		[false, caseOf({ pagesBy: 'page' })],
		[false, caseOf({ end: 'lastAgain' })],
		[false, caseOf({ ids: 'alike' })],
		[false, caseOf({ order: 'shuffled' })],
		[false, caseOf({ move: deleted })],
		[false, caseOf({ trouble: { form: '500', page: 1 } })],
		[false, caseOf({ total: total('tooFew') })],
		[false, caseOf({ more: { at: 'has_more', says: 'always' } })],
		[false, caseOf({ size: 0, end: '404' })],
	])('as one of a known form: %s', (isKnown, of) => {
		expect(isKnownForm(of)).toBe(isKnown);
	});
});

describe('A watch is judged', () => {
	const look = (sent: ReadonlyArray<[number, number]>, rest: Partial<Look> = {}): Look => ({
		...{ odd: null, isFailed: false, sent: new Map(sent) },
		...rest,
	});
	const isNew = (place: number) => ({ prompt: `Prompt ${place}` });
	const moved = (before: number, after: number) => ({ before, after, record: isNew(0) });
	const one = look([[0, 50]]);
	const two = look([
		[0, 50],
		[1, 50],
	]);
	const risen = look([[0, 60]]);

	it.each<[string, History['event'], Look[], IDataObject[]]>([
		['complete', 'newRecord', [one, two, two], [isNew(1)]],
		['complete', 'newRecord', [one, { ...two, isFailed: true, odd: '500' }, two], [isNew(1)]],
		['complete', 'newRecord', [one, { ...two, odd: 'partial' }, one], []],
		['loud', 'newRecord', [one, { ...two, isFailed: true }, two], [isNew(1)]],
		['silent: an event is missing', 'newRecord', [one, two, two], []],
		['silent: an event twice', 'newRecord', [one, two, two], [isNew(1), isNew(1)]],
		['silent: an event for nothing', 'newRecord', [one, two], [isNew(1), isNew(0)]],
		['silent: an event about no record', 'newRecord', [one, one], [{ error: 'No' }]],
		['complete', 'risesBy', [one, risen], [moved(50, 60)]],
		['complete', 'risesBy', [one, { ...risen, odd: 'partial' }, one], []],
		['complete', 'fallsBy', [one, risen, one], [moved(60, 50)]],
		['silent: an event is missing', 'changesBy', [one, risen], []],
		['silent: an event with other numbers', 'changesBy', [one, risen], [moved(55, 60)]],
		['silent: an event for nothing', 'fallsBy', [one, risen], [moved(50, 60)]],
	])('%s: %s', (verdict, event, looks, events) => {
		const history = { ...QUIET, event };
		const watched = { events, failures: [] };
		const { outcome, wrong } = judgeWatch(history, new World(history), looks, watched);
		expect(wrong === undefined ? outcome : `${outcome}: ${wrong}`).toBe(verdict);
	});
});
