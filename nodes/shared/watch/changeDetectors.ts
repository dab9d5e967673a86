import { type JsonObject, jsonParse, type JsonValue } from 'n8n-workflow';
import {
	differenceBetween,
	clearInvalidRank,
	getField,
	fieldNamesText,
	fieldPaths,
	hasField,
	hasValue,
	isObject,
	parseNumber,
	percentChangeBetween,
	ServiceError,
	withoutField,
} from '../base';
import { type EventSentence, describeMove, addFieldsInFront } from '../output';
import type { KeyFields } from '../table';
import type { Detection, ChangeDetector } from './diff';
import { describeFields, recordNameOf } from './recordKeys';
import { digestOf, type StoredValue } from './state';

/** Detects new records. The event is the record. The stored value only says that the record was seen. */
export const newRecordDetector: ChangeDetector = {
	extractValue: () => 1,
	compare: (record, value, stored) => ({ value, event: stored === undefined ? record : undefined }),
	sampleEvent: (record) => record,
	describeEvent: (event) => ({ record: event, sentence: NEW_SENTENCE }),
};

const NEW_SENTENCE = 'new {thing}: {name}';

/**
 * Detects changed records. The event is the current record. If `only` has names, the event starts with the changed
 * fields and their short values before and after.
 *
 * @param only names of fields, or paths such as `owner.name`. If there are none, all fields are watched
 * @param withNew whether new records are events, too
 */
export function createChangeDetector(
	{ only, except }: Readonly<Record<'except' | 'only', readonly string[]>>,
	withNew: boolean,
): ChangeDetector {
	const eventOf = (record: JsonObject, value: StoredValue, stored?: StoredValue) =>
		addFieldsInFront(record, {
			...(withNew ? { is_new: stored === undefined } : {}),
			...(stored === undefined ? {} : fieldChanges(only, stored, value)),
		});
	return {
		extractValue(record) {
			const rest = except.reduce(withoutField, record);
			if (only.length === 0) return digestOf(rest);
			return JSON.stringify(only.map((name) => storedFieldValue(getField(rest, name))));
		},
		compare(record, value, stored) {
			const isEvent = stored === undefined ? withNew : stored !== value;
			return { value, event: isEvent ? eventOf(record, value, stored) : undefined };
		},
		sampleEvent: (record, value) => eventOf(record, value, JSON.stringify(only.map(() => null))),
		describeEvent: (event) => ({ record: event, ...describeChange(event, only) }),
		watchedFields: {
			fields: only,
			isFieldIn: hasField,
			missingFieldsError: (names, [first]) =>
				new ServiceError(
					`No record has a field ${names.join(', ')}`,
					`Correct 'Fields to Watch'. ${describeFields(first)}`,
				),
			mayDisappear: true,
		},
	};
}

/** Writes both values of the changed field, if there is only one such field and its values are short. */
function describeChange(event: JsonObject, only: readonly string[]): EventSentence {
	if (event.is_new === true) return { sentence: NEW_SENTENCE };
	const [before, after] = [event.before, event.after].map((values) =>
		isObject(values) ? values : {},
	);
	const [field = '', ...others] = only.filter(
		(name) => hasValue(before?.[name]) && hasValue(after?.[name]),
	);
	if (field === '' || others.length > 0) return { sentence: '{thing} changed: {name}' };
	const values = { field, before: before?.[field] ?? null, after: after?.[field] ?? null };
	return { sentence: '{name}: {field} is now {after}, was {before}', values };
}

/**
 * The maximum length of a stored value, in bytes of JSON. A time or a text of 20 letters fits. A digest replaces longer
 * values.
 */
const MAX_STORED_LENGTH = 22;

/** The first character of a digest that is stored in place of a long value. */
const DIGEST_PREFIX = '#';

function storedFieldValue(value: JsonValue): JsonValue {
	const isPlain = typeof value !== 'object' || value === null;
	const isShort = isPlain && Buffer.byteLength(JSON.stringify(value)) <= MAX_STORED_LENGTH;
	return isShort && !isDigest(value) ? value : DIGEST_PREFIX + digestOf(value);
}

function isDigest(value: JsonValue): boolean {
	return typeof value === 'string' && value.startsWith(DIGEST_PREFIX);
}

function fieldChanges(
	names: readonly string[],
	stored: StoredValue,
	current: StoredValue,
): JsonObject {
	if (names.length === 0) return {};
	// A damaged value becomes `null`.
	const [before, after] = [stored, current].map((values) =>
		jsonParse<JsonValue[] | null>(String(values), { fallbackValue: null }),
	);
	const changed = names.filter((_, place) => before?.[place] !== after?.[place]);
	const shortIn = (values?: readonly JsonValue[] | null) => {
		const entries = names.map((name, place) => [name, values?.[place] ?? null] as const);
		const short = entries.filter(([name, value]) => changed.includes(name) && !isDigest(value));
		return Object.fromEntries(short);
	};
	return { changed_fields: changed, before: shortIn(before), after: shortIn(after) };
}

export type Direction = 'down' | 'up';

/** Rounding may shorten a move by this share of the distance. */
const ROUNDING_TOLERANCE = 1e-9;

interface MetricRule {
	/** Returns the value to store. If the number has moved enough for an event, also returns the one `before`. */
	readonly compare: (
		value: number,
		stored: StoredValue | undefined,
	) => Omit<Detection, 'event'> & { readonly before?: number };
	/**
	 * Returns the numbers of a test event. One of them is the current number. Returns `undefined` for 0 if the amount is
	 * in percent, because 10 percent of 0 is 0.
	 */
	readonly example: (
		value: number,
	) => { readonly before: number; readonly after: number } | undefined;
}

