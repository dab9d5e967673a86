import type { INodeParameters } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { PROJECTS } from '../../../sandbox';
import type { Editor } from './editor';
import type { RANGE } from './range';
import { projectById } from './workflows';

const COFFEE = projectById(PROJECTS.coffee);
const PROMPTS = { resource: 'prompt', operation: 'getAll' };
const BY_TOPIC = { ...PROMPTS, filters: { condition: [{ filter: 'topics' }] } };

/** The accounts of the nodes: the right one, and two that do not work. */
export type Account = 'right' | 'wrongAddress' | 'wrongKey';

/** A node by its name, its type, its parameters and its account, default the right one. */
type Draft = readonly [name: string, type: string, parameters: INodeParameters, account?: Account];

/** The nodes that the looks are of. */
export const NODES: readonly Draft[] = [
	['Report', 'geo', { resource: 'report', operation: 'getPerformance' }],
	['Filter', 'geo', { ...BY_TOPIC, project: COFFEE }],
	['Filter without project', 'geo', BY_TOPIC],
	['Number', 'geoTrigger', { event: 'changedMetric', project: COFFEE }],
	['No number', 'geoTrigger', { event: 'changedMetric', recordType: 'topic', project: COFFEE }],
	['Wrong key', 'geo', { ...PROMPTS, project: COFFEE }, 'wrongKey'],
	['Wrong address', 'geo', { ...PROMPTS, project: COFFEE }, 'wrongAddress'],
	['No access', 'geo', { ...PROMPTS, project: projectById(PROJECTS.skincare) }],
	['Wrong name', 'geo', { ...PROMPTS, project: located('name', 'Ember and Oak') }],
	[
		'Rate limit',
		'geo',
		{ resource: 'tag', operation: 'getAll', project: COFFEE, options: { maxWait: 1 } },
	],
	[
		'All projects',
		'geo',
		{
			...PROMPTS,
			project: { ...located('list', '*'), cachedResultName: 'All Projects' },
			limit: 2,
		},
	],
	[
		'Top of all',
		'geo',
		{
			...PROMPTS,
			project: { ...located('list', '*'), cachedResultName: 'All Projects' },
			limit: 2,
			options: { limitAppliesTo: 'allProjects' },
		},
	],
	[
		'Misspelt field',
		'geo',
		{ ...PROMPTS, project: COFFEE, output: 'selected', outputFields: 'prompt, visibilty' },
	],
	[
		'Message by day',
		'geo',
		{
			...{ resource: 'report', operation: 'getPerformance', project: COFFEE },
			...{ dateRange: 'last7Days', output: 'message', options: { oneRowPer: 'day' } },
		},
	],
	[
		'Compared',
		'geo',
		{
			...{ resource: 'report', operation: 'getPerformance', project: COFFEE },
			...{ dateRange: 'custom', startDate: '2026-11-01', endDate: '2026-11-30' },
			options: { compareWith: 'customDates', compareWithDates: '2025-12-24 to 2026-01-06' },
		},
	],
	['Custom dates', 'geo', { ...PROMPTS, project: COFFEE, options: { compareWith: 'customDates' } }],
	[
		'Changed number',
		'geoTrigger',
		{
			...{ event: 'changedMetric', project: COFFEE },
			metric: located('name', 'avg_visibility_score'),
		},
	],
];

function located(mode: string, value: string): INodeParameters {
	return { __rl: true, mode, value };
}

/** What has come up in the window. */
interface Shown {
	/** What has the words. */
	readonly text: Locator;
	/** What has to be in the picture beside the form: it may be wider. */
	readonly frame?: Locator;
}

/** What people see of the package in the editor, beside its forms. */
export interface Look {
	readonly title: string;
	/** The node to open. */
	readonly node: string;
	/** Makes the window show it, again whenever its size has changed. */
	readonly show?: (editor: Editor) => Promise<Shown>;
	/** Its words, in this order. */
	readonly words: readonly string[];
}

const list = (field: string) => async (editor: Editor) => {
	await editor.clickBeside();
	await editor.openList(field);
	return { text: editor.listed };
};

const select = (field: string) => async (editor: Editor) => {
	await editor.clickBeside();
	await editor.openSelect(editor.field(field));
	return { text: editor.listed, frame: editor.dropdown };
};

const options = async (editor: Editor) => {
	await editor.clickBeside();
	await editor.openSelect(editor.adding('Add option'));
	return { text: editor.listed, frame: editor.dropdown };
};

