import type { INodeProperties } from 'n8n-workflow';

/** What the pickers above a field say: a value for each picker. */
type Choice = Readonly<Record<string, string>>;

/** The fields of one choice, such as an operation, in the order in which the form shows them. */
export interface FieldsOfChoice {
	readonly choice: Choice;
	readonly fields: readonly INodeProperties[];
}

/**
 * The fields of several choices as one list in which equal fields are one property, shown for all
 * of their choices: the editor downloads the list, and copies would make it several times as large.
 * Each choice keeps the order of its own fields.
 *
 * @param offered all choices that the pickers offer, with the same pickers in each
 */
export function mergeFields(offered: readonly FieldsOfChoice[]): INodeProperties[] {
	const merged: Array<{ key: string; field: INodeProperties; choices: Choice[] }> = [];
	for (const { choice, fields } of offered) {
		let place = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			const known = merged.findIndex((entry, index) => index >= place && entry.key === key);
			if (known === -1) merged.splice(place, 0, { key, field, choices: [choice] });
			else merged[known]?.choices.push(choice);
			place = Math.max(place, known) + 1;
		}
	}
	const all = offered.map(({ choice }) => choice);
	return merged.flatMap(({ field, choices }) =>
		conditionsFor(choices, all).map((show) => ({
			...field,
			displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
		})),
	);
}

/**
 * The conditions that show a field for its choices and for no other one. n8n combines the values of
 * several pickers in every way, so one condition is enough only where that gives no further choice.
 */
function conditionsFor(own: readonly Choice[], all: readonly Choice[]) {
	const whole = conditionFor(own);
	const matching = all.filter((choice) =>
		Object.entries(choice).every(([picker, value]) => whole[picker]?.includes(value)),
	);
	return matching.length === own.length ? [whole] : own.map((choice) => conditionFor([choice]));
}

function conditionFor(choices: readonly Choice[]): Record<string, string[]> {
	const valuesOf = (picker: string) => choices.flatMap((choice) => choice[picker] ?? []);
	return Object.fromEntries(
		Object.keys(choices[0] ?? {}).map((picker) => [picker, [...new Set(valuesOf(picker))]]),
	);
}
