import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/errors';
import {
	filledByModel,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
	readLimit,
	readOutput,
	readPeriod,
	readRecordsAt,
} from '../../shared/fields';
import { type Operation, projectPlan, type ReadPlan, type Resource } from '../../shared/operation';
import { PAGINATION } from '../../shared/records';
import { namesField, readBody, readFields } from './fields';

/** A report of the GEO API (public). One line here is one operation with all fields and options. */
export interface Report {
	readonly name: string;
	readonly value: string;
	readonly path: string;
	readonly action: string;
	readonly about: string;
	/** What the model of an AI agent is told about a tool with the report. */
	readonly toolDescription: string;
	readonly measures: readonly string[];
}

const PERFORMANCE: Report = {
	name: 'Get Performance',
	value: 'getPerformance',
	path: 'performance',
	action: 'Get performance report',
	about: 'share of voice, citation share, visibility score and mentions',
	toolDescription:
		'Reports how well a brand does in the answers of AI assistants, such as its share of voice, by topic, market, AI model or date. Use it for how visible a brand is and how that has changed. It does not list single prompts or cited pages.',
	measures: ['share_of_voice'],
};

const CITATIONS: Report = {
	name: 'Get Citations',
	value: 'getCitations',
	path: 'citations',
	action: 'Get citation report',
	about: 'the numbers of citations, unique pages and unique domains',
	toolDescription:
		'Counts the citations in the answers of AI assistants about a brand, by topic, market, AI model or date. Use it for how often sources are cited and how that has changed. It does not list the cited pages.',
	measures: ['count'],
};

const SENTIMENT: Report = {
	name: 'Get Sentiment',
	value: 'getSentiment',
	path: 'sentiments',
	action: 'Get sentiment report',
	about: 'how often keywords occur, and how positive the answers are',
	toolDescription:
		'Reports in which tone AI assistants speak of a brand: how often keywords occur and how positive the answers are, by topic, market, AI model or date. Use it to see whether a brand is spoken of well or badly. It has neither visibility nor citations.',
	measures: ['total_keyword_occurrences'],
};

/** What to break a report down by. Four of them are documented (public). */
export const DIMENSIONS: INodeProperties = filledByModel(
	namesField(
		'Dimensions',
		'dimensions',
		['topic', 'market', 'model', 'date'],
		'What to break the figures down by, one row for each combination',
		['topic'],
	),
	'What to break the figures down by, one row for each combination: topic, market, model (the AI platform) or date. Separate several with commas, such as topic, market. Default: topic',
);

const COMPARE: INodeProperties = filledByModel(
	{
		displayName: 'Compare with Previous Period',
		name: 'comparePeriods',
		type: 'boolean',
		default: false,
		description:
			'Whether to also get the report for the period before the Date Range, of equal length, and add _previous, _change and _change_percent to every number. Needs a Date Range and sends a second request. Has no effect on Raw Response.',
	},
	'Whether to also get the report for the period before Date Range, of equal length, and by how much each number has changed. Needs a Date Range such as last28Days, and Dimensions without date. Default: false',
);

/** Every report. */
export const REPORTS = [CITATIONS, PERFORMANCE, SENTIMENT] as const;

const MEASURES = 'The figures to report';

/** One field for all reports, and with it one property. What a model leaves out is as in the node. */
const MEASURES_IN_TOOLS = namesField('Measures', 'measures', PERFORMANCE.measures, MEASURES);

const KNOWN = REPORTS.map(({ measures, path }) => `${measures.join(' and ')} for ${path}`);

const ABOUT_MEASURES = `${MEASURES}. Known: ${KNOWN.join(', ')}. Separate several with commas. Leave empty for the usual ones of this report`;

/** The resource Report with one operation for each report. */
export const reportResource: Resource = {
	name: 'Report',
	value: 'report',
	operations: [getReport(CITATIONS), getReport(PERFORMANCE), getReport(SENTIMENT)],
};

function getReport(report: Report): Operation {
	return {
		name: report.name,
		value: report.value,
		action: report.action,
		description: `Retrieve ${report.about}, one item for each row`,
		toolDescription: report.toolDescription,
		fields: readFields([...reportFields(report), COMPARE]),
		plan: (parameters) =>
			projectPlan(parameters, (projectId) =>
				reportPlan(report, parameters, projectId, readLimit(parameters)),
			),
	};
}

/** The fields that say what a report is about. */
export function reportFields(report: Report): INodeProperties[] {
	return [DIMENSIONS, filledByModel(measuresField(report), ABOUT_MEASURES, MEASURES_IN_TOOLS)];
}

function measuresField({ measures }: Report): INodeProperties {
	return namesField('Measures', 'measures', measures, MEASURES, measures);
}

/**
 * What is read of a report.
 *
 * @param limit the most rows wanted, `Infinity` for all
 */
export function reportPlan(
	report: Report,
	parameters: Parameters,
	projectId: string,
	limit: number,
): ReadPlan {
	const period = readPeriod(parameters);
	const dimensions = parameters.texts(DIMENSIONS);
	const measures = parameters.texts(measuresField(report));
	const useful = measures.flatMap((name) =>
		['', '_previous', '_change', '_change_percent'].map((end) => name + end),
	);
	const output = readOutput(parameters, [...dimensions, ...useful], []);
	const isCompared = parameters.flag(COMPARE);
	return {
		request: {
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path: `/v2/geo/reports/${report.path}`,
			body: readBody(parameters, projectId, period, { dimensions, measures }),
		},
		shape: 'list',
		paging: PAGINATION,
		recordsAt: readRecordsAt(parameters),
		names: [report.path],
		limit,
		output,
		compare:
			isCompared && output.mode !== 'raw' ? comparison(period, dimensions, measures) : undefined,
	};
}

/**
 * What the period before needs.
 *
 * @throws DescribedError if the period has no start or end, or if rows could not be joined
 */
function comparison(period: Period, dimensions: string[], measures: string[]): ReadPlan['compare'] {
	const before = periodBefore(period);
	if (before === undefined) {
		throw new DescribedError(
			'There is no period to compare with',
			"Choose a 'Date Range' with a start and an end, or switch 'Compare with Previous Period' off.",
		);
	}
	if (dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with the previous period: no date is in both',
			"Remove date from 'Dimensions', or switch 'Compare with Previous Period' off.",
		);
	}
	return { body: periodBody(before), dimensions, measures };
}
