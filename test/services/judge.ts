import { complaintOf, isHonest, unknowableReason } from './known';
import { wordsIn, type Run } from './list';
import { wordsOf } from './rows';
import type { Case } from './service';

/**
 * How a run ended:
 * - complete: all records, once, in order, and not a word;
 * - noise: all records, and a hint nevertheless;
 * - loud: an error, an error item or a hint says that something is wrong;
 * - unknowable: something is wrong, but no client could tell;
 * - silent: something is wrong, and nobody is told.
 */
export const OUTCOMES = ['complete', 'noise', 'loud', 'unknowable', 'silent'] as const;
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

/** Judges a run by what was in the list of the service. An honest service has to be read complete. */
export function judge(of: Case, run: Run): Verdict {
	const verdict = judgeAny(of, run);
	const { outcome, wrong } = verdict;
	if (outcome === 'complete' || wrong !== undefined || !isHonest(of)) return verdict;
	return { ...verdict, wrong: `an honest service ends ${outcome}` };
}

function judgeAny(of: Case, run: Run): Verdict {
	const gave = inShort(run);
	if (run.list.isEndless) return { outcome: 'silent', wrong: 'reads without end', gave };
	const got = run.rows.map((row) => wordsOf(row));
	const isFailed = run.errorItems.length > 0 || run.error !== undefined;
	const fault = faultIn(got, truthOf(of, run));
	if (isFailed || (fault !== undefined && run.hints.length > 0)) return { outcome: 'loud', gave };
	if (run.hints.length > 0) return { outcome: 'noise', gave };
	const complaint = complaintOf(of, run);
	if (complaint !== undefined) return { outcome: 'silent', wrong: fault ?? complaint, gave };
	if (fault === undefined) return { outcome: 'complete', gave };
	const why = gaveWhatCame(of, run, got) ? unknowableReason(of, run) : undefined;
	if (why !== undefined) return { outcome: 'unknowable', why, gave };
	return { outcome: 'silent', wrong: fault, gave };
}

/** Whether a run gave the records that it was sent, and no others. If not, the service is not to blame. */
function gaveWhatCame({ reading }: Case, { list }: Run, got: readonly string[]): boolean {
	const sent = list.answers.flatMap(({ places }) => wordsIn(list, places));
	const [given, known] = [new Set(got), new Set(sent)];
	const isCut = got.length >= (reading.limit ?? Infinity);
	const isWhole = isCut || sent.every((words) => given.has(words));
	return isWhole && got.length <= sent.length && got.every((words) => known.has(words));
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
