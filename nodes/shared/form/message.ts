import type { INodeProperties } from 'n8n-workflow';
import { readPeriod } from './dateRange';
import { isMessage, MESSAGE_CONDITION } from './output';
import type { Parameters } from './parameters';
import { edgeText } from './period';

/** How a message is written, and what it is about. */
export interface MessageChoice {
	readonly title: string;
	/** A language tag, such as `en` or `de-AT`. */
	readonly locale: string;
	/** The time zone of the workflow, such as `Europe/Berlin`. */
	readonly zone: string;
	/** ISO dates, or date-times where it starts or ends within a day. */
	readonly period: { readonly start?: string; readonly end?: string };
}

const TITLE: INodeProperties = {
	displayName: 'Title',
	name: 'messageTitle',
	type: 'string',
	displayOptions: MESSAGE_CONDITION,
	default: '',
	placeholder: 'e.g. Share of voice by AI platform',
	description: 'The first line of the message. Leave empty for the name of the list or report.',
};

const LANGUAGE: INodeProperties = {
	displayName: 'Language',
	name: 'messageLanguage',
	type: 'string',
	displayOptions: MESSAGE_CONDITION,
	default: 'en',
	placeholder: 'e.g. de',
	description:
		'The language in which numbers and dates are written, such as en, de or pt-BR. The words of the message stay English; only the title is yours to write.',
};

/** The fields of the output Message. */
export const messageFields: readonly INodeProperties[] = [TITLE, LANGUAGE];

/**
 * The message that the user wants in place of records; `undefined` for another output.
 *
 * @param title the title if the user has not entered one
 * @throws DescribedError if a date is none
 */
export function readMessage(parameters: Parameters, title: string): MessageChoice | undefined {
	if (!isMessage(parameters)) return undefined;
	const { start, end } = readPeriod(parameters);
	return {
		title: parameters.text(TITLE) || title,
		locale: parameters.text(LANGUAGE) || 'en',
		zone: parameters.zone,
		period: {
			...(start === undefined ? {} : { start: edgeText(start, 'start') }),
			...(end === undefined ? {} : { end: edgeText(end, 'end') }),
		},
	};
}
