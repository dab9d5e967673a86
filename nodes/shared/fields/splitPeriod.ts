import { dayOf, endOfDay, startOfDay } from './day';
import type { Period } from './period';

/** What a period can be split into. */
export type PeriodUnit = 'day' | 'month' | 'week';

type Whole = Required<Period>;

/**
 * The days, weeks or months of a period, in the time zone of its start. Weeks start on Monday. The first
 * and the last one are cut where the period starts and ends, so that together they are the period.
 */
export function splitPeriod({ start, end }: Whole, unit: PeriodUnit): Whole[] {
	const { zone } = start;
	const last = dayOf(end);
	const parts: Whole[] = [];
	let day = dayOf(start);
	let from = start;
	while (day <= last) {
		const next = day.startOf(unit).plus({ [unit]: 1 });
		const to = next > last ? end : endOfDay(next.minus({ days: 1 }), zone);
		parts.push({ start: from, end: to });
		day = next;
		from = startOfDay(next, zone);
	}
	return withoutMoment(parts);
}

/** A period that ends at midnight sharp, as `$today` does, does not have that day. */
function withoutMoment(parts: Whole[]): Whole[] {
	const [beforeLast, last] = parts.slice(-2);
	if (beforeLast === undefined || last === undefined || +last.start !== +last.end) return parts;
	return [...parts.slice(0, -2), { start: beforeLast.start, end: last.end }];
}

/** How many days a period touches. */
export function daysIn({ start, end }: Whole): number {
	return Math.round(dayOf(end).diff(dayOf(start), 'days').days) + 1;
}

/** The first and the last day of a period as ISO dates, such as 2026-11-02. */
export function daysOf({ start, end }: Whole): { readonly first: string; readonly last: string } {
	const ending = +end > +start ? end.minus(1) : end;
	return { first: dayOf(start).toISODate() ?? '', last: dayOf(ending).toISODate() ?? '' };
}
