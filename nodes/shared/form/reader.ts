import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
	JsonObject,
	JsonValue,
} from 'n8n-workflow';
import { onlyForPeople, type Advice, DescribedError, isObject, tryOrUndefined } from '../base';
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
	plainJson,
	refuseLongTexts,
	scalarText,
	toFlag,
	toNumber,
} from './values';

/** Reads the values of fields. If a value is wrong, the error names the field. */
export class FieldReader {
	/**
	 * @param valueOf returns the value that n8n resolved; `null` if the field is hidden
	 * @param saved the saved values by field name; they may be expressions
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
	 * Returns the value that n8n resolved. For a resource locator, this is the value inside it.
	 *
	 * @param longest how many characters a text from an input item or a model may have
	 * @throws DescribedError for a longer text
	 */
	value(field: INodeProperties, longest = MAX_TEXT_LENGTH): unknown {
		const value = this.resolvedValue(field);
		const isFixed = !hasExpression(memberOf(this.saved, field.name));
		return isFixed ? value : refuseLongTexts(value, field.displayName, longest);
	}

	/** Returns `name` only for an entry picked from the list. `mode` is empty if an expression replaces the locator. */
	locator(field: INodeProperties): { mode: string; value: unknown; name?: string } {
		const resolved = this.valueOf(field);
		if (!isObject(resolved)) return { mode: '', value: resolved };
		const { mode, value, cachedResultName: name } = resolved;
		// n8n keeps the name of a picked entry even if an expression then replaces the value.
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
		const advice = `Enter a value in ${this.locationOf(field)}${suchAsText(exampleOf(field))}.`;
		throw this.fieldError(field, `'${field.displayName}' is empty`, advice);
	}

	/**
	 * Returns the locale for numbers and dates: `en` if the field is empty.
	 *
	 * @throws DescribedError for a locale that Intl does not know
	 */
	locale(field: INodeProperties): string {
		const locale = this.text(field) || 'en';
		// Intl throws for a text such as `de_DE`.
		const known = tryOrUndefined(() => Intl.NumberFormat.supportedLocalesOf(locale)) ?? [];
		if (known.length > 0) return locale;
		const advice = `Enter a locale in ${this.locationOf(field)}${suchAsText(exampleOf(field))}.`;
		throw this.fieldError(field, `There is no locale '${locale}'`, advice);
	}

	/** Returns an error with `message`. If the field has an expression that returned no value, the error says that. */
	fieldError(field: INodeProperties, message: string, advice: Advice): DescribedError {
		if (this.isEmptyExpression(field)) return this.emptyExpressionError(field);
		// In options and groups, only people fill in a field, unless they leave it to the model.
		const isFilledByPeople = this.path !== '' && !this.isLeftToModel(field);
		const isForPeople = isFilledByPeople && typeof advice === 'string';
		return new DescribedError(message, isForPeople ? onlyForPeople(advice) : advice);
	}

	/**
	 * Refuses an expression without a value. For fields that do not restrict anything if they are empty, such as filters.
	 *
	 * @throws DescribedError if the field has an expression that returned no value
	 */
	refuseEmptyExpression(field: INodeProperties): void {
		if (this.isEmptyExpression(field)) throw this.emptyExpressionError(field);
	}

	isEmptyExpression(field: INodeProperties): boolean {
		const saved = memberOf(this.saved, field.name);
		return isUserExpression(saved) && isEmpty(this.resolvedValue(field));
	}

	/** Whether a model fills in the field, by `$fromAI`. */
	isLeftToModel(field: INodeProperties): boolean {
		return isFilledByModel(memberOf(this.saved, field.name));
	}

	/** Returns the text before n8n resolved it. An expression starts with an equals sign: `=tasks/{{ $json.id }}`. */
	savedText(field: INodeProperties): string {
		const saved = memberOf(this.saved, field.name);
		return typeof saved === 'string' ? saved : '';
	}

	/**
	 * @param advice what to enter; by default, the values of the entries
	 * @throws DescribedError if the value is no entry: an expression can return any value
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

	/** A hidden or empty field is `false`. An expression may return `1` or `yes`. */
	flag(field: INodeProperties): boolean {
		const value = this.value(field);
		const flag = isEmpty(value) ? false : toFlag(value);
		if (flag !== undefined) return flag;
		throw new DescribedError(
			`'${field.displayName}' is neither true nor false`,
			`Enter true or false in ${this.locationOf(field)}.`,
		);
	}

