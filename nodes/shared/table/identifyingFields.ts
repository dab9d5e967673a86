/** The fields that identify a record. Without any field, there is only one record. */
export interface IdentifyingFields {
	/** Possible names of the ID, the likeliest first; none for the rows of a report. */
	readonly idFields: readonly string[];
	/** The key fields, each with its possible names. A list has one key field, a report has one for each dimension. */
	readonly keyFields: ReadonlyArray<readonly string[]>;
}

/** The identity of records whose fields are unknown. */
export const IDENTIFIED_BY_ID: IdentifyingFields = { idFields: ['id'], keyFields: [['id']] };

/** Returns possible names of the ID and key: `prompt` → `id`, `prompt_id`, `prompt`, `prompt_name`, `name`. */
export function identifyingFieldsOfList(
	singular: string,
	ids: readonly string[] = [],
): IdentifyingFields {
	const all = ['id', `${singular}_id`, ...ids];
	return { idFields: all, keyFields: [[...all, singular, `${singular}_name`, 'name']] };
}

export function identifyingFieldsOfReport(dimensions: readonly string[]): IdentifyingFields {
	const fieldsOf = (name: string) =>
		['_id', '.id', '', '_name', '.name'].map((ending) => name + ending);
	return { idFields: [], keyFields: dimensions.map(fieldsOf) };
}
