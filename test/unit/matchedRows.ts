import type { JsonObject } from 'n8n-workflow';
import { type KeyFields, rowKeys } from '../../nodes/shared/operation/rowKeys';
import type { Path } from '../../nodes/shared/operation/rowFields';

export type Fields = Record<string, readonly Path[]>;

interface Given {
	readonly fields?: Fields;
	readonly others?: string[];
	readonly areIds?: boolean;
}

/**
 * For each row now, the places of the rows before that are about the same thing, and what is said
 * about how that was found out.
 */
export function match(
	now: JsonObject[],
	before: JsonObject[],
	{ fields = { topic: [['topic']] }, others = [], areIds = false }: Given = {},
) {
	const keys: KeyFields = {
		fields: new Map(Object.entries(fields)),
		...{ areIds, nothingShared: 'Nothing is shared.' },
	};
	const { texts, hint } = rowKeys([now, before], keys, others);
	return {
		places: texts[0].map((text) =>
			texts[1].flatMap((other, place) => (other === text ? [place] : [])),
		),
		hint: hint?.replace(/^Compare with Previous Period: /, ''),
	};
}

/** Rows with the values of these fields. */
export const rowsOf =
	(...names: string[]) =>
	(...rows: ReadonlyArray<ReadonlyArray<JsonObject[string]>>): JsonObject[] =>
		rows.map((values) =>
			Object.fromEntries(values.map((value, place) => [names[place] ?? '', value ?? null])),
		);

export const topics = rowsOf('topic');

export const IN_ORDER =
	'Rows that nothing tells apart were compared in the order in which they came, which may be wrong.';
