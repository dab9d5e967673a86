import type { JsonValue } from 'n8n-workflow';
import {
	DescribedError,
	fieldNamesText,
	fieldText,
	formatNameList,
	getField,
	hasValue,
	isMissingNumber,
	collapseWhitespace,
	type Notice,
	parseMoment,
	parseNumber,
	quoted,
} from '../base';
import { isRankChange, sortableFieldsOf, fieldValueInRow } from './sort';
import {
	asRecord,
	parseChangedField,
	formatProjectSuffix,
	STATUS_FIELD,
	type ShownFilter,
	type WhereCondition,
	type Row,
} from './table';

/** The kinds of values, and what an error calls each of them. */
const KINDS = {
	date: 'a date, such as 2026-12-31',
	flag: 'true or false',
	list: 'a list or an object',
	number: 'a number, such as 0.5',
	text: 'a text',
};

type Kind = keyof typeof KINDS;

/** `order` is negative if the record has the smaller value, and `NaN` if neither value is smaller. */
type Operator = (order: number, own: string, wanted: string) => boolean;

const OPERATORS: Readonly<Record<string, Operator>> = {
	'=': (order) => order === 0,
	'!=': (order) => order !== 0,
	'<': (order) => order < 0,
	'<=': (order) => order <= 0,
	'>': (order) => order > 0,
	'>=': (order) => order >= 0,
	contains: (_order, own, wanted) => own.includes(wanted),
};

/** Returns the kinds of values that an operator can compare with a value of the kind `wanted`. */
function comparableKinds(operator: string, wanted: Kind): Kind[] {
	if (operator === 'contains') return ['date', 'text'];
	if (!/[<>]/.test(operator)) return [wanted, 'text'];
	return ['date', 'number'].includes(wanted) ? [wanted] : [];
}

const KINDS_ADVICE =
	'<, <=, > and >= compare numbers and dates, contains looks into texts, and = and != compare everything. Write numbers such as 0.5, without %, and dates such as 2026-12-31.';

const OPERATOR_ALIASES: Readonly<Record<string, string>> = { '==': '=', ':': '=', '<>': '!=' };

/** Matches a text in double quotes, a comma, or the word `and`. */
const SEPARATOR = /("[^"]*"|,| and )/i;

const CONDITION_START = /^[\p{L}\w. -]+([<>=!:]|\bcontains\b)/iu;

const CONDITION_PATTERN =
	/^([\p{L}\w][\p{L}\w. -]*?) ?(<=|>=|!=|<>|==|[=<>:]|\bcontains\b) ?(.+)$/isu;

const CONDITION_SYNTAX =
	'Write conditions such as avg_rank > 5, status = done, prompt contains "best, cheap", separated by commas, all of which have to hold: there is no or, so ask once for each value, or group by the field. Operators: =, !=, <, <=, >, >=, contains. Decimals have a point; a value with a comma, =, < or > needs double quotes.';

/**
 * Reads conditions: `avg_rank > 5, status = done`.
 *
 * @param label the display name of the field, which errors mention
 * @throws DescribedError if a part of the text is no condition
 * @throws DescribedError if a text is compared by more or less: `name > abc`
 */
export function parseConditions(text: string, label: string): WhereCondition[] {
	return splitConditions(collapseWhitespace(text.normalize('NFC'))).flatMap((entry) => {
		const part = entry.trim();
		if (part === '') return [];
		const [, field = '', sign = '', entered = ''] = CONDITION_PATTERN.exec(part) ?? [];
		const isQuoted = /^"[^"]*"$|^'[^']*'$/.test(entered);
		if (field === '' || (!isQuoted && /[<>=]|\sor\s/i.test(entered))) {
			throw new DescribedError(
				`'${label}' has a part that is no condition: ${part}`,
				CONDITION_SYNTAX,
			);
		}
		const value = isQuoted ? entered.slice(1, -1) : entered;
		const operator = OPERATOR_ALIASES[sign] ?? sign.toLowerCase();
		if (comparableKinds(operator, kindOf(value)).length === 0) {
			throw new DescribedError(
				`'${label}' cannot compare ${field} by ${operator}: ${value} is neither a number nor a date`,
				KINDS_ADVICE,
			);
		}
		const changed = parseChangedField(field);
		return [{ field, changed, operator, value, text: `${field} ${operator} ${value}` }];
	});
}

/** Splits at commas and at each `and` before a condition: `a > 1 and b = "x, y"` → `['a > 1', 'b = "x, y"']`. */
function splitConditions(text: string): string[] {
	const [first = '', ...others] = text.split(SEPARATOR);
	const parts = [first];
	for (let at = 0; at < others.length; at += 2) {
		const [separator = '', next = ''] = others.slice(at, at + 2);
		const isAnd = separator.toLowerCase() === ' and ' && CONDITION_START.test(next);
		if (separator === ',' || isAnd) parts.push(next);
		else parts.push(`${parts.pop() ?? ''}${separator}${next}`);
	}
	return parts;
}

