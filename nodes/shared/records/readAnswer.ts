import type { JsonObject, JsonValue } from 'n8n-workflow';
import { MAY_HAVE_RUN, refusedError, type Answer, type ApiName } from '../api';
import { inEditor, joinedAdvice } from '../advice';
import { ServiceError } from '../errors';
import { type Hint, hintWithAdvice } from '../hints';
import { isObject } from '../json';
import { findList, findPlainList, type FoundList, listPaths, namesAround } from './findList';
import { groupedUnder } from './groups';
import { hasContent, hasId, isAboutAnswer, isBlank, ownMembers } from './members';
import { hasListBeside, listAt } from './recordsAt';
import { codeOf, isRefusal, reportsError } from './refusal';
import { readSigns, type Signs } from './signs';
import { unfinishedRemarks } from './unfinished';
import { warningOf, wordsOf } from './words';

/** Where to look for the list in an answer. */
export interface Look {
	readonly api: ApiName;
	/** The names under which the service may have put the list. */
	readonly names: readonly string[];
	/** The path that the user entered in 'Records At'; empty to find the list. */
	readonly at: string;
	/**
	 * What the endpoint returns: a `list`; one `record`, whatever is in it; or, if that is not known,
	 * `any`: then an object is a record unless it does nothing but hold a list.
	 */
	readonly kind: 'any' | 'list' | 'record';
	/** Whether the request may have changed something. */
	readonly isWrite?: boolean;
	/** The name of the list in the first page, for the pages after it. */
	readonly kept?: string;
}

/** Something that the user should know about a read, beside its records. */
export interface Remark extends Hint {
	/**
	 * - `gap`: by what the service says, records are missing
	 * - `moved`: the list changed while it was read
	 * - `note`: all else
	 */
	readonly kind: 'gap' | 'moved' | 'note';
}

/** What an answer holds. */
export interface Reading {
	/** The answer as it came; `null` if it was empty. */
	readonly body: JsonValue;
	/** The records; `undefined` if the answer holds no list. */
	readonly records: JsonValue[] | undefined;
	/** The name of the list, where it has one that a list can have. */
	readonly name?: string;
	/** How many records each of several objects holds, where the list is made up of theirs. */
	readonly parts?: readonly number[];
	/** Whether there is neither a list nor a record in the answer. */
	readonly isBlank: boolean;
	readonly signs: Signs;
	/** What an empty list comes with in words. */
	readonly words?: string;
	readonly remarks: readonly Remark[];
}

/**
 * Reads an answer: its records, and what it says about their number.
 *
 * @throws ServiceError if the service refused the request, whatever the status, or if there is no
 * list at the path that the user entered
 */
export function readAnswer({ body: sent, headers }: Answer, look: Look): Reading {
	const body = sent ?? null;
	const list = listIn(body, look);
	const records = list?.records;
	const [first, ...others] = records ?? [];
	const { own: name, others: rivals } = namesOf(list, look);
	const isOnlyRefusal = first !== undefined && others.length === 0 && isBareRefusal(first);
	const holders = list?.holders ?? [];
	const hasResult = first !== undefined || holdsResult(body, look);
	if (!hasResult && [body, ...holders].some(isRefusal)) {
		throw refusedError(look.api, body, look.isWrite !== true);
	}
	if (isOnlyRefusal) throw refusedError(look.api, first, look.isWrite !== true);
	const isEmpty = records === undefined && isBlank(body);
	const hasList = !isEmpty || hasListBeside(body, look.at);
	const isPathLost = records === undefined && look.at !== '' && hasList;
	if (isPathLost) throw lostPathError(look, body);
	return {
		body,
		records,
		name,
		parts: list?.parts?.map(({ count }) => count),
		isBlank: isEmpty,
		signs: signsOf(list, body, headers, look.names),
		words: records?.length === 0 ? wordsOf(body) : undefined,
		remarks: [
			...(reportsError(body) ? errorRemarks(body, first !== undefined, look) : []),
			...(records === undefined ? [] : inColumns(records, body, look)),
			...(name === undefined || rivals.length === 0 ? [] : [rivalsRemark(name, rivals)]),
			...(first === undefined ? [] : warnings(body)),
			...(records?.length === 0 && look.isWrite !== true ? codes(body) : []),
			...(mayBeUnfinished(list, look)
				? unfinishedRemarks({ holders: holdersIn(list, body), records })
				: []),
		],
	};
}

/**
 * Whether the answer of an endpoint that is not known is a result although it speaks of an error: of
 * a call that may have done a part of its work, or a record such as a job that has failed.
 */
function holdsResult(body: JsonValue, { kind, isWrite }: Look): boolean {
	if (kind !== 'any' || !isObject(body) || ownMembers(body).length === 0) return false;
	return reportsError(body) ? isWrite === true : true;
}