	/** @throws DescribedError if the value is no number, out of range, or not whole although `numberPrecision` is 0 */
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
			`Enter ${expected} in ${this.locationOf(field)}${suchAsText(field.default)}.`,
		);
	}

	/** Reads JSON text, or an object or list from an expression. Returns `undefined` if the field is empty. */
	json(field: INodeProperties): JsonValue | undefined {
		const value = this.resolvedValue(field);
		this.refuseEmptyExpression(field);
		const { texts, expressions } = splitExpressions(this.savedText(field));
		for (const [at, expression] of expressions.entries()) {
			const before = texts.slice(0, at + 1).join('');
			const isInText = before.replace(/\\./gs, '').split('"').length % 2 === 0;
			if (!isInText) continue;
			const inserted = this.evaluate(expression) ?? null;
			const isWhole = before.endsWith('"') && texts[at + 1]?.startsWith('"') === true;
			// A model may leave the value of `$fromAI()` out.
			if (inserted === null && isWhole && !isFilledByModel(expression)) {
				throw this.emptyExpressionError(field);
			}
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
			: plainJson(value, field.displayName);
	}

	object(field: INodeProperties): JsonObject {
		const object: JsonValue = this.json(field) ?? {};
		if (isObject(object)) return object;
		throw new DescribedError(
			`'${field.displayName}' is not a JSON object`,
			`Enter an object in '${field.displayName}'${suchAsText(exampleOf(field))}.`,
		);
	}

	/** Returns a reader of the fields in a group. If the user has not added the group, they have their defaults. */
	group(field: INodeProperties): FieldReader {
		const [group, saved] = this.resolvedAndSavedGroup(field);
		const valueOf = (inner: INodeProperties) =>
			valueOrDefault(memberOf(group, inner.name), memberOf(saved, inner.name), inner);
		return new FieldReader(valueOf, saved, `${this.locationOf(field)} → `);
	}

	/** Whether the user added the option and filled it in. */
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
		return [
			memberOf(this.addedValue(field), name),
			memberOf(memberOf(this.saved, field.name), name),
		];
	}

	/** Ignores the default, to tell whether the user added the option. */
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
	/** The fields under Options. An option that was not added has its default. */
	readonly options: FieldReader;
	readonly apiDetails: FieldReader;
	readonly requestOptions: FieldReader;

	/**
	 * @param saved the saved parameters, read once: `getNode()` copies them on every call
	 * @param valueAt returns the value at a path such as `options.sort`, or `defaultValue` if a model left it out
	 * @param now the time of the run, in milliseconds since 1970. The presets of Date Range, such as Yesterday, count from it
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
			// Reads each option alone. If its expression fails because there is no input item, the others still work.
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

	/** Returns a function from an input item to its fields. Items share values, so callers must not change them. */
	static ofItems(context: IExecuteFunctions): (itemIndex: number) => Parameters {
		const { parameters } = context.getNode();
		/** The values without an expression, which are the same for all items. */
		const fixedValues = new Map<string, unknown>();
		// All items have the same time: a run that goes on after midnight does not change its dates.
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
	 * Returns the fields of a trigger, or of a node in the editor, which has no items.
	 *
	 * @param leftOut options to read as if the user had not added them
	 */
	static ofTrigger(
		context: IPollFunctions | ILoadOptionsFunctions,
		leftOut: readonly string[] = [],
	): Parameters {
		const { parameters } = context.getNode();
		const options = Object.entries(parameters.options ?? {});
		const saved = {
			...parameters,
			options: Object.fromEntries(options.filter(([name]) => !leftOut.includes(name))),
		};
		return new Parameters(context.getTimezone(), saved, (path) =>
			context.getNodeParameter(path, null),
		);
	}

	/** Returns the reader that has the field: some operations have it in the form, others under Options. */
	readerOf({ name }: INodeProperties): FieldReader {
		return memberOf(this.saved, name) === undefined ? this.options : this;
	}
}

/** `=tasks/{{ $json.id }}` → the texts `tasks/` and ``, with the expression `{{ $json.id }}` between them. */
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

/** Replaces a missing value with the default. A user's expression keeps its missing value, unless the field is a boolean. */
function valueOrDefault(
	value: unknown,
	saved: unknown,
	{ type, default: defaultValue }: INodeProperties,
): unknown {
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
	return (
		placeholder?.replace(/^e\.g\. /, '') ?? (type === 'json' ? '{ "name": "value" }' : undefined)
	);
}

function suchAsText(example: unknown): string {
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