/**
 * Returns the rows that fulfil all conditions. A notice counts the rows that have no value to compare.
 *
 * @throws DescribedError if no row has the field of a condition
 * @throws DescribedError if the field of a condition cannot be compared
 */
export function filterRows(
	rows: readonly Row[],
	conditions: readonly WhereCondition[],
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	const notices: Notice[] = [];
	const place = formatProjectSuffix(rows);
	let kept = rows;
	for (const condition of conditions) {
		if (rows.length > 0 && rows.every((row) => conditionValue(row, condition) === undefined)) {
			throw unknownFieldError(condition, rows);
		}
		const valueOf = (row: Row) => conditionValue(row, condition) ?? null;
		const passes = createRowTest(condition);
		refuseIncomparableValues(condition, rows.map(valueOf));
		const passing = kept.filter((row) => passes(valueOf(row)));
		const note = describeConditionEffect(condition, kept.map(valueOf), passing.length, place);
		if (note !== '') notices.push({ kind: 'note', text: note });
		kept = passing;
	}
	return { rows: kept, notices };
}

/** Makes a text comparable, because the service may write `in_review` for `In review`: both become `in review`. */
function comparableText(text: string): string {
	return text.normalize('NFC').trim().toLowerCase().replaceAll('_', ' ');
}

/**
 * Says how many records lack the value of a filter. Without `isCertain`, it says so only if other records have the
 * value.
 */
export function mismatchNotices(rows: readonly Row[], filters: readonly ShownFilter[]): Notice[] {
	const textOf = (value: JsonValue) => comparableText(fieldText(value)).replace(/^www\./, '');
	return filters.flatMap(({ label, columns = [], texts = [], isCertain, ...filter }): Notice[] => {
		const wanted = texts.map(textOf);
		const isOther = (cells: readonly JsonValue[]) =>
			!cells.some((cell) => wanted.includes(textOf(cell)));
		const all = columns.map((name) => {
			const values = rows.map(({ record }) => [getField(asRecord(record), name)].flat());
			const cells = values.map((own) => own.filter(hasValue)).filter((own) => own.length > 0);
			return { name, cells };
		});
		const own = all.find(({ cells }) => (isCertain && cells.length > 0) || !cells.every(isOther));
		const count = own?.cells.filter(isOther).length ?? 0;
		if (own === undefined || count === 0) return [];
		const text = `${count} records${formatProjectSuffix(rows)} have another ${label}: the service may not apply this filter.`;
		const { isInWhere, value } = filter;
		const more = ` For those of ${value} alone, write ${own.name} contains ${value} in 'Where'.`;
		return [{ kind: 'note', text: isInWhere ? text + more : text }];
	});
}

function conditionValue(row: Row, { field, changed }: WhereCondition): JsonValue | undefined {
	if (field === STATUS_FIELD) return row.status;
	if (field === 'project_name') return row.project?.name;
	return fieldValueInRow(row, { field, changed: row.changes && changed, order: 'asc' });
}

/** Whether a condition has the form `score_change = better`. These words also fit ranks: a lower rank is better. */
const isBetterOrWorse = ({ changed, operator, value }: WhereCondition) =>
	changed !== undefined && operator === '=' && /^(better|worse)$/i.test(value);

function createRowTest(condition: WhereCondition): (own: JsonValue) => boolean {
	const { field, changed, operator, value } = condition;
	const isRank = isRankChange(changed);
	if (isBetterOrWorse(condition)) {
		const sign = (value.toLowerCase() === 'better') === isRank ? -1 : 1;
		return (own) => sign * (parseNumber(own) ?? 0) > 0;
	}
	if (isRank) {
		throw new DescribedError(
			`'Where' cannot compare the change of a rank with ${value}: a lower rank is better`,
			`Write ${field} = better or ${field} = worse, and sort by how much.`,
		);
	}
	const holds = OPERATORS[operator];
	const orderOf = createComparator(value);
	const wanted = comparableText(value);
	const passes = (one: JsonValue) =>
		holds?.(orderOf(one), comparableText(fieldText(one)), wanted) ?? false;
	return (own) => {
		if (lacksComparableValue(own, value)) return false;
		const entries = listComparableValues(own, operator);
		return operator === '!=' ? entries.every(passes) : entries.some(passes);
	};
}

function kindOf(value: JsonValue): Kind {
	if (typeof value === 'object' && value !== null) return 'list';
	if (/^(true|false)$/i.test(fieldText(value))) return 'flag';
	if (readNumber(value) !== undefined) return 'number';
	return parseMoment(value) === undefined ? 'text' : 'date';
}

