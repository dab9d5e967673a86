import { tryOrUndefined } from '../base';
import { type ClosedPeriod, wholeDaysBefore, type Moment, createPeriod } from './period';

/** Returns `undefined` for an unknown text. */
type ReadPeriod = (text: string) => ClosedPeriod | undefined;

type PeriodPattern = readonly [
	pattern: RegExp,
	period: (match: readonly string[], now: Moment, read: ReadPeriod) => ClosedPeriod | undefined,
];

const MONTHS =
	'january,february,march,april,may,june,july,august,september,october,november,december';

const monthNumber = (name: string) =>
	1 + MONTHS.split(',').findIndex((month) => month.startsWith(name.toLowerCase()));

/** Returns the unit that starts with a month. A unit that is not over ends today. */
function unitStartingIn(
	now: Moment,
	year: number,
	month: number,
	unit: 'month' | 'quarter' | 'year',
) {
	const start = now.set({ year, month, day: 1 }).startOf(unit);
	const [end, today] = [start.endOf(unit), now.endOf('day')];
	if (start > now) return undefined;
	return end > now ? { start, end: today, unit, isGrowing: true as const } : { start, end, unit };
}

/** Without a year, it is the one in which the month last began. */
const yearOfMonth = (now: Moment, month: number, year = '') =>
	Number(year) || (month > now.month ? now.year - 1 : now.year);

const quarterPeriod = (now: Moment, number: string, year?: string) => {
	const month = 3 * Number(number) - 2;
	return unitStartingIn(now, yearOfMonth(now, month, year), month, 'quarter');
};

/** What models write for periods, besides presets and dates. */
const PERIOD_PATTERNS: readonly PeriodPattern[] = [
	[
		/^(?:the )?(?:last|past) ?([1-9]\d{0,3}) ?days?$/i,
		([, count], now) => wholeDaysBefore(now, Number(count)),
	],
	[
		/^(\d{4})-(0[1-9]|1[0-2])$/,
		([, year, month], now) => unitStartingIn(now, Number(year), Number(month), 'month'),
	],
	[/^(\d{4})[- ]?q([1-4])$/i, ([, year, number = ''], now) => quarterPeriod(now, number, year)],
	[
		/^q([1-4])(?:[- ]?(\d{4}))?$/i,
		([, number = '', year], now) => quarterPeriod(now, number, year),
	],
	[/^(\d{4})$/, ([, year], now) => unitStartingIn(now, Number(year), 1, 'year')],
	[/^(?:ytd|year to date)$/i, (_match, now) => unitStartingIn(now, now.year, 1, 'year')],
	[
		/^([a-z]{3,9})\.?(?: (\d{4}))?$/i,
		([, name = '', year], now) => {
			const month = monthNumber(name);
			return month < 1
				? undefined
				: unitStartingIn(now, yearOfMonth(now, month, year), month, 'month');
		},
	],
	[
		/^since (.+)$/i,
		([, text = ''], now, read) => {
			const { start } = read(text) ?? {};
			return start && start <= now ? { start, end: now.endOf('day') } : undefined;
		},
	],
	[
		/^(?:from )?((?:(?! to | - |\.\.).)+)(?: to | until | - |\s*\.\.\s*)((?:(?! to | - |\.\.).)+)$/i,
		([, first = '', last = ''], _now, read) => {
			const [from, to] = [read(first), read(last)];
			return from && to && tryOrUndefined(() => createPeriod(from.start, to.end, ''));
		},
	],
];

/**
 * Reads a period in words: `last14Days`, `2026-10`, `Q3`, `October 2026`, `since 2026-11-23`, `ytd`. A period that is
 * not over, such as `ytd`, ends today.
 *
 * @param readDates reads one date or two dates; returns `undefined` for another text
 */
export function parsePeriodWords(
	text: string,
	now: Moment,
	readDates: ReadPeriod,
): ClosedPeriod | undefined {
	const read: ReadPeriod = (part) => readDates(part) ?? parsePeriodWords(part, now, readDates);
	for (const [pattern, period] of PERIOD_PATTERNS) {
		const match = pattern.exec(text.trim());
		const found = match && period(match, now, read);
		if (found) return found;
	}
	return undefined;
}

/** A model does not know today's date. */
export function periodAdviceForModels(now: Moment): string {
	return `Write today, yesterday, thisWeek, lastWeek, thisMonth, lastMonth, thisQuarter, lastYear, last28Days (any number), a date, 2026-11-01 to 2026-11-30, 2026-10, Q3, October 2026, since 2026-11-23 or ytd. Today is ${now.toISODate() ?? ''}.`;
}
