import { createHash } from 'crypto';
import { isObject } from '../base';

/** Characters of a digest: at 66 bits, 100,000 records have two alike once in 10 billion runs. */
const LENGTH = 11;

/**
 * A short text that identifies a value. The order of an object's members makes no difference.
 *
 * @param value any JSON value
 */
export function digestOf(value: unknown): string {
	const text = JSON.stringify([value], (_, member: unknown) => sortMembers(member));
	return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}

function sortMembers(value: unknown): unknown {
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
