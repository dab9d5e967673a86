import type { JsonValue } from 'n8n-workflow';
import { type Answer, refusedError } from '../api';
import { isObject, type Notice } from '../base';
import {
	findList,
	findPlainList,
	type FoundList,
	holdersIn,
	listPaths,
	namesAround,
} from './findList';
import type { Look } from './look';
import { hasId, isBlank, ownMembers } from './members';
import { hasListBeside, listAt } from './recordsAt';
import { isRefusal, reportsError } from './refusal';
import { answerRemarks, lostPathError } from './answerRemarks';
import { readSigns, type Signs } from './signs';
import { wordsOf } from './words';

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
	readonly remarks: readonly Notice[];
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
	const { own: name, others: rivals } = namesOf(list, look);
	throwIfRefused(body, list, look);
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
		remarks: answerRemarks(body, { list, name, rivals }, look),
	};
}

/** @throws ServiceError if the answer, or the only record in it, says that the request was refused */
function throwIfRefused(body: JsonValue, list: FoundList | undefined, look: Look): void {
	const { holders = [], records = [] } = list ?? {};
	const [first, ...others] = records;
	const hasResult = first !== undefined || holdsResult(body, look);
	const isRefused = !hasResult && [body, ...holders].some(isRefusal);
	const isOnlyRefusal = first !== undefined && others.length === 0 && isBareRefusal(first);
	if (isRefused) throw refusedError(look.api, body);
	if (isOnlyRefusal) throw refusedError(look.api, first);
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

/** Whether an answer that counts as one record could rather be a list that was not recognized. */
export function mayHoldList(body: JsonValue): boolean {
	const isRecord = isObject(body) && hasId(body) && ownMembers(body).length !== 1;
	return isObject(body) && !isRecord && listPaths(body).length > 0;
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
