import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject } from '../../shared/base';
import {
	type DescribedName,
	edgeTexts,
	filterOf,
	isClosed,
	onlyInNode,
	type Parameters,
	type Period,
	periodText,
	type PeriodUnit,
	RECORDS,
	splitPeriod,
} from '../../shared/form';
import {
	distinct,
	FILTER_LISTS,
	type FilterList,
	listRequest,
	type NamedEntry,
	namedEntries,
} from '../../shared/projects';
import { type RequestPlan, type Slices, withBody } from '../../shared/run';

/** The most periods that a Date Range may be split into. */
const MOST_PARTS = 1000;

/** Gives what is read of the period, or of a part of it. */
type PlanOf = (part: Period) => RequestPlan;

/** An entry of the field One Row Per. */
interface Unit extends DescribedName {
	/** @throws DescribedError if the read cannot be split in this way */
	readonly split?: (plan: RequestPlan, period: Period, planOf: PlanOf) => Slices;
	/** The dimension by which a report has a row for each part. */
	readonly dimension?: string;
}

const NOTHING: Unit = {
	name: 'Nothing',
	value: 'nothing',
	description: 'Read everything at once',
};

function periodUnit(name: string, value: PeriodUnit): Unit {
	return {
		name,
		value,
		description: `Read each ${value} of the Date Range separately`,
		split(_plan, period, planOf) {
			if (!isClosed(period)) {
				throw new DescribedError(
					`There is no period to split by ${name}`,
					"Choose a 'Date Range' with a start and an end, or remove 'One Row Per' from 'Options'.",
				);
			}
			if (period.end.diff(period.start).as(value) > MOST_PARTS) {
				throw new DescribedError(
					`The 'Date Range' is too long for 'One Row Per' ${name}`,
					`It can be split into ${MOST_PARTS} parts at most. Choose a shorter 'Date Range', or a longer period in 'One Row Per'.`,
				);
			}
			// Worked out before anything is asked for: it may not be possible.
			const slices = splitPeriod(period, value).map((part) => {
				const { start: period_start, end: period_end } = edgeTexts(part);
				return { name: periodText(part), mark: { period_start, period_end }, plan: planOf(part) };
			});
			return { label: name, slicesOf: () => slices };
		},
	};
}

/**
 * @param list the entries of a project that are values of a filter (public)
 * @param dimension that of reports for the same (public)
 */
function entryUnit(name: string, list: FilterList, dimension: string): Unit {
	const { singular, filter } = list;
	return {
		name,
		dimension,
		value: singular,
		description: `Read each ${name} of the project separately`,
		split(plan) {
			const body = isObject(plan.request.body) ? plan.request.body : {};
			const { filters = {}, project_id: projectId = null } = body;
			if (!isObject(filters) || Object.hasOwn(filters, filter)) {
				throw new DescribedError(
					`'One Row Per' ${name} and the filters both set ${filter}`,
					`Remove ${filter} from 'Filters' and 'Filters (JSON)', or remove 'One Row Per' from 'Options'.`,
				);
			}
			const planFor = (id: JsonValue): RequestPlan => {
				const own = { [filter]: filterOf([{ operator: 'is', value: id }]) };
				return { ...plan, request: withBody(plan.request, { filters: { ...filters, ...own } }) };
			};
			return {
				label: name,
				entries: {
					...listRequest(list, projectId),
					shape: 'list',
					limit: Infinity,
					output: RECORDS,
					noList: unusable(
						`The service returned no list of ${list.entries}, so there is nothing to read for each ${name}`,
					),
				},
				slicesOf: (entries) =>
					knownIn(entries, list).map(({ id, name: entry }) => ({
						name: entry,
						mark: { [`${singular}_id`]: id, [`${singular}_name`]: entry },
						plan: planFor(id),
					})),
			};
		},
	};
}

/**
 * The entries to filter by, each once.
 *
 * @throws DescribedError if one has neither name nor ID
 */
function knownIn(entries: readonly JsonValue[], list: FilterList): NamedEntry[] {
	const known = namedEntries(entries, list);
	if (known.length < entries.length) {
		throw unusable(
			`Some of the ${list.entries} that the service returned have no name or ID that the node recognizes`,
		);
	}
	return distinct(known);
}

function unusable(message: string): DescribedError {
	return new DescribedError(
		message,
		"Remove 'One Row Per' from 'Options', and use 'Filters' with a value that you know.",
	);
}

const UNITS: readonly Unit[] = [
	entryUnit('AI Platform', FILTER_LISTS.model, 'model'),
	periodUnit('Day', 'day'),
	entryUnit('Market', FILTER_LISTS.market, 'market'),
	periodUnit('Month', 'month'),
	NOTHING,
	entryUnit('Topic', FILTER_LISTS.topic, 'topic'),
	periodUnit('Week', 'week'),
];

/** The option for what to split a read into, each part marked. */
export const SLICES_OPTION: INodeProperties = onlyInNode({
	displayName: 'One Row Per',
	name: 'oneRowPer',
	type: 'options',
	options: UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Read the records separately for each day, week (from Monday), month, AI platform, market or topic. Each record says which, in fields such as period_start or topic_name. Limit, Sort and Compare With apply to each. Days, weeks and months need a Date Range, which may cut the first and the last one short. Each takes a request or more per project: a year by day takes 365.',
});

/**
 * What is read, in slices if the user wants that.
 *
 * @param dimensions those of a report: if the slices are by the only one, each has one row of it
 * @throws DescribedError if it cannot be split
 */
export function withSlices(
	parameters: Parameters,
	period: Period,
	planOf: PlanOf,
	dimensions: readonly string[],
): RequestPlan {
	const { dimension, split } = parameters.options.choice(SLICES_OPTION, UNITS);
	const plan = planOf(period);
	if (dimension !== undefined && dimensions.join() === dimension) {
		return plan.isLimitOfAll === true ? plan : { ...plan, limit: Infinity };
	}
	return split === undefined ? plan : { ...plan, slices: split(plan, period, planOf) };
}
