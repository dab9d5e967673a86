import type { JsonObject, JsonValue } from 'n8n-workflow';
import { countDecimals, excerpt, fieldNames, parseMoment } from '../base';
import type { NumberChange, Row } from '../table';

/**
 * Matches invisible characters, such as marks of text direction. Does not match those that belong to emoji or join
 * letters.
 */
const INVISIBLE_CHARACTERS = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
const CONTROL_CHARACTERS = /[\p{Cc}\s\uFFF9-\uFFFB]+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;

const RIGHT_TO_LEFT =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** Writes a text in one line without control characters. */
export function toPlainLine(text: string, longest: number): string {
	const line = text
		.replace(LONE_SURROGATES, '\uFFFD')
		.replace(INVISIBLE_CHARACTERS, '')
		.replace(CONTROL_CHARACTERS, ' ')
		.trim();
	const short = excerpt(line, longest);
	return RIGHT_TO_LEFT.test(short) ? ISOLATE + short + END_OF_ISOLATE : short;
}

export const NO_VALUE = '–';

const MAX_SHOWN_DECIMALS = 2;

/** The maximum for numbers that would look the same with fewer decimals. */
export const MAX_DECIMALS = 12;

const ROUNDERS = [0, 1, 2].map(
	(maximumFractionDigits) =>
		new Intl.NumberFormat('en', { maximumFractionDigits, useGrouping: false }),
);

/** Rounds 33.55 to 33.6. `toFixed` would return 33.5. */
function roundToDecimals(value: number, decimals: number): number {
	return Number(ROUNDERS[decimals]?.format(value) ?? value);
}

interface NumberScale {
	readonly decimals: number;
	readonly isPercent?: boolean;
	readonly isRank?: boolean;
}

/** A number in two periods. `change` is missing if a number is missing, or too large to subtract exactly. */
export interface ComparedNumber
	extends Pick<NumberChange, 'before' | 'change'>, Pick<Row, 'status'> {
	readonly now?: number;
}

/** A change as a reader sees it: `▲ 2.5`, `▼ worse, was 2`, `new`. */
export interface Move {
	readonly arrow?: '▲' | '▼';
	readonly text: string;
}

export function formatMove({ arrow, text }: Move): string {
	return arrow === undefined ? text : `${arrow} ${text}`;
}

/** Returns the change between rounded numbers: from 29.4 to 30.9, it is 1.5, even if the exact change is 1.58. */
export function getDisplayedChange(
	{ now, before, change }: Omit<ComparedNumber, 'status'>,
	{ decimals, isRank = false }: NumberScale,
): number | undefined {
	if (now === undefined || before === undefined || isRank) return change;
	const written = roundToDecimals(now, decimals) - roundToDecimals(before, decimals);
	return written === 0 ? change : Number(written.toPrecision(12));
}

/** Returns how many decimals the numbers of a column get. Large numbers get fewer. */
export function decimalsFor(values: readonly number[]): number {
	// `Math.max(...all)` would fail with very many values.
	const largestOf = (all: readonly number[]) => all.reduce((one, other) => Math.max(one, other), 0);
	const most = largestOf(values.map(Math.abs));
	const needed = values.map((value) => countDecimals(Number(value.toFixed(MAX_SHOWN_DECIMALS))));
	return Math.min(largestOf(needed), most >= 1000 ? 0 : most >= 10 ? 1 : MAX_SHOWN_DECIMALS);
}

const MOMENT_TEXT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const MIDNIGHT_TEXT = /[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)$/;

/**
 * Shortens `2026-11-02T00:00:00Z` to `2026-11-02` if a column has only midnights. In New York, the time would be shown
 * as the evening before.
 */
export function shortenMidnightsToDates(rows: readonly JsonObject[]): JsonObject[] {
	const isMoment = (value?: JsonValue): value is string =>
		typeof value === 'string' && MOMENT_TEXT.test(value);
	const isTimed = (value?: JsonValue) => isMoment(value) && !MIDNIGHT_TEXT.test(value);
	const timed = fieldNames(rows).filter((name) => rows.some((row) => isTimed(row[name])));
	const dayOf = (value: JsonValue) => (isMoment(value) ? value.slice(0, 10) : value);
	return rows.map((row) => {
		const cells = Object.entries(row);
		return Object.fromEntries(
			cells.map(([name, value]) => [name, timed.includes(name) ? value : dayOf(value)]),
		);
	});
}

