import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject } from '../../shared/base';
import {
	type DescribedEntry,
	periodDaysOf,
	filterWithItems,
	isClosedPeriod,
	onlyInNode,
	type Parameters,
	type Period,
	readDaysBeforeMonday,
	type PeriodUnit,
	splitPeriod,
	withStartValue,
} from '../../shared/form';
import {
	distinctById,
	FILTER_LISTS,
	type FilterList,
	filterListQuery,
	type NamedEntry,
	readNamedEntries,
} from '../../shared/projects';
import { type SplitPlan, type RequestPlan, withBodyMembers } from '../../shared/run';
import { daysText } from '../../shared/table';

const MAX_PARTS = 1000;

type PlanForPeriod = (part: Period) => RequestPlan;

interface SplitUnit extends DescribedEntry {
	/** @throws DescribedError if the read cannot be split by this unit */
	readonly split?: (
		plan: RequestPlan,
		period: Period,
		planOf: PlanForPeriod,
		daysBeforeMonday: number,
	) => SplitPlan;
	/** The dimension of reports with the same meaning: `model` for AI Platform. */
	readonly dimension?: string;
}

function createPeriodUnit(name: string, value: PeriodUnit): SplitUnit {
	return {
		name,
		value,
		description: `Each ${value} of the Date Range`,
		split(_plan, period, planOf, daysBeforeMonday) {
			if (!isClosedPeriod(period)) {
				throw new DescribedError(`There is no period to split by ${name}`, {
					forPeople:
						"Choose a 'Date Range' with a start and an end, or remove 'Split By' from 'Options'.",
					forModel: "Give 'Date Range' a start and an end.",
				});
			}
			if (period.end.diff(period.start).as(value) > MAX_PARTS) {
				throw new DescribedError(
					`The 'Date Range' is too long for 'Split By' ${name}`,
					`It can be split into ${MAX_PARTS} parts at most. Choose a shorter 'Date Range' or longer parts.`,
				);
			}
			// Planning a part can fail, so all parts are planned before the first request.
			const parts = splitPeriod(period, value, daysBeforeMonday).map((part) => {
				const days = periodDaysOf(part);
				const own = { label: name, name: daysText(days), period: days, isShort: part.isShort };
				return { part: own, plan: planOf(part) };
			});
			return { label: name, createParts: () => parts };
		},
	};
}

/** Splits a read by the values of a filter, such as all topics. `dimension` is its name in reports (public docs). */
function createEntryUnit(name: string, list: FilterList, dimension: string): SplitUnit {
	const { singular, filter } = list;
	return {
		name,
		dimension,
		value: singular,
		description: `Each ${name} of the project`,
		split(plan) {
			const body = isObject(plan.request.body) ? plan.request.body : {};
			const { filters = {}, project_id: projectId = null } = body;
			if (!isObject(filters) || Object.hasOwn(filters, filter)) {
				throw new DescribedError(`'Split By' ${name} and the filters both set ${filter}`, {
					forPeople: `Remove ${filter} from 'Filters' and 'Filters (JSON)', or remove 'Split By' from 'Options'.`,
					forModel: `Leave ${filter} out of 'Where', or ${name} out of 'By'.`,
				});
			}
			const planFor = (id: JsonValue): RequestPlan => {
				const own = { [filter]: filterWithItems([{ operator: 'is', value: id }]) };
				return {
					...plan,
					request: withBodyMembers(plan.request, { filters: { ...filters, ...own } }),
				};
			};
			return {
				label: name,
				entriesQuery: filterListQuery(list, projectId),
				noEntriesError: unusableListError(
					`The service returned no list of ${list.label}, so there is nothing to read for each ${name}`,
				),
				createParts: (entries) =>
					checkEntries(entries, list).map(({ id, name: entry }) => ({
						part: { label: name, name: entry, entry: { singular, id } },
						plan: planFor(id),
					})),
			};
		},
	};
}

/** @throws DescribedError if an entry has neither name nor ID */
function checkEntries(entries: readonly JsonValue[], list: FilterList): NamedEntry[] {
	const known = readNamedEntries(entries, list);
	if (known.length < entries.length) {
		throw unusableListError(
			`Some of the ${list.label} that the service returned have no name or ID that the node recognizes`,
		);
	}
	return distinctById(known);
}

function unusableListError(message: string): DescribedError {
	return new DescribedError(message, {
		forPeople: "Remove 'Split By' from 'Options', and use 'Filters' with a value that you know.",
		forModel: "Leave it out of 'By', and use 'Where' with a value that you know.",
	});
}

const SPLIT_UNITS: readonly SplitUnit[] = [
	createEntryUnit('AI Platform', FILTER_LISTS.model, 'model'),
	createPeriodUnit('Day', 'day'),
	createEntryUnit('Market', FILTER_LISTS.market, 'market'),
	createPeriodUnit('Month', 'month'),
	{ name: 'Nothing', value: 'nothing', description: 'Read everything at once' },
	createEntryUnit('Topic', FILTER_LISTS.topic, 'topic'),
	createPeriodUnit('Week', 'week'),
];

const SPLIT_BY: INodeProperties = onlyInNode({
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	options: SPLIT_UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Reads the records for each of these, with its own Limit, Sort and Compare With. Adds fields such as period_start or topic_name.',
});

export const splitByOption = withStartValue('day', SPLIT_BY);

/**
 * Splits a read by the chosen unit. A report whose only dimension means the same needs no split: it has a row for each
 * part.
 *
 * @throws DescribedError if the read cannot be split
 */
export function splitPlan(
	parameters: Parameters,
	planOf: PlanForPeriod,
	{ period, dimensions, part }: { period: Period; dimensions: readonly string[]; part?: string },
): RequestPlan {
	const chosen = parameters.options.choice(SPLIT_BY, SPLIT_UNITS);
	const { dimension, split } = SPLIT_UNITS.find(({ value }) => value === part) ?? chosen;
	const plan = planOf(period);
	if (dimension !== undefined && dimensions.join() === dimension) {
		const { selection } = plan;
		return selection.isLimitShared === true
			? plan
			: { ...plan, selection: { ...selection, limit: Infinity } };
	}
	if (split === undefined) return plan;
	return { ...plan, parts: split(plan, period, planOf, readDaysBeforeMonday(parameters)) };
}
