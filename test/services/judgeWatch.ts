import type { IDataObject } from 'n8n-workflow';
import { isJson } from '../../sandbox/json';
import { AMOUNT, type History } from './history';
import type { Verdict } from './judge';
import { placeOf } from './world';

/** What a poll or the start was sent, and what came of it. */
export interface Look {
	readonly isFailed: boolean;
	/** Whether records may be missing by what the service said. */
	readonly mustFail: boolean;
	/** The records that were sent, with the numbers that are watched. */
	readonly sent: ReadonlyMap<number, number | undefined>;
	/** The record that was sent without its ID. The trigger cannot watch it, and says so in the log. */
	readonly withoutId?: number;
	readonly events: readonly IDataObject[];
}

/** Whether a history has nothing odd. Then no poll may fail. */
export function isHonestHistory({ polls, lasting }: History): boolean {
	return lasting === null && polls.every(({ odd }) => odd === null);
}

/**
 * Judges a trigger by what each poll was sent:
 * - complete: each poll has the events of what changed since the last poll that did not fail, and nothing else;
 * - loud: so it is, but for polls that failed;
 * - silent: an event is missing, comes twice or is for nothing, or a poll passes over what the service said.
 */
export function judgeWatch(
	history: History,
	looks: readonly Look[],
	failures: readonly Error[],
): Verdict {
	const gave = [
		...looks.map(({ events }, poll) => `poll ${poll}: ${JSON.stringify(events)}`),
		...failures.map(({ message }) => `failure: ${message}`),
	].join('; ');
	const wrong = faultIn(history, looks);
	if (wrong !== undefined) return { outcome: 'silent', wrong, gave };
	if (looks.every(({ isFailed }) => !isFailed)) return { outcome: 'complete', gave };
	if (!isHonestHistory(history)) return { outcome: 'loud', gave };
	return { outcome: 'loud', wrong: 'a poll of an honest service fails', gave };
}

function faultIn({ event }: History, looks: readonly Look[]): string | undefined {
	const isMetric = event.endsWith('By');
	const known = new Map<number, Range>();
	/** Records that came without an ID so far, which may be new or not when they come with one. */
	const unclear = new Set<number>();
	let isStarted = false;
	for (const { isFailed, mustFail, sent, withoutId, events } of looks) {
		if (isFailed && events.length > 0) return 'a poll that fails has events';
		if (isFailed) continue;
		if (mustFail) return 'a poll passes over what the service said';
		const got = events.map(wordsOfEvent);
		for (const [place, number] of sent) {
			const before = known.get(place);
			const { range, move } = moved(event, before, number);
			known.set(place, range);
			const isNew = before === undefined && isStarted && !isMetric;
			const wanted = isNew ? 'new' : move;
			const at = got.indexOf(`${place} ${wanted}`);
			if (at >= 0) got.splice(at, 1);
			else if (wanted !== undefined && !unclear.has(place)) return 'an event is missing';
			unclear.delete(place);
		}
		if (withoutId !== undefined && !known.has(withoutId)) unclear.add(withoutId);
		if (got.length > 0) return 'an event for nothing';
		isStarted = true;
	}
	return undefined;
}

/** An event in words, such as `3 new` or `3 50 → 60`. */
function wordsOfEvent(event: IDataObject): string {
	const record = isJson(event.record) ? event.record : event;
	const [before, after] = [event.before, event.after].map((number) => JSON.stringify(number));
	const what = event === record ? 'new' : `${before} → ${after}`;
	return `${placeOf(record)} ${what}`;
}

/** The highest and the lowest number since the last event. */
interface Range {
	readonly top?: number;
	readonly bottom?: number;
}

/** How a number goes on from what is known, and whether its move is an event. */
function moved(event: History['event'], before: Range | undefined, number?: number) {
	const { top, bottom } = before ?? {};
	if (number === undefined) return { range: { top, bottom } };
	const range = {
		top: Math.max(top ?? number, number),
		bottom: Math.min(bottom ?? number, number),
	};
	const hasFallen = event !== 'risesBy' && range.top - number >= AMOUNT;
	const hasRisen = event !== 'fallsBy' && number - range.bottom >= AMOUNT;
	if (!event.endsWith('By') || (!hasFallen && !hasRisen)) return { range };
	const move = `${hasFallen ? range.top : range.bottom} → ${number}`;
	return { range: { top: number, bottom: number }, move };
}
