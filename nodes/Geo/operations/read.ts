import type { INodeProperties } from 'n8n-workflow';
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
	isLimitOfAll,
	LIMIT_SCOPE_OPTION,
	listOptions,
	namedFilters,
	onlyInNode,
	optionsField,
	outputFields,
	type Parameters,
	type Period,
	periodBody,
	periodText,
	projectsField,
	readLimit,
	readListOptions,
	readOutput,
	readProjectChoice,
	readSort,
	SORT_OPTION,
	sortBody,
	sortInTools,
} from '../../shared/form';
import { PAGINATION } from '../../shared/reading';
import { type Plan, projectPlan, type RequestPlan } from '../../shared/run';
import {
	type AboutRows,
	compareInTools,
	compareOptions,
	isAdded,
	withComparison,
} from './comparison';
import { SLICES_OPTION, withSlices } from './slices';

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
		optionsField(
			ADDITIONAL_BODY,
			...compareOptions,
			FILTERS_JSON,
			LIMIT_SCOPE_OPTION,
			...listOptions,
			SLICES_OPTION,
			SORT_OPTION,
			...options,
		),
	];
}

/** What one read of the GEO API asks for. */
export interface OwnRequest extends AboutRows, Pick<RequestPlan, 'isShared'> {
	/** The last steps of its path; the last one is the name under which its records may arrive. */
	readonly path: string;
	/** As in `readOutput`; the dimensions and measures come first. */
	readonly useful?: readonly string[];
	readonly ids?: readonly string[];
}

/** What is read of a project (public), with only what the user asked for. */
export function readRequest(
	parameters: Parameters,
	projectId: string,
	period: Period,
	{ path, dimensions, measures, measuresField, useful = [], ids = [], isShared }: OwnRequest,
): RequestPlan {
	const { start, end } = period;
	const members = {
		project_id: projectId,
		...periodBody(period),
		...filterBody(parameters),
		...sortBody(parameters, isAdded(parameters)),
		...(dimensions.length > 0 && { dimensions: [...dimensions] }),
		...(measuresField && measures.length > 0 && { [measuresField.name]: [...measures] }),
	};
	return {
		request: {
			...{ api: 'geo', effect: 'read', method: 'POST', path: `/v2/geo/${path}` },
			body: bodyWith(parameters, members, ['pagination']),
		},
		isShared,
		days: start && end && periodText({ start, end }),
		shape: 'list',
		...readListOptions(parameters, PAGINATION),
		names: path.split('/').slice(-1),
		limit: readLimit(parameters),
		isLimitOfAll: isLimitOfAll(parameters),
		sort: readSort(parameters),
		namedFilters: namedFilters(parameters),
		output: readOutput(parameters, [...dimensions, ...measures, ...useful], ids),
	};
}

/**
 * What is read of the projects that the user chose, compared and in slices if that is wanted.
 *
 * @throws DescribedError if a field is missing or unusable
 */
export function planRead(parameters: Parameters, period: Period, own: OwnRequest): Plan {
	return projectPlan(readProjectChoice(parameters), (projectId) => {
		const plan = readRequest(parameters, projectId, period, own);
		const compared = withComparison(plan, parameters, period, own);
		return withSlices(compared, parameters, period);
	});
}
