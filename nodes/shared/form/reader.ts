import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
	JsonObject,
	JsonValue,
} from 'n8n-workflow';
import { adviceForPeople, type Advice, DescribedError, isObject, tryOrUndefined } from '../base';
import { API_DETAILS, OPTIONS, REQUEST_OPTIONS } from './mergeForms';
import {
	toText,
	toTexts,
	findEntryByName,
	isEmpty,
	isFilledByModel,
	type PickListEntry,
	parseJson,
	MAX_TEXT_LENGTH,
	MAX_TEXTS_LENGTH,
	toPlainJson,
	refuseLongTexts,
	scalarText,
	toFlag,
	toNumber,
} from './values';

/** Reads the values of fields. If a value is wrong, the error names the field. */
export class FieldReader {
	/**
	 * @param valueOf returns the value of a field, with expressions evaluated. It is `null` if the field is hidden
	 * @param saved the values in the saved workflow, by field name. They may be expressions
	 * @param path where the user finds the fields, such as `'Options' → `
	 * @param evaluate returns the value of an expression such as `{{ $json.id }}`
	 */
	constructor(
		private readonly valueOf: (field: INodeProperties) => unknown,
		protected readonly saved: unknown = {},
		private readonly path = '',
		readonly evaluate: (expression: string) => unknown = () => '',
	) {}

	/**
	 * Returns the value of a field, with expressions evaluated. For a resource locator, this is the value inside it.
	 *
	 * @param longest the maximum length of a text from an expression, in characters
	 * @throws DescribedError if the text is longer
	 */
	value(field: INodeProperties, longest = MAX_TEXT_LENGTH): unknown {
		const value = this.resolvedValue(field);
		const isFixed = !hasExpression(memberOf(this.saved, field.name));
		return isFixed ? value : refuseLongTexts(value, field.displayName, longest);
	}

	/** Reads a resource locator. Only an entry picked from the list has a `name`. `mode` is empty for a plain value. */
	locator(field: INodeProperties): { mode: string; value: unknown; name?: string } {
		const resolved = this.valueOf(field);
		if (!isObject(resolved)) return { mode: '', value: resolved };
		const { mode, value, cachedResultName: name } = resolved;
		// If an expression replaces a picked value, n8n keeps the old name, which no longer holds.
		const isPicked = typeof name === 'string' && !hasExpression(memberOf(this.saved, field.name));
		return { mode: toText(mode, field.displayName), value, name: isPicked ? name : undefined };
	}

	/** Returns trimmed text. A number or boolean from an expression becomes text. */
	text(field: INodeProperties): string {
		return toText(this.value(field), field.displayName);
	}

	requiredText(field: INodeProperties): string {
		const text = this.text(field);
		if (text !== '') return text;
		const advice = `Enter a value in ${this.locationOf(field)}${formatExample(exampleOf(field))}.`;
		throw this.fieldError(field, `'${field.displayName}' is empty`, advice);
	}

	/**
	 * Returns the locale for numbers and dates, or `en` if the field is empty.
	 *
	 * @throws DescribedError if `Intl` does not know the locale
	 */
	locale(field: INodeProperties): string {
		const locale = this.text(field) || 'en';
		// `Intl` throws an error for a text such as `de_DE`.
		const known = tryOrUndefined(() => Intl.NumberFormat.supportedLocalesOf(locale)) ?? [];
		if (known.length > 0) return locale;
		const advice = `Enter a locale in ${this.locationOf(field)}${formatExample(exampleOf(field))}.`;
		throw this.fieldError(field, `There is no locale '${locale}'`, advice);
	}

	/** Returns an error with `message`. If the field's expression returned no value, the error says that instead. */
	fieldError(field: INodeProperties, message: string, advice: Advice): DescribedError {
		if (this.isEmptyExpression(field)) return this.emptyExpressionError(field);
		// An AI model cannot change an option without `$fromAI`. So advice about it is only for people.
		const isFilledByPeople = this.path !== '' && !this.isLeftToModel(field);
		const isForPeople = isFilledByPeople && typeof advice === 'string';
		return new DescribedError(message, isForPeople ? adviceForPeople(advice) : advice);
	}

	/**
	 * Refuses an expression without a value. In a filter, for example, an empty value would mean all records.
	 *
	 * @throws DescribedError if the field's expression returned no value
	 */
	refuseEmptyExpression(field: INodeProperties): void {
		if (this.isEmptyExpression(field)) throw this.emptyExpressionError(field);
	}

