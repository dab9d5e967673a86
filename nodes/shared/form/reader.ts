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
import {
	asText,
	asTexts,
	entryOf,
	isEmpty,
	isFromModel,
	isLeftOut,
	type KnownName,
	parseJson,
	plainJson,
	scalarIn,
	toFlag,
	toNumber,
} from './values';

/** An expression that is a whole text in JSON. What a model leaves empty there is meant to be. */
const QUOTED = /(?<=")\{\{(?:(?!\}\}|\$fromAI\()[^])*\}\}(?=")/g;

/** Reads the values of fields by their definitions. If a value is wrong, the error names its field. */
export class FieldReader {
	/**
	 * @param valueOf gives the value of a field as n8n resolved it; `null` if the field is hidden
	 * @param saved holds their values by their names as they are saved, which may be expressions
	 * @param path where the user finds the fields, for errors, such as `'Options' → `
	 * @param evaluate gives the value of an expression such as `{{ $json.id }}`
	 */
	constructor(
		private readonly valueOf: (field: INodeProperties) => unknown,
		protected readonly saved: unknown = {},
		private readonly path = '',
		private readonly evaluate: (expression: string) => unknown = (expression) => expression,
	) {}

	/** The value as n8n resolved it; for a resource locator, what was chosen or entered in it. */
	value(field: INodeProperties): unknown {
		return field.type === 'resourceLocator' ? this.locator(field).value : this.valueOf(field);
	}

	/**
	 * What a resource locator says: its mode, empty if an expression gave the value without the locator,
	 * the value in it, and the name under which that was picked from a list.
	 */
	locator(field: INodeProperties): { mode: string; value: unknown; name?: string } {
		const stored = this.valueOf(field);
		if (!isObject(stored)) return { mode: '', value: stored };
		// An expression in it may give a whole one, such as $('GEO').params.project.
		const { value: inner } = stored;
		const isWhole = isObject(inner) && Object.hasOwn(inner, 'mode');
		const { mode, value, cachedResultName: name } = isWhole ? inner : stored;
		// The name of what was picked stays there if an expression takes its place.
		const isPicked = typeof name === 'string' && !hasExpression(memberOf(this.saved, field.name));
		return {
			mode: typeof mode === 'string' ? mode : '',
			value,
			name: isPicked ? name : undefined,
		};
	}

	/** Text without blanks around it; numbers and booleans from expressions count as text. */
	text(field: INodeProperties): string {
		return asText(this.value(field), field.displayName);
	}

	requiredText(field: INodeProperties): string {
		const text = this.text(field);
		if (text !== '') return text;
		const todo = `Enter a value in ${this.where(field)}${suchAs(exampleIn(field))}.`;
		throw this.problem(field, `'${field.displayName}' is empty`, todo);
	}

	/**
	 * The error for a wrong value. Where an expression has given nothing, it says so: the field looks
	 * filled in, and to enter something else is no help.
	 *
	 * @param message what is wrong with any other value
	 * @param todo what to do about that
	 */
	problem(field: INodeProperties, message: string, todo: string): DescribedError {
		return this.isNothing(field) ? this.nothingIn(field) : new DescribedError(message, todo);
	}

	/** @throws DescribedError if an expression has given nothing, where empty means everything */
	refuseNothing(field: INodeProperties): void {
		if (this.isNothing(field)) throw this.nothingIn(field);
	}

	/** Whether an expression of the user has given nothing. */
	isNothing(field: INodeProperties): boolean {
		return isOfUser(memberOf(this.saved, field.name)) && isEmpty(this.value(field));
	}

	/**
	 * Returns the value of each expression within a text: `tasks/{{ $json.id }}` → the ID.
	 *
	 * @param pattern finds the expressions
	 */
	partsOf(field: INodeProperties, pattern = /\{\{[^]*?\}\}/g): unknown[] {
		const saved = memberOf(this.saved, field.name);
		const parts = typeof saved === 'string' && hasExpression(saved) ? saved.match(pattern) : null;
		return (parts ?? []).map((part) => this.evaluate(part));
	}

	/**
	 * The entry that was chosen.
	 *
	 * @param entries those that the field offers
	 * @param advice what to enter, if that is more than the entries
	 * @throws DescribedError if an expression, or another version of the node, gave another value
	 */
	choice<Entry extends KnownName>(
		field: INodeProperties,
		entries: readonly Entry[],
		advice?: string,
	): Entry {
		return this.entry(field, entries, this.requiredText(field), advice);
	}

	choices<Entry extends KnownName>(
		field: INodeProperties,
		entries: readonly Entry[],
		advice?: string,
	): Entry[] {
		return this.texts(field).map((chosen) => this.entry(field, entries, chosen, advice));
	}

	texts(field: INodeProperties): string[] {
		this.refuseNothing(field);
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
		const value = this.value(field);
		this.refuseNothing(field);
		const texts = this.partsOf(field, QUOTED);
		if (texts.some((text) => text === undefined || text === null)) throw this.nothingIn(field);
		if (isEmpty(value)) return undefined;
		return typeof value === 'string'
			? parseJson(value, field.displayName, exampleIn(field))
			: plainJson(value, field.displayName);
	}

	/** JSON that has to be an object; empty counts as one without members. */
	object(field: INodeProperties): JsonObject {
		const object: JsonValue = this.json(field) ?? {};
		if (isObject(object)) return object;
		throw new DescribedError(
			`'${field.displayName}' is not a JSON object`,
			`Enter an object in '${field.displayName}'${suchAs(exampleIn(field))}.`,
		);
	}

