import type { INodeParameters } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { PROJECTS } from '../../../sandbox';
import type { Editor } from './editor';
import type { RANGE } from './range';
import { projectById } from './workflows';
import { placed } from '../../../dev/placed';

const COFFEE = projectById(PROJECTS.coffee);
const PROMPTS = { resource: 'prompt', operation: 'getAll' };
const BY_TOPIC = { ...PROMPTS, filters: { condition: [{ filter: 'topics' }] } };

const REPORT = { resource: 'report', operation: 'getPerformance' };
const ALL = { ...located('list', '*'), cachedResultName: 'All Projects' };
const TOGETHER = {
	limitAppliesTo: 'allProjects',
	sort: { by: [{ field: 'avg_visibility_score', order: 'desc' }] },
};
const MISSPELT = { output: 'selected', outputFields: 'prompt, visibilty' };
const BY_DAY = { dateRange: 'last7Days', output: 'message', options: { splitBy: 'day' } };
const COMPARED = {
	...{ dateRange: 'custom', startDate: '2026-11-01', endDate: '2026-11-30' },
	...placed({ compareWith: 'customDates', compareWithDates: '2025-12-24 to 2026-01-06' }),
};
const SCORE = located('name', 'avg_visibility_score');

/** The accounts of the nodes: the right one, and two that do not work. */
export type Account = 'right' | 'wrongAddress' | 'wrongKey';

/** A node by its name, its type, its parameters and its account, default the right one. */
type Draft = readonly [name: string, type: string, parameters: INodeParameters, account?: Account];

/** The nodes that the looks are of. */
export const NODES: readonly Draft[] = [
	['Report', 'geo', REPORT],
	['Filter', 'geo', { ...BY_TOPIC, project: COFFEE }],
	['No project', 'geo', BY_TOPIC],
	['Number', 'geoTrigger', { event: 'changedMetric', project: COFFEE }],
	[
		'No number',
		'geoTrigger',
		{ event: 'changedMetric', recordType: 'topic', project: COFFEE, ...placed({ metrics: [] }) },
	],
	['Wrong key', 'geo', { ...PROMPTS, project: COFFEE }, 'wrongKey'],
	['Wrong address', 'geo', { ...PROMPTS, project: COFFEE }, 'wrongAddress'],
	['No access', 'geo', { ...PROMPTS, project: projectById(PROJECTS.skincare) }],
	['Wrong name', 'geo', { ...PROMPTS, project: located('name', 'Ember and Oak') }],
	[
		'Rate limit',
		'geo',
		{ ...PROMPTS, resource: 'tag', project: COFFEE, ...placed({ maxWait: 1 }) },
	],
	['All projects', 'geo', { ...PROMPTS, project: ALL, limit: 2 }],
	['Top of all', 'geo', { ...PROMPTS, project: ALL, limit: 2, options: TOGETHER }],
	['Misspelt field', 'geo', { ...PROMPTS, project: COFFEE, ...MISSPELT }],
	['Message by day', 'geo', { ...REPORT, project: COFFEE, ...BY_DAY }],
	['Compared', 'geo', { ...REPORT, project: COFFEE, ...COMPARED }],
	[
		'Custom dates',
		'geo',
		{ ...PROMPTS, project: COFFEE, ...placed({ compareWith: 'customDates' }) },
	],
	['Changed number', 'geoTrigger', { event: 'changedMetric', project: COFFEE, metric: SCORE }],
];

function located(mode: string, value: string): INodeParameters {
	return { __rl: true, mode, value };
}

/**
 * What people see of the package in the editor, beside its forms: what it is, the node to open, and its
 * words, in this order.
 */
export type Look = readonly [
	title: string,
	node: string,
	words: string,
	/** Makes the window show it, and returns what has the words. */
	show?: (editor: Editor) => Promise<Locator>,
];

const list = (field: string) => async (editor: Editor) => {
	await editor.clickBeside();
	await editor.openList(field);
	return editor.listed;
};

const select = (field: string) => async (editor: Editor) => {
	await editor.clickBeside();
	await editor.openSelect(editor.field(field));
	return editor.listed;
};

const options = async (editor: Editor) => {
	await editor.clickBeside();
	const words = 'Add option';
	const adding = editor.fields.getByText(words).or(editor.fields.getByPlaceholder(words));
	await editor.openSelect(adding.filter({ visible: true }).last());
	return editor.listed;
};

