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

/** A list of the GEO API (public). One entry here is one resource with all fields and options. */
export interface List {
	readonly name: string;
	readonly value: string;
	/** The last step of its path, and the name under which its records may arrive. */
	readonly path: string;
	/** Its records in a sentence, where that is not its path. */
	readonly records?: string;
	readonly about: string;
	/** The metrics that are known, which may be none; not there where the endpoint takes none. */
	readonly metrics?: readonly string[];
	/** The fields that matter most, for Simplified. */
	readonly useful: readonly string[];
	/** Further names under which its records have their id, beside id and the resource's own (public). */
	readonly ids?: readonly string[];
}

/** Every list of a project. */
export const LISTS: readonly List[] = [
	{
		name: 'Citation',
		value: 'citation',
		path: 'citations',
		about: 'the pages that AI answers cite',
		useful: ['citation_title', 'citation_uri', 'citation_domain', 'created_at'],
	},
	{
		name: 'Domain',
		value: 'domain',
		path: 'domains',
		about: 'the domains that cite the brand',
		metrics: ['num_answers'],
		useful: ['domain', 'name', 'num_answers'],
	},
	{
		name: 'Keyword',
		value: 'keyword',
		path: 'keywords',
		about: 'the keywords of the project',
		metrics: ['website_count'],
		useful: ['keyword', 'theme', 'subtheme', 'website_count', 'created_at'],
	},
	{
		name: 'Market',
		value: 'market',
		path: 'markets',
		about: 'the markets, each a country and a language',
		metrics: ['prompts_count'],
		useful: ['name', 'country_code', 'language', 'prompts_count'],
	},
	{
		name: 'Model',
		value: 'model',
		path: 'models',
		records: 'AI models',
		about: 'the performance on each AI platform, such as ChatGPT or Perplexity',
		metrics: [],
		useful: ['name', 'platform_name', 'provider', 'category'],
		ids: ['platform_id'],
	},
	{
		name: 'Prompt',
		value: 'prompt',
		path: 'prompts',
		about: 'the prompts that are tracked, with visibility, mentions and performance',
		metrics: ['answers_count'],
		useful: [
			'prompt',
			'topic_name',
			'avg_visibility_score',
			'avg_rank',
			'total_mentions',
			'total_models',
			'country_code',
			'status',
		],
	},
	{
		name: 'Tag',
		value: 'tag',
		path: 'tags',
		about: 'the labels on prompts',
		metrics: ['query_count'],
		useful: ['name', 'query_count'],
	},
	{
		name: 'Topic',
		value: 'topic',
		path: 'topics',
		about: 'the categories that group prompts',
		metrics: ['prompts_count'],
		useful: ['name', 'prompts_count', 'created_at', 'updated_at'],
	},
	{
		name: 'Website',
		value: 'website',
		path: 'websites',
		about: 'the websites of the brand and its competitors',
		metrics: ['mentions_count'],
		useful: ['name', 'url', 'is_self_website', 'is_competitor', 'mentions_count'],
	},
];

/** A resource with its one operation, Get Many, for each list. */
export const listResources: readonly Resource[] = LISTS.map((list): Resource => ({
	name: list.name,
	value: list.value,
	operations: [getMany(list)],
}));

/** The fields that only this list has. */
export function metricsFields({ metrics }: List): INodeProperties[] {
	const about = 'Additional figures to calculate for each record';
	return metrics === undefined ? [] : [namesField('Metrics', 'metrics', metrics, about)];
}

function getMany(list: List): Operation {
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${list.records ?? list.path}`,
		description: `Retrieve ${list.about}, one item each`,
		fields: readFields(metricsFields(list)),
		plan(parameters) {
			const period = readPeriod(parameters);
			const compared = { ids: idsOf(list), measures: metricsOf(list, parameters) };
			return projectPlan(parameters, (projectId) => {
				const plan = listPlan(list, parameters, projectId, readLimit(parameters), period);
				const whole = withComparison(plan, parameters, period, compared);
				return withSlices(whole, parameters, period);
			});
		},
	};
}

/** The names under which its records may have their ID, best first. */
export function idsOf({ value, ids = [] }: List): string[] {
	return ['id', `${value}_id`, ...ids];
}

function metricsOf(list: List, parameters: Parameters): string[] {
	return metricsFields(list).flatMap((field) => parameters.texts(field));
}

/**
 * What is read of a list.
 *
 * @param limit the most records wanted, `Infinity` for all
 * @param period what it is about, unless that is still to be read
 */
export function listPlan(
	list: List,
	parameters: Parameters,
	projectId: string,
	limit: number,
	period: Period = readPeriod(parameters),
): ReadPlan {
	const metrics = metricsOf(list, parameters);
	return {
		request: {
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path: `/v2/geo/business/${list.path}`,
			body: readBody(parameters, projectId, period, { metrics }),
		},
		shape: 'list',
		paging: PAGINATION,
		recordsAt: readRecordsAt(parameters),
		names: [list.path],
		limit,
		output: readOutput(parameters, [...metrics, ...list.useful]),
	};
}
