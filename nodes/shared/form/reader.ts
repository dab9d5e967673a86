import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
	JsonObject,
	JsonValue,
} from 'n8n-workflow';
import { DescribedError, isObject } from '../base';
import { OPTIONS } from './mergeForms';
import { isFromModel, isLeftOut } from './toolFields';
import { asJson, asObject, asText, asTexts, isEmpty, toFlag, toNumber } from './values';

/** Reads the values of fields by their definitions. If a value is wrong, the error names its field. */
export class FieldReader {
	/**
	 * @param valueOf gives the value of a field by its name as n8n resolved it; `null` if the field is
	 * hidden. It may take what the field starts with
	 * @param path where the user finds the fields, for errors, such as `'Options' → `
	 * @param saved gives the value of a field by its name as it is saved, which may be an expression
	 * @param isCollection whether the fields are those of a collection: one that was not added has its
	 * default
	 */
	constructor(
		private readonly valueOf: (name: string, start: unknown) => unknown,
		private readonly path = '',
		private readonly saved: (name: string) => unknown = () => undefined,
		private readonly isCollection = false,
	) {}

	/** The value as n8n resolved it; for a resource locator, what was chosen or entered in it. */
	value(field: INodeProperties): unknown {
		return field.type === 'resourceLocator' ? this.locator(field).value : this.read(field);
	}

	/**
	 * What a resource locator says: its mode, empty if there is none, the value in it, and the name under
	 * which that was picked from a list.
	 */
	locator(field: INodeProperties): { mode: string; value: unknown; name?: string } {
		const stored = this.read(field);
		// An expression may give the value without the locator around it, or a locator inside it.
		if (!isObject(stored)) return { mode: '', value: stored };
		const { mode, value, cachedResultName: picked } = stored;
		// The name of what was picked stays there if an expression takes its place.
		const isPicked = typeof picked === 'string' && !hasExpression(this.saved(field.name));
		const outer = { mode: asMode(mode), value, name: isPicked ? picked : undefined };
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
		throw this.problem(
			field,
			`'${field.displayName}' is empty`,
			other === undefined
				? `Enter a value in ${this.where(field)}${suchAs(exampleIn(field))}.`
				: `Choose one from the list of ${this.where(field)}, or enter it with '${other.displayName}'.`,
		);
	}

	/**
	 * The error for a wrong value. Where an expression has given nothing, it says so: the field looks
	 * filled in, and to enter something else is no help.
	 *
	 * @param message what is wrong with any other value
	 * @param todo what to do about that
	 */
	problem(field: INodeProperties, message: string, todo: string): DescribedError {
		const saved = this.saved(field.name);
		const isNothing = isEmpty(this.value(field)) && hasExpression(saved) && !isFromModel(saved);
		if (!isNothing) return new DescribedError(message, todo);
		return new DescribedError(
			`The expression in '${field.displayName}' gives nothing`,
			`Correct the expression in ${this.where(field)}: what it names may be missing from the input item.`,
		);
	}

