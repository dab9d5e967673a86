import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { geoReadRequest } from '../../shared/api';
import { DescribedError, isObject, isRankField } from '../../shared/base';
import {
	ADDITIONAL_BODY,
	apiDetailsField,
	addUserBodyFields,
	projectsContainingField,
	filtersField,
	FLATTEN_OPTION,
	periodDaysOf,
	readIsLimitShared,
	limitScopeOption,
	optionsField,
	outputFields,
	pagedListApiDetails,
	type Parameters,
	type Period,
	periodBody,
	projectsField,
	readFilters,
	readLimit,
	readListOptions,
	readOutput,
	readProjectChoice,
	readSort,
	SORT_OPTION,
	sortBody,
	weekStartOption,
	WHERE_OPTION,
	readWhere,
} from '../../shared/form';
import { GEO_PAGING } from '../../shared/reading';
import type { Query } from '../../shared/run';
import type { KeyFields, SortBy } from '../../shared/table';
import { COMPARE_OPTION, readCompareWith } from './comparison';
import { readSegments, splitByOption } from './parts';

type ListOrReportFields = Record<
	'dateRange' | 'fields' | 'limits' | 'options',
	readonly INodeProperties[]
>;

export function listOrReportFields({
	fields,
	dateRange,
	limits,
	options,
}: ListOrReportFields): INodeProperties[] {
	return [
		projectsField,
		projectsContainingField,
		...fields,
		...dateRange,
		filtersField,
		...limits,
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
			...options,
		),
	];
}

/** The part of a request that the list or the report decides. */
export interface ListOrReportRequest {
	/** The end of the URL's path, such as `reports/citations`. The answer may call its list `citations`. */
	readonly path: string;
	/** The entry of What that a model chose in Ask, such as Prompts. */
	readonly dataName?: string;
	/** The whole period, even if the node reads its days or weeks separately. */
	readonly period: Period;
	/** The name of one record: `prompt`. For a report, the name of one thing that it counts: `citation`. */
	readonly recordNoun: string;
	readonly dimensions: readonly string[];
	/** The entry of Split By that a model chose in By. */
	readonly part?: string;
	readonly measures: readonly string[];
	/** The measures that messages show. If missing, all of them. */
	readonly shownMeasures?: readonly string[];
	/** The measures that the public docs name. */
	readonly knownMeasures?: readonly string[];
	/** The field Measures or Metrics. Its name is also the name in the body. */
	readonly measuresField?: INodeProperties;
	/** The fields that Simplified keeps besides dimensions and measures. */
	readonly usefulFields: readonly string[];
	readonly key: KeyFields;
}

/**
 * Reads the form, but not its projects and segments. The names in the body are documented (public docs).
 *
 * @throws DescribedError if a field is missing or unusable
 */
export function readQuery(
	parameters: Parameters,
	request: ListOrReportRequest,
	isCompared = false,
): Query {
	const { path, dataName, period, dimensions, measures, measuresField, key } = request;
	const where = readWhere(parameters);
	const filters = readFilters(parameters, where.filters);
	const { limit, adviceToGetAll, offset } = readLimit(parameters);
	const isLimitShared = readIsLimitShared(parameters);
	const enteredSort = readSort(parameters, isCompared);
	const output = readOutput(parameters, [...dimensions, ...request.usefulFields, ...measures]);
	const isReport = !key.hasId;
	const isOneList = isLimitShared === true;
	const sort =
		enteredSort.length === 0 && isOneList && isReport ? sortBestFirst(measures) : enteredSort;
	const isUnsorted = isLimitShared === true && sort.length === 0;
	if (isUnsorted && isOneList && limit !== Infinity) throw NO_ORDER;
	if (isOneList && output.message?.isForEachProject === true) throw NO_LIMIT_OF_EACH;
	const members = {
		...periodBody(period),
		...filters.body,
		...sortBody(sort),
		...(dimensions.length > 0 && { dimensions: [...dimensions] }),
		...(measuresField && measures.length > 0 && { [measuresField.name]: [...measures] }),
	};
	const body = addUserBodyFields(parameters, members, ['project_id', 'pagination']);
	return {
		request: { ...geoReadRequest(path, body), namesAdvice: adviceOnNames(request) },
		// A report without dimensions is one record.
		answerKind: isReport && dimensions.length === 0 ? 'record' : 'list',
		...readListOptions(parameters, GEO_PAGING),
		listNames: path.split('/').slice(-1),
		key,
		selection: {
			dataName,
			limit,
			offset,
			adviceToGetAll,
			isLimitShared: isLimitShared && !isUnsorted,
			period: periodDaysOf(period),
			includesToday: includesNow(period, parameters.now),
			isAhead: Number(period.end?.startOf('day') ?? period.start ?? 0) > parameters.now,
			recordNoun: request.recordNoun,
			dimensions: isReport ? dimensions : undefined,
			measures: request.shownMeasures ?? measures,
			otherMeasures: measures.filter((name) => !request.knownMeasures?.includes(name)),
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

/** Names what a service may refuse: most names are not documented. */
function adviceOnNames({ measuresField, measures, dimensions }: ListOrReportRequest): string {
	const asked = [
		...(measures.length > 0 ? [`'${measuresField?.displayName}' (${measures.join(', ')})`] : []),
		...(dimensions.length > 0 ? [`'Dimensions' (${dimensions.join(', ')})`] : []),
	];
	return asked.length === 0 ? '' : ` Deselect what it refuses in ${asked.join(' or ')}.`;
}

/** Shows the filters in Additional Body Fields without their values, whose meaning is not documented. */
function addedFilters({ filters }: JsonObject, { filters: own = {} }: { filters?: JsonObject }) {
	const names = isObject(filters) ? Object.keys(filters) : [];
	return names
		.filter((field) => !Object.hasOwn(own, field))
		.map((field) => ({ field, operator: '=', value: '…' }));
}

/** Without an order, the records of the first project would use up one limit for all projects. */
const NO_ORDER = new DescribedError(
	"One limit for all projects needs 'Sort', which is empty",
	"Enter in 'Sort' by which field the first records are chosen. For a limit of each project, set 'Limit Applies To' to Each Project.",
);

const NO_LIMIT_OF_EACH = new DescribedError(
	"'One for Each Project' needs a limit for each project",
	"Set 'Limit Applies To' to Each Project, or 'Messages' to One for All.",
);

/** Whether the period is not over yet. Returns `false` without dates, because the service decides the period. */
function includesNow({ start, end }: Period, now: number): boolean {
	return end === undefined ? start !== undefined : +end >= now;
}

/** Sorts by the first measure: the highest number first, or the lowest rank. */
function sortBestFirst([field]: readonly string[]): SortBy[] {
	if (field === undefined) return [];
	return [{ field, order: isRankField(field) ? 'asc' : 'desc' }];
}

/** @throws DescribedError if a field is missing or unusable */
export function planRead(parameters: Parameters, request: ListOrReportRequest): Query {
	const compareWith = readCompareWith(parameters);
	return {
		...readQuery(parameters, request, compareWith !== undefined),
		projects: readProjectChoice(parameters),
		segments: readSegments(parameters, request, compareWith),
	};
}
