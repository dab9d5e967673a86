import type { IDataObject } from 'n8n-workflow';
import { QUIET, type History } from './history';
import { judge } from './judge';
import { judgeWatch, type Look } from './judgeWatch';
import { isKnownForm } from './known';
import { List, type Answer, type Run } from './list';
import type { Row } from './rows';
import { ORDINARY, PLAIN, type Case, type ListName, type Service } from './service';
import { World } from './world';

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

const total = (says: 'all' | 'page' | 'tooFew') => ({ at: 'total', says, isText: false }) as const;
const more = (says: 'always' | 'never') => ({ at: 'has_more', says }) as const;
const changed = (what: 'deleteFirst' | 'insertFirst' | 'replace') => ({ what, after: 1, count: 1 });
const trouble = (form: '500' | 'ok' | 'success', page: number) => ({ form, page });
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
		['noise', untilEmpty, { size: 250 }, HINT],
		['loud', onePage, { size: 250 }, HINT],
		['loud', untilEmpty, {}, ERROR],
		['loud', onePage, { size: 250 }, ERROR_ITEM],
		['refused', onePage, { trouble: trouble('ok', 0) }, ERROR],
		['records missing', onePage, { size: 101, total: null }],
		['records missing', onePage, { size: 101, cap: 50 }, {}, 'tasks'],
		['records missing', spoilt((rows) => rows.slice(1)), { ids: 'repeating', size: 150 }],
		['records missing', untilEmpty, { size: 150, move: changed('deleteFirst') }],
		['records doubled', untilEmpty, { pagesBy: 'page', ids: 'none', total: null }],
		['records doubled', untilEmpty, { size: 150, move: changed('insertFirst') }],
		['records doubled and missing', untilTotal, { size: 150, order: 'shuffled' }],
		['records out of order', spoilt((rows) => rows.toReversed()), {}],
		['records changed', spoilt((rows) => rows.map((row) => ({ ...row, prompt: '' }))), {}],
		['records changed', spoilt((rows) => rows.map(rounded)), { ids: 'beyond' }],
		['one item for the whole answer', () => [{ total: 3 }], {}],
		['a refusal becomes a record', spoilt(() => [{ a: 'No' }]), { trouble: trouble('success', 0) }],
		['a refusal is taken for the end', untilEmpty, { size: 150, trouble: trouble('success', 1) }],
		['a failed page is passed over', untilEmpty, { size: 150, trouble: trouble('500', 1) }],
		['reads without end', forever, { pagesBy: 'nothing' }],
		['a total that lies', onePage, { size: 150, total: total('page') }],
		['a total that lies', untilTotal, { size: 200, total: total('tooFew') }],
		['a flag that lies', onePage, { size: 150, more: more('never') }],
		[
			'a list without pages that says nothing of its length',
			...([onePage, { size: 150, cap: 50, total: null }, {}, 'tasks'] as const),
		],
		[
			'a list that changes while it is read',
			...([untilEmpty, { size: 150, total: null, move: changed('deleteFirst') }] as const),
		],
		[
			'a list that changes while it is read',
			...([untilEmpty, { size: 150, move: changed('replace') }] as const),
		],
		[
			'pages by something else, which the service does not show',
			...([untilEmpty, { size: 241, pagesBy: 'cursorOnly', envelope: 'array' }] as const),
		],
	])('%s', (verdict, client, odd, said = {}, list = 'prompts') => {
		const service = { ...ORDINARY, ...odd };
		const run = readBy(client, service, list, said);
		const { outcome, wrong, why = wrong } = judge({ service, reading: { ...PLAIN, list } }, run);
		expect(why ?? outcome).toBe(verdict);
		if (why !== undefined) expect(outcome).toBe(wrong === undefined ? 'unknowable' : 'silent');
	});

	it.each<[isKnown: boolean, odd: Partial<Service>, list?: ListName]>([
		[true, { size: 350, envelope: 'result.rows', total: null, end: '404' }],
		[true, { size: 350, more: { at: 'next_cursor', says: 'right' } }],
		[true, { size: 350, cap: 12, ids: 'perDay', volatile: 'record' }],
		[true, { size: 50, cap: 50 }, 'tasks'],
		[false, { size: 51, cap: 50 }, 'tasks'],
		[false, { envelope: 'graphql' }],
		[false, { pagesBy: 'page' }],
		[false, { end: 'lastAgain' }],
		[false, { ids: 'alike' }],
		[false, { order: 'shuffled' }],
		[false, { move: changed('deleteFirst') }],
		[false, { trouble: trouble('500', 1) }],
		[false, { total: total('tooFew') }],
		[false, { more: more('always') }],
		[false, { size: 0, end: '404' }],
	])('as one of a known form: %s %j', (isKnown, odd, list = 'prompts') => {
		const of: Case = { service: { ...ORDINARY, ...odd }, reading: { ...PLAIN, list } };
		expect(isKnownForm(of)).toBe(isKnown);
	});
});

describe('A watch is judged', () => {
	const look = (...scores: number[]): Look => ({
		...{ odd: null, isFailed: false, sent: new Map(scores.entries()) },
		...{ counted: new Set(scores.keys()), isLacking: false },
	});
	const isNew = (place: number) => ({ prompt: `Prompt ${place}` });
	const moved = (before: number, after: number) => ({ before, after, record: isNew(0) });
	const [one, two, risen] = [look(50), look(50, 50), look(60)];
	const failed = { ...two, isFailed: true };
	const lacking: Look = { ...one, odd: 'partial', counted: two.counted, isLacking: true };
	const three = look(50, 50, 50);

	it.each<[string, History['event'], Look[], IDataObject[]]>([
		['complete', 'newRecord', [one, { ...failed, odd: '500' }, two], [isNew(1)]],
		['complete', 'newRecord', [one, { ...two, odd: 'partial' }, one], []],
		['loud', 'newRecord', [one, failed, two], [isNew(1)]],
		['silent: an event is missing', 'newRecord', [one, two, two], []],
		['silent: an event twice', 'newRecord', [one, two, two], [isNew(1), isNew(1)]],
		['silent: an event for nothing', 'newRecord', [one, two], [isNew(1), isNew(0)]],
		['silent: an event about no record', 'newRecord', [one, one], [{ error: 'No' }]],
		['complete', 'newRecord', [lacking, two, three], [isNew(2)]],
		['complete', 'newRecord', [lacking, three, three], []],
		['complete', 'newRecord', [lacking, lacking, three], []],
		['silent: an event for nothing', 'newRecord', [lacking, two, two], [isNew(1)]],
		['silent: an event for nothing', 'newRecord', [lacking, lacking, two], [isNew(1)]],
		['silent: an event is missing', 'newRecord', [lacking, two, three], []],
		['complete', 'risesBy', [one, risen], [moved(50, 60)]],
		['complete', 'risesBy', [one, { ...risen, odd: 'partial' }, one], []],
		['complete', 'fallsBy', [one, risen, one], [moved(60, 50)]],
		['silent: an event is missing', 'changesBy', [one, risen], []],
		['silent: an event with other numbers', 'changesBy', [one, risen], [moved(55, 60)]],
		['silent: an event for nothing', 'fallsBy', [one, risen], [moved(50, 60)]],
		['silent: an event for nothing', 'risesBy', [risen, one], [moved(60, 50)]],
	])('%s: %s', (verdict, event, looks, events) => {
		const history = { ...QUIET, event };
		const watched = { events, failures: [] };
		const { outcome, wrong } = judgeWatch(history, new World(history), looks, watched);
		expect(wrong === undefined ? outcome : `${outcome}: ${wrong}`).toBe(verdict);
	});
});
