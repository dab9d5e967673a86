import { type JsonObject, jsonParse, type JsonValue } from 'n8n-workflow';
import { DescribedError, fieldIn, hasField, withoutField } from '../base';
import { withMarkInFront } from '../run';
import type { Detector } from './evaluate';
import { describeFields } from './identity';
import { digestOf, type StoredValue } from './state';

/** Stored of every record where it only matters that the record was seen. */
const SEEN = 1;

/** Detects records that were not there before. The event is the record. */
export const newRecords: Detector = {
	extract: () => SEEN,
	compare: (record, value, stored) => ({ value, event: stored === undefined ? record : undefined }),
	sampleEvent: (record) => record,
};

/**
 * Detects records in which a field has changed. The event is the record as it is now. With fields to
 * watch, it says in front which of them have changed, and from what to what where that is short.
 *
 * @param only the fields whose changes count: names, or paths such as `owner.name`; all if empty
 * @param except fields that are ignored
 * @param withNew whether records that were not there before are events, too; each event then says
 * whether it is one
 */
export function changedRecords(
	{ only, except }: Readonly<Record<'except' | 'only', readonly string[]>>,
	withNew: boolean,
): Detector {
	const eventOf = (record: JsonObject, value: StoredValue, stored?: StoredValue) =>
		withMarkInFront(record, {
			...(withNew ? { is_new: stored === undefined } : {}),
			...(stored === undefined ? {} : fieldChanges(only, stored, value)),
		});
	return {
		extract(record) {
			const rest = except.reduce(withoutField, record);
			if (only.length === 0) return digestOf(rest);
			return JSON.stringify(only.map((name) => keptOf(fieldIn(rest, name))));
		},
		compare(record, value, stored) {
			const isEvent = stored === undefined ? withNew : stored !== value;
			return { value, event: isEvent ? eventOf(record, value, stored) : undefined };
		},
		sampleEvent: (record, value) => eventOf(record, value, JSON.stringify(only.map(() => null))),
		watched: {
			names: only,
			isIn: hasField,
			missing: (names, [first]) =>
				new DescribedError(
					`No record has a field ${names.join(', ')}`,
					`Correct 'Fields to Watch'. ${describeFields(first)}`,
				),
		},
	};
}

/**
 * The most bytes, as JSON, of a value that is kept as it is: a text of 20 letters, or a time. With three
 * watched fields, a record then takes less than 100 bytes of the state.
 */
const LONGEST_KEPT = 22;

/** What begins the digest that is kept of a longer value. */
const DIGEST = '#';

/** What is kept of a value: itself if it is short, else its digest. */
function keptOf(value: JsonValue): JsonValue {
	const isPlain = typeof value !== 'object' || value === null;
	const isShort = isPlain && Buffer.byteLength(JSON.stringify(value)) <= LONGEST_KEPT;
	return isShort && !isDigest(value) ? value : DIGEST + digestOf(value);
}

function isDigest(value: JsonValue): boolean {
	return typeof value === 'string' && value.startsWith(DIGEST);
}

/**
 * Which of the fields have changed, and from what to what where that is short.
 *
 * @param stored what was kept of them
 * @param current what is kept of them now
 */
function fieldChanges(
	names: readonly string[],
	stored: StoredValue,
	current: StoredValue,
): JsonObject {
	if (names.length === 0) return {};
	const [before = [], after = []] = [stored, current].map((values) =>
		jsonParse<JsonValue[]>(String(values)),
	);
	const changed = names.filter((_, place) => before[place] !== after[place]);
	const shortIn = (values: readonly JsonValue[]) => {
		const entries = names.map((name, place) => [name, values[place] ?? null] as const);
		return Object.fromEntries(
			entries.filter(([name, value]) => changed.includes(name) && !isDigest(value)),
		);
	};
	return { changed_fields: changed, before: shortIn(before), after: shortIn(after) };
}
