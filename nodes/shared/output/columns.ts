import type { JsonObject, JsonValue } from 'n8n-workflow';
import { hasValue, isIdName, isMissingNumber, isRankName, parseNumber, splitWords } from '../base';
import { type RecordSelection, type IdentifyingFields, isNumberField } from '../table';

export interface FieldChoice {
	readonly selection: RecordSelection;
	readonly identity: IdentifyingFields;
	/** The fields that the user chose. If there are none, the node chooses. */
	readonly fields?: readonly string[];
	/** As in OutputChoice. */
	readonly usefulFields?: readonly string[];
	/** Whether the rows of all projects are ranked in one list, instead of in a section for each project. */
	readonly isRanking?: boolean;
	readonly projectCount?: number;
}

/** What a row has beside the fields of its record: its project, its part, such as a week, and flags such as `branded`. */
export const PROJECT = Symbol('project');
export const PART = Symbol('part');
export const FLAGS = Symbol('flags');

export type FieldKey = string | symbol;

export type ViewFields = ReadonlyMap<FieldKey, JsonValue>;

export interface FieldRoles {
	/** The fields that tell rows apart. The last one names the row, the others name its section. */
	readonly keys: readonly FieldKey[];
	readonly figures: readonly string[];
	readonly details: readonly FieldKey[];
	/** The field with the address to which the name of a row links. */
	readonly address?: string;
}

const MAX_FIELDS_BY_ROLE = { figures: 4, details: 3 };

export function assignFieldRoles(
	rows: readonly ViewFields[],
	compared: ReadonlySet<string>,
	choice: FieldChoice,
): FieldRoles {
	const { fields = [], usefulFields = [], isRanking = false } = choice;
	const there = [...(rows[0]?.keys() ?? [])];
	const names = [...new Set([...usefulFields.filter((name) => there.includes(name)), ...there])];
	const isFilled = (name: FieldKey) =>
		compared.has(String(name)) || rows.some((row) => hasValue(row.get(name)));
	const filled = names.filter(isFilled);
	const outer = [PROJECT, PART].filter((name) => filled.includes(name));
	const own = filled.filter((name) => typeof name === 'string');
	const dimensions = findDimensionFields(own, choice);
	const others = own.filter((name) => !dimensions.includes(name));
	const records = rows.map((row): JsonObject => Object.fromEntries(row));
	const isNumber = (name: string) => compared.has(name) || isNumericField(name, records);
	const numbers = others.filter(isNumber);
	const texts = others.filter((name) => !numbers.includes(name));
	const addresses = texts.filter((name) => isAddressField(name, records));
	const plainTexts = texts.filter((name) => !isIdName(name) && !addresses.includes(name));
	const isList = dimensions.length === 0 && choice.selection.dimensions === undefined;
	const [subject = addresses[0] ?? (outer.length > 0 ? undefined : texts[0])] = isList
		? plainTexts
		: [];
	const allKeys = [...outer, ...dimensions, ...(subject === undefined ? [] : [subject])];
	const keys = isRanking ? allKeys.filter((name) => name !== PROJECT) : allKeys;
	const isSame = (name: FieldKey) =>
		rows.length > 1 && new Set(rows.map((row) => row.get(name))).size === 1;
	const isVarying = (name: FieldKey) => dimensions.some((one) => one === name) || !isSame(name);
	const varying = keys.filter(isVarying);
	const wanted = fields.length === 0 ? plainTexts : fields.filter((name) => texts.includes(name));
	const flags = filled.includes(FLAGS) && fields.length === 0 ? [FLAGS] : [];
	const chosen: FieldKey[] = [...wanted.filter((name) => name !== subject), ...flags];
	const isAlike = (name: string) =>
		isList && isSame(name) && !compared.has(name) && !isShareName(name) && !isRankName(name);
	const figures = chooseFigures(numbers, choice).filter((name) => !isAlike(name));
	const maxDetails =
		fields.length > 0 ? Infinity : figures.length > 0 ? 1 : MAX_FIELDS_BY_ROLE.details;
	return {
		keys: varying.length > 0 ? varying : keys.slice(-1),
		figures,
		details: [
			...(isRanking ? outer.slice(0, 1) : []),
			...chosen.filter((name) => !isSame(name)).slice(0, maxDetails),
		],
		address: addresses.length === 1 ? addresses[0] : undefined,
	};
}

/** Returns the field of each dimension: `topic_name` rather than `topic_id`. */
function findDimensionFields(
	names: readonly string[],
	{ selection, identity }: FieldChoice,
): string[] {
	const forms = selection.dimensions === undefined ? [] : identity.keyFields;
	return forms.flatMap((own) => {
		const flat = own.map((name) => name.replaceAll('.', '_'));
		return flat.findLast((name) => names.includes(name)) ?? [];
	});
}

/** Returns the chosen figures. By default: those of Sort and the measures, or one useful figure, and ranks. */
function chooseFigures(
	numbers: readonly string[],
	{ selection: { sort = [], measures = [] }, fields = [], usefulFields = [] }: FieldChoice,
): string[] {
	const among = (wanted: readonly string[]) => wanted.filter((name) => numbers.includes(name));
	const sorted = sort.map(({ field, changed }) => changed?.numberField ?? field);
	if (fields.length > 0) return [...new Set(among(fields))];
	const asked = among([...sorted, ...measures]);
	const known = asked.length > 0 ? asked : among(usefulFields).slice(0, 1);
	const first = known.length > 0 ? [...known, ...numbers.filter(isRankName)] : numbers;
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

/** Characters with a meaning in HTML, Markdown or Slack's format. */
const UNSAFE_IN_LINKS = /[\s"'()*<>@[\\\]^`{|}]/g;

/** Returns a web address that cannot end a link early. Returns `undefined` for any other value. */
export function webAddressOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return undefined;
	if (!URL.canParse(value)) return undefined;
	const { href, username, password } = new URL(value);
	if (username + password !== '') return undefined;
	return href.replace(UNSAFE_IN_LINKS, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

const SHARE_WORD = /^(shares?|percent(age)?s?|pct|rates?|ratios?|scores?|visibility)$/;

/** Whether a field has shares, by its name: `share_of_voice`, `clickRate`. */
export function isShareName(name: string): boolean {
	return splitWords(name).some((word) => SHARE_WORD.test(word));
}

/** Returns the figures that get bars: all shares, or else the first amount. */
export function figuresWithBars(figures: readonly string[]): string[] {
	const amounts = figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	return shares.length > 0 ? shares : amounts.slice(0, 1);
}
