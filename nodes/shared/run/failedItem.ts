import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asNodeError } from '../base';

/**
 * What stands for an item that failed, if the node is set to continue; else throws. Only these two
 * members, by these names, and no `error` beside `json`: every n8n from 1.123 on then recognises the
 * item as one for the error output and adds the fields of the input (tried).
 */
export function failedItem(
	context: IExecuteFunctions,
	cause: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = asNodeError(context.getNode(), cause, itemIndex);
	if (!context.continueOnFail()) throw error;
	const advice = error.description ?? '';
	// n8n 1.123 does not take an item with an empty message for a failed one.
	const json: IDataObject = { error: error.message, ...(advice === '' ? {} : { message: advice }) };
	return { json, pairedItem: { item: itemIndex } };
}

/** All that an item that failed says, in sentences. */
export function failureText({ json }: INodeExecutionData): string {
	const texts = Object.values(json).filter((value) => typeof value === 'string');
	const lines = texts.flatMap((text) => text.split('\n'));
	return lines.map((line) => line.replace(/\.?$/, '.')).join(' ');
}
