import {
	type PickListEntry,
	LIMIT_OPTION,
	namesPickList,
	type Parameters,
	readPeriod,
	reportDateRangeFields,
} from '../../shared/form';
import type { Operation, Resource } from '../../shared/run';
import { keyFieldsOfReport } from '../../shared/table';
import { readReportBreakdown } from './by';
import { type ListOrReportRequest, readSegmentedQuery, listOrReportFields } from './read';

/** A report of the GEO API (public docs). The node has an operation for each. */
export interface Report extends PickListEntry, Pick<Operation, 'action' | 'toolDescription'> {
	readonly path: string;
	readonly about: string;
	readonly measures: readonly PickListEntry[];
}

export const CITATIONS: Report = {
	name: 'Get Citations',
	value: 'getCitations',
	path: 'citations',
	action: 'Get citation report',
	about: 'the number of citations, or other figures of them that you name',
	toolDescription:
		'Counts the citations in the answers of AI assistants about a brand, by topic, market, AI platform or date. Use it for how often sources are cited and how that has changed. It does not list the cited pages.',
	measures: [{ name: 'Count', value: 'count' }],
};

export const PERFORMANCE: Report = {
	name: 'Get Performance',
	value: 'getPerformance',
	path: 'performance',
	action: 'Get performance report',
	about: 'the share of voice, or other figures of visibility that you name',
	toolDescription:
		'Reports how well a brand does in the answers of AI assistants, such as its share of voice, by topic, market, AI platform or date. Use it for how visible a brand is and how that has changed. It does not list single prompts or cited pages.',
	measures: [{ name: 'Share of Voice', value: 'share_of_voice' }],
};

export const SENTIMENT: Report = {
	name: 'Get Sentiment',
	value: 'getSentiment',
	path: 'sentiments',
	action: 'Get sentiment report',
	about: 'how often keywords occur, or other figures of sentiment that you name',
	toolDescription:
		'Reports on the keywords in what AI assistants say of a brand, by topic, market, AI platform or date. Use it for the tone in which they speak of it, but the usual number only says how often keywords occur, not whether that is good or bad. It has neither visibility nor citations.',
	measures: [{ name: 'Total Keyword Occurrences', value: 'total_keyword_occurrences' }],
};

export const REPORTS = [CITATIONS, PERFORMANCE, SENTIMENT];

/** The field 'Dimensions', with all documented dimensions (public docs). */
export const dimensionsPickList = namesPickList(
	'Dimensions',
	[
		{ name: 'AI Platform', value: 'model' },
		{ name: 'Date', value: 'date' },
		{ name: 'Market', value: 'market' },
		{ name: 'Topic', value: 'topic' },
	],
	'One row for each combination; without any, one row',
	['model'],
);

/** Returns the field 'Measures'. In a new node, all documented measures (public docs) are chosen. */
export function measuresPickListOf({ measures }: Report) {
	return namesPickList('Measures', measures, 'The figures to report; more with Other Measures');
}

export const reportResource: Resource = {
	name: 'Report',
	value: 'report',
	operations: REPORTS.map(createReportOperation),
};

function createReportOperation(report: Report): Operation {
	const measures = measuresPickListOf(report);
	return {
		...report,
		description: `Retrieve ${report.about}, one item for each row`,
		fields: listOrReportFields({
			fields: [dimensionsPickList.field, measures.field, ...reportDateRangeFields],
			limits: [],
			options: [LIMIT_OPTION, dimensionsPickList.otherNamesField, measures.otherNamesField],
		}),
		readQuery: (parameters) => readSegmentedQuery(parameters, requestOfReport(report, parameters)),
	};
}

/** @param fixedMeasures the measures to request. If missing, the user has chosen them in the form */
export function requestOfReport(
	report: Report,
	parameters: Parameters,
	fixedMeasures?: readonly string[],
): ListOrReportRequest {
	const measuresPickList = measuresPickListOf(report);
	const by = readReportBreakdown(parameters);
	const dimensions = by?.dimensions ?? dimensionsPickList.read(parameters);
	const measures = fixedMeasures ?? measuresPickList.read(parameters);
	return {
		path: `reports/${report.path}`,
		recordNoun: report.path.replace(/s$/, ''),
		period: readPeriod(parameters, true),
		dimensions,
		splitBy: by?.part,
		measures,
		measuresPickList,
		usefulFields: [],
		key: keyFieldsOfReport(dimensions),
	};
}
