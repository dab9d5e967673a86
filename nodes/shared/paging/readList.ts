import type { JsonValue } from 'n8n-workflow';
import { findList, type FoundList } from '../output';
import { SeenRecords } from './seen';

/** Records asked for at once. The service documents 100 as the most for GEO projects (public). */
export const PAGE_SIZE = 100;

/** Where reading stops in any case: a service without an end must not fill the memory. */
const MOST_RECORDS = 1_000_000;

/** Asks the service for one page. */
export type PageRequest = (limit: number, offset: number) => Promise<JsonValue | undefined>;

/** What reading a list gave. */
export interface ListAnswer {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	/** What the user should know about how the service pages. */
	readonly hint?: string;
}

/**
 * Reads a list page by page until `limit` records are there or the service has no more.
 *
 * It ends with any service. The offset advances by what came, so a server that sends fewer records
 * than asked loses none; an empty page ends the list, and so does one without any record that was
 * not there before, which shows that the server ignores the offset. A `total` saves the request
 * for the empty page, but only if it agrees with what came.
 *
 * @param ask sends one request
 * @param names the names under which the list may lie
 * @param limit the most records wanted, `Infinity` for all
 */
export async function readList(
	ask: PageRequest,
	names: readonly string[],
	limit: number,
): Promise<ListAnswer> {
	const records: JsonValue[] = [];
	const pages: JsonValue[] = [];
	const seen = new SeenRecords(names);
	let received = 0;
	let total: number | undefined;
	let hasMoved = false;

	while (records.length < limit) {
		const wanted = Math.min(PAGE_SIZE, limit - records.length);
		const body = (await ask(wanted, received)) ?? null;
		const list = findList(body, names);
		if (list === undefined) return received > 0 ? { records, pages } : single(body);

		const { kept, isNews } = seen.add(list.records);
		if (received === 0 || isNews) pages.push(body);
		if (list.records.length === 0) break;
		if (!isNews) return { records, pages, hint: repeatedHint(records.length, list.total) };

		received += list.records.length;
		for (const record of kept.slice(0, limit - records.length)) records.push(record);
		if (list.total !== undefined && list.total >= received) {
			hasMoved ||= total !== undefined && total !== list.total;
			total = list.total;
		}
		if (isEnd(received, list, wanted)) break;
		if (received >= MOST_RECORDS) return { records, pages, hint: endlessHint(received) };
	}
	return { records, pages, hint: hasMoved ? MOVED_HINT : undefined };
}

/**
 * A short page whose `total` agrees is the last one; anything less certain is asked again. On the
 * first page the `total` may be that of the page alone, and the page short because the server has
 * a maximum of its own, which is a multiple of 5.
 */
function isEnd(received: number, { records, total }: FoundList, wanted: number): boolean {
	const mayBeMaximum = received === records.length && records.length % 5 === 0;
	return total === received && records.length < wanted && !mayBeMaximum;
}

/** An answer that is no list counts as one record, unless there is nothing in it. */
function single(body: JsonValue): ListAnswer {
	const all = body === null ? [] : [body];
	return { records: all, pages: all };
}

const MOVED_HINT =
	'The list changed while it was read page by page. ' +
	'Records that were added or removed meanwhile may be missing; run the node again to be sure.';

function endlessHint(count: number): string {
	return (
		`Reading stopped after ${count} records, because the service kept sending more. ` +
		'Narrow the request down, or set a limit.'
	);
}

function repeatedHint(count: number, total: number | undefined): string | undefined {
	if (total === count) return undefined;
	return (
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it gave are here; nothing was doubled.`
	);
}
