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

/** A whole text in JSON that is an expression. One that a model leaves empty is meant to be empty. */
const QUOTED = /(?<=")\{\{(?:(?!\}\}|\$fromAI\()[^])*\}\}(?=")/g;

/** Reads the values of fields by their definitions. If a value is wrong, the error names its field. */
export class FieldReader {
	/**
	 * @param valueOf returns the value of a field as n8n resolved it; `null` if the field is hidden
	 * @param saved the values by field name as they are saved, which may be expressions
	 * @param path where the user finds the fields, for errors, such as `'Options' → `
	 * @param evaluate returns the value of an expression such as `{{ $json.id }}`
	 */
	constructor(
		private readonly valueOf: (field: INodeProperties) => unknown,
		protected readonly saved: unknown = {},
		private readonly path = '',
		private readonly evaluate: (expression: string) => unknown = (expression) => expression,
	) {}

	/** Returns the value as n8n resolved it; of a resource locator, the value in it. */
	value(field: INodeProperties): unknown {
		return field.type === 'resourceLocator' ? this.locator(field).value : this.valueOf(field);
	}

	/**
	 * Reads a resource locator: its mode, empty if an expression replaces the locator; its value; and the
	 * name of a value that was picked from a list.
	 */
	locator(field: INodeProperties): { mode: string; value: unknown; name?: string } {
		const stored = this.valueOf(field);
		if (!isObject(stored)) return { mode: '', value: stored };
		// An expression in it may give a whole locator, such as $('GEO').params.project.
		const { value: inner } = stored;
		const isWhole = isObject(inner) && Object.hasOwn(inner, 'mode');
		const { mode, value, cachedResultName: name } = isWhole ? inner : stored;
		// The name of a picked value stays there if an expression takes its place.
		const isPicked = typeof name === 'string' && !hasExpression(memberOf(this.saved, field.name));
		return {
			mode: typeof mode === 'string' ? mode : '',
			value,
			name: isPicked ? name : undefined,
		};
	}

	/** Returns trimmed text; numbers and booleans from expressions count as text. */
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
	 * Returns the error for a wrong value, unless an expression has given nothing: then the error says so,
	 * because the field looks filled in, and entering something else does not help.
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

	/** Returns a text as it is saved; an expression begins with an equals sign. */
	savedText(field: INodeProperties): string {
		const saved = memberOf(this.saved, field.name);
		return typeof saved === 'string' ? saved : '';
	}

	/** Returns the value of each expression within a text: `tasks/{{ $json.id }}` → the ID. */
	partsOf(field: INodeProperties, pattern = /\{\{[^]*?\}\}/g): unknown[] {
		const saved = this.savedText(field);
		const parts = hasExpression(saved) ? saved.match(pattern) : null;
		return (parts ?? []).map((part) => this.evaluate(part));
	}

	/**
	 * Returns the chosen entry.
	 *
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

	/** An expression may give a switch as text or number. A hidden one is off. */
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
	 * Returns a number in the range of the field: `minValue`, `maxValue`, and `numberPrecision` 0 for whole
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

	/** Reads JSON from text, or from an object or list that an expression gave; `undefined` if empty. */
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

	/** Reads a JSON object; an empty field counts as one without members. */
	object(field: INodeProperties): JsonObject {
		const object: JsonValue = this.json(field) ?? {};
		if (isObject(object)) return object;
		throw new DescribedError(
			`'${field.displayName}' is not a JSON object`,
			`Enter an object in '${field.displayName}'${suchAs(exampleIn(field))}.`,
		);
	}

	/** Returns the fields of a fixed collection without rows; if it was not added, with their defaults. */
	group(field: INodeProperties): FieldReader {
		const [group, saved] = this.groupsIn(field);
		const valueOf = (inner: INodeProperties) =>
			orStart(memberOf(group, inner.name), memberOf(saved, inner.name), inner);
		return new FieldReader(valueOf, saved, `${this.where(field)} → `);
	}

	/** Whether the user has added an entry of a collection, and filled it in. */
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

	/** Returns the group of a fixed collection: with its values, and as it is saved. */
	private groupsIn(field: INodeProperties): [group: unknown, saved: unknown] {
		const [{ name } = { name: '' }] = field.options ?? [];
		return [memberOf(this.added(field), name), memberOf(memberOf(this.saved, field.name), name)];
	}

	/** Ignores the default, to tell whether the user added the option. */
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

/** The fields of a node, with their values for one input item. */
export class Parameters extends FieldReader {
	/**
	 * The entries of Options; one that was not added has its default. n8n resolves each by itself: the
	 * expression of another one may need an item that is not there yet.
	 */
	readonly options: FieldReader;

	/**
	 * @param stored the parameters of the node as they are saved; `getNode()` copies them on every call
	 * @param valueAt returns the value of a parameter, or of an entry, by its path and its saved value; `start`
	 * if the model of an agent has left it out
	 * @param now the moment that presets such as Yesterday go by
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
	 * Returns a function from an item's index to its fields. It reads a value without an expression only
	 * once, for all items; nobody may change it. A field that the model of an agent leaves out is as in a new
	 * node. For all items it is now when the run started, so that a message written after midnight is still
	 * about the day that was read.
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

	/** Returns the fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		const { parameters } = context.getNode();
		return new Parameters(context, parameters, (path) => context.getNodeParameter(path, null));
	}

	get zone(): string {
		return this.context.getTimezone();
	}

	/** Finds a field that is in the form of one node, and under Options in that of another. */
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
 * Returns the default for an entry that was not added, or for a number left empty; but not for an
 * expression that gives nothing.
 */
function orStart(
	value: unknown,
	saved: unknown,
	{ type, default: start }: INodeProperties,
): unknown {
	if (type !== 'boolean' && isOfUser(saved)) return value;
	return type === 'number' && isEmpty(value) ? start : (value ?? start);
}

/** Whether n8n has to resolve a stored value, or a part of it, for each item. */
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
