import type { tryToParseDateTime } from 'n8n-workflow';

/** A moment in a time zone, as n8n's date library (luxon) has it. */
export type Moment = ReturnType<typeof tryToParseDateTime>;

/** A day of the calendar: its midnight in UTC, where no clock changes get in the way of counting. */
export type Day = Moment;

type Zone = Moment['zone'];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The day that a calendar shows at this moment, where the moment is. */
export function dayOf(moment: Moment): Day {
	return moment.setZone('utc', { keepLocalTime: true }).startOf('day');
}

/**
 * The first moment of a day. Not luxon's `startOf`: where the clocks change around midnight, that is
 * an hour off in some zones.
 */
export function startOfDay(day: Day, zone: Zone): Moment {
	const midnight = day.toMillis();
	const [start = changeNear(midnight, zone)] = momentsAt(midnight, zone);
	return momentIn(zone, day, start);
}

/** The last moment of a day, to the millisecond. */
export function endOfDay(day: Day, zone: Zone): Moment {
	const midnight = day.toMillis() + DAY;
	const ends = momentsAt(midnight, zone).filter((at) => clockAt(at - 1, zone) < midnight);
	return momentIn(zone, day, (ends.at(-1) ?? changeNear(midnight, zone)) - 1);
}

function momentIn(zone: Zone, day: Day, at: number): Moment {
	return day.setZone(zone).plus(at - day.toMillis());
}

/** What the clocks of a zone show, written as the moment at which those of UTC show it. */
function clockAt(at: number, zone: Zone): number {
	return at + Math.round(zone.offset(at) * MINUTE);
}

/** When the clocks show this: once, twice where they go back over it, never where they skip it. */
function momentsAt(clock: number, zone: Zone): number[] {
	const offsets = [-DAY, DAY].map((away) => clockAt(clock + away, zone) - (clock + away));
	return [...new Set(offsets)]
		.map((offset) => clock - offset)
		.filter((at) => clockAt(at, zone) === clock)
		.sort((one, other) => one - other);
}

/** When the clocks jump over what they never show. */
function changeNear(clock: number, zone: Zone): number {
	let before = clock - DAY;
	let after = clock + DAY;
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (clockAt(middle, zone) < clock) before = middle;
		else after = middle;
	}
	return after;
}
