import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from './parameters';
import { filledByModel } from './toolFields';

const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
};

/** Return All and Limit, in n8n's standard words. In a tool, the model chooses the limit. */
export const listFields: readonly INodeProperties[] = [
	RETURN_ALL,
	filledByModel(LIMIT, 'How many records to return at most, such as 20. Default: 50'),
];

/** The same where the model has no say. */
export const fixedListFields: readonly INodeProperties[] = [RETURN_ALL, LIMIT];

/**
 * The most records wanted: a whole number, or `Infinity` for all.
 *
 * @throws DescribedError if the limit is not a whole number of 1 or more
 */
export function readLimit(parameters: Parameters): number {
	return parameters.flag(RETURN_ALL) ? Infinity : parameters.number(LIMIT);
}