	isEmptyExpression(field: INodeProperties): boolean {
		const saved = memberOf(this.saved, field.name);
		return isUserExpression(saved) && isEmpty(this.resolvedValue(field));
	}

	/** Whether the field has a `$fromAI` expression, which an AI model fills in. */
	isLeftToModel(field: INodeProperties): boolean {
		return isFilledByModel(memberOf(this.saved, field.name));
	}

	/** Returns the text in the saved workflow. An expression starts with an equals sign: `=tasks/{{ $json.id }}`. */
	savedText(field: INodeProperties): string {
		const saved = memberOf(this.saved, field.name);
		return typeof saved === 'string' ? saved : '';
	}

	/**
	 * @param advice tells the user what to enter. By default, it lists the entries
	 * @throws DescribedError if the value is not an entry, for example because an expression returned it
	 */
	choice<Entry extends PickListEntry>(
		field: INodeProperties,
		entries: readonly Entry[],
		advice?: Advice,
	): Entry {
		return this.findEntry(field, entries, this.requiredText(field), advice);
	}

	choices<Entry extends PickListEntry>(
		field: INodeProperties,
		entries: readonly Entry[],
		advice?: Advice,
	): Entry[] {
		return this.texts(field).map((chosen) => this.findEntry(field, entries, chosen, advice));
	}

	texts(field: INodeProperties): string[] {
		this.refuseEmptyExpression(field);
		return toTexts(this.value(field, MAX_TEXTS_LENGTH), field.displayName);
	}

	/** Returns `false` for a hidden or empty field. An expression may return `1` or `yes` for `true`. */
	flag(field: INodeProperties): boolean {
		const value = this.value(field);
		const flag = isEmpty(value) ? false : toFlag(value);
		if (flag !== undefined) return flag;
		throw new DescribedError(
			`'${field.displayName}' is neither true nor false`,
			`Enter true or false in ${this.locationOf(field)}.`,
		);
	}

	/**
	 * @throws DescribedError if the value is not a number in the range of the field
	 * @throws DescribedError if the number is not whole, but `numberPrecision` is 0
	 */
	number(field: INodeProperties): number {
		const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
		const number = toNumber(this.value(field));
		const isPrecise = numberPrecision !== 0 || Number.isSafeInteger(number);
		const isInRange = number !== undefined && number >= minValue && number <= maxValue;
		if (isInRange && isPrecise) return number;
		const expected = numberDescription(field);
		throw this.fieldError(
			field,
			`'${field.displayName}' is not ${expected}`,
			`Enter ${expected} in ${this.locationOf(field)}${formatExample(field.default)}.`,
		);
	}

	/** Reads JSON from a text. An expression may also return an object or a list. An empty field gives `undefined`. */
	json(field: INodeProperties): JsonValue | undefined {
		const value = this.resolvedValue(field);
		this.refuseEmptyExpression(field);
		const { texts, expressions } = splitExpressions(this.savedText(field));
		// A single expression was checked above. To evaluate it again would take time for each item.
		const isSingle = texts.join('').trim() === '';
		for (const [at, expression] of (isSingle ? [] : expressions).entries()) {
			const before = texts.slice(0, at + 1).join('');
			const isInText = before.replace(/\\./gs, '').split('"').length % 2 === 0;
			const inserted = this.evaluate(expression) ?? null;
			const isQuoted = before.endsWith('"') && texts[at + 1]?.startsWith('"') === true;
			// An empty expression is an error. But `$fromAI()` may be empty, because an AI model may leave out the
			// value.
			if (inserted === null && (isQuoted || !isInText) && !isFilledByModel(expression)) {
				throw this.emptyExpressionError(field);
			}
			if (!isInText) continue;
			const parts = [inserted].flat(Infinity).filter((part) => typeof part === 'string');
			if (parts.every((part) => JSON.stringify(part) === `"${part}"`)) continue;
			throw new DescribedError(
				`A value in '${field.displayName}' has a quotation mark, a backslash or a line break`,
				`Write the expression without quotes around it, as {{ JSON.stringify($json.title) }}, in ${this.locationOf(field)}.`,
			);
		}
		if (isEmpty(value)) return undefined;
		return typeof value === 'string'
			? parseJson(value, field.displayName, exampleOf(field))
			: toPlainJson(value, field.displayName);
	}

