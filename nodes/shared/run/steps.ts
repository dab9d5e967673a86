import type { JsonValue } from 'n8n-workflow';
import { fieldPaths, groupedBy, isObject, missingBy, type Notice, noticeAbout } from '../base';
import {
	comparedNotices,
	comparePeriods,
	figureNameIn,
	type Marked,
	mayLackFirst,
	MOST_SORTED,
	otherPeriodText,
	type SortBy,
	sortRecords,
	UNSORTED,
} from '../compare';
import type { ListResult } from '../reading';
import { expand, withBody } from './expand';
import { inPlace, noticesIn, projectMark, shapeEntries } from './marks';
import type { Reads } from './reads';
import type { Leaf, Outcome, Plan, RequestPlan, Result } from './types';

interface LeafOutcome extends Outcome<Marked> {
	readonly leaf: Leaf;
	/** All records, compared if that is wanted, before sorting and limiting. */
	readonly read: readonly JsonValue[];
}

/**
 * Reads a plan, or makes its call. All leaves start together; the gate of the client alone decides when
 * each request goes out. Each leaf compares, sorts and limits its records; then all are shaped as the user
 * chose.
 *
 * @throws DescribedError if it finds no projects; the first error of a leaf, unless the others are to go on
 */
export async function readPlan(plan: Plan, reads: Reads): Promise<Result> {
	const { leaves, errors, notices } = await expand(plan, reads);
	const outcomes = await Promise.all(leaves.map((leaf) => readLeaf(leaf, reads)));
	const all = joined([{ ...NOTHING, errors, notices }, ...outcomes]);
	const first = leaves[0]?.plan;
	if (first === undefined) return { ...all, records: [] };
	const { records, isCut } = isOneList(first) ? inOneOrder(all, first) : all;
	return {
		...all,
		names: first.output.mode === 'selected' ? pathsIn(records) : undefined,
		records: shapeEntries(records, first.output),
		isCut,
		notices: [
			...all.notices,
			...aboutSameRecords(outcomes),
			...comparedNotices(outcomes.flatMap(({ comparison }) => comparison ?? [])),
		],
		plan: first,
	};
}

/** Returns the names or paths of all fields in records. */
function pathsIn(records: readonly Marked[]): string[] {
	return [...new Set(records.flatMap(({ value }) => (isObject(value) ? fieldPaths(value) : [])))];
}

/**
 * Reads a leaf, both periods side by side where there are two, and takes all steps for it.
 *
 * @throws the error with its place, unless the others are to go on
 */
async function readLeaf(leaf: Leaf, reads: Reads): Promise<LeafOutcome> {
	const [request, earlier] = requestsOf(leaf.plan);
	const own = reads.list(request);
	const other = earlier && reads.list(earlier);
	const first = await own;
	const now = mayLackOthers(first, request) ? await wholeList(first, request, reads) : first;
	// An error of the period itself is thrown at once, before one of the other period.
	const failed = errorIn(leaf, now);
	const ownError = failed && reads.settled(failed, leaf);
	const before = await other;
	const error = ownError ?? errorIn(leaf, now, before);
	return outcomeOf(leaf, now, before, error && reads.settled(error, leaf));
}

/** Fewer records than these hardly show whether they come in the order of Sort. */
const LEAST_SORTED = 10;

/** Returns the requests of a plan: its own and, if two periods are compared, that for the other one. */
export function requestsOf(plan: RequestPlan): readonly [RequestPlan, ...RequestPlan[]] {
	const { request, compare, limit } = plan;
	const least = sortOf(plan).length > 0 ? LEAST_SORTED : 0;
	if (compare === undefined) return [{ ...plan, limit: Math.max(limit, least) }];
	// With a limit, a row could miss the one that it is compared with.
	const now = { ...plan, limit: Infinity };
	return [now, { ...now, request: withBody(request, compare.body) }];
}

/** Whether the first records in the order of Sort may be beyond the limit. */
function mayLackOthers({ records, isCut }: ListResult, plan: RequestPlan): boolean {
	const sort = sortOf(plan);
	return isCut === true && sort.length > 0 && mayLackFirst(records, sort);
}

/** Reads all of a list that a limit has cut, unless that is too long or fails. */
async function wholeList(list: ListResult, plan: RequestPlan, reads: Reads): Promise<ListResult> {
	const isLong = plan.limit >= MOST_SORTED || (list.total ?? 0) > MOST_SORTED;
	const whole = isLong ? list : await reads.list({ ...plan, limit: MOST_SORTED });
	if (whole.isCut !== true && whole.error === undefined) return whole;
	const why =
		whole.error && `The node tried to read all records to sort them: ${whole.error.message}`;
	const told = why === undefined ? [UNSORTED] : [UNSORTED, { message: why }];
	return { ...list, notices: [...list.notices, ...told] };
}

/** Returns the error that ended a leaf, with its place. It stands beside the records until then. */
function errorIn(leaf: Leaf, now: ListResult, before?: ListResult): Error | undefined {
	const { compare } = leaf.plan;
	if (now.error !== undefined) {
		return inPlace(now.error, leaf, now.pages.length > 0 ? missingBy(now.error) : undefined);
	}
	if (before?.error === undefined || compare === undefined) return undefined;
	return inPlace(before.error, leaf, 'The comparison period', otherPeriodText(compare));
}

