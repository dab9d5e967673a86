import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isLack, isObject, missingBy, type Notice, noticeAbout } from '../base';
import {
	comparedNotices,
	comparePeriods,
	type Comparison,
	figureNameIn,
	type Marked,
	otherPeriodText,
	sortRecords,
} from '../compare';
import type { ListResult } from '../reading';
import { expand, requestsOf } from './expand';
import { inPlace, noticesIn, projectMark, shapeEntries } from './marks';
import { isRaw, type Reads } from './reads';
import type { Leaf, Outcome, Plan, RequestPlan, Result } from './types';

/** What a leaf gives. */
interface LeafOutcome extends Outcome<Marked> {
	readonly leaf: Leaf;
	/** What was read, compared if that is wanted, before it is sorted and limited. */
	readonly read: readonly JsonValue[];
	/** With what it was compared, if it was. */
	readonly comparison?: Comparison;
}

/**
 * Reads what a plan asks for, or makes its call. All that is to be read is known before the first of
 * it is, and the gate of the client alone decides when each request goes out. The records of each leaf
 * are compared, sorted and limited, then all of them put in the form that the user chose.
 *
 * @throws DescribedError if the projects are not to be found; unless the others are to go on, of
 * whatever fails first
 */
export async function readPlan(plan: Plan, reads: Reads): Promise<Result> {
	const { leaves, errors, notices } = await expand(plan, reads);
	const outcomes = await Promise.all(leaves.map((leaf) => readLeaf(leaf, reads)));
	const first = leaves[0]?.plan;
	const all =
		first !== undefined && isOneList(first) ? inOneOrder(outcomes, first) : joined(outcomes);
	const comparisons = outcomes.flatMap(({ comparison }) => comparison ?? []);
	const told = [...notices, ...all.notices];
	const isNone = all.total === 0 && errors.length + all.errors.length === 0 && !told.some(isLack);
	return {
		...{ ...all, plan: first, comparison: comparisons[0] },
		records: first === undefined ? [] : shapeEntries(all.records, first.output),
		errors: [...errors, ...all.errors],
		notices: [
			...[...told, ...aboutSameRecords(outcomes)],
			...comparedNotices(comparisons),
			...(isNone && leaves.some(hasFilters) ? [NONE_MATCHES] : []),
		],
	};
}

/** Whether the user has set filters. One Row Per has some of its own, and a call any at all. */
function hasFilters({ plan, slice }: Leaf): boolean {
	const { request, namedFilters } = plan;
	const filters = isObject(request.body) ? request.body.filters : undefined;
	const isSet = isObject(filters) && Object.keys(filters).length > 0;
	return slice === undefined && namedFilters !== undefined && isSet;
}

const NONE_MATCHES: Notice = {
	message: 'No record matches the filters.',
	details: 'A record has to match all of them, and a number such as Rank exactly.',
};

/** Reads a leaf, both periods side by side where there are two, and takes all steps for it. */
async function readLeaf(leaf: Leaf, reads: Reads): Promise<LeafOutcome> {
	const [request, earlier] = requestsOf(leaf.plan);
	const [now, before] = await Promise.all([
		readPeriod(leaf, request, reads),
		earlier && readPeriod(leaf, earlier, reads, periodBefore(leaf.plan)),
	]);
	return outcomeOf(leaf, now, before);
}

/** The period that is compared with, in words. */
function periodBefore({ compare }: RequestPlan): string {
	return compare === undefined ? '' : otherPeriodText(compare);
}

/**
 * Reads one period of a leaf. An error stands beside the records that came before it.
 *
 * @param other the period that is compared with, if it is that one
 * @throws the error with its place, unless the others are to go on
 */
async function readPeriod(
	leaf: Leaf,
	request: RequestPlan,
	reads: Reads,
	other?: string,
): Promise<ListResult> {
	const list = await reads.sortable(request);
	const { error, pages } = list;
	if (error === undefined) return list;
	const rest = pages.length > 0 ? missingBy(error) : undefined;
	const part = other === undefined ? rest : 'The comparison period';
	return { ...list, error: reads.settled(inPlace(error, leaf, part, other)) };
}

/**
 * The records of a leaf after all steps, with their marks. They are compared only if both periods were
 * read: rows that are compared with a part of the others would show changes that there are not.
 */
function outcomeOf(leaf: Leaf, now: ListResult, before?: ListResult): LeafOutcome {
	const { plan } = leaf;
	const { compare, limit } = plan;
	const { records: read, pages, total = 0, isCut = false, isOpen = false } = now;
	const errors = [now, before].flatMap((list) => list?.error ?? []).slice(0, 1);
	const isCompared = compare !== undefined && before !== undefined && errors.length === 0;
	const compared = isCompared ? comparePeriods(read, before.records, compare) : undefined;
	const rows = compared?.rows ?? unmarked(read);
	const { records, notices } = sorted(rows, plan, now, isCompared);
	const entries = isRaw(plan) ? unmarked(pages) : records.slice(0, limit);
	const outer = { ...projectMark(leaf), ...leaf.slice?.mark, ...(isCompared && daysIn(leaf)) };
	return {
		...{
			leaf,
			read: rows.map(({ value }) => value),
			isOpen,
			errors,
			comparison: isCompared ? compare : undefined,
		},
		records: entries.map(({ value, mark }) => ({ value, mark: { ...outer, ...mark } })),
		total: compare === undefined ? Math.max(total, read.length) : rows.length,
		isCut: isCut || rows.length > limit,
		notices: [
			...[...noticesIn(toldOf(plan, now, before), leaf), ...(compared?.notices ?? [])],
			...notices,
		],
	};
}

