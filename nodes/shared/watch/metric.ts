import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeBetween, percentBetween } from '../change';
import { fieldIn } from '../output';
import { Problem } from '../problem';
import { fieldsOf } from './identity';
import type { Detector, Note } from './types';

/** Which way a number went. */
export type Direction = 'down' | 'up';

/** Tells whether a number went far enough, and which way, from the one that was noted. */
export type Move = (before: number, after: number) => Direction | undefined;

/** What a detector of numbers looks for. */
export interface MetricWatch {
	/** The field that holds the number; a dot leads into an object. */
	readonly field: string;
	readonly move: Move;
	/** The ways that are events. */
	readonly directions: readonly Direction[];
}

/** What rounding of floating-point numbers may be off by, as a part of the amount. */
const ROUNDING = 1e-9;

/** A change of at least so much. */
export function byAmount(amount: number): Move {
	return (before, after) => moved(before, after, amount);
}

/** A change of at least so many percent of what was noted. From 0, any change is enough. */
export function byPercent(percent: number): Move {
	return (before, after) => moved(before, after, (percent / 100) * Math.abs(before));
}

/** From below a threshold to it or above, or from there to below. */
export function across(threshold: number): Move {
	const isUp = (value: number) => value >= threshold;
	return (before, after) => {
		if (isUp(before) === isUp(after)) return undefined;
		return isUp(after) ? 'up' : 'down';
	};
}

function moved(before: number, after: number, least: number): Direction | undefined {
	const change = after - before;
	if (change === 0 || Math.abs(change) < least * (1 - ROUNDING)) return undefined;
	return change > 0 ? 'up' : 'down';
}

/**
 * Events are numbers that moved. What is noted is the number at the last move, whichever way it
 * went: many small steps add up to one, and after a rise a fall counts from the top.
 */
export function movedMetric({ field, move, directions }: MetricWatch): Detector {
	const noteOf = (record: JsonObject) => numberOf(fieldIn(record, field));
	const eventOf = (record: JsonObject, before: number, after: number): JsonObject => ({
		metric: field,
		before,
		after,
		change: changeBetween(before, after),
		change_percent: percentBetween(before, after),
		record,
	});
	return {
		noteOf,
		look(record, noted) {
			const after = noteOf(record) ?? 0;
			const before = asNumber(noted);
			if (before === undefined) return { note: after };
			const direction = move(before, after);
			if (direction === undefined) return { note: before };
			const isEvent = directions.includes(direction);
			return { note: after, event: isEvent ? eventOf(record, before, after) : undefined };
		},
		sample(record) {
			const value = noteOf(record) ?? 0;
			return eventOf(record, value, value);
		},
		nothingToWatch(records) {
			if (records.some((record) => noteOf(record) !== undefined)) return undefined;
			return new Problem(
				`No record has a number in ${field}`,
				`Correct 'Number to Watch', or name it under 'Metrics' or 'Measures' if the service has to compute it. ${fieldsOf(records[0])}`,
			);
		},
		needsUniqueKeys: true,
	};
}

function asNumber(noted: Note | undefined): number | undefined {
	return typeof noted === 'number' ? noted : undefined;
}

/** A number, also one that the service sends as text. */
function numberOf(value: JsonValue): number | undefined {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}
