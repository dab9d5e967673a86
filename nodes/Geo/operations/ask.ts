import type { INodeProperties } from 'n8n-workflow';
import { taskQuery } from '../../Agents/operations/task/query';
import { DescribedError } from '../../shared/base';
import {
	PROJECTS_FOR_MODELS,
	askDateRangeField,
	apiDetailsField,
	FLATTEN_OPTION,
	type PickListEntry,
	listApiDetails,
	askNextField,
	limitToTools,
	optionsField,
	outputFields,
	type Parameters,
	projectsField,
	readProjectChoice,
	readOrderAndConditions,
	askTopField,
	askWhereField,
} from '../../shared/form';
import type { Operation } from '../../shared/run';
import { askByField } from './by';
import { askCompareField } from './comparison';
import { LISTS, requestOfList } from './lists';
import { getAll as getProjects } from './project/getAll';
import { type ListOrReportRequest, readSegmentedQuery } from './read';
import { CITATIONS, PERFORMANCE, requestOfReport, SENTIMENT } from './reports';

/** What an AI model can ask for, such as prompts. */
type AskableData = PickListEntry & Pick<Operation, 'readQuery'>;

/**
 * 'Visibility' and 'Mentions' are not documented, so the service may refuse them. The others are documented (public
 * docs).
 */
const ASKABLE_FIGURES = [
	['Share of Voice', PERFORMANCE, 'share_of_voice'],
	['Visibility', PERFORMANCE, 'visibility_score'],
	['Mentions', PERFORMANCE, 'mentions_count'],
	['Citations', CITATIONS, 'count'],
	['Sentiment', SENTIMENT, 'total_keyword_occurrences'],
] as const;

/** Titles for lists whose names marketers may not know. */
const LIST_TITLES: Readonly<Record<string, string>> = {
	citation: 'Cited Pages',
	model: 'Platforms',
	website: 'Competitors',
};

/** Fields for a period. Projects and tasks have no period, so an AI model has to leave these fields out. */
const PERIOD_FIELDS = [askByField, askDateRangeField, askCompareField];

/** @throws DescribedError if the AI model filled in one of {@link PERIOD_FIELDS} */
function refusePeriodFields(parameters: Parameters, name: string): void {
	const isUsed = (field: INodeProperties) =>
		!/^(|nothing|notSet|total)$/i.test(parameters.text(field));
	const used = PERIOD_FIELDS.find(isUsed);
	if (used === undefined) return;
	throw new DescribedError(
		`${name} cannot be read by '${used.displayName}'`,
		`Leave '${used.displayName}' out. A condition on a date goes into 'Where', such as created_at >= 2026-11-01.`,
	);
}

function createAskable(
	name: string,
	requestOf: (parameters: Parameters) => ListOrReportRequest,
): AskableData {
	return {
		name,
		value: name.toLowerCase(),
		readQuery: (parameters) =>
			readSegmentedQuery(parameters, { ...requestOf(parameters), dataName: name }),
	};
}

const ASKABLE_DATA: readonly AskableData[] = [
	...ASKABLE_FIGURES.map(([name, report, measure]) =>
		createAskable(name, (parameters) => requestOfReport(report, parameters, [measure])),
	),
	...LISTS.map((list) =>
		createAskable(LIST_TITLES[list.value] ?? `${list.name}s`, (parameters) =>
			requestOfList(list, parameters),
		),
	),
	{
		name: 'Projects',
		value: 'projects',
		readQuery(parameters) {
			refusePeriodFields(parameters, 'Projects');
			// If the builder chose one project, the model's users must not learn the names of the others.
			const isOpen = parameters.isLeftToModel(projectsField);
			if (!isOpen && readProjectChoice(parameters).by !== 'all') {
				throw new DescribedError('This tool is for one project. It lists no others', '');
			}
			return getProjects.readQuery(parameters);
		},
	},
	{
		name: 'Tasks',
		value: 'tasks',
		readQuery(parameters) {
			refusePeriodFields(parameters, 'Tasks');
			const projects = readProjectChoice(parameters);
			const query = taskQuery(parameters, 'list');
			const own = readOrderAndConditions(parameters, projects.by === 'all');
			return { ...query, projects, selection: { ...query.selection, ...own, dataName: 'Tasks' } };
		},
	},
];

const ASKABLE_DATA_NAMES = ASKABLE_DATA.map(({ value }) => value).join(', ');

const WHAT_FIELD: INodeProperties = {
	displayName: 'What',
	name: 'what',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. share of voice',
};

const isShownInTools = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.[0] !== false;

/** The operation Any Data → Ask. It is a tool with which an AI model reads any list or report. */
export const ask: Operation = {
	name: 'Ask',
	value: 'ask',
	action: 'Ask for any data',
	description: 'Answer any question of an AI agent from all lists and reports',
	toolDescription: `Answers questions on how brands (projects) show up in the answers of AI assistants such as ChatGPT. What is one of: ${ASKABLE_DATA_NAMES}. The first five are figures of a period. Lists: prompts are the tracked questions with avg_rank (1 is best), avg_visibility_score and total_mentions; domains (num_answers) and cited pages are the sources; competitors are the brand and its rivals with mentions_count; tasks are what there is to do. Read about and missing in each answer before its records. No data on: what an assistant said word for word, search volume, traffic, prices, units of scores, whether a keyword is positive, share of voice of competitors. It changes nothing.`,
	fields: [
		limitToTools(WHAT_FIELD, `What to ask for, one of ${ASKABLE_DATA_NAMES}`),
		limitToTools(projectsField, PROJECTS_FOR_MODELS),
		askByField,
		askDateRangeField,
		askCompareField,
		askWhereField,
		askTopField,
		askNextField,
		...outputFields.filter(isShownInTools),
		optionsField(FLATTEN_OPTION, apiDetailsField(...listApiDetails)),
	],
	readQuery: (parameters) =>
		parameters
			.choice(WHAT_FIELD, ASKABLE_DATA, `Write one of ${ASKABLE_DATA_NAMES}.`)
			.readQuery(parameters),
};
