import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { entryId, type NamedEntry, namedEntry, PAGINATION } from '../../shared/reading';
import { DescribedError, type Notice, isObject } from '../../shared/base';
import {
	daysIn,
	edgeText,
	onlyInNode,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
	periodText,
	type PeriodUnit,
	RECORDS,
	splitPeriod,
} from '../../shared/form';
import { type RequestPlan, type Slice, type SlicesPlan, withBody } from '../../shared/run';
import { asBefore } from './comparison';

/** The most periods that a Date Range may be split into, and the least days of each. */
const MOST_PARTS = 1000;
const LEAST_DAYS: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 28 };

/** An entry of the field One Row Per. */
interface Unit {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** The dimensions with which a report has such rows by itself. */
	readonly dimensions: readonly string[];
	/** @throws DescribedError if the plan cannot be split in this way */
	split(plan: RequestPlan, period: Period): RequestPlan | SlicesPlan;
}

const NOTHING: Unit = {
	name: 'Nothing',
	value: 'nothing',
	description: 'Read everything at once',
	dimensions: [],
	split: (plan) => plan,
};

function periodUnit(name: string, value: PeriodUnit, dimensions: readonly string[]): Unit {
	return {
		...{ name, value, dimensions },
		description: `Read each ${value} of the Date Range separately`,
		split(plan, period) {
			const { start, end } = period;
			if (start === undefined || end === undefined) throw noPeriodError(name);
			const whole = { start, end };
			const days = daysIn(whole);
			if (days > MOST_PARTS * LEAST_DAYS[value]) throw tooManyError(name, days);
			const parts = splitPeriod(whole, value);
			const marked = withUseful(plan, PERIOD_MARKS);
			return { label: name, slicesOf: () => parts.map((part) => periodSlice(marked, part)) };
		},
	};
}

const PERIOD_MARKS = ['period_start', 'period_end'];

function periodSlice(plan: RequestPlan, part: Required<Period>): Slice {
	const before = periodBefore(part);
	return {
		name: periodText(part),
		mark: { period_start: edgeText(part.start, 'start'), period_end: edgeText(part.end, 'end') },
		plan: {
			...plan,
			request: withBody(plan.request, periodBody(part)),
			compare: plan.compare && before && { ...plan.compare, ...asBefore(before) },
		},
	};
}

/** A list of a project whose entries are the values of a filter (public). */
interface EntryList {
	readonly name: string;
	/** One entry, as the API names it in its fields: `topic` in `topic_id`. */
	readonly singular: string;
	/** The last step of its path, and the name under which its entries may arrive. */
	readonly plural: string;
	/** Its entries in a sentence, where that is not its path. */
	readonly entries?: string;
	/** The filter that takes its IDs. */
	readonly filter: string;
	readonly dimensions: readonly string[];
}

function entryUnit(list: EntryList): Unit {
	const { name, singular, plural, filter, dimensions } = list;
	return {
		...{ name, value: singular, dimensions },
		description: `Read each ${name} of the project separately`,
		split(plan) {
			const body = isObject(plan.request.body) ? plan.request.body : {};
			const { filters = {}, project_id: projectId } = body;
			if (!isObject(filters) || Object.hasOwn(filters, filter)) throw filterError(list);
			const marked = withUseful(plan, [`${singular}_id`, `${singular}_name`]);
			return {
				label: name,
				entries: {
					...{ shape: 'list', paging: PAGINATION, limit: Infinity, output: RECORDS },
					request: {
						...{ api: 'geo', effect: 'read', method: 'POST' },
						path: `/v2/geo/business/${plural}`,
						body: { project_id: projectId ?? null },
					},
					names: [plural, `${singular}s`],
					noList: noListError(list),
				},
				noticeOn: (entries) => leftOutNotice(entries, list),
				slicesOf: (entries) =>
					entriesOf(entries, list).map(({ id, name: entry }) => ({
						name: entry,
						mark: { [`${singular}_id`]: id, [`${singular}_name`]: entry },
						plan: {
							...marked,
							request: withBody(plan.request, { filters: { ...filters, [filter]: being(id) } }),
						},
					})),
			};
		},
	};
}

/** A filter for one value (public). */
function being(value: number | string): JsonObject {
	return { condition: 'AND', items: [{ operator: 'is', value }] };
}

/**
 * Entries that cannot be filtered by, because the others have an ID and they have not. If none has
 * one, the service may know them by their names.
 */
function withoutId(entries: readonly JsonValue[], { singular }: EntryList): readonly JsonValue[] {
	const nameless = entries.filter((entry) => entryId(entry, singular) === undefined);
	return nameless.length === entries.length ? [] : nameless;
}

/** What to say of entries that were left out. */
function leftOutNotice(entries: readonly JsonValue[], list: EntryList): Notice | undefined {
	const names = withoutId(entries, list).map((entry) => namedEntry(entry, list.singular)?.name);
	const known = names.filter((name) => name !== undefined);
	if (known.length === 0) return undefined;
	return {
		message: `These are missing here: ${known.join(', ')}.`,
		details: 'One Row Per: The service returned no ID for them.',
		audience: 'reader',
	};
}

