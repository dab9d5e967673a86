import { createHash } from 'crypto';
import type { Marked } from '../compare';

/**
 * A short text for the records of a project, the same for the same records in the same order. It is
 * kept in place of the records, which may be many.
 *
 * @returns `undefined` for records that projects may share by chance: none, or a single one, such as the
 * row of a report in which nothing was counted
 */
export function digestOfAll(records: readonly Marked[]): string | undefined {
	if (records.length < 2) return undefined;
	const hash = createHash('sha256');
	for (const { value } of records) hash.update(`${JSON.stringify(value)}\n`);
	return hash.digest('base64url');
}

/** Whether there are several digests, and all are the same. */
export function areAllSame([first, ...others]: ReadonlyArray<string | undefined>): boolean {
	return first !== undefined && others.length > 0 && others.every((digest) => digest === first);
}
