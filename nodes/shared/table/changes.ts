import type { Change, ChangedField } from './table';

/** Each value of a comparison, with the ending that its field gets. */
export const CHANGE_NAMES = [
	['before', '_previous'],
	['change', '_change'],
	['percent', '_change_percent'],
] as const satisfies ReadonlyArray<readonly [keyof Change, string]>;

/** `score_change` → the `change` of `score`. */
export function changedFieldIn(name: string): ChangedField | undefined {
	const [, of, end] = /^(.+?)(_previous|_change|_change_percent)(?:_\d+)?$/.exec(name) ?? [];
	const [what] = CHANGE_NAMES.find(([, own]) => own === end) ?? [];
	return of === undefined || what === undefined ? undefined : { of, what };
}