/** Each entry once. */
function entriesOf(all: readonly JsonValue[], list: EntryList): NamedEntry[] {
	const nameless = new Set(withoutId(all, list));
	const isLeftOut = (entry: JsonValue) =>
		nameless.has(entry) && namedEntry(entry, list.singular) !== undefined;
	const entries = all.filter((entry) => !isLeftOut(entry));
	const found = entries.map((entry) => namedEntry(entry, list.singular));
	if (found.includes(undefined)) throw namelessError(list);
	const named = found.filter((entry) => entry !== undefined);
	return [...new Map(named.map((entry) => [entry.id, entry])).values()];
}

/** The plan with the marks among the most useful fields. */
function withUseful(plan: RequestPlan, marks: readonly string[]): RequestPlan {
	const { output } = plan;
	return { ...plan, output: { ...output, useful: [...marks, ...output.useful] } };
}

const UNITS: readonly Unit[] = [
	entryUnit({
		...{ name: 'AI Platform', singular: 'platform', plural: 'models', filter: 'platform' },
		entries: 'AI platforms',
		dimensions: ['model', 'models', 'platform', 'platforms'],
	}),
	periodUnit('Day', 'day', ['date', 'day']),
	entryUnit({
		...{ name: 'Market', singular: 'market', plural: 'markets', filter: 'markets' },
		dimensions: ['market', 'markets'],
	}),
	periodUnit('Month', 'month', ['month']),
	NOTHING,
	entryUnit({
		...{ name: 'Topic', singular: 'topic', plural: 'topics', filter: 'topics' },
		dimensions: ['topic', 'topics'],
	}),
	periodUnit('Week', 'week', ['week']),
];

const ONE_ROW_PER: INodeProperties = {
	displayName: 'One Row Per',
	name: 'oneRowPer',
	type: 'options',
	options: UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Read the records separately for each day, week, month, AI platform, market or topic. Each record says which one it belongs to, in period_start and period_end or in fields such as topic_id and topic_name. Limit, Sort and Compare with Previous Period apply to each one separately. Days, weeks and months need a Date Range, which may cut the first and the last one short; weeks start on Monday. Each one takes a request or more per project: a year by day takes 365.',
};

/** The option for what to split a read into, each part marked. */
export const SLICES_OPTION: INodeProperties = onlyInNode(ONE_ROW_PER);

/**
 * A plan in slices, if the user wants that.
 *
 * @param plan what would be read at once
 * @param dimensions those of a report
 * @throws DescribedError if the plan cannot be split, or a dimension does the same
 */
export function withSlices(
	plan: RequestPlan,
	parameters: Parameters,
	period: Period,
	dimensions: readonly string[] = [],
): RequestPlan | SlicesPlan {
	const unit = parameters.options.choice(ONE_ROW_PER, UNITS);
	const twice = dimensions.find((name) => unit.dimensions.includes(name.trim().toLowerCase()));
	if (twice !== undefined) throw twiceError(unit, twice);
	return unit.split(plan, period);
}

function twiceError({ name }: Unit, dimension: string): DescribedError {
	return new DescribedError(
		`The report has one row per ${name} already, by the dimension ${dimension}`,
		`Remove 'One Row Per' from 'Options': a single request is enough. Or remove ${dimension} from 'Dimensions'.`,
	);
}

function noPeriodError(name: string): DescribedError {
	return new DescribedError(
		`There is no period to split by ${name}`,
		"Choose a 'Date Range' with a start and an end, or remove 'One Row Per' from 'Options'.",
	);
}

function tooManyError(name: string, days: number): DescribedError {
	return new DescribedError(
		`The 'Date Range' has ${days} days, too many for 'One Row Per' ${name}`,
		`It can be split into ${MOST_PARTS} parts at most. Choose a shorter 'Date Range', or a longer period in 'One Row Per'.`,
	);
}

function filterError({ name, filter }: EntryList): DescribedError {
	return new DescribedError(
		`'One Row Per' ${name} and the filters both set ${filter}`,
		`Remove ${filter} from 'Filters' and 'Filters (JSON)', or remove 'One Row Per' from 'Options'.`,
	);
}

function noListError({ name, plural, entries = plural }: EntryList): DescribedError {
	return new DescribedError(
		`The service returned no list of ${entries}, so there is nothing to read for each ${name}`,
		"Remove 'One Row Per' from 'Options', and use 'Filters' with a value that you know.",
	);
}

function namelessError({ name, plural, entries = plural }: EntryList): DescribedError {
	return new DescribedError(
		`Some of the ${entries} that the service returned have no name or ID that the node recognizes`,
		`The node cannot read what belongs to each ${name}. Remove 'One Row Per' from 'Options', and use 'Filters' with a value that you know.`,
	);
}
