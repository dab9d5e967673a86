import type { Writer } from './numbers';
import { plain } from './plain';
import type { MessageDescription } from './types';

const LONGEST = 60;
const DAY = 24 * 60 * 60_000;

/**
 * The period in words, such as `Nov 14 – 20, 2026, compared with the 7 days before`.
 *
 * @param isSplit whether each row has a period of its own
 */
export function periodInWords(
	period: MessageDescription['period'],
	isCompared: boolean,
	isSplit: boolean,
	writer: Writer,
): string {
	const [start, end] = [period?.start?.trim() ?? '', period?.end?.trim() ?? ''];
	const other = isSplit
		? 'each compared with the period before it'
		: `compared with ${before(start, end)}`;
	const compared = isCompared ? other : '';
	return [range(start, end, writer), compared].filter((part) => part !== '').join(', ');
}

/** From one day or moment to another in words, such as `Nov 14 – 20, 2026`; either may be empty. */
export function range(start: string, end: string, writer: Writer): string {
	const written = (text: string) => writer.moment(text) ?? plain(text, LONGEST);
	if (start === '' && end === '') return '';
	if (end === '') {
		return writer.moment(start) === undefined ? plain(start, LONGEST) : `since ${written(start)}`;
	}
	if (start === '') {
		return writer.moment(end) === undefined ? plain(end, LONGEST) : `until ${written(end)}`;
	}
	if (start === end) return written(start);
	return writer.range(start, end) ?? `${written(start)} – ${written(end)}`;
}

/** The period before, by how many days the period has if it has whole days. */
function before(start: string, end: string): string {
	const isDay = [start, end].every((text) => /^\d{4}-\d\d-\d\d$/.test(text));
	const days = isDay ? (Date.parse(end) - Date.parse(start)) / DAY + 1 : 0;
	if (days === 1) return 'the day before';
	return days > 1 ? `the ${days} days before` : 'the period before';
}
