/** Any JSON object. */
export type Json = Record<string, unknown>;

/** Tells whether `value` is a JSON object (neither null nor an array). */
export function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives `value` when it is a JSON object, otherwise an empty one. */
export function json(value: unknown): Json {
	return isJson(value) ? value : {};
}

/** Gives `value` when it is an array, otherwise an empty one. */
export function list(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Gives the strings in `value` when it is an array, otherwise an empty array. */
export function strings(value: unknown): string[] {
	return list(value).filter((entry) => typeof entry === 'string');
}

/** Gives `value` when it is a string. */
export function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** Gives `value` when it is a whole number. */
export function whole(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** Gives the moment an ISO 8601 text stands for, in milliseconds. */
export function moment(value: unknown): number | undefined {
	const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(at) ? undefined : at;
}
