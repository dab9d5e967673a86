import type { INodeProperties, JsonObject } from 'n8n-workflow';
import {
	ABOUT_PROJECTS,
	ADDITIONAL_BODY,
	bodyWith,
	containingField,
	filledByModel,
	filterBody,
	filterByField,
	FILTERS_JSON,
	filtersField,
	FLATTEN_OPTION,
	LIMIT_SCOPE_OPTION,
	messageFields,
	onlyInNode,
	optionsField,
	outputFields,
	PAGE_SIZE_OPTION,
	PAGINATION_OPTION,
	type Parameters,
	type Period,
	periodBody,
	projectsField,
	RECORDS_AT,
	SORT_OPTION,
	sortBody,
	sortInTools,
} from '../../shared/form';
import { compareInTools, compareOptions, isAdded } from './comparison';
import { SLICES_OPTION } from './slices';

const ABOUT_ALL =
	'With *, Limit is for each project, but "5 in all" gives the top 5 of all by Sort';

/** What one read of the GEO API has of its own. */
interface OwnFields {
	/** The fields that say what is read. */
	readonly fields: readonly INodeProperties[];
	readonly dateRange: readonly INodeProperties[];
	/** How many records there may be. */
	readonly limits: readonly INodeProperties[];
	readonly options: readonly INodeProperties[];
}

/**
 * The fields of a read of the GEO API, around those of its own.
 *
 * @param own what only this read has
 */
export function readFields({ fields, dateRange, limits, options }: OwnFields): INodeProperties[] {
	return [
		...filledByModel(projectsField, `${ABOUT_PROJECTS}. ${ABOUT_ALL}`),
		onlyInNode(containingField),
		...fields,
		...dateRange,
		compareInTools,
		filtersField,
		filterByField,
		sortInTools,
		...limits,
		...outputFields,
		...messageFields,
		optionsField(
			ADDITIONAL_BODY,
			...compareOptions,
			FILTERS_JSON,
			FLATTEN_OPTION,
			LIMIT_SCOPE_OPTION,
			PAGE_SIZE_OPTION,
			PAGINATION_OPTION,
			RECORDS_AT,
			SLICES_OPTION,
			SORT_OPTION,
			...options,
		),
	];
}

/**
 * The body that the reads of the GEO API share (public), with only what the user asked for.
 *
 * @param own the members that only this read has; empty lists are left out
 */
export function readBody(
	parameters: Parameters,
	projectId: string,
	period: Period,
	own: Readonly<Record<string, string[]>>,
): JsonObject {
	const lists = Object.entries(own).filter(([, names]) => names.length > 0);
	const members = {
		project_id: projectId,
		...periodBody(period),
		...filterBody(parameters),
		...sortBody(parameters, isAdded(parameters)),
		...Object.fromEntries(lists),
	};
	return bodyWith(parameters, members, ['pagination']);
}
