import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject } from '../base';
import { asJson, asObject, asText, asTexts, isEmpty, toFlag, toNumber } from './values';

/** What is chosen or entered in a resource locator, and in which of its modes. */
export interface Locator {
	readonly mode: string;
	readonly value: unknown;
}

/** Reads the values of fields by their definitions. If a value is wrong, the error names its field. */
export class FieldReader {
	/**
	 * @param read gives the value of a field as n8n resolved it; `null` if the field is hidden
	 * @param path where the user finds the fields, for errors, such as `'Options' → `
	 */
	constructor(
		private readonly read: (field: INodeProperties) => unknown,
		private readonly path = '',
	) {}

	/** The value as n8n resolved it; for a resource locator, what was chosen or entered in it. */
	value(field: INodeProperties): unknown {
		return field.type === 'resourceLocator' ? this.locator(field).value : this.read(field);
	}

	/** What a resource locator says: its mode, empty if there is none, and the value in it. */
	locator(field: INodeProperties): Locator {
		const stored = this.read(field);
		// An expression may give the value without the locator around it, or a locator inside it.
		if (!isObject(stored)) return { mode: '', value: stored };
		const { mode, value } = stored;
		const outer = { mode: asMode(mode), value };
		if (!isObject(value) || !Object.hasOwn(value, 'mode')) return outer;
		return { mode: asMode(value.mode) || outer.mode, value: value.value };
	}

	/** Text without blanks around it; numbers and booleans from expressions count as text. */
	text(field: INodeProperties): string {
		return asText(this.value(field), field.displayName);
	}

	/** The same for a field that must not be empty. */
	requiredText(field: INodeProperties): string {
		const text = this.text(field);
		if (text !== '') return text;
		const [, other] = field.modes ?? [];
		throw new DescribedError(
			`'${field.displayName}' is empty`,
			other === undefined
				? `Enter a value in ${this.where(field)}${suchAs(exampleIn(field))}.`
				: `Choose one from the list of ${this.where(field)}, or enter it with '${other.displayName}'.`,
		);
	}

	/**
	 * The entry that was chosen.
	 *
	 * @param entries those that the field offers
	 * @param todo what to enter, if that is more than the entries
	 * @throws DescribedError if an expression, or another version of the node, gave another value
	 */
	choice<Entry extends { readonly value: string }>(
		field: INodeProperties,
		entries: readonly Entry[],
		todo?: string,
	): Entry {
		const chosen = this.text(field);
		const found = entries.find(({ value }) => value === chosen);
		if (found !== undefined) return found;
		const known = entries.map(({ value }) => value).join(', ');
		const enter = field.noDataExpression
			? 'Choose one from the list of'
			: `Enter one of ${known} in`;
		throw new DescribedError(
			`'${field.displayName}' has no entry '${chosen}'`,
			todo ?? `${enter} ${this.where(field)}.`,
		);
	}

	/** Several texts: a list, or one text with commas. */
	texts(field: INodeProperties): string[] {
		return asTexts(this.value(field), field.displayName);
	}

	/** Whether a switch is on; an expression may give it as text or number. A hidden one is off. */
	flag(field: INodeProperties): boolean {
		const value = this.value(field);
		const flag = isEmpty(value) ? false : toFlag(value);
		if (flag !== undefined) return flag;
		throw new DescribedError(
			`'${field.displayName}' is neither true nor false`,
			`Enter true or false in ${this.where(field)}.`,
		);
	}

	/**
	 * A number in the range of the field: `minValue`, `maxValue`, and `numberPrecision` 0 for whole
	 * numbers. An expression may give it as text.
	 */
	number(field: INodeProperties): number {
		const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
		const number = toNumber(this.value(field));
		const isFine = numberPrecision !== 0 || Number.isSafeInteger(number);
		if (number !== undefined && isFine && number >= minValue && number <= maxValue) return number;
		const wanted = wantedNumber(field);
		throw new DescribedError(
			`'${field.displayName}' is not ${wanted}`,
			`Enter ${wanted} in ${this.where(field)}${suchAs(field.default)}.`,
		);
	}

	/** JSON as text, or as the object or list that an expression gave; `undefined` if empty. */
	json(field: INodeProperties): JsonValue | undefined {
		return asJson(this.value(field), field.displayName);
	}

	/** JSON that has to be an object; empty counts as one without members. */
	object(field: INodeProperties): JsonObject {
		return asObject(this.value(field), field.displayName, exampleIn(field));
	}

	/** The fields of a fixed collection without rows; if it was not added, they have their defaults. */
	group(field: INodeProperties): FieldReader {
		const group = this.groupIn(field);
		return this.within(field, (name) => (isObject(group) ? group[name] : undefined));
	}

	/** Whether a field has a value: an entry of a collection that was added, and not left empty. */
	has(field: INodeProperties): boolean {
		return !isEmpty(this.read({ ...field, type: 'string', default: '' }));
	}

	/** Whether the group of a fixed collection was added. */
	hasGroup(field: INodeProperties): boolean {
		return isObject(this.groupIn(field));
	}

	/** The rows of a fixed collection, each as a reader of its fields. */
	rows(field: INodeProperties): FieldReader[] {
		const rows = this.groupIn(field);
		if (!Array.isArray(rows)) return [];
		return rows.map((row: unknown) => {
			return new FieldReader(({ name }) => (isObject(row) ? row[name] : undefined));
		});
	}

	private groupIn(field: INodeProperties): unknown {
		const stored = this.value(field);
		const [{ name } = { name: '' }] = field.options ?? [];
		return isObject(stored) ? stored[name] : undefined;
	}

	/**
	 * The fields inside a collection; one that was not added has its default.
	 *
	 * @param valueOf gives the value of a field by its name
	 */
	protected within(field: INodeProperties, valueOf: (name: string) => unknown): FieldReader {
		return new FieldReader(
			(entry) => {
				// What the editor starts a fixed collection with was not added by the user.
				const start = entry.type === 'fixedCollection' ? {} : entry.default;
				const value = valueOf(entry.name) ?? start;
				return entry.type === 'number' && isEmpty(value) ? entry.default : value;
			},
			`${this.where(field)} → `,
		);
	}

	private where({ displayName }: INodeProperties): string {
		return `${this.path}'${displayName}'`;
	}
}

function asMode(mode: unknown): string {
	return typeof mode === 'string' ? mode.trim() : '';
}

/** What the field itself shows as an example, if it does. */
function exampleIn({ placeholder }: INodeProperties): string | undefined {
	return placeholder?.replace(/^e\.g\. /, '');
}

function suchAs(example: unknown): string {
	const isThere = typeof example === 'number' || typeof example === 'string';
	return isThere && example !== '' ? `, such as ${example}` : '';
}

function wantedNumber({ typeOptions }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions ?? {};
	const number = numberPrecision === 0 ? 'a whole number' : 'a number';
	if (minValue === undefined) return number;
	return maxValue === undefined
		? `${number} of ${minValue} or more`
		: `${number} from ${minValue} to ${maxValue}`;
}
