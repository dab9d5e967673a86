import type { JsonValue } from 'n8n-workflow';
import { type Answer, refusedError } from '../api';
import { isObject, type Notice } from '../base';
import { type ExpectedAnswer, findList, type FoundList, listAt, listPaths } from './findList';
import { hasId, isAboutAnswer, isBlank } from './members';
import {
	errorNotice,
	lostPathError,
	otherListsNotice,
	saidNotice,
	stateNotice,
	tooDeepError,
} from './notices';
import { refusalIn, reportsError, stateBeside, wordsBeside } from './refusal';
import { readSigns, type Signs } from './signs';

/** No answer is nested as deeply as this, and more would exhaust the stack of what works with it. */
const DEEPEST = 1_000;

/** A shorter text cannot be nested so deeply that anything fails: two characters go for each level. */
const SHALLOW_SIZE = 10_000;

/** What an answer holds. */
export interface AnswerContent {
	/** The answer as it came; `null` if it was empty. */
	readonly body: JsonValue;
	/** The records; `undefined` if the answer holds no list. */
	readonly records: JsonValue[] | undefined;
	/** Whether there is neither a list nor a record in the answer. */
	readonly isBlank: boolean;
	/** What it says of the length of the list. */
	readonly signs: Signs;
	/** What it says in words beside the list. */
	readonly words?: string;
	readonly notices: readonly Notice[];
}

/**
 * Reads an answer: its records, what it says about their number, and what the user should know.
 *
 * @throws ServiceError if the service refused the request, whatever the status, if there is no list at
 * the path that the user entered, or if the answer is nested too deeply to work with
 */
export function readAnswer(answer: Answer, expected: ExpectedAnswer): AnswerContent {
	const body = answer.body ?? null;
	if (answer.size > SHALLOW_SIZE && isDeeper(body, DEEPEST)) throw tooDeepError(DEEPEST);
	const list = listIn(body, expected);
	const refusal = refusalIn(body, list, expected);
	if (refusal !== undefined) throw refusedError(expected.api, body);
	const isEmpty = list === undefined && isBlank(body);
	const isPathLost = list === undefined && expected.at !== '' && !isEmpty;
	if (isPathLost) throw lostPathError(expected, body);
	const envelopes = list?.envelopes ?? (isObject(body) ? [body] : []);
	return {
		body,
		records: list?.records,
		isBlank: isEmpty,
		signs: readSigns(envelopes, list?.records.length ?? 0),
		words: wordsBeside(envelopes, true),
		notices: noticesOn(body, list, expected),
	};
}

function listIn(body: JsonValue, expected: ExpectedAnswer): FoundList | undefined {
	if (expected.at !== '') return listAt(body, expected.at);
	return expected.kind === 'record' ? undefined : findList(body, expected);
}

/** What the user should know about an answer beside its records. */
function noticesOn(
	body: JsonValue,
	list: FoundList | undefined,
	{ api, at, kind, isWrite }: ExpectedAnswer,
): Notice[] {
	const { records = [], envelopes = [] } = list ?? {};
	const hasRecords = records.length > 0;
	// The error of a record is a part of it.
	const isRecord = !hasRecords && isObject(body) && hasId(body);
	const error =
		reportsError(body) && !isRecord ? refusedError(api, aboutAnswer(body)).message : undefined;
	const state = isWrite === true ? undefined : stateBeside(envelopes);
	const warning = hasRecords ? wordsBeside(envelopes, false) : undefined;
	const isEmptyList = list !== undefined && !hasRecords && kind === 'list' && at === '';
	return [
		...(error === undefined ? [] : [errorNotice(error, hasRecords)]),
		...(state === undefined ? [] : [stateNotice(state, hasRecords)]),
		...(warning === undefined ? [] : [saidNotice('records', warning)]),
		...(isEmptyList && listPaths(body).length > 0 ? [otherListsNotice(body)] : []),
	];
}

/** What an answer says beside its records. */
function aboutAnswer(body: JsonValue): JsonValue {
	if (!isObject(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => isAboutAnswer(name)));
}

/** Whether lists and objects lie in each other in more levels than these. */
function isDeeper(value: JsonValue, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