	/** The fields of a fixed collection without rows; if it was not added, they have their defaults. */
	group(field: INodeProperties): FieldReader {
		const [group, saved] = this.groupsIn(field);
		const valueOf = (inner: INodeProperties) =>
			orStart(memberOf(group, inner.name), memberOf(saved, inner.name), inner);
		return new FieldReader(valueOf, saved, `${this.where(field)} → `);
	}

	/** Whether a field was filled in: an entry of a collection that was added, and not left empty. */
	has(field: INodeProperties): boolean {
		return !isEmpty(this.added(field)) || this.isNothing(field);
	}

	hasGroup(field: INodeProperties): boolean {
		return isObject(this.groupsIn(field)[0]);
	}

	rows(field: INodeProperties): FieldReader[] {
		const [rows, saved] = this.groupsIn(field);
		return asList(rows).map((row, index) => {
			const valueOf = ({ name }: INodeProperties) => memberOf(row, name);
			return new FieldReader(valueOf, asList(saved)[index], `${this.where(field)} → `);
		});
	}

	/** What the group of a fixed collection holds: worked out, and as it is saved. */
	private groupsIn(field: INodeProperties): [group: unknown, saved: unknown] {
		const [{ name } = { name: '' }] = field.options ?? [];
		return [memberOf(this.added(field), name), memberOf(memberOf(this.saved, field.name), name)];
	}

	/** The value without a default: what the editor starts a group with was not added by the user. */
	private added(field: INodeProperties): unknown {
		return this.valueOf({ ...field, default: undefined });
	}

	private entry<Entry extends KnownName>(
		field: INodeProperties,
		entries: readonly Entry[],
		chosen: string,
		advice = `Use one of ${entries.map(({ value }) => value).join(', ')} in ${this.where(field)}.`,
	): Entry {
		const entry = entryOf(entries, chosen);
		if (entry !== undefined) return entry;
		throw new DescribedError(`'${field.displayName}' has no entry '${chosen}'`, advice);
	}

	private nothingIn(field: INodeProperties): DescribedError {
		return new DescribedError(
			`The expression in '${field.displayName}' gives nothing`,
			`Correct the expression in ${this.where(field)}: what it names may be missing from the input item.`,
		);
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
	 * @param valueAt gives the value of a parameter, or of an entry of one, by its path and what is saved
	 * there; what it starts with, if that is given, where the model of an agent has left it out
	 * @param now the moment that presets such as Yesterday go by
	 * @param evaluate as in `FieldReader`
	 */
	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getTimezone'>,
		stored: INodeParameters,
		valueAt: (path: string, saved: unknown, start?: unknown) => unknown,
		readonly now = Date.now(),
		evaluate?: (expression: string) => unknown,
	) {
		super(({ name, default: start }) => valueAt(name, stored[name], start), stored, '', evaluate);
		const { name, displayName } = OPTIONS;
		const valueOf = (entry: INodeProperties) => {
			const own = memberOf(stored[name], entry.name);
			return orStart(own === undefined ? own : valueAt(`${name}.${entry.name}`, own), own, entry);
		};
		this.options = new FieldReader(valueOf, stored[name], `'${displayName}' → `, evaluate);
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
		const shared = new Map<string, unknown>();
		const now = Date.now();
		return (itemIndex) => {
			const valueAt = (path: string, saved: unknown, start?: unknown) => {
				if (shared.has(path)) return shared.get(path);
				const value: unknown = context.getNodeParameter(path, itemIndex, null);
				if (!hasExpression(saved)) shared.set(path, value);
				return isLeftOut(value) && isFromModel(saved) ? start : value;
			};
			const evaluate = (expression: string) => context.evaluateExpression(expression, itemIndex);
			return new Parameters(context, parameters, valueAt, now, evaluate);
		};
	}

	/** The fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		const { parameters } = context.getNode();
		return new Parameters(context, parameters, (path) => context.getNodeParameter(path, null));
	}

	get zone(): string {
		return this.context.getTimezone();
	}

	/** What reads a field that is in the form of one node, and under Options in that of another. */
	readerOf({ name }: INodeProperties): FieldReader {
		return memberOf(this.saved, name) === undefined ? this.options : this;
	}
}

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function memberOf(holder: unknown, name: string): unknown {
	return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/**
 * The value of an entry of a collection; what was not added, or is a number left empty, has its default.
 * An expression that gives nothing does not stand for it.
 */
function orStart(
	value: unknown,
	saved: unknown,
	{ type, default: start }: INodeProperties,
): unknown {
	if (type !== 'boolean' && isOfUser(saved)) return value;
	return type === 'number' && isEmpty(value) ? start : (value ?? start);
}

/** Whether n8n has to work out a stored value, or a part of it, for each item. */
function hasExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return /^=\s*\S/.test(stored);
	return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);
}

function isOfUser(stored: unknown): boolean {
	return hasExpression(stored) && !isFromModel(stored);
}

function exampleIn({ placeholder, type }: INodeProperties): string | undefined {
	return (
		placeholder?.replace(/^e\.g\. /, '') ?? (type === 'json' ? '{ "name": "value" }' : undefined)
	);
}

function suchAs(example: unknown): string {
	const text = scalarIn(example) ?? '';
	return text === '' ? '' : `, such as ${text}`;
}

function wantedNumber({ typeOptions }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions ?? {};
	const number = numberPrecision === 0 ? 'a whole number' : 'a number';
	if (minValue === undefined) return number;
	return maxValue === undefined
		? `${number} of ${minValue} or more`
		: `${number} from ${minValue} to ${maxValue}`;
}
