import type { ActiveTrigger } from '../../dev/engine';
import { isJson } from '../../sandbox/json';
import { AMOUNT, type History, type Oddity } from './history';
import type { Verdict } from './judge';
import type { World } from './world';

/** What a poll, or the start, saw and whether it failed. */
export interface Look {
	readonly odd: Oddity | null;
	readonly isFailed: boolean;
	/** The records that were sent, with their numbers. */
	readonly sent: ReadonlyMap<number, number | undefined>;
	/** The records that the total counted, also if they were not sent. */
	readonly counted: ReadonlySet<number>;
	/** Whether the total counted more than were sent. */
	readonly isLacking: boolean;
}

/**
 * Judges a watch. What happened since the start comes out once each, or polls fail:
 * - complete: all events, once, and nothing else; a poll may fail only if it saw something odd;
 * - loud: a poll failed that saw nothing odd;
 * - silent: an event is missing, comes twice, or is for nothing.
 *
 * An event that was only seen by an odd poll, or one that failed, may come later, and one that is
 * over by then not at all. Whether the numbers of an odd poll count is left to the trigger.
 */
export function judgeWatch(
	history: History,
	world: World,
	looks: readonly Look[],
	{ events, failures }: Pick<ActiveTrigger, 'events' | 'failures'>,
): Verdict {
	const words = failures.map(({ message }) => `failure: ${message}`);
	const gave = [`${looks.length} polls`, `events: ${JSON.stringify(events)}`, ...words].join('; ');
	const got = new Map<number, string[]>();
	for (const event of events) {
		const record = isJson(event.record) ? event.record : event;
		const place = world.placeOf(record);
		if (place === undefined) return { outcome: 'silent', wrong: 'an event about no record', gave };
		const numbers = [event.before, event.after].map((number) => JSON.stringify(number));
		const what = event === record ? 'new' : numbers.join(' → ');
		got.set(place, [...(got.get(place) ?? []), what]);
	}
	const isMetric = history.event.endsWith('By');
	for (const place of new Set([...got.keys(), ...looks.flatMap(({ sent }) => [...sent.keys()])])) {
		const allowed = isMetric ? movesOf(history, looks, place) : additionsOf(history, looks, place);
		const wrong = faultIn(got.get(place) ?? [], allowed);
		if (wrong !== undefined) return { outcome: 'silent', wrong, gave };
	}
	const isLoud = looks.some(({ odd, isFailed }) => isFailed && odd === null);
	return { outcome: isLoud ? 'loud' : 'complete', gave };
}

/** What may come out of a record, if only whether it is new counts. */
function additionsOf({ lasting }: History, looks: readonly Look[], place: number): string[][] {
	const good = looks.filter(({ isFailed }) => !isFailed);
	const seen = good.filter((look) => look.sent.has(place) && withoutIdIn(look) !== place);
	const [start, first] = [good[0], seen[0]];
	if (start === undefined || first === undefined) return [[]];
	// A start leaves out the record without an ID, which is the first one, and cannot know it later.
	if (place === withoutIdIn(start)) return [[], ['new']];
	if (start === first) return [[]];
	// A start with a record that comes twice may lack one, too: the list may have moved.
	if (start.isLacking || start.odd === 'twice') {
		const at = good.indexOf(first);
		const before = good.slice(0, at);
		// If a poll may have been whole, a record that it lacked may be new: it had gone, or had no ID.
		const isStillMissing =
			before.every(({ isLacking }) => isLacking) && lasting?.odd !== 'totalTooHigh';
		// From the third poll on, the total may be wrong for good: the trigger then takes a record for
		// new, unless the poll is the first whole one.
		const isPartLater = at > 1 && !isSurelyWhole(first);
		if (start.counted.has(place)) return isStillMissing && !isPartLater ? [[]] : [[], ['new']];
		// The second poll, and the first whole one, may have what the start lacked. Even if more come than it
		// lacked, nothing tells which of them are new: to take all for new would be false alarms.
		const whole = good.findIndex((look, poll) => poll > 0 && isWhole(look));
		const surelyWhole = good.findIndex((look, poll) => poll > 0 && isSurelyWhole(look));
		if ([1, whole, surelyWhole].includes(at)) return [[], ['new']];
	}
	return seen.some(({ odd }) => odd === null) ? [['new']] : [[], ['new']];
}

/** Whether nothing shows that a poll did not see the whole list. */
function isWhole({ odd, isLacking, sent, counted }: Look): boolean {
	return !isLacking && odd !== 'noId' && sent.size > 0 && sent.size >= counted.size;
}

/** Leaves out polls with a record that comes twice: if it comes again on another page, the list may have moved. */
function isSurelyWhole(look: Look): boolean {
	return isWhole(look) && look.odd !== 'twice';
}

/** The record that came without its ID, if one did. */
function withoutIdIn({ odd, counted }: Look): number | undefined {
	return odd === 'noId' ? [...counted][0] : undefined;
}

/** What may come out of a record whose number moves: with and without the polls that were odd. */
function movesOf({ event }: History, looks: readonly Look[], place: number): string[][] {
	let watches: Watch[] = [{ events: [] }];
	for (const { isFailed, sent, odd } of looks) {
		const number = sent.get(place);
		if (isFailed || number === undefined) continue;
		const counted = watches.map((before) => read(event, before, number));
		watches = odd === null ? counted : [...watches, ...counted];
	}
	return watches.map(({ events }) => events);
}

/** What is known of a number, and what came of it so far. */
interface Watch {
	readonly events: string[];
	/** The highest and the lowest since the last event. */
	readonly top?: number;
	readonly bottom?: number;
}

function read(event: History['event'], { events, top, bottom }: Watch, number: number): Watch {
	const now = { top: number, bottom: number };
	if (top === undefined || bottom === undefined) return { events, ...now };
	const hasFallen = event !== 'risesBy' && top - number >= AMOUNT;
	const hasRisen = event !== 'fallsBy' && number - bottom >= AMOUNT;
	const from = hasFallen ? top : hasRisen ? bottom : undefined;
	if (from !== undefined) return { events: [...events, `${from} → ${number}`], ...now };
	return { events, top: Math.max(top, number), bottom: Math.min(bottom, number) };
}

function faultIn(got: readonly string[], allowed: readonly string[][]): string | undefined {
	const words = got.join();
	if (allowed.some((events) => events.join() === words)) return undefined;
	const [most] = [...allowed].sort((one, other) => other.length - one.length);
	const count = most?.length ?? 0;
	if (got.length > count) return count === 0 ? 'an event for nothing' : 'an event twice';
	return got.length < Math.min(...allowed.map(({ length }) => length))
		? 'an event is missing'
		: 'an event with other numbers';
}
