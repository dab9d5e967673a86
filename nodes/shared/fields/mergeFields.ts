import type { INodeProperties } from 'n8n-workflow';

/** The fields of one choice, such as an operation, in the order in which the form shows them. */
export interface FieldsOfChoice {
	/** What the pickers above have to say for the fields to be shown: a value for each picker. */
	readonly choice: Readonly<Record<string, string>>;
	readonly fields: readonly INodeProperties[];
}

type Show = Record<string, string[]>;

/** A field and every choice that has it. `key` is the field as text. */
interface SharedField {
	readonly key: string;
	readonly field: INodeProperties;
	readonly choices: Array<FieldsOfChoice['choice']>;
}

/**
 * The fields of several choices as one list in which equal fields are one property, shown for all
 * of their choices: the editor downloads the list, and copies would make it several times as large.
 * Each choice keeps the order of its own fields.
 *
 * @param choices all choices that the pickers offer, with the same pickers in each
 */
export function mergeFields(choices: readonly FieldsOfChoice[]): INodeProperties[] {
	const merged: SharedField[] = [];
	for (const { choice, fields } of choices) {
		let place = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			const shared = merged.slice(place).find((entry) => entry.key === key);
			if (shared === undefined) merged.splice(place, 0, { key, field, choices: [choice] });
			else {
				shared.choices.push(choice);
				place = merged.indexOf(shared);
			}
			place++;
		}
	}
	const all = choices.map(({ choice }) => choice);
	return merged.flatMap((shared) =>
		showsFor(shared.choices, all).map((show) => shownFor(shared.field, show)),
	);
}

/** A field that is shown only for some values of further fields. */
function shownFor(field: INodeProperties, show: Show): INodeProperties {
	return {
		...field,
		displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
	};
}

/**
 * The conditions that show a field for its choices and for no other one. n8n combines the values of
 * several pickers in every way, so one condition is enough only where that gives no further choice.
 */
function showsFor(own: SharedField['choices'], all: SharedField['choices']): Show[] {
	const whole = showOf(own);
	const matching = all.filter((choice) =>
		Object.entries(choice).every(([picker, value]) => whole[picker]?.includes(value)),
	);
	return matching.length === own.length ? [whole] : own.map((choice) => showOf([choice]));
}

function showOf(choices: SharedField['choices']): Show {
	const pickers = Object.keys(choices[0] ?? {});
	return Object.fromEntries(
		pickers.map((picker) => [
			picker,
			[...new Set(choices.flatMap((choice) => choice[picker] ?? []))],
		]),
	);
}
