import type { IDataObject } from 'n8n-workflow';
import { isJson } from '../../sandbox/json';
import { keyOf } from './form';
import { UNKNOWABLE } from './known';
import { wordsIn, type Run } from './list';
import { rowOf, wordsOf } from './rows';
import type { Case } from './service';

/**
 * How a run ended:
 * - complete: all records, once, in order, and not a word;
 * - noise: all records, and a hint nevertheless;
 * - loud: not all, and an error, an error item or a hint says so;
 * - refused: the service refused, and so did the node;
 * - unknowable: not all, but for one of the reasons for which no client could tell;
 * - silent: not all, and nobody is told.
 */
export const OUTCOMES = ['complete', 'noise', 'loud', 'refused', 'unknowable', 'silent'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Verdict {
	readonly outcome: Outcome;
	/** What is wrong with it. */
	readonly wrong?: string;
	/** What nobody could know of an unknowable one. */
	readonly why?: string;
	/** What it gave, in short. */
	readonly gave: string;
}

/** What has to come of a run, in words for each record. */
interface Truth {
	/** What was there the whole time. */
	readonly must: readonly string[];
	/** What was there at any time. */
	readonly may: readonly string[];
	/** How many, where it does not matter which. */
	readonly count?: number;
	readonly isOrdered: boolean;
}

/** Judges a run by what was in the list of the service. */
export function judge(of: Case, run: Run): Verdict {
	const got = run.rows.map((row) => wordsOfItem(of, row));
	const gave = inShort(run);
	const isFailed = run.errorItems.length > 0 || run.error !== undefined;
	const isTold = isFailed || run.hints.length > 0;
	if (run.list.isEndless) return { outcome: 'silent', wrong: 'reads without end', gave };
	const truth = truthOf(of, run);
	const wrong = faultIn(got, truth);
	if (wrong === undefined && !isFailed) return { outcome: isTold ? 'noise' : 'complete', gave };
	if (isTold) {
		const isRefused = run.list.answers.some(({ kind }) => kind === 'refused');
		return { outcome: isRefused && isFailed ? 'refused' : 'loud', gave };
	}
	const [why] = Object.keys(UNKNOWABLE).filter((reason) => UNKNOWABLE[reason]?.(of));
	if (why !== undefined) return { outcome: 'unknowable', why, gave };
	return { outcome: 'silent', wrong: causeOf(run, got, truth) ?? wrong, gave };
}

function truthOf({ service, reading }: Case, { list }: Run): Truth {
	const { before, places: after } = list;
	const limit = reading.limit ?? Infinity;
	const ever = [...before, ...after.filter((place) => !before.includes(place))];
	const stayed = before.filter((place) => after.includes(place));
	const may = wordsIn(list, ever);
	const isMoved = ever.length > stayed.length;
	if (limit < ever.length && (isMoved || service.order === 'shuffled')) {
		return { must: [], may, count: limit, isOrdered: false };
	}
	const must = wordsIn(list, stayed).slice(0, limit);
	if (isMoved) return { must, may, isOrdered: false };
	return { must, may: must, isOrdered: service.order === 'stable' };
}

/** What is wrong with the records of a run. */
function faultIn(got: readonly string[], { must, may, count, isOrdered }: Truth) {
	const left = countsOf(may);
	const isUnknown = got.some((words) => !left.has(words));
	const wanted = countsOf(must);
	let doubled = 0;
	for (const words of got) {
		left.set(words, (left.get(words) ?? 0) - 1);
		if ((left.get(words) ?? 0) < 0) doubled += 1;
		wanted.set(words, (wanted.get(words) ?? 0) - 1);
	}
	const isMissing = [...wanted.values()].some((times) => times > 0);
	if (isUnknown) return got.length === must.length ? 'records changed' : 'records invented';
	if (doubled > 0) return isMissing ? 'records doubled and missing' : 'records doubled';
	if (isMissing || got.length < (count ?? 0)) return 'records missing';
	if (count !== undefined && got.length > count) return 'too many records';
	const isInOrder = !isOrdered || got.every((words, n) => words === must[n]);
	return isInOrder ? undefined : 'records out of order';
}

/** What a fault comes from, where the service was plain about it. */
function causeOf({ rows, list }: Run, got: readonly string[], { may }: Truth) {
	const [only] = got;
	const isOther = only !== undefined && !may.includes(only);
	const kinds = new Set(list.answers.map(({ kind }) => kind));
	if (kinds.has('refused')) {
		return isOther ? 'a refusal becomes a record' : 'a refusal is taken for the end';
	}
	if (kinds.has('failed')) return 'a failed page is passed over';
	if (rows.length === 1 && isOther) return 'one item for the whole answer';
	return undefined;
}

/**
 * An item in words. A record of a list that is a map may come with its key, and a record of a
 * GraphQL connection inside its edge: nothing of it is lost.
 */
function wordsOfItem({ service, reading }: Case, item: IDataObject): string {
	if (service.envelope === 'graphql' && isJson(item.node)) return wordsOf(item.node);
	if (service.envelope !== 'mapById') return wordsOf(item);
	const names = Object.keys(rowOf(service, reading.list, 0));
	const own = Object.entries(item).filter(([name, value]) => {
		return (
			names.includes(name) || typeof value !== 'string' || !value.startsWith(keyOf(0).slice(0, -1))
		);
	});
	return wordsOf(Object.fromEntries(own));
}

function countsOf(words: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
	return counts;
}

function inShort({ rows, errorItems, hints, error, list }: Run): string {
	const [first, last] = [rows[0], rows.at(-1)].map((row) =>
		row === undefined ? '' : JSON.stringify(row).slice(0, 120),
	);
	return [
		`${list.answers.length} requests, ${rows.length} items`,
		...(rows.length === 0 ? [] : [rows.length === 1 ? String(first) : `${first} … ${last}`]),
		...(error === undefined ? [] : [`error: ${error}`]),
		...errorItems.map((item) => `error item: ${JSON.stringify(item).slice(0, 120)}`),
		...hints.map((hint) => `hint: ${hint}`),
	].join('; ');
}
