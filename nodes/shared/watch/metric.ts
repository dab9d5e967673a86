import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeBetween, percentBetween } from '../change';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { fieldIn, hasField } from '../records';
import type { Detector, Note } from './types';

/** Which way a number went. */
export type Direction = 'down' | 'up';

/** How far a number has to go from another one, for example 10 percent of it. */
export type Distance = (from: number) => number;

/** What rounding of floating-point numbers may be off by, as a part of the distance. */
const ROUNDING = 1e-9;

/** So much, wherever the number starts. */
export function byAmount(amount: number): Distance {
	return () => amount;
}

/** So many percent of where the number starts. From 0, any change is enough. */
export function byPercent(percent: number): Distance {
	return (from) => (percent / 100) * Math.abs(from);
}

/** The part of a detector that says what a number has to do. */
interface Rule {
	/** What is remembered of a number that was seen for the first time. */
	start(value: number): Note;
	/** What is remembered next, and the number that the event starts from, if there is one. */
	step(value: number, noted: Note): { readonly note: Note; readonly from?: number };
	isWorthSaving(note: Note, saved: Note): boolean;
}

/**
 * Events are numbers that went far enough, one way or either way.
 *
 * A fall counts from the highest number since the last event, a rise from the lowest: many small
 * steps add up to one, and no move that is far enough by itself is missed.
 *
 * @param field the field that holds the number; a dot leads into an object
 */
export function movedMetric(
	field: string,
	distance: Distance,
	directions: readonly Direction[],
): Detector {
	return metricDetector(field, {
		start: (value) => noteOf({ low: value, high: value }, directions),
		step(value, noted) {
			const { low, high } = extremesIn(noted);
			const isDown = directions.includes('down') && isFar(high, value, distance);
			const isUp = directions.includes('up') && isFar(low, value, distance);
			const isFall = isDown && value < high;
			if (isFall || (isUp && value > low)) {
				return {
					note: noteOf({ low: value, high: value }, directions),
					from: isFall ? high : low,
				};
			}
			const widened = { low: Math.min(low, value), high: Math.max(high, value) };
			return { note: noteOf(widened, directions) };
		},
		isWorthSaving: (note, saved) => note !== saved,
	});
}

/**
 * Events are numbers that went across a threshold: from below to it or above, or back.
 *
 * @param field the field that holds the number; a dot leads into an object
 */
export function crossedThreshold(
	field: string,
	threshold: number,
	directions: readonly Direction[],
): Detector {
	const isUp = (note: Note) => Number(note) >= threshold;
	return metricDetector(field, {
		start: (value) => value,
		step(value, noted) {
			const isEvent =
				isUp(value) !== isUp(noted) && directions.includes(isUp(value) ? 'up' : 'down');
			return { note: value, from: isEvent ? Number(noted) : undefined };
		},
		isWorthSaving: (note, saved) => isUp(note) !== isUp(saved),
	});
}

function metricDetector(field: string, rule: Rule): Detector {
	return {
		readingOf: (record) => numberIn(fieldIn(record, field)),
		look(record, reading, noted) {
			const value = Number(reading);
			if (noted === undefined) return { note: rule.start(value) };
			const { note, from } = rule.step(value, noted);
			return { note, event: from === undefined ? undefined : eventOf(field, from, value, record) };
		},
		isWorthSaving: (note, saved) => saved === undefined || rule.isWorthSaving(note, saved),
		sample: (record, reading) => eventOf(field, Number(reading), Number(reading), record),
		nothingToWatch: (records) => missingNumber(records, field),
		needsUniqueKeys: true,
	};
}

function eventOf(metric: string, before: number, after: number, record: JsonObject): JsonObject {
	return {
		...{ metric, before, after },
		change: changeBetween(before, after),
		change_percent: percentBetween(before, after),
		record,
	};
}

/** The lowest and the highest number since the last event. */
interface Extremes {
	readonly low: number;
	readonly high: number;
}

/** Only what the directions need: the highest for falls, the lowest for rises, or both. */
function noteOf({ low, high }: Extremes, directions: readonly Direction[]): Note {
	if (!directions.includes('up')) return high;
	return directions.includes('down') ? `${low}|${high}` : low;
}

function extremesIn(note: Note): Extremes {
	const [low = NaN, high = low] = String(note).split('|').map(Number);
	return { low, high };
}

function isFar(from: number, to: number, distance: Distance): boolean {
	return from !== to && Math.abs(to - from) >= distance(from) * (1 - ROUNDING);
}

/** A number, also one that the service sends as text. */
function numberIn(value: JsonValue): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}

/** The names of the numbers in records, as a detector takes them; of one in an object, its path. */
export function numbersOf(records: readonly JsonObject[]): string[] {
	const names = records.flatMap((record) =>
		pathsIn(record).filter((path) => typeof fieldIn(record, path) === 'number'),
	);
	// What a user enters comes without blanks around it.
	return [...new Set(names)].filter((name) => name !== '' && name === name.trim());
}

function pathsIn(record: JsonObject): string[] {
	return Object.entries(record).flatMap(([name, value]) =>
		isObject(value) ? pathsIn(value).map((path) => `${name}.${path}`) : [name],
	);
}

function whichNumbers(records: readonly JsonObject[]): string {
	const names = numbersOf(records);
	return names.length === 0
		? 'The records have no numbers.'
		: `The records have these numbers: ${names.join(', ')}.`;
}

/** A number may be missing in all records for a while, but then its field is there and empty. */
function missingNumber(records: readonly JsonObject[], field: string): DescribedError | undefined {
	const mayHave = (record: JsonObject) => {
		const value = fieldIn(record, field);
		return value === null ? hasField(record, field) : numberIn(value) !== undefined;
	};
	if (records.some(mayHave)) return undefined;
	return new DescribedError(
		`No record has a number in ${field}`,
		`Correct 'Number to Watch'. ${whichNumbers(records)} One that the service computes on request has to be named under 'Metrics' or 'Measures', too, where the node shows such a field.`,
	);
}
