/*
 * The calendar without a date library: by the days since 1970, and the year, month and day of each.
 */

export const DAY = 86_400_000;

interface Parts {
	readonly year: number;
	readonly month: number;
	readonly day: number;
}

/** The first and the last day, as days since 1970. */
export type Range = readonly [first: number, last: number];

export const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month, day) / DAY;

function partsOf(day: number): Parts {
	const date = new Date(day * DAY);
	return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** The same day so many months before; the last of the month if that has no such day. */
export function monthsBefore(day: number, count: number): number {
	const { year, month, day: wanted } = partsOf(day);
	const last = partsOf(dayOf(year, month - count + 1, 0)).day;
	return dayOf(year, month - count, Math.min(wanted, last));
}

/** The month, quarter or year, by its number of months, that a day is in. */
export function unitOf(day: number, months: number): Range {
	const { year, month } = partsOf(day);
	const first = month - (month % months);
	return [dayOf(year, first, 1), dayOf(year, first + months, 0)];
}

export const isWhole = ([first, last]: Range, months: number) => {
	const [start, end] = unitOf(first, months);
	return start === first && end === last;
};

export const MONTHS: Readonly<Record<string, number>> = { Month: 1, Quarter: 3, Year: 12 };

/** What a preset means on a day. */
export function rangeOf(preset: string, today: number): Range {
	const weekday = (today + 3) % 7;
	const [, which = '', unit = ''] = /^(this|last)(Week|Month|Quarter|Year)$/.exec(preset) ?? [];
	if (unit === 'Week') {
		return which === 'this' ? [today - weekday, today] : [today - weekday - 7, today - weekday - 1];
	}
	const months = MONTHS[unit];
	if (months !== undefined) {
		const [first] = unitOf(today, months);
		return which === 'this' ? [first, today] : unitOf(first - 1, months);
	}
	const [, count] = /^last(\d+)Days$/.exec(preset) ?? [];
	if (count !== undefined) return [today - Number(count), today - 1];
	return preset === 'today' ? [today, today] : [today - 1, today - 1];
}
