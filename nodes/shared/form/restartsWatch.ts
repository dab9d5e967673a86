import type { INodeProperties } from 'n8n-workflow';

/** A symbol, so that the mark stays with copies of the field but never gets into the description. */
const RESTARTS_WATCH = Symbol('restartsWatch');

interface RestartingField extends INodeProperties {
	readonly [RESTARTS_WATCH]: true;
}

/** Marks a field of a trigger: with another value in it, the watch starts over. */
export function restartsWatch(field: INodeProperties): RestartingField {
	return { ...field, [RESTARTS_WATCH]: true };
}

/** The names of the marked fields, also of those in collections, in alphabetical order. */
export function restartingNames(fields: readonly INodeProperties[]): string[] {
	const marked = fields
		.flatMap((field) => [field, ...(field.options ?? []).filter((entry) => 'type' in entry)])
		.filter((field) => RESTARTS_WATCH in field);
	return [...new Set(marked.map(({ name }) => name))].sort();
}
