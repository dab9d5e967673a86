import type { INodeProperties } from 'n8n-workflow';
import {
	dateRangeFields,
	type PickListEntry,
	limitFields,
	mergeFields,
	namesPickList,
	type Parameters,
	readPeriod,
} from '../../shared/form';
import type { Operation, Resource } from '../../shared/run';
import { type KeyFields, keyFieldsOfList } from '../../shared/table';
import { readListTimeUnit } from './by';
import { type ListOrReportRequest, readSegmentedQuery, listOrReportFields } from './read';

/** A list of the GEO API (public docs). The node has a resource for each. */
export interface GeoList extends PickListEntry {
	/** The end of the URL, such as `prompts`. The list in the response may have the same name. */
	readonly path: string;
	/** The name of the records in the editor, if it differs from `path`. */
	readonly records?: string;
	/** The name of a record in messages. If it is missing, the name is the singular of `path`. */
	readonly recordNoun?: string;
	readonly about: string;
	readonly toolDescription: string;
	/** The documented metrics. The array is empty if none is documented, and missing if the endpoint takes no metrics. */
	readonly metrics?: readonly PickListEntry[];
	/** The fields that the output mode 'Simplified' keeps. */
	readonly usefulFields: readonly string[];
	/** Further names of the ID field (public docs). Names such as `id` and `prompt_id` are always tried. */
	readonly ids?: readonly string[];
}