	/**
	 * The entry that was chosen.
	 *
	 * @param entries those that the field offers
	 * @param advice what to enter, if that is more than the entries
	 * @throws DescribedError if an expression, or another version of the node, gave another value
	 */
	choice<Entry extends { readonly value: string }>(
		field: INodeProperties,
		entries: readonly Entry[],
		advice?: string,
	): Entry {
		const chosen = this.text(field);
		const wanted = withoutBlanks(chosen);
		const found = entries.find(({ value }) => withoutBlanks(value) === wanted);
		if (found !== undefined) return found;
		if (chosen === '') {
			const todo = `Choose one from the list of ${this.where(field)}.`;
			throw this.problem(field, `'${field.displayName}' is empty`, todo);
		}
		const known = entries.map(({ value }) => value).join(', ');
		throw new DescribedError(
			`'${field.displayName}' has no entry '${chosen}'`,
			advice ?? `Use one of ${known} in ${this.where(field)}.`,
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
		throw this.problem(
			field,
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
		const [group, saved] = this.groupsIn(field);
		return new FieldReader(memberOf(group), `${this.where(field)} → `, memberOf(saved), true);
	}

	/** Whether a field has a value: an entry of a collection that was added, and not left empty. */
	has({ name }: INodeProperties): boolean {
		return !isEmpty(this.valueOf(name, undefined));
	}

	/** Whether the group of a fixed collection was added. */
	hasGroup(field: INodeProperties): boolean {
		return isObject(this.groupsIn(field)[0]);
	}

	/** The rows of a fixed collection, each as a reader of its fields. */
	rows(field: INodeProperties): FieldReader[] {
		const [rows, saved] = this.groupsIn(field);
		const path = `${this.where(field)} → `;
		return asList(rows).map(
			(row, index) => new FieldReader(memberOf(row), path, memberOf(asList(saved)[index])),
		);
	}

	/** What the group of a fixed collection holds: worked out, and as it is saved. */
	private groupsIn(field: INodeProperties): [group: unknown, saved: unknown] {
		const [{ name } = { name: '' }] = field.options ?? [];
		return [memberOf(this.value(field))(name), memberOf(this.saved(field.name))(name)];
	}

	private read({ name, type, default: start }: INodeProperties): unknown {
		const value = this.valueOf(name, start);
		if (!this.isCollection) return value;
		if (type === 'number' && isEmpty(value)) return start;
		// What the editor starts a fixed collection with was not added by the user.
		return value ?? (type === 'fixedCollection' ? {} : start);
	}

	private where({ displayName }: INodeProperties): string {
		return `${this.path}'${displayName}'`;
	}
}

/** The fields of a node, with the values that they have for one input item. */
export class Parameters extends FieldReader {
	/**
	 * The entries of Options; one that was not added has its default. Each is worked out by itself: the
	 * expression of another one may need an item that is not there yet.
	 */
	readonly options: FieldReader;

	/**
	 * @param context whose fields they are
	 * @param stored the parameters of the node as they are saved; `getNode()` copies them on every call
	 * @param valueAt gives the value of a parameter by its path, or of an entry of one
	 * @param now the moment that presets such as Yesterday go by
	 */
	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getTimezone'>,
		private readonly stored: INodeParameters,
		valueAt: (path: string, start?: unknown) => unknown,
		readonly now = Date.now(),
	) {
		super(valueAt, '', memberOf(stored));
		const added = storedOptions(stored);
		this.options = new FieldReader(
			(name) => (Object.hasOwn(added, name) ? valueAt(optionPath(name)) : undefined),
			`'${OPTIONS.displayName}' → `,
			memberOf(added),
			true,
		);
	}

	/**
	 * The fields of a node with input items.
	 *
	 * @returns gives the fields for the item with an index. A value without an expression is the same
	 * for all items, and is read only once; nobody may change it. What the model of an agent leaves
	 * out is as in a new node. For all of them it is now when the run started, so that a message written
	 * after midnight is still about the day that was read.
	 */
	static ofItems(context: IExecuteFunctions): (itemIndex: number) => Parameters {
		const { parameters } = context.getNode();
		const options = Object.entries(storedOptions(parameters));
		const stored = new Map<string, unknown>([
			...Object.entries(parameters),
			...options.map(([name, value]) => [optionPath(name), value] as const),
		]);
		const shared = new Map<string, unknown>();
		const now = Date.now();
		return (itemIndex) => {
			const valueAt = (path: string, start?: unknown) => {
				if (shared.has(path)) return shared.get(path);
				const value: unknown = context.getNodeParameter(path, itemIndex, null);
				const saved = stored.get(path);
				if (!hasExpression(saved)) shared.set(path, value);
				return isLeftOut(value) && isFromModel(saved) ? start : value;
			};
			return new Parameters(context, parameters, valueAt, now);
		};
	}

	/** The fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		const { parameters } = context.getNode();
		return new Parameters(context, parameters, (path) => context.getNodeParameter(path, null));
	}

	/** The time zone of the workflow, such as `Europe/Berlin`. */
	get zone(): string {
		return this.context.getTimezone();
	}

	/** What reads a field that is in the form of one node, and under Options in that of another. */
	readerOf({ name }: INodeProperties): FieldReader {
		return Object.hasOwn(this.stored, name) ? this : this.options;
	}
}

/** The entries that were added to Options, as they are stored. */
function storedOptions({ options }: INodeParameters): Readonly<Record<string, unknown>> {
	return isObject(options) ? options : {};
}

/** Where an entry of Options is for n8n. */
const optionPath = (name: string) => `${OPTIONS.name}.${name}`;

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** What gives the members of an object by their names; nothing for anything else. */
function memberOf(holder: unknown): (name: string) => unknown {
	return (name) => (isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined);
}

/** Whether n8n has to work out a stored value, or a part of it, for each item. */
function hasExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);
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

/** The value of an entry as people and models may write it: `Last Month` for `lastMonth`. */
function withoutBlanks(value: string): string {
	return value.replace(/[\s_-]/g, '').toLowerCase();
}
