import type { IExecuteFunctions } from 'n8n-workflow';
import { capitalized } from '../capitalized';
import { type Parameters, readMessage } from '../fields';
import { messageOf } from '../message';
import { failureText, failedItem } from './failedItem';
import type { Output } from './output';
import type { Operation } from './types';

/** What messages are made with. */
export interface MessageRun {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly parametersOf: (itemIndex: number) => Parameters;
	/** What the user should know about how the service answered. */
	readonly hints: readonly string[];
}

/**
 * The outputs of all items, each with its records as one message if the user wants that. There is no
 * message where there is only an error.
 *
 * @throws NodeOperationError if there is no such language, unless the node is set to continue
 */
export function withMessages(outputs: readonly Output[], run: MessageRun): Output[] {
	// What is said of the run is about all of its items, and a message is about one.
	const notes = outputs.length === 1 ? run.hints : [];
	return outputs.map((output) => withMessage(output, notes, run));
}

function withMessage(output: Output, notes: readonly string[], run: MessageRun): Output {
	const { records, failed, itemIndex } = output;
	if (records.length === 0 && failed.length > 0) return output;
	try {
		const choice = readMessage(run.parametersOf(itemIndex), titleOf(run.operation));
		if (choice === undefined) return output;
		// What is missing is said where the others are read, too.
		const about = { ...choice, notes: [...failed.map(failureText), ...notes] };
		return { ...output, records: [{ ...messageOf(records, about) }] };
	} catch (error) {
		return {
			...output,
			records: [],
			failed: [...failed, failedItem(run.context, error, itemIndex)],
		};
	}
}

/** What an operation gives, as in "Performance report". */
function titleOf({ action }: Operation): string {
	return capitalized(action.replace(/^(Get many|Get|Query) /, ''));
}
