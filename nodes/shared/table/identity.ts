/** The fields that identify a record. Without any there can be only one record. */
export interface Identity {
	/** The names that the ID may have, the likeliest first; none for rows of a report. */
	readonly idFields: readonly string[];
	/**
	 * The fields that together identify a record without an ID, each by its possible names, the likeliest
	 * first: of a list the name of the record, of a report one for each dimension.
	 */
	readonly keyFields: ReadonlyArray<readonly string[]>;
}

/** For records of which nothing is known. */
export const BY_ID: Identity = { idFields: ['id'], keyFields: [['id']] };

/**
 * Returns the identity of the records of a list: `prompt` → `id`, `prompt_id`, `prompt` and so on.
 *
 * @param singular the name of a record in snake case
 * @param ids further names of the ID
 */
export function identityOfList(singular: string, ids: readonly string[] = []): Identity {
	const all = ['id', `${singular}_id`, ...ids];
	return { idFields: all, keyFields: [[...all, singular, `${singular}_name`, 'name']] };
}

/** Returns the identity of the rows of a report: one field for each dimension. */
export function identityOfReport(dimensions: readonly string[]): Identity {
	return { idFields: [], keyFields: dimensions.map(formsOfDimension) };
}

/** Returns the fields that may hold a dimension, by name or path, the likeliest first. */
function formsOfDimension(name: string): string[] {
	return [`${name}_id`, `${name}.id`, name, `${name}_name`, `${name}.name`];
}
