import { asError, capitalized, missingBy } from '../base';
import { figureNameIn } from '../compare';
import { type Parameters, readMessage } from '../form';
import { messageOf } from '../message';
import { isOneList } from './steps';
import type { Operation, Output } from './types';

/**
 * The output of an item, with its records as one message if the user wants that. There is no message
 * where there is only an error. If it cannot be written, because there is no such language, that is one
 * more error in its place.
 */
export function withMessage(output: Output, operation: Operation, parameters: Parameters): Output {
	const { records, errors, isCut, isOpen, total, comparison, plan } = output;
	if (records.length === 0 && errors.length > 0) return output;
	try {
		const choice = readMessage(parameters, titleOf(operation));
		if (choice === undefined) return output;
		const about = {
			...{ ...choice, notes: notesOn(output) },
			comparedWith: comparison && { ...comparison.otherDays, called: comparison.called },
			total: isCut ? total : undefined,
			isTotalExact: !isOpen,
			isRanking: plan && isOneList(plan),
			useful: plan?.output.useful,
			sortedBy: plan?.sort?.map(({ field }) => figureNameIn(field) ?? field),
		};
		return { ...output, records: [{ ...messageOf(records, about) }] };
	} catch (error) {
		return { ...output, records: [], errors: [...errors, asError(error)] };
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
