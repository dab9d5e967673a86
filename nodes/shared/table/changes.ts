import type { Change, ChangedField } from './table';

/** Which value of a comparison is meant, with the end of its name. */
export const CHANGE_NAMES = [
	['before', '_previous'],
	['change', '_change'],
	['percent', '_change_percent'],
] as const satisfies ReadonlyArray<readonly [keyof Change, string]>;

/** Reads the name of a field that a comparison adds: `score_change` → the change of `score`. */
export function changedFieldIn(name: string): ChangedField | undefined {
	const [, of, end] = /^(.+?)(_previous|_change|_change_percent)(?:_\d+)?$/.exec(name) ?? [];
	const [what] = CHANGE_NAMES.find(([, own]) => own === end) ?? [];
	return of === undefined || what === undefined ? undefined : { of, what };
}