/**
 * Takes all steps for a leaf. It compares records only if both periods were read: rows without a
 * counterpart would show changes that did not happen.
 */
function outcomeOf(leaf: Leaf, now: ListResult, before?: ListResult, error?: Error): LeafOutcome {
	const { plan } = leaf;
	const comparison = error === undefined ? plan.compare : undefined;
	const compared = comparison && comparePeriods(now.records, before?.records ?? [], comparison);
	const rows = compared?.rows ?? unmarked(now.records);
	// Without a comparison, the fields that it adds are not there.
	const isThere = ({ field }: SortBy) =>
		comparison !== undefined || figureNameIn(field) === undefined;
	const sort = plan.compare === undefined ? plan.sort : plan.sort?.filter(isThere);
	const isWhole = now.isCut !== true && now.error === undefined && !isRaw(plan);
	const { records, notices } = sortRecords(rows, sort ?? [], isWhole);
	const entries = isRaw(plan) ? unmarked(now.pages) : records.slice(0, plan.limit);
	// Shows with which days a day, week or month was compared.
	const days = leaf.slice?.mark.period_start === undefined ? undefined : comparison?.otherDays;
	const outer = {
		...projectMark(leaf),
		...leaf.slice?.mark,
		...(days && { compared_start: days.start, compared_end: days.end }),
	};
	return {
		leaf,
		read: rows.map(({ value }) => value),
		records: entries.map(({ value, mark }) => ({ value, mark: { ...outer, ...mark } })),
		total: Math.max(now.total ?? 0, rows.length),
		isCut: now.isCut === true || rows.length > plan.limit,
		isOpen: now.isOpen === true,
		errors: error === undefined ? [] : [error],
		notices: [
			...noticesIn(toldOf(plan, now, before), leaf),
			...(compared?.notices ?? []),
			...notices,
		],
		comparison,
	};
}

/** Joins the notices; about the other period only those that are not about both. */
function toldOf({ compare }: RequestPlan, now: ListResult, before?: ListResult): readonly Notice[] {
	if (compare === undefined || before === undefined) return now.notices;
	const said = now.notices.filter(({ kind }) => kind === 'note').map(({ message }) => message);
	const others = before.notices.filter(({ message }) => !said.includes(message));
	const other = otherPeriodText(compare);
	return [...now.notices, ...others.map((notice) => noticeAbout(notice, other))];
}

/** Whole answers have no order. */
function sortOf(plan: RequestPlan): readonly SortBy[] {
	return isRaw(plan) ? [] : (plan.sort ?? []);
}

function unmarked(values: readonly JsonValue[]): Marked[] {
	return values.map((value) => ({ value, mark: NO_MARK }));
}

const NO_MARK: Marked['mark'] = {};

export function isRaw(plan?: RequestPlan): boolean {
	return plan?.output.mode === 'raw';
}

/** Whether the records of all leaves have one order, and one limit if there is one. */
export function isOneList(plan: RequestPlan): boolean {
	return plan.isLimitOfAll === true && !isRaw(plan);
}

/** Takes the first records of all leaves, in the order of Sort or else of the leaves. */
function inOneOrder({ records, isCut }: Outcome<Marked>, { sort = [], limit }: RequestPlan) {
	const sorted = sortRecords(records, sort, true);
	return { records: sorted.records.slice(0, limit), isCut: isCut || records.length > limit };
}

export const NOTHING: Outcome<never> = {
	records: [],
	total: 0,
	isCut: false,
	isOpen: false,
	errors: [],
	notices: [],
};

/** Makes one outcome of several. Its total is as certain as the least certain one. */
export function joined<Entry>(outcomes: ReadonlyArray<Outcome<Entry>>): Outcome<Entry> {
	// Several times as quick as `flatMap` for 100,000 records.
	const all: Entry[] = [];
	for (const { records } of outcomes) for (const record of records) all.push(record);
	return {
		records: all,
		total: outcomes.reduce((sum, { total }) => sum + total, 0),
		isCut: outcomes.some(({ isCut }) => isCut),
		isOpen: outcomes.some(({ isOpen }) => isOpen),
		errors: outcomes.flatMap(({ errors }) => errors),
		notices: outcomes.flatMap(({ notices }) => notices),
		comparison: outcomes.find(({ comparison }) => comparison !== undefined)?.comparison,
	};
}

/** Says that all slices of a project have the same records, as if the service ignored how they differ. */
function aboutSameRecords(outcomes: readonly LeafOutcome[]): Notice[] {
	const label = outcomes[0]?.leaf.slice?.label;
	if (label === undefined) return [];
	const areSame = [...groupedBy(outcomes, ({ leaf }) => leaf.project).values()].some((slices) => {
		const [first = [], ...others] = slices.map(({ read }) => read);
		return first.length > 0 && others.length > 0 && others.every((other) => isSame(first, other));
	});
	return areSame ? [sameFor(label)] : [];
}

function isSame(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
	if (one.length !== other.length) return false;
	return one.every((value, at) => JSON.stringify(value) === JSON.stringify(other[at]));
}

const sameFor = (label: string): Notice => ({
	message: `The records are the same for each ${label}.`,
	details: 'The service may not be able to return them separately.',
	audience: 'reader',
});
