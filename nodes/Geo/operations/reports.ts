import type { INodeProperties } from 'n8n-workflow';
import {
	type Parameters,
	type Period,
	readLimit,
	readOutput,
	readPeriod,
	readRecordsAt,
} from '../../shared/fields';
import { type Operation, projectPlan, type ReadPlan, type Resource } from '../../shared/operation';
import { PAGINATION } from '../../shared/records';
import { withComparison } from './comparison';
import { namesField, readBody, readFields } from './fields';
import { withSlices } from './slices';

/** A report of the GEO API (public). One line here is one operation with all fields and options. */
export interface Report {
	readonly name: string;
	readonly value: string;
	readonly path: string;
	readonly action: string;
	readonly about: string;
	readonly measures: readonly string[];
}

const PERFORMANCE: Report = {
	name: 'Get Performance',
	value: 'getPerformance',
	path: 'performance',
	action: 'Get performance report',
	about: 'share of voice, citation share, visibility score and mentions',
	measures: ['share_of_voice'],
};

const CITATIONS: Report = {
	name: 'Get Citations',
	value: 'getCitations',
	path: 'citations',
	action: 'Get citation report',
	about: 'the numbers of citations, unique pages and unique domains',
	measures: ['count'],
};

const SENTIMENT: Report = {
	name: 'Get Sentiment',
	value: 'getSentiment',
	path: 'sentiments',
	action: 'Get sentiment report',
	about: 'how often keywords occur, and how positive the answers are',
	measures: ['total_keyword_occurrences'],
};

/** What to break a report down by. Four of them are documented (public). */
export const DIMENSIONS: INodeProperties = namesField(
	'Dimensions',
	'dimensions',
	['topic', 'market', 'model', 'date'],
	'What to break the figures down by, one row for each combination',
	['topic'],
);

/** Every report. */
export const REPORTS = [CITATIONS, PERFORMANCE, SENTIMENT] as const;

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
		fields: readFields(reportFields(report)),
		plan(parameters) {
			const period = readPeriod(parameters);
			const compared = {
				dimensions: parameters.texts(DIMENSIONS),
				measures: parameters.texts(measuresField(report)),
			};
			return projectPlan(parameters, (projectId) => {
				const plan = reportPlan(report, parameters, projectId, readLimit(parameters), period);
				const whole = withComparison(plan, parameters, period, compared);
				return withSlices(whole, parameters, period, compared.dimensions);
			});
		},
	};
}

/** The fields that say what a report is about. */
export function reportFields(report: Report): INodeProperties[] {
	return [DIMENSIONS, measuresField(report)];
}

function measuresField({ measures }: Report): INodeProperties {
	return namesField('Measures', 'measures', measures, 'The figures to report', measures);
}

/**
 * What is read of a report.
 *
 * @param limit the most rows wanted, `Infinity` for all
 * @param period what it is about, unless that is still to be read
 */
export function reportPlan(
	report: Report,
	parameters: Parameters,
	projectId: string,
	limit: number,
	period: Period = readPeriod(parameters),
): ReadPlan {
	const dimensions = parameters.texts(DIMENSIONS);
	const measures = parameters.texts(measuresField(report));
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
		output: readOutput(parameters, [...dimensions, ...measures]),
	};
}
