import { tryToParseDateTime } from 'n8n-workflow';
import { type Moment, momentOf, PRESETS } from '../../nodes/shared/form/period';
import { DAY, rangeOf } from './calendar';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * DAY;

/** A change of the clocks of a zone: when, and by how far they are ahead of UTC before and after it. */
interface Change {
	readonly zone: string;
	readonly at: number;
	readonly before: number;
	readonly after: number;
}

const momentAt = (at: number, zone: string): Moment => tryToParseDateTime(new Date(at), zone);

/** The offset of a zone in milliseconds, as the platform says it. */
function offsets(zone: string): (at: number) => number {
	const format = new Intl.DateTimeFormat('en-US', {
		...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
	});
	return (at) => {
		const [month = 0, day, year = 0, ...time] = format.format(at).match(/\d+/g)?.map(Number) ?? [];
		return Date.UTC(year, month - 1, day, ...time) - at;
	};
}

/** The changes of a zone between two moments, found by looking once a week. */
function changesOf(zone: string, from: number, to: number): Change[] {
	const offset = offsets(zone);
	const found: Change[] = [];
	for (let start = from, before = offset(from); start < to; start += WEEK) {
		const after = offset(start + WEEK);
		if (after !== before) found.push({ zone, at: firstWith(start, after, offset), before, after });
		before = after;
	}
	return found;
}

function firstWith(from: number, wanted: number, offset: (at: number) => number): number {
	let [before, after] = [from, from + WEEK];
	while (after - before > 1000) {
		const middle = Math.floor((before + after) / 2000) * 1000;
		if (offset(middle) === wanted) after = middle;
		else before = middle;
	}
	return after;
}

/** One change of each kind. */
function different(changes: readonly Change[], kindOf: (change: Change) => unknown[]): Change[] {
	return [...new Map(changes.map((change) => [kindOf(change).join(' '), change])).values()];
}

/** What the clocks show around a change, written as a moment of UTC. */
const clockOf =
	({ at, before, after }: Change) =>
	(moment: number) =>
		moment + (moment < at ? before : after);

/** The first and the last moment of a day, found by looking at every quarter of an hour around it. */
function edgesOf(change: Change, day: number): [start: number, end: number] {
	const clock = clockOf(change);
	const isIn = (at: number) => clock(at) >= day && clock(at) < day + DAY;
	const moments = Array.from({ length: 4 * 78 }, (_, n) => day - 27 * HOUR + n * 15 * MINUTE);
	const inside = moments.filter(isIn);
	const [first = NaN, last = NaN] = [inside[0], inside.at(-1)];
	return [first, last + 15 * MINUTE - 1];
}

const midnightOf = (clock: number) => Math.floor(clock / DAY) * DAY;

const iso = (at: number) => new Date(at).toISOString();

/** Here an hour before midnight comes again after it, and n8n's date library may take either midnight. */
const MIDNIGHT_TWICE = ['America/Havana', 'Atlantic/Azores'];

const ALL = Intl.supportedValuesOf('timeZone')
	.filter((zone) => !MIDNIGHT_TWICE.includes(zone))
	.flatMap((zone) => changesOf(zone, Date.UTC(2025, 0, 1), Date.UTC(2028, 0, 1)));

/** Most zones change as another one does. */
const CHANGES = different(ALL, ({ at, before, after }) => [at, before, after]);

describe('Wherever the clocks change', () => {
	it('there are many ways in which they do, in three years', () => {
		const zones = new Set(CHANGES.map(({ zone }) => zone));
		expect(CHANGES.length).toBeGreaterThan(100);
		expect(zones.size).toBeGreaterThan(20);
	});

	it('a day starts with its first moment and ends with its last', () => {
		const wrong = CHANGES.flatMap((change) => {
			const today = midnightOf(clockOf(change)(change.at));
			return [today - DAY, today, today + DAY].flatMap((day) => {
				const date = iso(day).slice(0, 10);
				const read = (['start', 'end'] as const).map((edge) =>
					Number(momentOf(date, change.zone, edge, 'Start')),
				);
				const isRight = String(read) === String(edgesOf(change, day));
				return isRight ? [] : [`${date} in ${change.zone}: ${read.map(iso).join(' to ')}`];
			});
		});
		expect(wrong).toEqual([]);
	});

	it('the presets go from the first moment of a day to the last one of another', () => {
		const kinds = different(CHANGES, ({ at, before, after }) => [
			...[(at + before) % DAY, after - before],
		]);
		expect(kinds.length).toBeGreaterThan(10);
		// Around the change, and a day before and after it.
		const hours = [-24, 0, 24].flatMap((away) =>
			[-3, -2, -1, 0, 1, 2, 3].map((hour) => (away + hour) * HOUR),
		);
		const wrong = kinds.flatMap((change) =>
			hours.flatMap((hour) => wrongPresets(change, change.at + hour)),
		);
		expect(wrong).toEqual([]);
	});

	/** The presets that take something else for their days: neither the moment before nor the one after is one. */
	function wrongPresets(change: Change, at: number): string[] {
		const today = midnightOf(clockOf(change)(at));
		return PRESETS.flatMap((preset) => {
			const { value } = preset;
			const { start, end } = preset.period(momentAt(at, change.zone));
			const [first = NaN, last = NaN] = rangeOf(value, today / DAY).map((day) => day * DAY);
			const days = [start.minus(1), start, end, end.plus(1)].map((edge) =>
				midnightOf(Number(edge) + edge.offset * MINUTE),
			);
			const isRight = String(days) === String([first - DAY, first, last, last + DAY]);
			const where = `${value} at ${iso(at)} in ${change.zone}`;
			return isRight ? [] : [`${where}: ${String(start)} to ${String(end)}`];
		});
	}
});

describe('A day', () => {
	it.each([
		['America/Nuuk', '2026-10-24', '2026-10-24T01:00:00.000Z', '2026-10-25T01:59:59.999Z'],
		['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
		['America/Nuuk', '2026-03-28', '2026-03-28T02:00:00.000Z', '2026-03-29T00:59:59.999Z'],
	])('of %s, %s, goes from %s to %s', (zone, date, start, end) => {
		const edges = (['start', 'end'] as const).map((edge) => momentOf(date, zone, edge, 'Start'));
		expect(edges.map((edge) => iso(Number(edge)))).toEqual([start, end]);
	});
});
