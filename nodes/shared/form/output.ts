import type { INodeProperties } from 'n8n-workflow';
import type { MessageChoice, NumberFormat, OutputChoice, OutputMode } from '../output';
import { ALL_PROJECTS, readPickedProjectName, projectsField } from './project';
import type { Parameters } from './reader';
import { isTool, SHOWN_IN_TOOLS } from './fields';
import type { DescribedEntry } from './values';

const OUTPUT_MODES: ReadonlyArray<DescribedEntry & { readonly value: OutputMode }> = [
	{ name: 'Records', value: 'records', description: 'One item per record, with all its fields' },
	{
		name: 'Selected Fields',
		value: 'selected',
		description: 'One item per record, with its ID and the fields that you name',
	},
	{
		name: 'Simplified',
		value: 'simplified',
		description:
			'One item per record, with up to ten of its most useful fields. Lists become numbers and long texts are cut.',
	},
];

const OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: OUTPUT_MODES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'records',
	description: 'What the node returns',
};

const SHOWN_IN_NODES = { show: { '@tool': [false] } };

/** The entry 'Message' of the field 'Output'. Tools do not have it. */
const MESSAGE_MODE = {
	name: 'Message',
	value: 'message',
	description:
		'To look at the HTML, add an HTML node. One item with all records as a message: as plain text, for Slack, as Markdown and as HTML for an email.',
};

const MESSAGE_HINT = {
	propertyHint:
		'message returns subject, title, period, slack, html (email), text, markdown, project_name, rows, and complete, which is false if something is missing',
};

const SHOWN_FOR_MESSAGES = { show: { ...SHOWN_IN_NODES.show, output: [MESSAGE_MODE.value] } };

const SELECTED_FIELDS: INodeProperties = {
	displayName: 'Fields',
	name: 'outputFields',
	type: 'string',
	required: true,
	displayOptions: { show: { output: ['selected'] } },
	default: '',
	placeholder: 'e.g. prompt, avg_visibility_score, topic_name',
	description:
		'The fields to return after the ID, separated by commas. Use a dot for a field inside an object.',
};

/** The smallest answer, in characters. It has room for one record and some warnings. */
const MIN_OUTPUT_SIZE = 1000;

const MAX_OUTPUT_SIZE: INodeProperties = {
	displayName: 'Max Output Size',
	name: 'maxOutputSize',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 20000,
	displayOptions: SHOWN_IN_TOOLS,
	description: 'The most characters that the model gets, or 0 for no maximum',
};

const MESSAGE_TITLE: INodeProperties = {
	displayName: 'Title',
	name: 'messageTitle',
	type: 'string',
	displayOptions: SHOWN_FOR_MESSAGES,
	default: '',
	placeholder: 'e.g. Share of voice by AI platform',
	description: 'The first line. Leave empty for one that names client and contents.',
};

const EACH_PROJECT = 'eachProject';

const MESSAGE_SCOPES: readonly DescribedEntry[] = [
	{ name: 'One for All', value: 'all', description: 'One item' },
	{
		name: 'One for Each Project',
		value: EACH_PROJECT,
		description: 'An item for each project, with its ID',
	},
];

const MESSAGE_SCOPE: INodeProperties = {
	displayName: 'Messages',
	name: 'messages',
	type: 'options',
	displayOptions: {
		show: { ...SHOWN_FOR_MESSAGES.show, [projectsField.name]: [ALL_PROJECTS] },
	},
	options: MESSAGE_SCOPES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'all',
	description: 'The messages of several projects',
};

const MESSAGE_FIELDS: INodeProperties = {
	displayName: 'Fields to Show',
	name: 'messageFields',
	type: 'string',
	displayOptions: SHOWN_FOR_MESSAGES,
	default: '',
	placeholder: 'e.g. avg_visibility_score, topic_name',
	description:
		'Beside the name of each record, separated by commas. Leave empty for those that you sort by or measure.',
};