export const LISTS: readonly GeoList[] = [
	{
		name: 'AI Platform',
		value: 'model',
		path: 'models',
		records: 'AI platforms',
		about: 'the performance on each AI platform, such as ChatGPT or Perplexity',
		toolDescription:
			'Lists the AI platforms on which a brand is tracked, such as ChatGPT or Perplexity, with what is known of each. Use it to see which there are. For figures by platform, use a performance report by model.',
		metrics: [],
		usefulFields: ['name', 'platform_name', 'provider', 'category'],
		ids: ['platform_id'],
	},
	{
		name: 'Citation',
		value: 'citation',
		path: 'citations',
		recordNoun: 'cited_page',
		about: 'the pages that AI answers cite',
		toolDescription:
			'Lists the web pages that AI assistants cite in their answers about a brand, with title, URL, domain and date. Use it to see which sources shape the answers. It does not say how often a page is cited, and its order is no ranking.',
		usefulFields: ['citation_title', 'citation_uri', 'citation_domain', 'created_at'],
	},
	{
		name: 'Domain',
		value: 'domain',
		path: 'domains',
		about: 'the domains that cite the brand',
		toolDescription:
			'Lists the domains that cite a brand, and in how many answers of AI assistants they appear. Use it to see which websites matter most for the brand. It does not list their single pages.',
		metrics: [{ name: 'Answers', value: 'num_answers' }],
		usefulFields: ['domain', 'name', 'num_answers'],
	},
	{
		name: 'Keyword',
		value: 'keyword',
		path: 'keywords',
		about: 'the keywords of the project',
		toolDescription:
			'Lists the keywords of a project with theme and subtheme, and how many websites go with them. Use it to see what a brand is connected with. It does not say how positive the answers are.',
		metrics: [{ name: 'Websites', value: 'website_count' }],
		usefulFields: ['keyword', 'theme', 'subtheme', 'website_count', 'created_at'],
	},
	{
		name: 'Market',
		value: 'market',
		path: 'markets',
		about: 'the markets, each a country and a language',
		toolDescription:
			'Lists the markets in which a brand is tracked, each a country and a language, and how many prompts they have. Use it to see where a brand is tracked, or to find the ID of a market. It has no visibility figures.',
		metrics: [{ name: 'Prompts', value: 'prompts_count' }],
		usefulFields: ['name', 'country_code', 'language', 'prompts_count'],
	},
	{
		name: 'Prompt',
		value: 'prompt',
		path: 'prompts',
		about: 'the prompts that are tracked, with visibility, mentions and performance',
		toolDescription:
			'Lists the prompts that are tracked for a brand, with topic, visibility score, rank and mentions in the answers of AI assistants. Use it to find the questions where a brand does well or badly. Rank 1 is the best. It has no totals.',
		metrics: [{ name: 'Answers', value: 'answers_count' }],
		usefulFields: [
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
		toolDescription:
			'Lists the tags, which are labels on prompts, and how many prompts have each. Use it to see how prompts are labelled, or to find the ID of a tag. It has no visibility figures.',
		metrics: [{ name: 'Prompts', value: 'query_count' }],
		usefulFields: ['name', 'query_count'],
	},
	{
		name: 'Topic',
		value: 'topic',
		path: 'topics',
		about: 'the categories that group prompts',
		toolDescription:
			'Lists the topics, which group the prompts of a project, and how many prompts each has. Use it to see what is tracked for a brand, or to find the ID of a topic. It has no visibility figures; a performance report by topic does.',
		metrics: [{ name: 'Prompts', value: 'prompts_count' }],
		usefulFields: ['name', 'prompts_count', 'created_at', 'updated_at'],
	},
	{
		name: 'Website',
		value: 'website',
		path: 'websites',
		about: 'the websites of the brand and its competitors',
		toolDescription:
			'Lists the websites of a brand and of its competitors, and how often each is mentioned in the answers of AI assistants. Use it to see who the competitors are. It does not list cited pages.',
		metrics: [{ name: 'Mentions', value: 'mentions_count' }],
		usefulFields: ['name', 'url', 'is_self_website', 'is_competitor', 'mentions_count'],
	},
];

/**
 * Returns the field 'Metrics', or `undefined` if the list takes none. By default, all documented metrics are requested.
 */
function metricsPickListOf({ metrics }: GeoList) {
	return metrics && namesPickList('Metrics', metrics, 'Figures to add');
}

export function metricsOptionsOf(list: GeoList): INodeProperties[] {
	const pickList = metricsPickListOf(list);
	if (pickList === undefined) return [];
	const { field, otherNamesField } = pickList;
	return list.metrics?.length === 0 ? [otherNamesField] : [field, otherNamesField];
}

/** The option 'Metrics' of all lists. They share one field 'Options', so each is shown only for its own resource. */
const METRICS_OPTIONS = mergeFields(
	LISTS.map((list) => ({ choice: { '/resource': list.value }, fields: metricsOptionsOf(list) })),
);

export const listResources: readonly Resource[] = LISTS.map((list): Resource => ({
	name: list.name,
	value: list.value,
	operations: [createGetManyOperation(list)],
}));

export function keyFieldsOf({ path, usefulFields: [title = 'name'], ids }: GeoList): KeyFields {
	return keyFieldsOfList(singularOf(path), title, ids);
}

/** `prompts` → `prompt` */
const singularOf = (path: string) => path.replace(/s$/, '');

function createGetManyOperation(list: GeoList): Operation {
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${list.records ?? list.path.replaceAll('_', ' ')}`,
		description: `Retrieve ${list.about}, one item each`,
		toolDescription: list.toolDescription,
		fields: listOrReportFields({
			fields: dateRangeFields,
			limits: limitFields,
			options: METRICS_OPTIONS,
		}),
		readQuery: (parameters) => readSegmentedQuery(parameters, requestOfList(list, parameters)),
	};
}

export function requestOfList(list: GeoList, parameters: Parameters): ListOrReportRequest {
	const metrics = metricsPickListOf(list);
	const measures = metrics?.read(parameters) ?? [];
	const sideFigures = metrics?.knownNames.filter((name) => !list.usefulFields.includes(name));
	return {
		path: `business/${list.path}`,
		recordNoun: list.recordNoun ?? singularOf(list.path),
		period: readPeriod(parameters),
		dimensions: [],
		measures,
		shownMeasures: measures.filter((name) => !sideFigures?.includes(name)),
		splitBy: readListTimeUnit(parameters),
		measuresPickList: metrics,
		usefulFields: list.usefulFields,
		key: keyFieldsOf(list),
	};
}
