import type { IDataObject } from 'n8n-workflow';
import { QUIET, type History } from './history';
import { judge } from './judge';
import { judgeWatch, type Look } from './judgeWatch';
import { isHonest } from './known';
import { List, type Answer, type Run } from './list';
import type { Row } from './rows';
import { ORDINARY, PLAIN, type Case, type ListName, type Service, type Trouble } from './service';

/** A client that reads a list, and gives what it takes for all of it. */
type Client = (ask: (offset: number, limit?: number) => Answer) => readonly Row[];

/** Goes on until a page is empty, until it has enough, or for as many pages as nobody needs. */
const read =
	(isEnough: (rows: readonly Row[], page: Answer) => boolean, most = 20): Client =>
	(ask) => {
		const rows: Row[] = [];
		for (let page = ask(0); page.rows.length > 0 && page.turn < most; page = ask(rows.length)) {
			rows.push(...page.rows);
			if (isEnough(rows, page)) break;
		}
		return rows;
	};

const onePage = read(() => true);
const untilEmpty = read(() => false);
const untilTotal = read((rows, { total = Infinity }) => rows.length >= total);
const forever = read(() => false, 1_101);

const spoilt =
	(spoil: (rows: readonly Row[]) => readonly Row[]): Client =>
	(ask) =>
		spoil(untilEmpty(ask));

/** What a record is like without what a double cannot hold. */
const rounded = (row: Row): Row => ({ ...row, id: Number(row.id) });

function readBy(client: Client, service: Service, name: ListName, said: Partial<Run>): Run {
	const list = new List(service, name);
	const usual = name === 'tasks' ? Infinity : 100;
	const rows = client((offset, limit = usual) => list.next({ limit, offset }));
	const plain = (value: Row[string]) => (typeof value === 'bigint' ? String(value) : value);
	return {
		rows: rows.map((row): IDataObject => {
			return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]));
		}),
		...{ list, errorItems: [], hints: [] },
		...said,
	};
}

const total = (says: 'page' | 'tooFew' | 'tooMany') =>
	({ at: 'total', says, isText: false }) as const;
const more = (says: 'always' | 'never' | 'right') => ({ at: 'has_more', says }) as const;
const changed = (what: 'deleteFirst' | 'insertFirst' | 'replace') => ({ what, after: 1, count: 1 });
const trouble = (form: Trouble, page: number) => ({ form, page });
const HINT = { hints: ['Some records may be missing'] };
const ERROR = { error: 'The service refused', rows: [] };
const ERROR_ITEM = { errorItems: [{ error: 'No', message: 'Why' }] };

describe('A run is judged', () => {
	it.each<[verdict: string, Client, Partial<Service>, said?: Partial<Run>, list?: ListName]>([
		['complete', untilEmpty, { size: 250, cap: 32, total: null }],
		['complete', untilEmpty, { ids: 'beyond' }],
		['complete', untilEmpty, { ids: 'repeating', size: 150 }],
		['complete', untilEmpty, { volatile: 'record', size: 120 }],
		['complete', untilEmpty, { order: 'shuffled' }],
		['complete', untilEmpty, { size: 0 }],
		['noise', untilEmpty, { size: 250, ids: 'alike' }, HINT],
		['an honest service ends noise', untilEmpty, { size: 250 }, HINT],
		['an honest service ends loud', untilEmpty, { size: 250 }, ERROR],
		['loud', onePage, { size: 250, ids: 'alike' }, HINT],
		['loud', untilEmpty, { envelope: 'graphql' }, ERROR],
		['loud', onePage, { trouble: trouble('ok', 0) }, ERROR],
		['loud', onePage, { size: 250, ids: 'alike' }, ERROR_ITEM],
		['records missing', onePage, { size: 101, total: null }],
		['records missing', onePage, { size: 200, total: total('page') }],
		['records missing', onePage, { size: 150, total: null, more: more('always') }],
		['records missing', untilEmpty, { size: 150, total: null, trouble: trouble('okEmpty', 1) }],
		['records missing', untilEmpty, { size: 150, total: null, trouble: trouble('500', 1) }],
		['records missing', spoilt((rows) => rows.slice(1)), { size: 150, total: null }],
		['records missing', onePage, { size: 101, cap: 50 }, {}, 'tasks'],
		['a total is larger than what came', untilEmpty, { total: total('tooMany') }],
		['an error beside records is lost', untilEmpty, { trouble: trouble('errorBeside', 0) }],
		['records doubled', untilEmpty, { pagesBy: 'page', ids: 'none', total: null }],
		['records doubled', untilEmpty, { size: 150, move: changed('insertFirst') }],
		['records doubled and missing', untilTotal, { size: 150, order: 'shuffled' }],
		['records out of order', spoilt((rows) => rows.toReversed()), {}],
		['records changed', spoilt((rows) => rows.map((row) => ({ ...row, prompt: '' }))), {}],
		['records changed', spoilt((rows) => rows.map(rounded)), { ids: 'beyond' }],
		['records invented', spoilt((rows) => [...rows, { a: 'No' }]), {}],
		['reads without end', forever, { pagesBy: 'nothing' }],
		['a total that is too low', untilTotal, { size: 150, cap: 50, total: total('page') }],
		['a total that is too low', untilTotal, { size: 250, total: total('tooFew') }],
		[
			'has_more: false, or an empty next, too early',
			...([onePage, { size: 150, total: null, more: more('never') }] as const),
		],
		['an end too early', untilEmpty, { size: 241, pagesBy: 'cursorOnly', envelope: 'array' }],
		[
			'a list that moves while it is read',
			...([untilTotal, { size: 150, more: more('right'), move: changed('replace') }] as const),
		],
		[
			'one page that says nothing of the length',
			...([onePage, { size: 150, cap: 50, total: null }, {}, 'tasks'] as const),
		],
		[
			'a page that comes again and looks new',
			...([
				read((rows) => rows.length >= 200),
				{ size: 200, pagesBy: 'nothing', ids: 'none', volatile: 'record', total: null },
			] as const),
		],
	])('%s', (verdict, client, odd, said = {}, list = 'prompts') => {
		const service = { ...ORDINARY, ...odd };
		const run = readBy(client, service, list, said);
		const { outcome, wrong, why = wrong } = judge({ service, reading: { ...PLAIN, list } }, run);
		expect(why ?? outcome).toBe(verdict);
		if (why !== undefined && !why.startsWith('an honest')) {
			expect(outcome).toBe(wrong === undefined ? 'unknowable' : 'silent');
		}
	});

	it.each<[isHonest: boolean, odd: Partial<Service>, list?: ListName]>([
		[true, { size: 350, envelope: 'data.items', total: null, end: '404' }],
		[true, { size: 350, more: { at: 'next_cursor', says: 'right' } }],
		[true, { size: 350, cap: 12, ids: 'perDay', volatile: 'record' }],
		[true, { size: 50, cap: 50 }, 'tasks'],
		[false, { size: 51, cap: 50 }, 'tasks'],
		[false, { envelope: 'graphql' }],
		[false, { pagesBy: 'page' }],
		[false, { ignoresLimit: true }],
		[false, { end: 'lastAgain' }],
		[false, { ids: 'alike' }],
		[false, { order: 'shuffled' }],
		[false, { move: changed('deleteFirst') }],
		[false, { trouble: trouble('500', 1) }],
		[false, { total: total('tooFew') }],
		[false, { more: more('always') }],
		[false, { size: 0, end: '404' }],
	])('as honest: %s %j', (honest, odd, list = 'prompts') => {
		const of: Case = { service: { ...ORDINARY, ...odd }, reading: { ...PLAIN, list } };
		expect(isHonest(of)).toBe(honest);
	});
});

