import { DescribedError } from '../base';
import type { Evaluation } from './evaluate';

/** How often a poll reads the records, at most, until two readings agree. */
export const MAX_READS = 4;

/**
 * Reads once if there is no doubt about it, else until there is none or two readings in a row agree.
 *
 * After a doubt, the start of a watch is believed only if the next reading is equal: a record that
 * is missing from it would be new at the next poll. Later on, the next poll corrects a wrong reading.
 *
 * @param read reads the records and evaluates them
 * @param pause waits before they are read again
 * @throws DescribedError if no two readings agree, or if they agree that the key does not tell the
 * records apart
 */
export async function confirmed(
	read: () => Promise<Evaluation>,
	isStart: boolean,
	pause: () => Promise<void>,
): Promise<Evaluation> {
	const agreement = isStart ? startAgreed : pollAgreed;
	let current = await read();
	if (current.doubt === undefined) return current;
	for (let reads = 1; reads < MAX_READS; reads++) {
		await pause();
		const previous = current;
		current = await read();
		const agreed = agreement(previous, current);
		if (agreed === undefined) continue;
		if (agreed.conflict !== undefined) break;
		return agreed;
	}
	throw current.conflict ?? NEVER_THE_SAME;
}

/** The second reading if it shows the same records with the same values. */
function startAgreed(one: Evaluation, other: Evaluation): Evaluation | undefined {
	const isSame =
		one.values.size === other.values.size &&
		[...one.values].every(([key, value]) => other.values.get(key) === value);
	return isSame ? other : undefined;
}

/** The second reading if there is no doubt about it, or the same as about the first. */
function pollAgreed(one: Evaluation, other: Evaluation): Evaluation | undefined {
	if (other.doubt === undefined) return other;
	if (other.doubt !== one.doubt) return undefined;
	return other.doubt === 'flood' ? shownByBoth(one, other) : other;
}

/**
 * The second reading with the events that the first has, too. The records of its other events are
 * left as they were: the next poll finds them again if they are true.
 *
 * @returns `undefined` if that leaves less than half of the events: the readings do not agree
 */
function shownByBoth(one: Evaluation, other: Evaluation): Evaluation | undefined {
	const isUnsure = (key: string) => other.events.has(key) && !one.events.has(key);
	const events = new Map([...other.events].filter(([key]) => !isUnsure(key)));
	if (2 * events.size < other.events.size) return undefined;
	return { ...other, events, values: new Map([...other.values].filter(([key]) => !isUnsure(key))) };
}

const NEVER_THE_SAME = new DescribedError(
	`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
	"The next poll tries again. To activate (publish) the workflow, try again in a few minutes. If this keeps happening, use the Agents or GEO node to see what the service returns, and contact the service's support.",
);
