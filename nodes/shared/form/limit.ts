import type { INodeProperties } from 'n8n-workflow';
import { ALL_PROJECTS, projectsField } from './project';
import { FieldReader, type Parameters } from './reader';
import { filledByModel, IN_TOOLS, onlyInTools } from './toolFields';

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** The option for fewer, where everything is returned without it. */
export const LIMIT_OPTION: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
};

const LIMIT: INodeProperties = {
	...LIMIT_OPTION,
	displayOptions: { show: { returnAll: [false] } },
};

const ABOUT_LIMIT = 'How many records to return at most, such as "20". Default: 50';

const SCOPES = [
	{ name: 'All Projects Together', value: 'allProjects' },
	{ name: 'Each Project', value: 'eachProject' },
] as const;

/** The option for what a limit is for, where there are several projects. */
export const LIMIT_SCOPE_OPTION: INodeProperties = {
	displayName: 'Limit Applies To',
	name: 'limitAppliesTo',
	type: 'options',
	displayOptions: {
		show: { [`/${projectsField.name}`]: [ALL_PROJECTS] },
		hide: { [`/${RETURN_ALL.name}`]: [true] },
	},
	options: SCOPES.map(({ name, value }) => ({ name, value })),
	default: 'eachProject',
	description:
		'All together, parts of One Row Per, too, come in the order of Sort: Limit 5 gives the top 5 of all clients. For each project, Limit 5 gives five records of each, with One Row Per of each part. Has no effect on Raw Response.',
};

/** Return All and Limit, in n8n's standard words. In a tool, the model chooses the limit. */
export const listFields: readonly INodeProperties[] = [
	RETURN_ALL,
	...filledByModel(LIMIT, ABOUT_LIMIT),
];

/** The same in tools only, for what people read whole. */
export const limitsInTools: readonly INodeProperties[] = [
	{ ...RETURN_ALL, displayOptions: IN_TOOLS },
	onlyInTools(LIMIT, ABOUT_LIMIT),
];

/**
 * Whether the limit is for the records of all projects together.
 *
 * @throws DescribedError if the option has another value than those that it offers
 */
export function isLimitOfAll(parameters: Parameters): boolean {
	const { value } = parameters.options.choice(LIMIT_SCOPE_OPTION, SCOPES);
	return value === 'allProjects' || limitInAll(parameters) !== undefined;
}

/**
 * The most records wanted: a whole number, or `Infinity` for all.
 *
 * @throws DescribedError if the limit is not a whole number of 1 or more
 */
export function readLimit(parameters: Parameters): number {
	const { options } = parameters;
	// Everything is returned as long as no limit was added to Options.
	if (parameters.readerOf(RETURN_ALL) === options) {
		return options.has(LIMIT_OPTION) ? options.number(LIMIT_OPTION) : Infinity;
	}
	if (parameters.flag(RETURN_ALL)) return Infinity;
	const inAll = limitInAll(parameters);
	return (inAll === undefined ? parameters : new FieldReader(() => inAll)).number(LIMIT);
}

/** The number in a limit that a model sets for all projects together, such as 5 in all. */
function limitInAll(parameters: Parameters): string | undefined {
	const value = parameters.value(LIMIT);
	return typeof value === 'string' ? /^(.*\S)\s+in all\s*$/i.exec(value)?.[1] : undefined;
}
