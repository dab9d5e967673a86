import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../base';
import { PROJECT_ID, type SingleProjectChoice, type ProjectChoice } from '../projects';
import { BY_NAME, isTool, listPickerField } from './fields';
import type { Parameters } from './reader';

export const ALL_PROJECTS = '*';

/** The modes in which the value is an ID. The mode is empty if an expression replaces the whole field. */
const ID_MODES = ['', 'id', 'list'];

export const projectField: INodeProperties = projectPicker('searchProjects', 'The project to use');

export const projectsField: INodeProperties = projectPicker(
	'searchProjectsOrAll',
	`All Projects (By ID: ${ALL_PROJECTS}) adds project_id and project_name to each record`,
);

export const PROJECTS_FOR_MODELS = `Name of the brand or project, such as Acme Coffee, or its ID; several with commas; ${ALL_PROJECTS} for all`;

export const projectsContainingField: INodeProperties = {
	displayName: 'Only Projects Containing',
	name: 'projectsContaining',
	type: 'string',
	displayOptions: { show: { [projectsField.name]: [ALL_PROJECTS] } },
	default: '',
	placeholder: 'e.g. coffee',
	description: 'Text in the name or URL of the projects',
};

function projectPicker(searchListMethod: string, description: string): INodeProperties {
	return listPickerField('a project', searchListMethod, {
		displayName: 'Project',
		name: 'project',
		required: true,
		description,
		modes: [
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7f3c2a10',
				hint: 'Project → Get Many returns the IDs of your projects',
			},
			{
				...BY_NAME,
				type: 'string',
				placeholder: 'e.g. Ember & Oak Coffee',
				hint: 'The name or URL of the project, in capitals or not',
			},
		],
	});
}

/**
 * @throws DescribedError if no project is chosen
 * @throws DescribedError if the project ID has invalid characters
 */
export function readProjectChoice(parameters: Parameters): ProjectChoice {
	const { mode } = parameters.locator(projectField);
	const text = parameters.text(projectField);
	if (text === '') {
		throw parameters.fieldError(projectField, 'No project is chosen', CHOOSE_PROJECT);
	}
	const isInTool = isTool(parameters);
	const isFromModel = parameters.isLeftToModel(projectField);
	const isAll = isInTool
		? /^(\*|(all|every)( projects?)?)$/i.test(text)
		: text === ALL_PROJECTS && mode !== BY_NAME.name;
	if (!isAll && !isFromModel) {
		return ID_MODES.includes(mode)
			? { by: 'id', id: checkProjectId(text) }
			: { by: 'name', name: text, ...(isInTool && { isInTool }) };
	}
	const containing = parameters.text(projectsContainingField);
	// An empty text selects all projects. If an expression failed, a client would get the data of other clients.
	parameters.refuseEmptyExpression(projectsContainingField);
	if (isAll) return containing === '' ? { by: 'all' } : { by: 'all', containing };
	// n8n selects 'By ID' if an AI model fills in the project. But models write names, so the text is read as a name.
	return { by: 'name', name: text, isInTool, containing };
}

/** Returns the name of the project if the user picked it from the list. */
export function readPickedProjectName(parameters: Parameters): string | undefined {
	const { mode, value, name } = parameters.locator(projectField);
	return mode === 'list' && value !== ALL_PROJECTS ? name : undefined;
}

/**
 * @throws DescribedError if no project is chosen, or all of them
 * @throws DescribedError if the project ID has invalid characters
 */
export function readOneProject(parameters: Parameters): SingleProjectChoice {
	const choice = readProjectChoice(parameters);
	if (choice.by === 'name') return { ...choice, isSingle: true };
	if (choice.by === 'id') return choice;
	throw new DescribedError('This operation takes one project, not all of them', CHOOSE_PROJECT);
}

/** @throws DescribedError if the ID has invalid characters, such as blanks */
function checkProjectId(id: string): string {
	if (PROJECT_ID.test(id)) return id;
	throw new DescribedError(
		'The project ID has characters that an ID cannot have',
		"Correct 'Project': an ID has no blanks, line breaks or accented letters. For a name, choose 'By Name'.",
	);
}

const CHOOSE_PROJECT = "Choose one in 'Project', or enter its name or ID, such as Acme Coffee.";
