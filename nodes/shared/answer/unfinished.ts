import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject, type Notice } from '../base';
import { isRecordItself, ownMembers, plainName, STATES } from './members';
import { withNested } from './signs';

/** What they say, without blanks and marks, while the service still works, or after it has given up. */
const UNFINISHED =
	/^(pending|processing|queued|inqueue|running|inprogress|started|accepted|preparing|generating|building|computing|loading|waiting|notready|unfinished|incomplete|partial|timedout|timeout)$/;

/** Members that say by a flag that the answer is not there yet, or only a part of it. */
const FLAGS: Readonly<Record<string, boolean>> = {
	...{ ready: false, isready: false },
	...{ loading: true, isloading: true, timedout: true, istimedout: true },
};

/** A list, or the lack of one, as an answer has it. */
interface Place {
	/** The objects that the list lies in. */
	readonly holders: readonly JsonObject[];
	/** `undefined` if there is no list. */
	readonly records: readonly JsonValue[] | undefined;
	/** What was asked for, such as the records with a certain status. */
	readonly asked?: unknown;
}

/**
 * What to say of an answer that says itself that it is not finished, such as an empty list with
 * `status: "processing"`. The status of a record is part of it: of the one that the list lies in, as
 * with the tasks of a project, or of those in the list, if the answer repeats what was asked for. An
 * empty list may repeat it, too, where the request asks for this status: then there is only a note.
 */
export function unfinishedRemarks({ holders, records, asked }: Place): Notice[] {
	const isAbout = (holder: JsonObject) =>
		!isRecordItself(holder) && (records !== undefined || isNothingElse(holder));
	const said = holders
		.filter(isAbout)
		.flatMap(withNested)
		.flatMap((object) => Object.entries(object))
		.filter(
			([name, value]) => saysUnfinished(name, value) && !isShared(name, value, records ?? []),
		);
	const mayRepeat = ([, value]: readonly [string, JsonValue]) =>
		records?.length === 0 && typeof value === 'string' && asksFor(asked, value);
	const certain = said.find((member) => !mayRepeat(member));
	const [repeated] = said;
	if (certain !== undefined) return [{ kind: 'gap', message: notComplete(inWords(certain)) }];
	return repeated === undefined ? [] : [{ kind: 'note', message: mayBeAsked(inWords(repeated)) }];
}

function saysUnfinished(name: string, value: JsonValue): boolean {
	const plain = plainName(name);
	if (typeof value === 'string' && STATES.has(plain)) return UNFINISHED.test(plainName(value));
	const word = typeof value === 'string' ? value.trim().toLowerCase() === 'true' : value;
	return typeof word === 'boolean' && Object.hasOwn(FLAGS, plain) && word === FLAGS[plain];
}

/** Whether an object without a list says nothing but how far the service has come. */
function isNothingElse(holder: JsonObject): boolean {
	return ownMembers(holder).every((name) => STATES.has(plainName(name)));
}

/** Whether all records say the same of themselves. */
function isShared(name: string, value: JsonValue, records: readonly JsonValue[]): boolean {
	const isSame = (record: JsonValue) => isObject(record) && record[name] === value;
	return records.length > 0 && records.every(isSame);
}

/** Whether a request asks for a status, by a member of that name or by a filter that names one. */
function asksFor(asked: unknown, status: string): boolean {
	if (Array.isArray(asked)) return asked.some((entry) => asksFor(entry, status));
	if (!isObject(asked)) return false;
	const isFilter = Object.values(asked).some(
		(value) => typeof value === 'string' && STATES.has(plainName(value)),
	);
	return Object.entries(asked).some(([name, value]) =>
		isFilter || STATES.has(plainName(name)) ? hasText(value, status) : asksFor(value, status),
	);
}

/** Whether a text is somewhere in a value, in capitals or not. */
function hasText(value: unknown, text: string): boolean {
	if (typeof value === 'string') return plainName(value) === plainName(text);
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((inner) => hasText(inner, text));
}

function inWords([name, value]: readonly [string, JsonValue]): string {
	return `${name}: ${JSON.stringify(value).replace(/"/g, '')}`;
}

function mayBeAsked(said: string): string {
	return `The service returned no records and says ${said}. If that is not the status that was asked for, the response is not complete.`;
}

function notComplete(said: string): string {
	return `The service says that its response is not complete (${said}). Run the node again later.`;
}
