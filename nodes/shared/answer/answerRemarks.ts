import type { JsonValue } from 'n8n-workflow';
import { capitalized, inEditor, isObject, joinedAdvice, type Notice, ServiceError } from '../base';
import { MAY_HAVE_RUN, refusedError } from '../api';
import { type FoundList, holdersIn, listPaths } from './findList';
import { groupedUnder } from './groups';
import { hasContent, hasId, isAboutAnswer } from './members';
import type { Look } from './look';
import { listAt } from './recordsAt';
import { codeOf, reportsError } from './refusal';
import { unfinishedRemarks } from './unfinished';
import { warningOf } from './words';

/** The list that was found in an answer. */
interface Found {
	/** `undefined` if there is none. */
	readonly list: FoundList | undefined;
	/** Its name, and those of the other lists that it could have been. */
	readonly name: string | undefined;
	readonly rivals: readonly string[];
}

/** What the user should know about an answer beside its records. */
export function answerRemarks(
	body: JsonValue,
	{ list, name, rivals }: Found,
	look: Look,
): Notice[] {
	const records = list?.records;
	const hasRecords = records !== undefined && records.length > 0;
	const isEmptyRead = records?.length === 0 && look.isWrite !== true;
	return [
		...(reportsError(body) ? errorRemarks(body, hasRecords, look) : []),
		...(records === undefined ? [] : inColumns(records, body, look)),
		...(name === undefined || rivals.length === 0 ? [] : [rivalsRemark(name, rivals)]),
		...(hasRecords ? warnings(body) : []),
		...(isEmptyRead ? codes(body) : []),
		...(mayBeUnfinished(list, look)
			? unfinishedRemarks({ holders: holdersIn(list, body), records, asked: look.asked })
			: []),
	];
}

/** What to say where a list was expected, or could be meant, and was not recognized. */
export function noListRemark(body: JsonValue, kind: Look['kind']): Notice {
	const isItem = hasContent(body);
	const consequence = isItem ? 'so it returned the response as one item' : 'so there are no items';
	const hasAdvice = !isItem || listPaths(body).length > 0;
	const message = `The node found no list of records in the response, ${consequence}.`;
	const { seen, todo } = adviceOn(body);
	return {
		// A report without dimensions may be one record.
		kind: kind === 'list' && !isItem ? 'gap' : 'note',
		message: [message, ...(hasAdvice ? [seen, `${capitalized(todo)}.`] : [])]
			.filter((text) => text !== '')
			.join(' '),
	};
}

/** Whether a status such as `processing` is about the answer: of a call, it is the result. */
function mayBeUnfinished(list: FoundList | undefined, { kind, isWrite }: Look): boolean {
	return isWrite !== true && (list !== undefined || kind === 'list');
}

/** What an answer says beside its records. */
function aboutAnswer(body: JsonValue): JsonValue {
	if (!isObject(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => isAboutAnswer(name)));
}

/** What to say of an answer with an error that is no refusal. That of a record is part of it. */
function errorRemarks(body: JsonValue, hasRecords: boolean, { api, kind }: Look): Notice[] {
	if (!hasRecords && isObject(body) && hasId(body)) return [];
	const { message } = refusedError(api, aboutAnswer(body));
	return hasRecords
		? [
				{
					kind: 'gap',
					message: `The service returned an error along with the records: ${message}`,
				},
			]
		: [
				{
					kind: kind === 'list' ? 'gap' : 'note',
					message: `The response contains an error: ${message}`,
				},
			];
}

/** What the service warns of beside records. */
function warnings(body: JsonValue): Notice[] {
	const words = warningOf(body);
	return words === undefined
		? []
		: [{ kind: 'note', message: `The service returned records and says: ${words}` }];
}

/** A code that may be why there are no records. */
function codes(body: JsonValue): Notice[] {
	const code = codeOf(body);
	const message = `The service returned no records and the code ${code}.`;
	return code === undefined ? [] : [{ kind: 'gap', message }];
}

/** Records that each hold a list may be the columns of what was asked for. */
function inColumns(
	records: readonly JsonValue[],
	body: JsonValue,
	{ names, at, kind }: Look,
): Notice[] {
	const name = groupedUnder(records, names, kind === 'list');
	if (name === undefined || at !== '') return [];
	const outer = ['', ...listPaths(body)].find(
		(path) => listAt(body, path)?.records[0] === records[0],
	);
	const what =
		outer === undefined
			? `the path to it in 'Records At' under 'Options', for example data[].${name}`
			: `${outer}[].${name} in 'Records At' under 'Options'`;
	const message = `Each record contains a list named ${name}. To get its entries as items instead, enter ${what}.`;
	return [{ kind: 'note', message }];
}

/** Several lists in an answer could be the one that was asked for. */
function rivalsRemark(name: string, rivals: readonly string[]): Notice {
	const message = `The response has several lists: ${[name, ...rivals].join(', ')}. The node read the one named ${name}.`;
	const todo = "To read another one, enter the path to it in 'Records At' under 'Options'.";
	return { kind: 'note', message: `${message} ${todo}` };
}

/** The error for a path in 'Records At' at which there is no list. */
export function lostPathError({ at, isWrite = false }: Look, body: JsonValue): ServiceError {
	const { seen, todo } = adviceOn(body);
	const advice = joinedAdvice(seen === '' ? [inEditor(todo)] : [seen, inEditor(todo)], ' ');
	const error = new ServiceError(`The response has no list at ${at}`, advice);
	return isWrite ? error.with(MAY_HAVE_RUN) : error;
}

/** The lists in an answer, and what to do to get one of them. */
function adviceOn(body: JsonValue): { readonly seen: string; readonly todo: string } {
	const paths = listPaths(body).slice(0, 10).join(', ');
	return paths === ''
		? { seen: '', todo: "to see the whole response, set 'Output' to 'Raw Response'" }
		: {
				seen: `It has lists at: ${paths}.`,
				todo: "enter the right one in 'Records At' under 'Options'",
			};
}
