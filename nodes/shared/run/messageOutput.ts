import type { IExecuteFunctions } from 'n8n-workflow';
import { capitalized, missingBy } from '../base';
import { type Parameters, readMessage } from '../form';
import { messageOf } from '../message';
import { failedItem } from './failedItem';
import type { Operation, Output } from './types';

/** What messages are made with. */
export interface MessageRun {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly parametersOf: (itemIndex: number) => Parameters;
}

/**
 * The output of an item, with its records as one message if the user wants that. There is no message
 * where there is only an error.
 *
 * @throws NodeOperationError if there is no such language, unless the node is set to continue
 */
export function withMessage(output: Output, run: MessageRun): Output {
	const { records, failed, itemIndex, isCut, isOpen, isRanking, total, comparison } = output;
	const { useful, sortedBy } = output;
	if (records.length === 0 && failed.length > 0) return output;
	try {
		const choice = readMessage(run.parametersOf(itemIndex), titleOf(run.operation));
		if (choice === undefined) return output;
		const about = {
			...{ ...choice, notes: notesOn(output) },
			comparedWith: comparison && { ...comparison.otherDays, called: comparison.called },
			total: isCut ? total : undefined,
			isTotalExact: !isOpen,
			...{ isRanking, useful, sortedBy },
		};
		return { ...output, records: [{ ...messageOf(records, about) }] };
	} catch (error) {
		return {
			...output,
			records: [],
			failed: [...failed, failedItem(run.context, error, itemIndex)],
		};
	}
}

/** What the reader of a message has to know, and no more: a client may be the reader. */
function notesOn({ errors, notices }: Output): string[] {
	return [
		...new Set([
			...errors.map((error) => `${missingBy(error)} could not be read, so it is missing here.`),
			...notices.filter(({ audience }) => audience === 'reader').map(({ message }) => message),
		]),
	];
}

/** What an operation gives, as in "Performance report". */
function titleOf({ action }: Operation): string {
	return capitalized(action.replace(/^(Get many|Get|Query) /, ''));
}
