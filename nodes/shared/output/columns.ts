import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	hasValue,
	isIdName,
	isMissingNumber,
	isRankField,
	isShareField,
	parseNumber,
} from '../base';
import {
	type KeyFields,
	isNumberField,
	nameColumnsOf,
	parseChangedField,
	type ProjectTable,
	type QueryOptions,
} from '../table';

export interface FieldChoice {
	readonly selection: QueryOptions;
	readonly key: KeyFields;
	/** The fields that the user chose. If there are none, the node chooses fields. */
	readonly fields?: readonly string[];
	/** The fields that say most about a record, the most useful first. */
	readonly usefulFields?: readonly string[];
	/** Whether the rows of all projects are one list. Otherwise, each project has a section. */
	readonly isRanking?: boolean;
	/** The projects that were read. `undefined` for a query without projects. */
	readonly projectTables?: readonly ProjectTable[];
}

/**
 * The keys of three columns beside the fields of the record: its project, its segment (such as a week), and its flags
 * (such as `branded`).
 */
export const PROJECT = Symbol('project');
export const SEGMENT = Symbol('segment');
export const FLAGS = Symbol('flags');

export type FieldKey = string | symbol;

export type ViewFields = ReadonlyMap<FieldKey, JsonValue>;

export interface FieldRoles {
	/** {@link PROJECT} if each project has a section, {@link SEGMENT} if each week has one. */
	readonly sections: readonly FieldKey[];
	/** The fields that name a row: `prompt` in a list of prompts, all dimensions in a report. */
	readonly keys: readonly FieldKey[];
	readonly figures: readonly string[];
	readonly details: readonly FieldKey[];
	/** The field with the web address to which the name of a row links. */
	readonly address?: string;
}

const MAX_FIELDS_BY_ROLE = { figures: 4, details: 3 };

export function assignFieldRoles(
	rows: readonly ViewFields[],
	compared: ReadonlySet<string>,
	choice: FieldChoice,
): FieldRoles {
	const { isRanking = false, projectTables = [] } = choice;
	const fields = (choice.fields ?? []).map((name) => {
		const { numberField = name } = parseChangedField(name) ?? {};
		return compared.has(numberField) ? numberField : name;
	});
	const { sort = [], conditions = [] } = choice.selection;
	const named = [...sort, ...conditions].map(({ field, changed }) => changed?.numberField ?? field);
	const isList = choice.selection.dimensions === undefined;
	const groups = groupFields(rows, compared, choice);
	const { filled, dimensions, numbers, texts, addresses, plainTexts } = groups;
	const isSame = (name: FieldKey) =>
		rows.length > 1 && new Set(rows.map((row) => row.get(name))).size === 1;
	const hasProjects = filled.includes(PROJECT) && (projectTables.length > 1 || !isSame(PROJECT));
	const projects = hasProjects ? [PROJECT] : [];
	const parts = filled.includes(SEGMENT) ? [SEGMENT] : [];
	const isNamed = projects.length + parts.length > 0;
	const titles = isList ? [...nameColumnsOf(plainTexts, choice.key), ...plainTexts] : [];
	const [subject = addresses[0] ?? (isNamed ? undefined : texts[0])] = titles;
	const names: FieldKey[] = subject === undefined ? dimensions : [subject];
	const isPartName = names.length === 0 || (!isList && names.length === 1);
	const keys = isPartName ? [...parts, ...names] : names;
	const outer = [...(isRanking ? [] : projects), ...(isPartName ? [] : parts)];
	const wanted = fields.length === 0 ? plainTexts : fields.filter((name) => texts.includes(name));
	const flags = filled.includes(FLAGS) && fields.length === 0 ? [FLAGS] : [];
	const first = named.filter((name) => wanted.includes(name));
	const chosen = new Set<FieldKey>([...first, ...wanted, ...flags]);
	const isTelling = (name: string) =>
		!isList || !isSame(name) || compared.has(name) || isShareField(name) || isRankField(name);
	const figures = chooseFigures(numbers, named, { ...choice, fields }).filter(isTelling);
	const maxDetails =
		fields.length > 0 ? Infinity : figures.length > 0 ? 1 : MAX_FIELDS_BY_ROLE.details;
	const details = [...chosen].filter((name) => name !== subject && !isSame(name));
	return {
		sections: keys.length > 0 ? outer : [],
		keys: keys.length > 0 ? keys : projects,
		figures,
		details: [...(isRanking && keys.length > 0 ? projects : []), ...details.slice(0, maxDetails)],
		address: addresses.length === 1 ? addresses[0] : undefined,
	};
}