/** The lists of the editor, with what one says that has no entries. */
export const LISTS: readonly Look[] = [
	{
		title: 'list of projects',
		node: 'Report',
		show: list('project'),
		words: ['All Projects', 'Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot'],
	},
	{
		title: 'list of dimensions',
		node: 'Report',
		show: select('dimensions'),
		words: ['Topic', 'Market', 'AI Platform', 'Date'],
	},
	{
		title: 'list of date ranges',
		node: 'Report',
		show: select('dateRange'),
		words: ['Today', 'This Week', 'Last 28 Days', 'Last Year', 'Custom', 'Service Default'],
	},
	{
		title: 'list of periods to compare with',
		node: 'Compared',
		show: select('compareWith'),
		words: ['Nothing', 'Previous Period', 'Same Period Last Year', 'Custom Dates'],
	},
	{
		title: 'list of what a limit applies to',
		node: 'Top of all',
		show: select('limitAppliesTo'),
		words: ['All Projects Together', 'Each Project'],
	},
	{
		title: 'list of outputs',
		node: 'Report',
		show: select('output'),
		words: ['Message', 'Raw Response', 'Records', 'Selected Fields', 'Simplified'],
	},
	{
		title: 'list of options',
		node: 'Report',
		show: options,
		words: ['Additional Body Fields (JSON)', 'Compare With', 'One Row Per', 'Sort'],
	},
	{
		title: 'list of options for custom dates to compare with',
		node: 'Custom dates',
		show: options,
		words: ['Batching', 'Comparison Dates', 'Filter Condition'],
	},
	{
		title: 'list of topics',
		node: 'Filter',
		show: list('topicValue'),
		words: ['Espresso machines', 'Coffee grinders'],
	},
	{
		title: 'list of topics without a project',
		node: 'Filter without project',
		show: list('topicValue'),
		words: [
			'The list needs a project',
			"Choose a 'Project' from its list first",
			"'By Name or ID'",
		],
	},
	{
		title: 'list of numbers to watch',
		node: 'Number',
		show: list('metric'),
		words: ['total_mentions', 'avg_visibility_score', 'avg_rank'],
	},
	{
		title: 'list of numbers where there are none',
		node: 'No number',
		show: list('metric'),
		words: ['The records have no numbers', "Add the option 'Metrics' with prompts_count"],
	},
];

/** What the form itself says. */
export const NOTICES: readonly Look[] = [
	{
		title: 'hint of By ID',
		node: 'No access',
		words: ['Project → Get Many returns the IDs of your projects'],
	},
	{
		title: 'hint of By Name',
		node: 'Wrong name',
		words: ['The name or URL of the project, in capitals or not'],
	},
	{
		title: 'field for some of all projects',
		node: 'All projects',
		words: ['Project', 'Only Projects Containing'],
	},
	{
		title: 'required field',
		node: 'Report',
		async show(editor) {
			await editor.clickBeside();
			await editor.issue.hover();
			const tooltip = editor.tooltip('is required');
			return { text: tooltip, frame: tooltip };
		},
		words: ['Parameter "Project" is required'],
	},
];

/** What a node shows in its output after it has run. */
export const OUTCOMES: readonly Look[] = [
	{
		title: 'wrong key',
		node: 'Wrong key',
		words: ['Missing or invalid API key', "Check 'API Key' in the credential"],
	},
	{
		title: 'wrong base URL',
		node: 'Wrong address',
		words: ['The base URL of the GEO API is not an address', "correct 'GEO API Base URL'"],
	},
	{
		title: 'no access to the project',
		node: 'No access',
		words: ['No access to this project or workspace', 'check that it still exists'],
	},
	{
		title: 'wrong name of a project',
		node: 'Wrong name',
		words: [
			"No project has the name or URL 'Ember and Oak'",
			'The nearest is: Ember & Oak Coffee.',
		],
	},
	{
		title: 'rate limit',
		node: 'Rate limit',
		words: [
			'Rate limit exceeded',
			'wait 60 seconds',
			"raise 'Max Wait' under 'Options' (now 1 second)",
		],
	},
	{
		title: 'hint that projects have more records',
		node: 'All projects',
		words: ['These are 6 of ', "'Return All'", '6 items'],
	},
	{
		title: 'hint of a misspelt field',
		node: 'Misspelt field',
		words: ["No record has a value in 'visibilty'", "'Fields'", '50 items'],
	},
	{
		title: 'days that were compared',
		node: 'Compared',
		words: ['Compared 2026-11-01 to 2026-11-30 with 2025-12-24 to 2026-01-06.', '_status'],
	},
	{
		title: 'message with one row per day',
		node: 'Message by day',
		words: ['1 item', 'text', 'html', 'Period'],
	},
	{
		title: 'test event of a number',
		node: 'Changed number',
		words: ['is_example', 'name', 'metric', 'before', 'after'],
	},
];

/** A look whose words depend on the version. */
interface VersionedLook extends Look {
	readonly said: (version: (typeof RANGE)[number]) => readonly string[];
}

/** The dialogs of credentials whose test has failed. In n8n 1.123, the words are n8n's own. */
export const CREDENTIALS: readonly VersionedLook[] = [
	{
		title: 'credential with a wrong key',
		node: 'Wrong key',
		words: ['Couldn’t connect with these settings'],
		said: ({ wrongKey }) => [wrongKey, 'API Dashboard → Reveal API Key'],
	},
	{
		title: 'credential with a wrong base URL',
		node: 'Wrong address',
		words: ['Couldn’t connect with these settings'],
		said: () => [
			'In the web application: profile picture → API Dashboard → Reveal API Key',
			'The GEO API Base URL has to start with https://',
			'Optional. Only for the Agents API beta.',
			'The Agents API Base URL has to start with https://',
		],
	},
];
