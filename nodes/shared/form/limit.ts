import type { INodeProperties } from 'n8n-workflow';
import { IN_TOOLS } from './answerFields';
import type { Parameters } from './parameters';
import { filledByModel, onlyInTools } from './toolFields';

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
 * The most records wanted: a whole number, or `Infinity` for all.
 *
 * @throws DescribedError if the limit is not a whole number of 1 or more
 */
export function readLimit(parameters: Parameters): number {
	const { options } = parameters;
	if (isOption(parameters)) {
		return options.has(LIMIT_OPTION) ? options.number(LIMIT_OPTION) : Infinity;
	}
	return parameters.flag(RETURN_ALL) ? Infinity : parameters.number(LIMIT);
}

/** What to do to get all records where there is a limit, in a node. */
export function withoutLimit(parameters: Parameters): string {
	return isOption(parameters) ? "remove 'Limit' from 'Options'" : "turn on 'Return All'";
}

/** Whether everything is returned as long as no limit was added to Options. */
function isOption(parameters: Parameters): boolean {
	return parameters.value(RETURN_ALL) === null;
}
