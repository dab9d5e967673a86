import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { createGeoReadRequest } from '../../shared/api';
import { DescribedError, isObject, isRankField } from '../../shared/base';
import {
	ADDITIONAL_BODY,
	apiDetailsField,
	addUserBodyFields,
	projectsContainingField,
	filtersField,
	FLATTEN_OPTION,
	type Order,
	periodDaysOf,
	limitScopeOption,
	type NamesPickList,
	optionsField,
	outputFields,
	pagedListApiDetails,
	type Parameters,
	type Period,
	toPeriodBody,
	projectsField,
	readFilters,
	readListOptions,
	readOrder,
	readOutput,
	readProjectChoice,
	SORT_OPTION,
	buildOrderBy,
	weekStartOption,
	WHERE_OPTION,
	readWhere,
} from '../../shared/form';
import { GEO_PAGING } from '../../shared/reading';
import type { Query } from '../../shared/run';
import type { KeyFields, SortBy } from '../../shared/table';
import { COMPARE_OPTION, readCompareWith } from './comparison';
import { readSegments, splitByOption } from './segments';

type ListOrReportFields = Record<'fields' | 'limits' | 'options', readonly INodeProperties[]>;

export function listOrReportFields(own: ListOrReportFields): INodeProperties[] {
	return [
		projectsField,
		projectsContainingField,
		...own.fields,
		filtersField,
		...own.limits,
		...outputFields,
		optionsField(
			apiDetailsField(ADDITIONAL_BODY, ...pagedListApiDetails),
			COMPARE_OPTION,
			FLATTEN_OPTION,
			limitScopeOption,
			splitByOption,
			SORT_OPTION,
			weekStartOption,
			WHERE_OPTION,
			...own.options,
		),
	];
}

export interface ListOrReportRequest {
	/** The end of the URL, such as `reports/citations`. The list in the response may be called `citations`. */
	readonly path: string;
	/** The name of the data in an answer to an AI model, such as `Prompts`. */
	readonly dataName?: string;
	/** The whole period, even if the node reads its days or weeks separately. */
	readonly period: Period;
	/** The name of one record, such as `prompt`. For a report, the name of what it counts, such as `citation`. */
	readonly recordNoun: string;
	readonly dimensions: readonly string[];
	/** `day`, `week` or `month`, if an AI model asked to read each one separately. */
	readonly splitBy?: string;
	readonly measures: readonly string[];
	/** The measures that a message shows. If missing, a message shows all measures. */
	readonly shownMeasures?: readonly string[];
	/** The field 'Measures' or 'Metrics'. Its name is also the name of the property in the request body. */
	readonly measuresPickList?: NamesPickList;
	/** The fields that the output mode 'Simplified' keeps, in addition to dimensions and measures. */
	readonly usefulFields: readonly string[];
	readonly key: KeyFields;
}

/**
 * Reads all fields of the form except 'Split By' and 'Compare With'. The property names in the body are documented
 * (public docs).
 *
 * @throws DescribedError if a field is missing or unusable
 */
export function readQueryWithoutSegments(
	parameters: Parameters,
	request: ListOrReportRequest,
	isCompared = false,
): Query {
	const { path, period, dimensions, measures, measuresPickList, key } = request;
	const projects = readProjectChoice(parameters);
	const where = readWhere(parameters);
	const filters = readFilters(parameters, where.filters);
	const order = readOrder(parameters, projects.by === 'all', isCompared);
	const output = readOutput(parameters, [...dimensions, ...request.usefulFields, ...measures]);
	const sort = chooseSortOrder(order, request, output.message?.isForEachProject);
	const members = {
		...toPeriodBody(period),
		...filters.body,
		...buildOrderBy(sort),
		...(dimensions.length > 0 && { dimensions: [...dimensions] }),
		...(measuresPickList &&
			measures.length > 0 && { [measuresPickList.field.name]: [...measures] }),
	};
	const body = addUserBodyFields(parameters, members, ['project_id', 'pagination']);
	return {
		request: createGeoReadRequest(path, body),
		projects,
		// A report without dimensions is one record.
		answerKind: !key.hasId && dimensions.length === 0 ? 'record' : 'list',
		...readListOptions(parameters, GEO_PAGING),
		listNames: path.split('/').slice(-1),
		key,
		selection: {
			...describeRequest(request, parameters.now),
			...order,
			isLimitShared: order.isLimitShared && sort.length > 0,
			filters: [...filters.shown, ...addedFilters(body, filters.body)],
			sort,
			conditions: where.conditions,
			conditionTexts: [
				...where.filters.map(({ condition }) => `${condition.text} (a filter of the service)`),
				...where.conditions.map(({ text }) => `${text} (a condition on the records)`),
			],
		},
		namedFilters: filters.named,
		output,
	};
}

