import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Hint } from '../hints';
import { isObject } from '../json';
import { isRecordItself, ownMembers, plainName, STATES } from './members';
import type { Remark } from './remark';
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
	readonly asked?: JsonValue;
}

/**
 * What to say of an answer that says itself that it is not finished, such as an empty list with
 * `status: "processing"`. The status of a record is part of it: of the one that the list lies in, as
 * with the tasks of a project, or of those in the list, if the answer repeats what was asked for. Where
 * the request has the same word, an empty list may do so, too: then the remark is no more than a note.
 */
export function unfinishedRemarks({ holders, records, asked = null }: Place): Remark[] {
	const isAbout = (holder: JsonObject) =>
		!isRecordItself(holder) && (records !== undefined || isNothingElse(holder));
	const said = holders
		.filter(isAbout)
		.flatMap(withNested)
		.flatMap((object) => Object.entries(object))
		.find(([name, value]) => saysUnfinished(name, value) && !isShared(name, value, records ?? []));
	if (said === undefined) return [];
	const [name, value] = said;
	const mayBeAsked = records !== undefined && isIn(asked, value);
	const words = `${name}: ${JSON.stringify(value).replace(/"/g, '')}`;
	return [{ kind: mayBeAsked ? 'note' : 'gap', ...hintOn(words) }];
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

/** Whether a text is one of those in a request, at any depth. */
function isIn(asked: JsonValue, value: JsonValue): boolean {
	if (typeof asked === 'string') return typeof value === 'string' && isSameWord(asked, value);
	if (typeof asked !== 'object' || asked === null) return false;
	return Object.values(asked).some((inner) => isIn(inner, value));
}

function isSameWord(one: string, other: string): boolean {
	return plainName(one) === plainName(other);
}

function hintOn(said: string): Hint {
	const message = `The service says that its response is not complete (${said}), so records may be missing.`;
	return {
		message: `${message} Run the node again later.`,
		forModel: `${message} Call the tool once more. If it says the same, tell the user to ask again later.`,
	};
}