const NUMBER_FORMATS: ReadonlyArray<DescribedEntry & { readonly value: NumberFormat }> = [
	{ name: 'As It Is', value: 'asIs', description: 'Without a unit' },
	{ name: 'Percent (0–100)', value: 'percent', description: '12.4 is 12.4%' },
	{ name: 'Percent of a Fraction (0–1)', value: 'fraction', description: '0.124 is 12.4%' },
];

const NUMBER_FORMAT: INodeProperties = {
	displayName: 'Number Format',
	name: 'messageNumberFormat',
	type: 'options',
	displayOptions: SHOWN_FOR_MESSAGES,
	options: NUMBER_FORMATS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'asIs',
	description: 'For share of voice, citation share and visibility',
};

const MESSAGE_LOCALE: INodeProperties = {
	displayName: 'Locale',
	name: 'messageLocale',
	type: 'string',
	displayOptions: SHOWN_FOR_MESSAGES,
	default: '',
	placeholder: 'e.g. de-DE',
	description: 'For numbers and dates, such as 1.234,5 with de-DE. Sentences stay English.',
};

export const maxOutputSizeField: readonly INodeProperties[] = [MAX_OUTPUT_SIZE];

/** The fields of operations that know the most useful fields of a record. In tools, the default is 'Simplified'. */
export const outputFields: readonly INodeProperties[] = [
	{
		...OUTPUT,
		options: [MESSAGE_MODE, ...(OUTPUT.options ?? [])],
		displayOptions: SHOWN_IN_NODES,
		builderHint: MESSAGE_HINT,
	},
	{ ...OUTPUT, default: 'simplified', displayOptions: SHOWN_IN_TOOLS },
	SELECTED_FIELDS,
	MAX_OUTPUT_SIZE,
	MESSAGE_SCOPE,
	MESSAGE_TITLE,
	MESSAGE_LOCALE,
	NUMBER_FORMAT,
	MESSAGE_FIELDS,
];

/** The fields of operations whose records may have any fields. 'Output' has no entry 'Message'. */
export const outputFieldsWithoutMessage = [OUTPUT, SELECTED_FIELDS, MAX_OUTPUT_SIZE];

export const FLATTEN: INodeProperties = {
	displayName: 'Flatten for Sheets',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description: 'Whether to write nested objects as columns such as topic_name, and lists as text',
};

/** The option is on as soon as the user adds it. Without it, the default of {@link FLATTEN} holds. */
export const FLATTEN_OPTION: INodeProperties = { ...FLATTEN, default: true };

/** @throws DescribedError if 'Output' is Selected Fields, but 'Fields' is empty */
export function readOutput(
	parameters: Parameters,
	usefulFields: readonly string[] = [],
): OutputChoice {
	const chosen = parameters.text(OUTPUT);
	const mode = OUTPUT_MODES.find(({ value }) => value === chosen)?.value ?? 'records';
	const fields = mode === 'selected' ? parameters.texts(SELECTED_FIELDS) : [];
	if (mode === 'selected' && fields.length === 0) {
		const advice = "Name the fields in 'Fields', separated by commas.";
		throw parameters.fieldError(SELECTED_FIELDS, "'Fields' is empty", advice);
	}
	const message = chosen === MESSAGE_MODE.value ? readMessage(parameters) : undefined;
	return { mode, fields, usefulFields, message };
}

function readMessage(parameters: Parameters): MessageChoice {
	return {
		title: parameters.text(MESSAGE_TITLE),
		fields: parameters.texts(MESSAGE_FIELDS),
		numberFormat: parameters.choice(NUMBER_FORMAT, NUMBER_FORMATS).value,
		isForEachProject: parameters.text(MESSAGE_SCOPE) === EACH_PROJECT,
		projectName: readPickedProjectName(parameters),
		locale: parameters.locale(MESSAGE_LOCALE),
		zone: parameters.zone,
		now: parameters.now,
	};
}

/** Returns a number of characters, or `Infinity` without a maximum. Returns `undefined` if the node is not a tool. */
export function readMaxOutputSize(parameters: Parameters): number | undefined {
	if (!isTool(parameters)) return undefined;
	const size = parameters.number(MAX_OUTPUT_SIZE);
	return size === 0 ? Infinity : Math.max(size, MIN_OUTPUT_SIZE);
}