export class LocaleFormat {
	private readonly fixed: readonly Intl.NumberFormat[];
	private readonly small: Intl.NumberFormat;
	private readonly percent: Intl.NumberFormat;
	private readonly day: Intl.DateTimeFormat;
	private readonly time: Intl.DateTimeFormat;
	private readonly calendarDay: Intl.DateTimeFormat;

	constructor(locale: string, zone: string) {
		const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
		const date = (timeZone: string, timeStyle?: 'short') =>
			new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone });
		this.fixed = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => {
			const minimumFractionDigits = Math.min(decimals, MAX_SHOWN_DECIMALS);
			return format({ minimumFractionDigits, maximumFractionDigits: decimals });
		});
		this.small = format({ maximumSignificantDigits: 2 });
		this.percent = format({ style: 'percent', maximumFractionDigits: 1 });
		this.day = date(zone);
		this.time = date(zone, 'short');
		this.calendarDay = date('UTC');
	}

	/** Writes 40.5 as `40.5`, or in percent as `40.5%`. In Turkish, writes `%40,5`. */
	writeNumber(value: number, { decimals, isPercent = false }: NumberScale): string {
		const number = this.number(value, decimals);
		if (!isPercent) return number;
		const parts = this.percent.formatToParts(0);
		return parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('');
	}

	/** Writes a change: `▲ 2.5`, `▼ worse, was 2`, `gone, was 5`. */
	writeMove({ now, before, change, status }: ComparedNumber, scale: NumberScale): Move | undefined {
		if (before === undefined && now === undefined) return undefined;
		if (before === undefined) return { text: status === 'new' ? 'new' : 'no value before' };
		const was = `was ${this.writeNumber(before, scale)}`;
		if (now === undefined) return { text: status === 'gone' ? `gone, ${was}` : was };
		if (change === undefined) return undefined;
		const isEqual = this.writeNumber(now, scale) === this.writeNumber(before, scale);
		if (isEqual) return { text: 'unchanged' };
		if (scale.isRank === true) {
			return change < 0
				? { arrow: '▲', text: `better, ${was}` }
				: { arrow: '▼', text: `worse, ${was}` };
		}
		const written = getDisplayedChange({ now, before, change }, scale);
		const number = this.number(Math.abs(written ?? change), scale.decimals);
		const text = `${number}${scale.isPercent === true ? ' pts' : ''}`;
		return { arrow: change > 0 ? '▲' : '▼', text };
	}

	/** Writes a value. A number keeps its digits, since it may be an ID or a year. */
	writeValue(value: JsonValue | undefined, longest: number, withTime = false): string | undefined {
		if (typeof value === 'boolean') return value ? 'yes' : 'no';
		const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
		const date = this.parseDate(text, withTime ? this.time : this.day);
		return toPlainLine(date?.format.format(date.at) ?? text, longest) || undefined;
	}

	isDate(value: JsonValue | undefined): boolean {
		return typeof value === 'string' && this.parseDate(value, this.day) !== undefined;
	}

	/** @param moment milliseconds since 1970 */
	writeDay(moment: number): string {
		return this.day.format(moment);
	}

	/**
	 * Writes `Nov 14 – 20, 2026`, or `since Nov 14, 2026` without an end. Returns an empty text if neither argument is a
	 * date.
	 */
	writePeriod(start = '', end = ''): string {
		const [from, to] = [this.parseDate(start, this.time), this.parseDate(end, this.time)];
		const [first, last] = [from, to].map((date) => date?.format.format(date.at));
		if (first === undefined) return last === undefined ? '' : `until ${last}`;
		if (from === undefined || to === undefined) return `since ${first}`;
		const isAlike = from.format === to.format && from.at <= to.at;
		return isAlike ? from.format.formatRange(from.at, to.at) : `${first} – ${last}`;
	}

	/** Writes a number with this many decimals. If it would be rounded to 0, writes two significant digits: `0.0012`. */
	private number(value: number, decimals: number): string {
		const isTooSmall = value !== 0 && Math.abs(value) < 10 ** -decimals / 2;
		const format = isTooSmall ? this.small : (this.fixed[decimals] ?? this.small);
		return format.format(value).replace(/-/g, '−');
	}

	/** Reads a date, or a date with a time. A date without a time is the same day in every time zone. */
	private parseDate(text: string, format: Intl.DateTimeFormat) {
		const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
		const at = isDay || MOMENT_TEXT.test(text) ? parseMoment(text) : undefined;
		return at === undefined ? undefined : { at, format: isDay ? this.calendarDay : format };
	}
}