describe('A trigger is judged', () => {
	const look = (scores: number[], ...events: IDataObject[]): Look => ({
		...{ isFailed: false, mustFail: false, sent: new Map(scores.entries()), events },
	});
	const failed = (of: Look): Look => ({ ...of, isFailed: true });
	const isNew = (place: number) => ({ prompt: `Prompt ${place}` });
	const moved = (before: number, after: number) => ({ before, after, record: isNew(0) });
	const [none, one, two] = [look([]), look([50]), look([50, 50])];
	const withoutId: Look = { ...none, withoutId: 0 };

	it.each<[string, History['event'], ...Look[]]>([
		['complete', 'newRecord', one, look([50, 50], isNew(1)), two],
		['complete', 'newRecord', none, look([50], isNew(0))],
		['complete', 'newRecord', one, none, one],
		['complete', 'newRecord', withoutId, one],
		['complete', 'newRecord', withoutId, look([50], isNew(0))],
		['loud', 'newRecord', one, failed({ ...two, mustFail: true }), look([50, 50], isNew(1))],
		['loud: a poll of an honest service fails', 'newRecord', one, failed(one), one],
		['loud: a poll of an honest service fails', 'newRecord', failed(one), two],
		[
			'silent: a poll passes over what the service said',
			'newRecord',
			one,
			{ ...one, mustFail: true },
		],
		['silent: a poll that fails has events', 'newRecord', one, failed(look([50, 50], isNew(1)))],
		['silent: an event is missing', 'newRecord', one, two],
		['silent: an event is missing', 'newRecord', one, two, look([50, 50], isNew(1))],
		['silent: an event for nothing', 'newRecord', one, look([50, 50], isNew(1), isNew(1))],
		['silent: an event for nothing', 'newRecord', one, look([50], isNew(0))],
		['silent: an event for nothing', 'newRecord', one, look([50], { error: 'No' })],
		['complete', 'risesBy', one, look([60], moved(50, 60))],
		['complete', 'risesBy', one, look([55]), look([60], moved(50, 60)), look([69])],
		['complete', 'fallsBy', one, look([60]), look([50], moved(60, 50))],
		['silent: an event is missing', 'changesBy', one, look([60])],
		['silent: an event is missing', 'changesBy', one, look([60], moved(55, 60))],
		['silent: an event for nothing', 'fallsBy', one, look([60], moved(50, 60))],
	])('%s: %s', (verdict, event, ...looks) => {
		const isLoud = verdict === 'loud';
		const odd = { changes: [], odd: '500', isRestart: false } as const;
		const history = { ...QUIET, event, polls: isLoud ? [odd] : [] };
		const { outcome, wrong } = judgeWatch(history, looks, []);
		expect(wrong === undefined ? outcome : `${outcome}: ${wrong}`).toBe(verdict);
	});
});