	object(field: INodeProperties): JsonObject {
		const object: JsonValue = this.json(field) ?? {};
		if (isObject(object)) return object;
		throw new DescribedError(
			`'${field.displayName}' is not a JSON object`,
			`Enter an object in '${field.displayName}'${formatExample(exampleOf(field))}.`,
		);
	}

	/** Returns a reader of the fields in a group. They have their defaults if the user has not added the group. */
	group(field: INodeProperties): FieldReader {
		const [group, saved] = this.resolvedAndSavedGroup(field);
		const valueOf = (inner: INodeProperties) =>
			valueOrDefault(memberOf(group, inner.name), memberOf(saved, inner.name), inner);
		return new FieldReader(valueOf, saved, `${this.locationOf(field)} → `);
	}

	/** Whether the user added the option, and entered a value or an expression. */
	has(field: INodeProperties): boolean {
		return !isEmpty(this.addedValue(field)) || this.isEmptyExpression(field);
	}

	hasGroup(field: INodeProperties): boolean {
		return isObject(this.resolvedAndSavedGroup(field)[0]);
	}

	rows(field: INodeProperties): FieldReader[] {
		const [rows, saved] = this.resolvedAndSavedGroup(field);
		return asList(rows).map((row, index) => {
			const valueOf = ({ name }: INodeProperties) => memberOf(row, name);
			return new FieldReader(valueOf, asList(saved)[index], `${this.locationOf(field)} → `);
		});
	}

	private resolvedValue(field: INodeProperties): unknown {
		return field.type === 'resourceLocator' ? this.locator(field).value : this.valueOf(field);
	}

	private resolvedAndSavedGroup(field: INodeProperties): [group: unknown, saved: unknown] {
		const [{ name } = { name: '' }] = field.options ?? [];
		const saved = memberOf(this.saved, field.name);
		return [memberOf(this.addedValue(field), name), memberOf(saved, name)];
	}

	/** Reads an option without its default, to tell whether the user added it. */
	private addedValue(field: INodeProperties): unknown {
		return this.valueOf({ ...field, default: undefined });
	}

	private findEntry<Entry extends PickListEntry>(
		field: INodeProperties,
		entries: readonly Entry[],
		chosen: string,
		advice: Advice = `Use one of ${entries.map(({ value }) => value).join(', ')} in ${this.locationOf(field)}.`,
	): Entry {
		const entry = findEntryByName(entries, chosen);
		if (entry !== undefined) return entry;
		throw new DescribedError(`'${field.displayName}' has no entry '${chosen}'`, advice);
	}

	private emptyExpressionError(field: INodeProperties): DescribedError {
		return new DescribedError(
			`The expression in '${field.displayName}' returned no value`,
			`Correct the expression in ${this.locationOf(field)}: what it names may be missing from the input item.`,
		);
	}

	private locationOf({ displayName }: INodeProperties): string {
		return `${this.path}'${displayName}'`;
	}
}

/** The fields of a node, with their values for one input item. */
export class Parameters extends FieldReader {
	/** Reads the fields under 'Options'. An option has its default until the user adds it. */
	readonly options: FieldReader;
	readonly apiDetails: FieldReader;
	readonly requestOptions: FieldReader;

	/**
	 * @param saved the saved parameters. `getNode()` copies them on every call, so callers read them once
	 * @param valueAt returns the value at a path such as `options.sort`, or `defaultValue` if an AI model left it out
	 * @param now the time of the run, in milliseconds since 1970. Presets such as 'Yesterday' depend on it
	 */
	private constructor(
		readonly zone: string,
		saved: INodeParameters,
		valueAt: (path: string, saved: unknown, defaultValue?: unknown) => unknown,
		readonly now = Date.now(),
		evaluate?: (expression: string) => unknown,
	) {
		super(
			({ name, default: defaultValue }) =>
				valueAt(name, saved[name], isFilledByModel(defaultValue) ? '' : defaultValue),
			saved,
			'',
			evaluate,
		);
		const readerFor = (names: readonly string[], place: string) => {
			const entries = names.reduce<unknown>(memberOf, saved);
			// Reads options one by one. If an expression fails without an input item, the other options still work.
			const valueOf = (entry: INodeProperties) => {
				const own = memberOf(entries, entry.name);
				const path = [...names, entry.name].join('.');
				return valueOrDefault(own === undefined ? own : valueAt(path, own), own, entry);
			};
			return new FieldReader(valueOf, entries, `${place} → `, evaluate);
		};
		this.options = readerFor([OPTIONS.name], "'Options'");
		this.apiDetails = readerFor([OPTIONS.name, API_DETAILS.name], "'Options' → 'API Details'");
		this.requestOptions = readerFor([REQUEST_OPTIONS.name], "'Settings' → 'Request Options'");
	}