/**
 * Returns a rule that makes an event if a number moved far enough.
 *
 * - A fall counts from the highest number since the last event, a rise from the lowest. So small steps add up.
 * - A percentage refers to the number where the move starts.
 */
export function moveRule(
	{ amount, isPercent }: { readonly amount: number; readonly isPercent: boolean },
	directions: readonly Direction[],
): MetricRule {
	// If the amount is in percent, any change from 0 is far enough.
	const distanceFrom = (from: number) => (isPercent ? (amount / 100) * Math.abs(from) : amount);
	const isFar = (from: number, to: number) =>
		Math.abs(to - from) >= distanceFrom(from) * (1 - ROUNDING_TOLERANCE);
	const falls = directions.includes('down');
	const rises = directions.includes('up');
	return {
		compare(value, stored) {
			const [low, high] = decodeRange(stored ?? value);
			const isFall = falls && value < high && isFar(high, value);
			const isRise = rises && value > low && isFar(low, value);
			const range = isFall || isRise ? [value] : [low, value, high];
			const next = encodeRange(Math.min(...range), Math.max(...range), directions);
			if (isFall) return { value: next, before: high };
			return isRise ? { value: next, before: low } : { value: next };
		},
		example(value) {
			if (isPercent && value === 0) return undefined;
			const step = distanceFrom(value) || 1;
			const [lower, upper] = [differenceBetween(step, value), differenceBetween(-step, value)];
			// A percentage refers to the number before, here the current one. Most numbers are never below 0.
			const isLower = isPercent ? falls : lower > 0;
			const [low, high] = isLower ? [lower, value] : [value, upper];
			return falls ? { before: high, after: low } : { before: low, after: high };
		},
	};
}

/**
 * Returns a rule that makes an event if a number crosses a threshold. A number equal to the threshold counts as above
 * it.
 */
export function crossingRule(threshold: number, directions: readonly Direction[]): MetricRule {
	const sideOf = (value: StoredValue): Direction => (Number(value) >= threshold ? 'up' : 'down');
	return {
		compare(value, stored) {
			if (stored === undefined) return { value };
			const side = sideOf(value);
			// The number stayed on its side, so n8n need not save it.
			if (side === sideOf(stored)) return { value, canSaveLater: true };
			return directions.includes(side) ? { value, before: Number(stored) } : { value };
		},
		example(value) {
			const below = differenceBetween(Math.abs(threshold) / 10 || 1, threshold);
			const other = value < threshold ? threshold : below;
			return directions.includes(sideOf(value))
				? { before: other, after: value }
				: { before: value, after: other };
		},
	};
}

/** @param metric the name or the path of the number field to watch */
export function createMetricDetector(
	metric: string,
	key: KeyFields,
	rule: MetricRule,
): ChangeDetector {
	const eventOf = (record: JsonObject, before: number, after: number): JsonObject => ({
		name: recordNameOf(record, key),
		metric,
		before,
		after,
		change: differenceBetween(before, after),
		change_percent: percentChangeBetween(before, after),
		record,
	});
	return {
		metric,
		extractValue: (record) => parseNumber(clearInvalidRank(metric, getField(record, metric))),
		compare(record, current, stored) {
			const after = Number(current);
			const { before, ...detection } = rule.compare(after, stored);
			const event = before === undefined ? undefined : eventOf(record, before, after);
			return { ...detection, event };
		},
		sampleEvent(record, current) {
			const example = rule.example(Number(current));
			return example && eventOf(record, example.before, example.after);
		},
		describeEvent({ record, before, after }) {
			const sentence = describeMove(metric, Number(before), Number(after));
			return { record: isObject(record) ? record : {}, ...sentence };
		},
		watchedFields: {
			fields: [metric],
			isFieldIn: isNumberOrNull,
			missingFieldsError: noNumberError,
			mayDisappear: false,
		},
	};
}

/**
 * Returns what the trigger stores. To find rises, it is the lowest number since the last event; to find falls, the
 * highest; to find both, such as `20|50`, the two.
 */
function encodeRange(low: number, high: number, directions: readonly Direction[]): StoredValue {
	if (!directions.includes('up')) return high;
	return directions.includes('down') ? `${low}|${high}` : low;
}

function decodeRange(stored: StoredValue): readonly [low: number, high: number] {
	const [low = NaN, high = low] = String(stored).split('|').map(Number);
	return [low, high];
}

export function numberFieldsOf(records: readonly JsonObject[]): string[] {
	const names = records.flatMap((record) =>
		fieldPaths(record).filter((path) => typeof getField(record, path) === 'number'),
	);
	return [...new Set(names)];
}

/** Accepts `null`, because the service may send a number in a later poll. */
function isNumberOrNull(record: JsonObject, field: string): boolean {
	const value = getField(record, field);
	return hasField(record, field) && (value === null || parseNumber(value) !== undefined);
}

export function noNumberError(
	fields: readonly string[],
	records: readonly JsonObject[],
): ServiceError {
	const known = `The records have these numbers: ${fieldNamesText(numberFieldsOf(records)) || 'none'}.`;
	return new ServiceError(
		`No record has a number in ${fields.join(', ')}`,
		`Correct 'Number to Watch'. ${known} If the service sends a number only on request, add it to 'Other Metrics' or 'Other Measures' under 'Options', too.`,
	);
}
