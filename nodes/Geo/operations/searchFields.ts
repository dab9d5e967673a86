import type { ILoadOptionsFunctions, JsonObject } from 'n8n-workflow';
import { DescribedError, fieldPaths } from '../../shared/base';
import { Parameters, readProjectChoice } from '../../shared/form';
import { createListSearch, namesContaining, createPickerLists } from '../../shared/pickers';
import { findProjects } from '../../shared/projects';
import { limitToFirstPage, type Query, fetchQuery } from '../../shared/run';
import { asRecord, toChangeFieldName, isNumberField } from '../../shared/table';
import { readCompareWith } from './comparison';
import { LISTS, requestOfList } from './lists';
import { type ListOrReportRequest, readQueryWithoutSegments } from './read';
import { REPORTS, requestOfReport } from './reports';

/** How many projects to search for records. The number is low, because the user waits. */
const MAX_SEARCHED_PROJECTS = 5;

/**
 * Returns the first page of records of the first project that has any.
 *
 * @throws DescribedError if none of the first {@link MAX_SEARCHED_PROJECTS} projects has records
 */
export async function readFirstRecords(
	context: ILoadOptionsFunctions,
	parameters: Parameters,
	query: Query,
): Promise<JsonObject[]> {
	const choice = readProjectChoice(parameters);
	const lists = await createPickerLists(context);
	const { projects } = await findProjects(lists, 'geo', choice);
	for (const { id } of projects.slice(0, MAX_SEARCHED_PROJECTS)) {
		const own: Query = { ...limitToFirstPage(query), projects: { by: 'id', id } };
		const { table } = await fetchQuery(own, lists);
		if (table.rows.length > 0) return table.rows.map(({ record }) => asRecord(record));
	}
	throw new DescribedError(
		'There are no records to show fields from',
		"Choose a longer 'Date Range', remove some 'Filters', or enter the name of the field with 'By Name'.",
	);
}

/**
 * Fills the drop-down of 'Sort' with the fields of the first records. With a comparison, adds fields such as
 * `score_change`.
 */
export const searchFields = createListSearch(async (context, typed) => {
	// Leaves out two options: 'Sort' is still empty here, and without it, 'Limit Applies To' is an error.
	const parameters = Parameters.createForTrigger(context, ['sort', 'limitAppliesTo']);
	const request = createRequestFromNode(context, parameters);
	const query = readQueryWithoutSegments(parameters, request);
	const records = await readFirstRecords(context, parameters, query);
	const paths = [...new Set(records.flatMap(fieldPaths))];
	const isCompared = readCompareWith(parameters) !== undefined;
	const keys = request.key.fields.flat();
	const names = paths.flatMap((path) => {
		const hasChange = isCompared && isNumberField(path, records, keys, request.measures);
		return hasChange ? [path, toChangeFieldName(path)] : [path];
	});
	return namesContaining(names, typed);
});

function createRequestFromNode(
	context: ILoadOptionsFunctions,
	parameters: Parameters,
): ListOrReportRequest {
	const report = REPORTS.find(({ value }) => value === context.getNodeParameter('operation'));
	if (report !== undefined) return requestOfReport(report, parameters);
	const list = LISTS.find(({ value }) => value === context.getNodeParameter('resource'));
	if (list !== undefined) return requestOfList(list, parameters);
	throw new DescribedError('There are no records to sort', 'Choose a list or a report.');
}