/**
 * Returns the order of the records. If all projects share a limit, a report without 'Sort' starts with its best rows.
 *
 * @throws DescribedError if all projects share a limit, but the records have no order
 * @throws DescribedError if all projects share a limit, but each project gets a message
 */
function chooseSortOrder(
	{ sort = [], limit, isLimitShared }: Order,
	{ key, measures: [measure] }: ListOrReportRequest,
	isForEachProject = false,
): readonly SortBy[] {
	if (isLimitShared !== true) return sort;
	if (isForEachProject) throw NO_LIMIT_OF_EACH;
	if (sort.length > 0) return sort;
	if (!key.hasId && measure !== undefined) {
		return [{ field: measure, order: isRankField(measure) ? 'asc' : 'desc' }];
	}
	if (limit !== Infinity) throw NO_ORDER;
	return sort;
}

/** Returns what a message, or the answer to an AI model, says about the records. */
function describeRequest(request: ListOrReportRequest, now: number) {
	const { dataName, period, recordNoun, dimensions, measures, shownMeasures, key } = request;
	return {
		dataName,
		period: periodDaysOf(period),
		includesToday: includesNow(period, now),
		isAhead: Number(period.end?.startOf('day') ?? period.start ?? 0) > now,
		recordNoun,
		dimensions: key.hasId ? undefined : dimensions,
		measures: shownMeasures ?? measures,
		otherMeasures: measures.filter((name) => !request.measuresPickList?.knownNames.includes(name)),
	};
}

/**
 * Lists the filters in 'Additional Body Fields'. The text `…` replaces their values, which are not documented and may have
 * any form.
 */
function addedFilters({ filters }: JsonObject, { filters: own = {} }: { filters?: JsonObject }) {
	const names = isObject(filters) ? Object.keys(filters) : [];
	const added = names.filter((field) => !Object.hasOwn(own, field));
	return added.map((field) => ({ field, value: '…' }));
}

/**
 * Thrown if all projects share a limit, but no order is chosen. The records of the first project would fill the limit.
 */
const NO_ORDER = new DescribedError(
	"One limit for all projects needs 'Sort', which is empty",
	"Enter in 'Sort' by which field the first records are chosen. For a limit of each project, set 'Limit Applies To' to Each Project.",
);

const NO_LIMIT_OF_EACH = new DescribedError(
	"'One for Each Project' needs a limit for each project",
	"Set 'Limit Applies To' to Each Project, or 'Messages' to One for All.",
);

/**
 * Returns whether the period still goes on. Returns `false` if there are no dates, because then the service decides.
 */
function includesNow({ start, end }: Period, now: number): boolean {
	if (start !== undefined && +start > now) return false;
	return end === undefined ? start !== undefined : +end >= now;
}

/** @throws DescribedError if a field is missing or unusable */
export function readSegmentedQuery(parameters: Parameters, request: ListOrReportRequest): Query {
	const compareWith = readCompareWith(parameters);
	return {
		...readQueryWithoutSegments(parameters, request, compareWith !== undefined),
		segments: readSegments(parameters, request, compareWith),
	};
}
