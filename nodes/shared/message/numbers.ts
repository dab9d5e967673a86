import { DescribedError } from '../base';

/** What stands for a number that is not there. */
export const NONE = '–';

const MOST_DECIMALS = 2;

/** A figure in two periods; `null` where a period does not have it. */
export interface Compared {
	readonly now: number | null;
	readonly previous: number | null;
	readonly change: number | null;
	/** The change in percent. */
	readonly percent: number | null;
	/** Whether the whole row is new or gone, if the row says. */
	readonly status?: string;
}

/** How the numbers of a column are written. */
export interface Scale {
	readonly decimals: number;
	/** Whether they are percentages. */
	readonly isPercent?: boolean;
	/** Whether they are ranks, which are better the smaller they are. */
	readonly isRank?: boolean;
}

/** How many decimals numbers need that stand below each other: the larger they are, the fewer. */
export function decimalsFor(values: readonly number[]): number {
	const most = Math.max(0, ...values.map(Math.abs));
	const needed = Math.max(0, ...values.map((value) => decimalsOf(value)));
	return Math.min(needed, most >= 1000 ? 0 : most >= 10 ? 1 : MOST_DECIMALS);
}

function decimalsOf(value: number): number {
	const [, decimals = ''] = value.toFixed(MOST_DECIMALS).replace(/0+$/, '').split('.');
	return decimals.length;
}

/** Writes numbers and dates as people of a language do. */
export class Writer {
	private readonly fixed: readonly Intl.NumberFormat[];
	private readonly small: Intl.NumberFormat;
	private readonly percent: Intl.NumberFormat;
	private readonly day: Intl.DateTimeFormat;
	private readonly time: Intl.DateTimeFormat;
	private readonly calendarDay: Intl.DateTimeFormat;

	/** @throws DescribedError for a language or a time zone that there is not */
	constructor(locale: string, zone: string) {
		const language = known(`language '${locale}'`, () => Intl.getCanonicalLocales(locale));
		const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
		const date = (timeZone: string, timeStyle?: 'short') =>
			new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, timeZone });
		this.fixed = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) =>
			format({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
		);
		this.small = format({ maximumSignificantDigits: 2 });
		this.percent = format({ style: 'percent', maximumFractionDigits: 1 });
		this.day = known(`time zone '${zone}'`, () => date(zone));
		this.time = date(zone, 'short');
		this.calendarDay = date('UTC');
	}

	/**
	 * A number.
	 *
	 * @param decimals how many it has, as the others in its column; one that is too small for them is
	 * written with its first two digits
	 */
	number(value: number, decimals = decimalsFor([value])): string {
		const isTooSmall = value !== 0 && Math.abs(value) < 10 ** -decimals / 2;
		const format = isTooSmall ? this.small : (this.fixed[decimals] ?? this.small);
		return format.format(value).replace(/-/g, '−');
	}

	/** A number of a column: 40.5 percent is `40.5%`, with the sign where the language has it. */
	figure(value: number, { decimals, isPercent = false }: Scale): string {
		const number = this.number(value, decimals);
		if (!isPercent) return number;
		const parts = this.percent.formatToParts(0);
		return parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('');
	}

	/** How a figure has changed, in words if one of the periods does not have it, or if it is a rank. */
	change(
		{ now, previous, change, percent, status }: Compared,
		scale: Scale,
		isShort = false,
	): string {
		if (status === 'new' || (previous === null && now !== null)) return 'new';
		if (status === 'gone' || (previous !== null && now === null)) {
			return previous === null || isShort ? 'gone' : `gone (was ${this.figure(previous, scale)})`;
		}
		if (change === null) return '';
		if (change === 0) return NONE;
		if (scale.isRank === true && previous !== null) {
			// A sign beside the arrow would say the opposite of it.
			const was = this.number(previous, scale.decimals);
			const [arrow, words] = change < 0 ? ['▲', 'better'] : ['▼', 'worse'];
			return isShort ? `${arrow} was ${was}` : `${arrow} ${words} (was ${was})`;
		}
		const signed = (change > 0 ? '▲ +' : '▼ −') + this.number(Math.abs(change), scale.decimals);
		return percent === null || isShort ? signed : `${signed} (${this.changeInPercent(percent)})`;
	}

	/**
	 * A date as people write it, or nothing if the text is none. Without a time, it is a day of the
	 * calendar, which is the same in every time zone.
	 */
	date(text: string): string | undefined {
		const found = this.parsed(text, this.day);
		return found?.format.format(found.at);
	}

	/** A day or a moment with its time, such as `Nov 14, 2026, 6:00 PM`, or nothing if the text is none. */
	moment(text: string): string | undefined {
		const found = this.parsed(text, this.time);
		return found?.format.format(found.at);
	}

	/** Two of them as a range, such as `Nov 14 – 20, 2026`. */
	range(start: string, end: string): string | undefined {
		const [from, to] = [this.parsed(start, this.time), this.parsed(end, this.time)];
		if (from === undefined || to === undefined || from.at > to.at) return undefined;
		return from.format === to.format ? from.format.formatRange(from.at, to.at) : undefined;
	}

	private parsed(text: string, format: Intl.DateTimeFormat) {
		const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
		const isMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text);
		const at = isDay || isMoment ? Date.parse(text.replace(' ', 'T')) : NaN;
		if (Number.isNaN(at)) return undefined;
		return { at, format: isDay ? this.calendarDay : format };
	}

	private changeInPercent(percent: number): string {
		const sign = percent > 0 ? '+' : '−';
		return sign + this.percent.format(Math.abs(percent) / 100);
	}
}

/** What `make` gives, unless there is no such language or zone. */
function known<T>(what: string, make: () => T): T {
	const made = attempt(make);
	if (made !== undefined) return made.value;
	throw new DescribedError(
		`There is no ${what}`,
		"Enter a language such as en or de-AT in 'Language', and a time zone such as Europe/Berlin in the workflow's settings.",
	);
}

function attempt<T>(make: () => T): { readonly value: T } | undefined {
	try {
		return { value: make() };
	} catch {
		return undefined;
	}
}