/** Takes `50%` for a text, because the service does not say whether 0.5 means 50 percent. */
function readNumber(value: JsonValue): number | undefined {
	return fieldText(value).includes('%') ? undefined : parseNumber(value);
}

/**
 * Whether a field has no value to compare. `n/a` is no value if `wanted` is a number, but may be a status if it is a
 * text.
 */
function lacksComparableValue(own: JsonValue, wanted: string): boolean {
	return !hasValue(own) || (kindOf(wanted) !== 'text' && isMissingNumber(own));
}

/** Returns the values to compare. For `=`, `!=` and `contains`, these are the entries of a list or an object. */
function listComparableValues(value: JsonValue, operator: string): JsonValue[] {
	if (typeof value !== 'object' || value === null || /[<>]/.test(operator)) return [value];
	return Object.values(value).flatMap((entry) => listComparableValues(entry, operator));
}

/**
 * Returns a function that compares values with `wanted`. A day such as `2026-11-28` equals each time on that day in
 * UTC.
 */
function createComparator(wanted: string): (own: JsonValue) => number {
	const number = readNumber(wanted);
	const span = momentsOf(wanted);
	const text = comparableText(wanted);
	return (own) => {
		const ownNumber = number === undefined ? undefined : readNumber(own);
		if (number !== undefined && ownNumber !== undefined) return ownNumber - number;
		const ownSpan = span && momentsOf(own);
		if (span && ownSpan) return ownSpan.end < span.start ? -1 : Number(ownSpan.start > span.end);
		return comparableText(fieldText(own)) === text ? 0 : NaN;
	};
}

/** Returns the first and the last millisecond of a day. For a date with a time, both are the same. */
function momentsOf(value: JsonValue): { readonly start: number; readonly end: number } | undefined {
	const start = parseMoment(value);
	const isDay = fieldText(value).length === '2026-12-31'.length;
	return start === undefined ? undefined : { start, end: isDay ? start + 86_399_999 : start };
}

/** @throws DescribedError if no record has a value that the operator can compare */
function refuseIncomparableValues(condition: WhereCondition, all: readonly JsonValue[]): void {
	if (isBetterOrWorse(condition)) return;
	const { field, operator, value, text } = condition;
	const kinds = new Set(
		all
			.filter((own) => !lacksComparableValue(own, value))
			.flatMap((own) => listComparableValues(own, operator).map((entry) => kindOf(entry))),
	);
	const [first] = kinds;
	const fitting = comparableKinds(operator, kindOf(value));
	if (first === undefined || fitting.some((kind) => kinds.has(kind))) return;
	throw new DescribedError(
		`'Where' cannot apply ${quoted(text)}: ${field} is ${KINDS[first]}`,
		KINDS_ADVICE,
	);
}

function describeConditionEffect(
	{ field, operator, value: wanted, text }: WhereCondition,
	values: readonly JsonValue[],
	count: number,
	place: string,
): string {
	const own = values.filter((value) => !lacksComparableValue(value, wanted));
	const without = values.length - own.length;
	const missing = `${field} is missing in ${without} of ${values.length} records${place}, so the condition left these out.`;
	const kind = kindOf(wanted);
	const others = /[<>]/.test(operator) ? own.filter((value) => kindOf(value) !== kind) : [];
	const mixed = `${field} is no ${kind} in ${others.length} of ${values.length} records, such as ${quoted(fieldText(others[0]), 30)}. The condition left these out.`;
	const note = [...(without > 0 ? [missing] : []), ...(others.length > 0 ? [mixed] : [])].join(' ');
	const isWithoutEffect = operator === '!=' && count === own.length;
	if ((count > 0 && !isWithoutEffect) || own.length === 0) return note;
	const entries = own.flatMap((value) => listComparableValues(value, operator));
	const numbers = entries.flatMap((value) => parseNumber(value) ?? []);
	const texts = [...new Set(entries.map((value) => fieldText(value)))].slice(0, 10);
	const there =
		numbers.length > 0
			? `${field} goes from ${numbers.reduce((one, other) => Math.min(one, other))} to ${numbers.reduce((one, other) => Math.max(one, other))}`
			: `${field} is ${formatNameList(texts, 10, quoted)}`;
	const effect = isWithoutEffect ? 'leaves out none' : 'leaves none';
	return `${quoted(text)} ${effect} of ${values.length} records${place}: ${there}. ${note}`.trim();
}

function unknownFieldError({ field }: WhereCondition, rows: readonly Row[]): DescribedError {
	const status = rows.some((row) => row.status !== undefined) ? [STATUS_FIELD] : [];
	return new DescribedError(
		`No record has a field '${field}' that 'Where' could compare`,
		`Use one of these: ${fieldNamesText([...status, ...sortableFieldsOf(rows)])}.`,
	);
}
