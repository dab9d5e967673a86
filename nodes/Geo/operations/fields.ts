import type { INodeProperties, JsonObject } from 'n8n-workflow';
import {
	ABOUT_PROJECTS,
	additionalBodyFields,
	bodyWith,
	containingField,
	dateRangeFields,
	filledByModel,
	filterBody,
	filterByField,
	filterOptions,
	filtersField,
	FLATTEN_OPTION,
	listFields,
	optionsField,
	messageFields,
	notInTools,
	outputFields,
	PAGE_SIZE_OPTION,
	type Parameters,
	type Period,
	periodBody,
	projectsField,
	RECORDS_AT,
	sortBody,
	sortField,
} from '../../shared/fields';
import { compareFields } from './comparison';
import { ONE_ROW_PER } from './slices';

/** A field for several names, separated by commas; those that are known are shown (public). */
export function namesField(
	displayName: string,
	name: string,
	known: readonly string[],
	description: string,
	defaultNames: readonly string[] = [],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: defaultNames.join(', '),
		placeholder: `e.g. ${known.join(', ') || 'score'}`,
		hint: known.length === 0 ? undefined : `Known: ${known.join(', ')}`,
		description: `${description}. Enter the names that the API uses, separated by commas. Unknown names are sent as they are.`,
	};
}

/**
 * The fields of a read of the GEO API, around those of its own.
 *
 * @param own the fields that only this read has
 * @param options the options that only this read has
 */
export function readFields(
	own: readonly INodeProperties[],
	options: readonly INodeProperties[] = [],
): INodeProperties[] {
	return [
		filledByModel(projectsField, ABOUT_PROJECTS),
		notInTools(containingField),
		...own,
		...dateRangeFields,
		...compareFields,
		notInTools(ONE_ROW_PER),
		filtersField,
		filterByField,
		sortField,
		...additionalBodyFields,
		...listFields,
		...outputFields,
		...messageFields,
		optionsField(FLATTEN_OPTION, PAGE_SIZE_OPTION, RECORDS_AT, ...filterOptions, ...options),
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
		...sortBody(parameters),
		...Object.fromEntries(lists),
	};
	return bodyWith(parameters, members, ['pagination']);
}