function signsOf(
	list: FoundList | undefined,
	body: JsonValue,
	headers: Answer['headers'],
	names: readonly string[],
): Signs {
	const holders = holdersIn(list, body);
	const { parts, records = [] } = list ?? {};
	if (parts === undefined) return readSigns(holders, headers, records.length, names);
	const each = parts.map(({ holder, count: received }) => ({
		...readSigns([holder], {}, received, names),
		received,
	}));
	const hasTotals = each.some(({ total }) => total !== undefined);
	const sum = each.reduce((all, { total, received }) => all + (total ?? received), 0);
	return {
		total: hasTotals ? sum : undefined,
		hasMore: each.some(({ hasMore }) => hasMore === true) ? true : undefined,
	};
}

/** The objects that speak of the list, or of its lack. */
function holdersIn(list: FoundList | undefined, body: JsonValue): readonly JsonObject[] {
	return list?.holders ?? (isObject(body) ? [body] : []);
}

/** Whether a status such as `processing` is about the answer: of a call, it is the result. */
function mayBeUnfinished(list: FoundList | undefined, { kind, isWrite }: Look): boolean {
	return isWrite !== true && (list !== undefined || kind === 'list');
}

/** Whether an answer that counts as one record could rather be a list that was not recognized. */
export function mayHoldList(body: JsonValue): boolean {
	const isRecord = isObject(body) && hasId(body) && ownMembers(body).length !== 1;
	return isObject(body) && !isRecord && listPaths(body).length > 0;
}

/** What to say where a list was expected, or could be meant, and was not recognized. */
export function noListRemark(body: JsonValue, kind: Look['kind']): Remark {
	const isItem = hasContent(body);
	const consequence = isItem ? 'so it returned the response as one item' : 'so there are no items';
	const hasAdvice = !isItem || listPaths(body).length > 0;
	const message = `The node found no list of records in the response, ${consequence}.`;
	const { seen, todo } = adviceOn(body);
	return {
		// A report without dimensions may be one record.
		kind: kind === 'list' && !isItem ? 'gap' : 'note',
		...(hasAdvice ? hintWithAdvice(`${message} ${seen}`.trim(), todo) : { message }),
	};
}

function listIn(body: JsonValue, { names, at, kind, kept }: Look): FoundList | undefined {
	if (at !== '') return listAt(body, at);
	return FINDERS[kind](body, names, kept);
}

/** The name of a list that was found by it, and of others beside it, unless one of them was kept to. */
function namesOf(list: FoundList | undefined, { names, at, kind, kept }: Look) {
	const isFound = list !== undefined && list.records.length > 0 && kind === 'list' && at === '';
	const { own, others } = isFound ? namesAround(list, names) : { others: [] };
	return { own, others: kept === undefined ? others : [] };
}

const FINDERS: Readonly<Record<Look['kind'], typeof findList>> = {
	any: findPlainList,
	list: findList,
	record: () => undefined,
};

/** Whether a record says nothing but that there was an error. One with an id is about something. */
function isBareRefusal(record: JsonValue): boolean {
	if (!isObject(record) || hasId(record)) return false;
	return ownMembers(record).length === 0 && reportsError(record);
}

/** What an answer says beside its records. */
function aboutAnswer(body: JsonValue): JsonValue {
	if (!isObject(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => isAboutAnswer(name)));
}

/** What to say of an answer with an error that is no refusal. That of a record is part of it. */
function errorRemarks(body: JsonValue, hasRecords: boolean, { api, kind }: Look): Remark[] {
	if (!hasRecords && isObject(body) && hasId(body)) return [];
	const { message } = refusedError(api, aboutAnswer(body));
	return hasRecords
		? [
				{
					kind: 'gap',
					message: `The service returned an error along with the records, so some may be missing: ${message}`,
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
function warnings(body: JsonValue): Remark[] {
	const words = warningOf(body);
	return words === undefined
		? []
		: [{ kind: 'note', message: `The service returned records and says: ${words}` }];
}

/** A code that may be why there are no records. */
function codes(body: JsonValue): Remark[] {
	const code = codeOf(body);
	const message = `The service returned no records and the code ${code}, so records may be missing.`;
	return code === undefined ? [] : [{ kind: 'gap', message }];
}

/** Records that each hold a list may be the columns of what was asked for. */
function inColumns(
	records: readonly JsonValue[],
	body: JsonValue,
	{ names, at, kind }: Look,
): Remark[] {
	const name = groupedUnder(records, names, kind === 'list');
	if (name === undefined || at !== '') return [];
	const outer = ['', ...listPaths(body)].find(
		(path) => listAt(body, path)?.records[0] === records[0],
	);
	const what =
		outer === undefined
			? `the path to it in 'Records At' under 'Options', for example data[].${name}`
			: `${outer}[].${name} in 'Records At' under 'Options'`;
	const message = `Each record contains a list named ${name}.`;
	const todo = `to get its entries as items instead, enter ${what}`;
	return [{ kind: 'note', ...hintWithAdvice(message, todo) }];
}

/** Several lists in an answer could be the one that was asked for. */
function rivalsRemark(name: string, rivals: readonly string[]): Remark {
	const message = `The response has several lists: ${[name, ...rivals].join(', ')}. The node read the one named ${name}.`;
	const todo = "to read another one, enter the path to it in 'Records At' under 'Options'";
	return { kind: 'note', ...hintWithAdvice(message, todo) };
}

function lostPathError({ at, isWrite = false }: Look, body: JsonValue): ServiceError {
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