const issue = async (editor: Editor) => {
	await editor.clickBeside();
	await editor.fields.getByTestId('parameter-issues').locator('svg').first().hover();
	return editor.page.getByText('is required').filter({ visible: true });
};

/** The lists of the editor, each with its field, and what one says that has no entries. */
export const LISTS: readonly Look[] = [
	[
		'projects',
		'Report',
		'All Projects … Ember & Oak Coffee … Ridgeline Outfitters … Taskpilot',
		list('project'),
	],
	['dimensions', 'Report', 'AI Platform … Date … Market … Topic', select('dimensions')],
	[
		'date ranges',
		'Report',
		'Today … This Week … Last 28 Days … Last Year … Custom … No Dates (Service Decides)',
		select('dateRange'),
	],
	[
		'periods',
		'Compared',
		'Custom Dates … Nothing … Previous Period … Same Period Last Year',
		select('compareWith'),
	],
	[
		'places of a limit',
		'Top of all',
		'All Projects Together … Each Project',
		select('limitAppliesTo'),
	],
	['outputs', 'Report', 'Message … Records … Selected Fields … Simplified', select('output')],
	[
		'options',
		'Report',
		'API Details … Compare With … Flatten for Sheets … Sort … Split By',
		options,
	],
	[
		'options for custom dates',
		'Custom dates',
		'API Details … Flatten for Sheets … Split By',
		options,
	],
	['topics', 'Filter', 'Espresso machines … Coffee grinders', list('topicValue')],
	[
		'topics without a project',
		'No project',
		"The list needs one project … Choose a single 'Project' from its list first … 'By Name or ID'",
		list('topicValue'),
	],
	['numbers', 'Number', 'total_mentions … avg_visibility_score … avg_rank', list('metric')],
	[
		'no numbers',
		'No number',
		"The records have no numbers … name them in 'Other Metrics' or 'Other Measures'",
		list('metric'),
	],
];

/** What the form itself says. */
export const NOTICES: readonly Look[] = [
	['hint of By ID', 'No access', 'Project → Get Many returns the IDs of your projects'],
	['hint of By Name', 'Wrong name', 'The name or URL of the project, in capitals or not'],
	['field for some of all projects', 'All projects', 'Project … Only Projects Containing'],
	['required field', 'Report', 'Parameter "Project" is required', issue],
];

/** What a node shows in its output after it has run. */
export const OUTCOMES: readonly Look[] = [
	['wrong key', 'Wrong key', "Missing or invalid API key … Check 'API Key' in the credential"],
	[
		'wrong base URL',
		'Wrong address',
		"The base URL of the GEO API is not an address … correct 'GEO API Base URL'",
	],
	[
		'no access to the project',
		'No access',
		'No access to this project or workspace … Check that the project',
	],
	[
		'wrong name of a project',
		'Wrong name',
		'No project has the name or URL \'Ember and Oak\' … The projects are, nearest first: "Ember & Oak Coffee", ',
	],
	[
		'rate limit',
		'Rate limit',
		"Rate limit exceeded … wait 60 seconds … raise 'Max Wait' under 'Settings'",
	],
	['hint that projects have more records', 'All projects', "6 of  … 'Return All' … 6 items"],
	['misspelt field', 'Misspelt field', "No record has a field 'visibilty' … Correct 'Fields'"],
	[
		'days that were compared',
		'Compared',
		'Compared 2026-11-01 to 2026-11-30 with 2025-12-24 to 2026-01-06. … _status',
	],
	['message with one row per day', 'Message by day', '1 item … text … html'],
	['test event of a number', 'Changed number', 'is_example … name … metric … before … after'],
];

/** The dialogs of credentials whose test has failed. In n8n 1.123, the words are n8n's own. */
export const credentialsIn = ({ wrongKey }: (typeof RANGE)[number]): readonly Look[] => [
	[
		'credential with a wrong key',
		'Wrong key',
		`Couldn’t connect with these settings … ${wrongKey} … API Dashboard → Reveal API Key`,
	],
	[
		'credential with a wrong base URL',
		'Wrong address',
		[
			'Couldn’t connect with these settings',
			'In the web application of Writesonic: profile picture → API Dashboard → Reveal API Key',
			'The GEO API Base URL has to start with https://',
			'Optional. Only for the Agents API beta.',
			'The Agents API Base URL has to start with https://',
		].join(' … '),
	],
];
