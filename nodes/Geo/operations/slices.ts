import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject } from '../../shared/base';
import {
	edgeText,
	filterOf,
	onlyInNode,
	type Parameters,
	type Period,
	periodBody,
	periodText,
	type PeriodUnit,
	RECORDS,
	splitPeriod,
} from '../../shared/form';
import {
	FILTER_LISTS,
	type FilterList,
	listRequest,
	type NamedEntry,
	namedEntries,
} from '../../shared/projects';
import { type RequestPlan, type Slices, withBody } from '../../shared/run';
import { otherForPart } from './comparison';

/** The most periods that a Date Range may be split into. */
const MOST_PARTS = 1000;

/** An entry of the field One Row Per. */
interface Unit {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** @throws DescribedError if the plan cannot be split in this way */
	split(plan: RequestPlan, period: Period, parameters: Parameters): RequestPlan;
}

const NOTHING: Unit = {
	name: 'Nothing',
	value: 'nothing',
	description: 'Read everything at once',
	split: (plan) => plan,
};

function periodUnit(name: string, value: PeriodUnit): Unit {
	return {
		name,
		value,
		description: `Read each ${value} of the Date Range separately`,
		split(plan, { start, end }, parameters) {
			if (start === undefined || end === undefined) throw noPeriodError(name);
			if (end.diff(start).as(value) > MOST_PARTS) throw tooManyError(name);
			// Worked out before anything is asked for: it may not be possible.
			const slices = splitPeriod({ start, end }, value).map((part) => ({
				name: periodText(part),
				mark: {
					period_start: edgeText(part.start, 'start'),
					period_end: edgeText(part.end, 'end'),
				},
				plan: {
					...plan,
					request: withBody(plan.request, periodBody(part)),
					compare: plan.compare && { ...plan.compare, ...otherForPart(parameters, part) },
				},
			}));
			return { ...plan, slices: { label: name, slicesOf: () => slices } };
		},
	};
}

/** @param list the entries of a project that are values of a filter (public) */
function entryUnit(name: string, list: FilterList): Unit {
	const { singular, filter } = list;
	return {
		name,
		value: singular,
		description: `Read each ${name} of the project separately`,
		split(plan) {
			const body = isObject(plan.request.body) ? plan.request.body : {};
			const { filters = {}, project_id: projectId = null } = body;
			if (!isObject(filters) || Object.hasOwn(filters, filter)) throw filterError(name, filter);
			const slices: Slices = {
				label: name,
				entries: {
					...listRequest(list, projectId),
					...{ shape: 'list', limit: Infinity, output: RECORDS },
					noList: noListError(name, list),
				},
				slicesOf: (entries) =>
					knownIn(entries, list).map(({ id, name: entry }) => ({
						name: entry,
						mark: { [`${singular}_id`]: id, [`${singular}_name`]: entry },
						plan: {
							...plan,
							request: withBody(plan.request, {
								filters: { ...filters, [filter]: filterOf([{ operator: 'is', value: id }]) },
							}),
						},
					})),
			};
			return { ...plan, slices };
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
	if (known.length < entries.length) throw namelessError(list);
	return [...new Map(known.map((entry) => [entry.id, entry])).values()];
}

const UNITS: readonly Unit[] = [
	entryUnit('AI Platform', FILTER_LISTS.model),
	periodUnit('Day', 'day'),
	entryUnit('Market', FILTER_LISTS.market),
	periodUnit('Month', 'month'),
	NOTHING,
	entryUnit('Topic', FILTER_LISTS.topic),
	periodUnit('Week', 'week'),
];

const ONE_ROW_PER: INodeProperties = {
	displayName: 'One Row Per',
	name: 'oneRowPer',
	type: 'options',
	options: UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Read the records separately for each day, week, month, AI platform, market or topic. Each record says which one it belongs to, in period_start and period_end or in fields such as topic_id and topic_name. Limit, Sort and Compare With apply to each one separately. Days, weeks and months need a Date Range, which may cut the first and the last one short; weeks start on Monday. Each one takes a request or more per project: a year by day takes 365.',
};

/** The option for what to split a read into, each part marked. */
export const SLICES_OPTION: INodeProperties = onlyInNode(ONE_ROW_PER);

/**
 * A plan in slices, if the user wants that.
 *
 * @param plan what would be read at once
 * @throws DescribedError if the plan cannot be split
 */
export function withSlices(plan: RequestPlan, parameters: Parameters, period: Period): RequestPlan {
	return parameters.options.choice(ONE_ROW_PER, UNITS).split(plan, period, parameters);
}

function noPeriodError(name: string): DescribedError {
	return new DescribedError(
		`There is no period to split by ${name}`,
		"Choose a 'Date Range' with a start and an end, or remove 'One Row Per' from 'Options'.",
	);
}

function tooManyError(name: string): DescribedError {
	return new DescribedError(
		`The 'Date Range' is too long for 'One Row Per' ${name}`,
		`It can be split into ${MOST_PARTS} parts at most. Choose a shorter 'Date Range', or a longer period in 'One Row Per'.`,
	);
}

function filterError(name: string, filter: string): DescribedError {
	return new DescribedError(
		`'One Row Per' ${name} and the filters both set ${filter}`,
		`Remove ${filter} from 'Filters' and 'Filters (JSON)', or remove 'One Row Per' from 'Options'.`,
	);
}

const NO_ENTRIES =
	"Remove 'One Row Per' from 'Options', and use 'Filters' with a value that you know.";

function noListError(name: string, { entries }: FilterList): DescribedError {
	return new DescribedError(
		`The service returned no list of ${entries}, so there is nothing to read for each ${name}`,
		NO_ENTRIES,
	);
}

function namelessError({ entries }: FilterList): DescribedError {
	return new DescribedError(
		`Some of the ${entries} that the service returned have no name or ID that the node recognizes`,
		NO_ENTRIES,
	);
}