/** Groups the fields that have values into dimensions, numbers, texts and addresses. Useful fields come first. */
function groupFields(
	rows: readonly ViewFields[],
	compared: ReadonlySet<string>,
	{ usefulFields = [], selection, key }: FieldChoice,
) {
	const there = [...(rows[0]?.keys() ?? [])];
	const all = [...new Set([...usefulFields.filter((name) => there.includes(name)), ...there])];
	const isFilled = (name: FieldKey) =>
		compared.has(String(name)) || rows.some((row) => hasValue(row.get(name)));
	const filled = all.filter(isFilled);
	const own = filled.filter((name) => typeof name === 'string');
	const dimensions = selection.dimensions === undefined ? [] : nameColumnsOf(own, key);
	const others = own.filter((name) => !dimensions.includes(name));
	const records = rows.map((row): JsonObject => Object.fromEntries(row));
	const isNumber = (name: string) => compared.has(name) || isNumericField(name, records);
	const numbers = others.filter(isNumber);
	const texts = others.filter((name) => !numbers.includes(name));
	const addresses = texts.filter((name) => isAddressField(name, records));
	const plainTexts = texts.filter((name) => !isIdName(name) && !addresses.includes(name));
	return { filled, dimensions, numbers, texts, addresses, plainTexts };
}

/**
 * Returns the numbers that a message shows. If 'Fields to Show' is empty, takes the first of these that exist:
 *
 * - the fields of 'Sort' and 'Where', `measures`, and all ranks
 * - the first useful field, and all ranks
 * - all numbers
 */
function chooseFigures(
	numbers: readonly string[],
	named: readonly string[],
	{ selection: { measures = [] }, fields = [], usefulFields = [] }: FieldChoice,
): string[] {
	const among = (wanted: readonly string[]) => wanted.filter((name) => numbers.includes(name));
	if (fields.length > 0) return [...new Set(among(fields))];
	const asked = among([...named, ...measures]);
	const known = asked.length > 0 ? asked : among(usefulFields).slice(0, 1);
	const first = known.length > 0 ? [...known, ...numbers.filter(isRankField)] : numbers;
	return [...new Set(first)].slice(0, MAX_FIELDS_BY_ROLE.figures);
}

function isNumericField(name: string, rows: readonly JsonObject[]): boolean {
	const isNumber = (row: JsonObject) =>
		isMissingNumber(row[name]) || parseNumber(row[name]) !== undefined;
	return isNumberField(name, rows) && rows.every(isNumber);
}

function isAddressField(name: string, rows: readonly JsonObject[]): boolean {
	const values = rows.map((row) => row[name]).filter((value) => hasValue(value));
	return values.every((value) => webAddressOf(value) !== undefined);
}

/** Matches characters that have a meaning in HTML, Markdown or Slack's format. */
const UNSAFE_IN_LINKS = /[\s"'()*<>@[\\\]^`{|}]/g;

/**
 * Returns a web address for use in a link. Characters that would end the link are escaped. Returns `undefined` for any
 * other value.
 */
export function webAddressOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return undefined;
	if (!URL.canParse(value)) return undefined;
	const { href, username, password } = new URL(value);
	if (username + password !== '') return undefined;
	return href.replace(UNSAFE_IN_LINKS, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** Returns the figures that get bars: all shares. If there are none, the first figure that is no rank gets bars. */
export function figuresWithBars(figures: readonly string[]): string[] {
	const amounts = figures.filter((name) => !isRankField(name));
	const shares = amounts.filter(isShareField);
	return shares.length > 0 ? shares : amounts.slice(0, 1);
}