	/** Returns a function that reads the fields for an item. Items share values, so callers must not change them. */
	static createForItems(context: IExecuteFunctions): (itemIndex: number) => Parameters {
		const { parameters } = context.getNode();
		/** Values of fields without an expression. They are the same for all items. */
		const fixedValues = new Map<string, unknown>();
		// All items have the same time, so dates stay the same in a run that goes on after midnight.
		const now = Date.now();
		return (itemIndex) => {
			const itemValues = new Map<string, unknown>();
			const valueAt = (path: string, saved: unknown, defaultValue?: unknown) => {
				const values = hasExpression(saved) ? itemValues : fixedValues;
				if (!values.has(path)) values.set(path, context.getNodeParameter(path, itemIndex, null));
				const value = values.get(path);
				return isEmpty(value) && isFilledByModel(saved) ? defaultValue : value;
			};
			const evaluate = (expression: string) => context.evaluateExpression(expression, itemIndex);
			return new Parameters(context.getTimezone(), parameters, valueAt, now, evaluate);
		};
	}

	/**
	 * Returns the fields of a trigger, or of a node in the editor. Neither has input items.
	 *
	 * @param leftOut options to ignore, as if the user had not added them
	 */
	static createForTrigger(
		context: IPollFunctions | ILoadOptionsFunctions,
		leftOut: readonly string[] = [],
	): Parameters {
		const { parameters } = context.getNode();
		const options = Object.entries(parameters.options ?? {});
		const saved = {
			...parameters,
			options: Object.fromEntries(options.filter(([name]) => !leftOut.includes(name))),
		};
		const valueAt = (path: string) => context.getNodeParameter(path, null);
		return new Parameters(context.getTimezone(), saved, valueAt);
	}

	/** Returns the reader of a field that is in the form of some operations, and under 'Options' in others. */
	findFieldReader({ name }: INodeProperties): FieldReader {
		return memberOf(this.saved, name) === undefined ? this.options : this;
	}
}

/** Splits `=tasks/{{ $json.id }}` into the texts `['tasks/', '']` and the expressions `['{{ $json.id }}']`. */
export function splitExpressions(saved: string) {
	const [first = '', ...others] = hasExpression(saved) ? saved.slice(1).split('{{') : [saved];
	const ends = others.map((other) => other.indexOf('}}') + 2);
	const texts = [first, ...others.map((other, at) => other.slice(ends[at]))];
	return { texts, expressions: others.map((other, at) => `{{${other.slice(0, ends[at])}`) };
}

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function memberOf(holder: unknown, name: string): unknown {
	return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** Replaces a missing value with the default. If an expression returned it, only a boolean gets the default. */
function valueOrDefault(value: unknown, saved: unknown, field: INodeProperties): unknown {
	const { type, default: defaultValue } = field;
	if (type !== 'boolean' && isUserExpression(saved)) return value;
	return type === 'number' && isEmpty(value) ? defaultValue : (value ?? defaultValue);
}

function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return /^=\s*\S/.test(saved);
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

function isUserExpression(saved: unknown): boolean {
	return hasExpression(saved) && !isFilledByModel(saved);
}

function exampleOf({ placeholder, type }: INodeProperties): string | undefined {
	const jsonExample = type === 'json' ? '{ "name": "value" }' : undefined;
	return placeholder?.replace(/^e\.g\. /, '') ?? jsonExample;
}

function formatExample(example: unknown): string {
	const text = scalarText(example) ?? '';
	return text === '' ? '' : `, such as ${text}`;
}

function numberDescription({ typeOptions }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions ?? {};
	const number = numberPrecision === 0 ? 'a whole number' : 'a number';
	if (minValue === undefined) return number;
	return maxValue === undefined
		? `${number} of ${minValue} or more`
		: `${number} from ${minValue} to ${maxValue}`;
}