/** With which days a day, week or month was compared. */
function daysIn({ plan, slice }: Leaf): JsonObject {
	if (plan.compare === undefined || slice?.mark.period_start === undefined) return {};
	const { start, end } = plan.compare.otherDays;
	return { compared_start: start, compared_end: end };
}

/** What the service has said, about the period before only what it has not said about both. */
function toldOf(plan: RequestPlan, now: ListResult, before?: ListResult): Notice[] {
	const said = now.notices.filter(({ kind }) => kind === 'note').map(({ message }) => message);
	const others = before?.notices.filter(({ message }) => !said.includes(message)) ?? [];
	return [...now.notices, ...others.map((notice) => noticeAbout(notice, periodBefore(plan)))];
}

/** The rows in the order of Sort. What a comparison adds is not there if nothing was compared. */
function sorted(
	rows: readonly Marked[],
	plan: RequestPlan,
	{ isCut = false, error }: ListResult,
	isCompared: boolean,
) {
	const isThere = isCompared || plan.compare === undefined;
	const by = (plan.sort ?? []).filter(({ field }) => isThere || figureNameIn(field) === undefined);
	if (by.length === 0) return { records: rows, notices: [] };
	return sortRecords(rows, by, !isCut && error === undefined && !isRaw(plan));
}

/** Values without a mark. */
function unmarked(values: readonly JsonValue[]): Marked[] {
	return values.map((value) => ({ value, mark: NO_MARK }));
}

const NO_MARK: Marked['mark'] = {};

/** Whether the records of all leaves are put in one order, with one limit if there is one. */
export function isOneList(plan: RequestPlan): boolean {
	return plan.isLimitOfAll === true && !isRaw(plan);
}

/** The records of all leaves that come first in the order of Sort, or else in that of the leaves. */
function inOneOrder(
	outcomes: readonly LeafOutcome[],
	{ sort = [], limit }: RequestPlan,
): Outcome<Marked> {
	const all = joined(outcomes);
	const { records } = sortRecords(all.records, sort, true);
	return {
		...{ ...all, records: records.slice(0, limit) },
		isCut: all.isCut || records.length > limit,
	};
}

/** Several outcomes as one. How many records there are is known only if it is for each of them. */
export function joined<Row>(outcomes: ReadonlyArray<Outcome<Row>>): Outcome<Row> {
	// Several times as quick as `flatMap` for 100,000 records.
	const all: Row[] = [];
	for (const { records } of outcomes) for (const record of records) all.push(record);
	return {
		records: all,
		total: outcomes.reduce((sum, { total }) => sum + total, 0),
		isCut: outcomes.some(({ isCut }) => isCut),
		isOpen: outcomes.some(({ isOpen }) => isOpen),
		errors: outcomes.flatMap(({ errors }) => errors),
		notices: outcomes.flatMap(({ notices }) => notices),
	};
}

/** The least records that say something: projects may share a single one by chance, such as the row of a report in which nothing was counted. */
const LEAST = { ofProjects: 2, ofSlices: 1 };

/**
 * What to say where all projects, or all slices of one, have the same records, as if the service did
 * not look at what they differ in.
 */
function aboutSameRecords(outcomes: readonly LeafOutcome[]): Notice[] {
	const projects = [...new Set(outcomes.map(({ leaf }) => leaf.project))].map((project) =>
		outcomes.filter(({ leaf }) => leaf.project === project),
	);
	const { slice, plan } = outcomes[0]?.leaf ?? {};
	const whole = projects.filter((slices) => slices.every(({ errors }) => errors.length === 0));
	const ofProjects = whole.map((slices) => slices.flatMap(({ read }) => read));
	const ofSlices = projects.map((slices) => slices.map(({ read }) => read));
	const areSlicesSame = ofSlices.some((lists) => areAllSame(lists, LEAST.ofSlices));
	const areProjectsSame = plan?.isShared !== true && areAllSame(ofProjects, LEAST.ofProjects);
	return [
		...(areSlicesSame ? [sameFor(`each ${slice?.label ?? ''}`)] : []),
		...(areProjectsSame ? [sameFor('all projects')] : []),
	];
}

const sameFor = (which: string): Notice => ({
	message: `The records are the same for ${which}.`,
	details: 'The service may not be able to return them separately.',
	audience: 'reader',
});

/** Whether there are several lists, all with the same values in the same order. */
function areAllSame(lists: ReadonlyArray<readonly JsonValue[]>, least: number): boolean {
	const [first = [], ...others] = lists;
	const isSame = (list: readonly JsonValue[]) =>
		list.length === first.length &&
		list.every((value, at) => JSON.stringify(value) === JSON.stringify(first[at]));
	return first.length >= least && others.length > 0 && others.every(isSame);
}

/**
 * What to say of fields that the user has selected and that are empty in all records, as a misspelt
 * name is.
 *
 * @param records all records of a run, in the form that the user chose
 */
export function emptyFieldsNotice(
	records: readonly JsonObject[],
	fields: readonly string[],
): Notice | undefined {
	if (records.length === 0) return undefined;
	const empty = fields.filter((name) => records.every((record) => (record[name] ?? null) === null));
	if (empty.length === 0) return undefined;
	const message = `No record has a value in ${empty.map((name) => `'${name}'`).join(', ')}.`;
	const details = "Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.";
	return { message, details };
}
