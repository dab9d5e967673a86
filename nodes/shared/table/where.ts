import type { JsonValue } from 'n8n-workflow';
import {
	DescribedError,
	excerpt,
	fieldNamesText,
	fieldText,
	getField,
	hasValue,
	joinBlanks,
	type Notice,
	parseMoment,
	parseNumber,
	textsAmongNumbers,
} from '../base';
import { isRankChange, sortableFieldsOf, fieldValueInRow } from './sort';
import {
	asRecord,
	parseChangedField,
	projectText,
	type ShownFilter,
	type WhereCondition,
	type Row,
} from './table';

/** `order` is negative if the value of the row is less than that of the condition. */
const OPERATORS: Readonly<Record<string, (order: number, own: string, wanted: string) => boolean>> =
	{
		'=': (order) => order === 0,
		'!=': (order) => order !== 0,
		'<': (order) => order < 0,
		'<=': (order) => order <= 0,
		'>': (order) => order > 0,
		'>=': (order) => order >= 0,
		contains: (_order, own, wanted) => own.includes(wanted),
	};

const OPERATOR_ALIASES: Readonly<Record<string, string>> = { '==': '=', ':': '=', '<>': '!=' };

/** A text in double quotes, a comma or an `and`. */
const SEPARATOR = /("[^"]*"|,| and )/i;

const CONDITION_START = /^[\w. -]+[<>=!:]/;

const CONDITION_PATTERN =
	/^([\p{L}\w][\p{L}\w. -]*?) ?(<=|>=|!=|<>|==|[=<>:]|\bcontains\b) ?(.+)$/isu;

const CONDITION_SYNTAX =
	'Write conditions such as avg_rank > 5, status = done, prompt contains "best, cheap", separated by commas, all of which have to hold: there is no or, so ask once for each value, or group by the field. Operators: =, !=, <, <=, >, >=, contains. Decimals have a point; a value with a comma needs double quotes.';

/**
 * Reads conditions: `avg_rank > 5, status = done`.
 *
 * @param label the display name of the field, for the error
 * @throws DescribedError if a part of the text is no condition
 */
export function parseConditions(text: string, label: string): WhereCondition[] {
	return splitConditions(joinBlanks(text)).flatMap((entry) => {
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
		return [
			{
				field,
				changed: parseChangedField(field),
				operator,
				value,
				text: `${field} ${operator} ${value}`,
			},
		];
	});
}

/** Splits at commas, and at each `and` before a condition, but not in double quotes. */
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
 * Keeps the rows for which all conditions hold. A notice counts the rows that have no value to compare.
 *
 * @throws DescribedError if no row has the field of a condition, or the field cannot be compared
 */
export function filterRows(
	rows: readonly Row[],
	conditions: readonly WhereCondition[],
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	const notices: Notice[] = [];
	const place = projectText(rows);
	let kept = rows;
	for (const condition of conditions) {
		if (rows.length > 0 && rows.every((row) => conditionValue(row, condition) === undefined)) {
			throw unknownFieldError(condition, rows);
		}
		const values = kept.map((row) => conditionValue(row, condition));
		const passes = createRowTest(condition);
		const passing = kept.filter((_, at) => passes(values[at] ?? null));
		const note = conditionNote(condition, values, passing.length, place);
		if (note !== '') notices.push({ kind: 'note', text: note });
		kept = passing;
	}
	return { rows: kept, notices };
}

/** Returns a text for comparison. The service may write `in_review` for `in review`. */
export function comparableText(text: string): string {
	return text.trim().toLowerCase().replaceAll('_', ' ');
}

/** Counts the rows that have a value, but do not fulfil the condition. */
export function countMismatches(rows: readonly Row[], condition: WhereCondition): number {
	const passes = createRowTest(condition);
	const values = rows.map((row) => conditionValue(row, condition) ?? null);
	return values.filter((value) => hasValue(value) && !passes(value)).length;
}

/** Says how many records have another value than a filter. A value that may be an ID or a name has to be in some. */
export function otherValueNotices(rows: readonly Row[], filters: readonly ShownFilter[]): Notice[] {
	const textOf = (value: JsonValue) => comparableText(fieldText(value)).replace(/^www\./, '');
	return filters.flatMap(({ label, columns = [], texts = [], isCertain }): Notice[] => {
		const wanted = texts.map(textOf);
		const isOther = (cells: readonly JsonValue[]) =>
			!cells.some((cell) => wanted.includes(textOf(cell)));
		const cellsOf = (name: string) =>
			rows.map(({ record }) => [getField(asRecord(record), name)].flat().filter(hasValue));
		const all = columns.map((name) => cellsOf(name).filter((cells) => cells.length > 0));
		const own = all.find((column) => (isCertain && column.length > 0) || !column.every(isOther));
		const count = own?.filter(isOther).length ?? 0;
		const text = `${count} records${projectText(rows)} have another ${label}: the service may not apply this filter.`;
		return count === 0 ? [] : [{ kind: 'note', text }];
	});
}

function conditionValue(row: Row, { field, changed }: WhereCondition): JsonValue | undefined {
	if (field === '_status') return row.status;
	if (field === 'project_name') return row.project?.name;
	return fieldValueInRow(row, { field, changed: row.changes && changed, order: 'asc' });
}

/** For conditions on a change. A sign would mislead, since a lower rank is better. */
const BETTER_OR_WORSE = ['better', 'worse'];

function createRowTest({
	field,
	changed,
	operator,
	value,
}: WhereCondition): (own: JsonValue) => boolean {
	const isRank = isRankChange(changed);
	if (changed !== undefined && operator === '=' && BETTER_OR_WORSE.includes(value.toLowerCase())) {
		const sign = (value.toLowerCase() === 'better') === isRank ? -1 : 1;
		return (own) => sign * (parseNumber(own) ?? 0) > 0;
	}
	if (isRank) {
		throw new DescribedError(
			`'Where' cannot compare the change of a rank with ${value}: a lower rank is better`,
			`Write ${field} = better or ${field} = worse, and sort by how much.`,
		);
	}
	const wanted = parseNumber(value);
	const text = comparableText(value);
	const moment = parseMoment(value);
	return (own) => {
		if (!hasValue(own)) return false;
		const number = parseNumber(own);
		const ownText = comparableText(fieldText(own));
		const isNumber = wanted !== undefined && number !== undefined;
		const isMixed = (wanted === undefined) !== (number === undefined);
		if (isMixed && /[<>]/.test(operator)) return false;
		const byText = ownText === text ? 0 : ownText < text ? -1 : 1;
		const at = moment === undefined ? undefined : parseMoment(own);
		const byMoment = at === undefined || moment === undefined ? byText : at - moment;
		const order = isNumber ? number - wanted : byMoment;
		return OPERATORS[operator]?.(order, ownText, text) ?? false;
	};
}

function conditionNote(
	{ field, operator, value: wanted, text }: WhereCondition,
	values: ReadonlyArray<JsonValue | undefined>,
	count: number,
	place: string,
): string {
	const own = values.flatMap((value = null) => (hasValue(value) ? [value] : []));
	const without = values.length - own.length;
	const empty =
		without > 0
			? `${field} is missing in ${without} of ${values.length} records${place}, so the condition left these out.`
			: '';
	const isAmount = /[<>]/.test(operator) && parseNumber(wanted) !== undefined;
	const mixed = textsAmongNumbers(field, values, 'The condition left these out.');
	const note = [empty, ...(isAmount ? mixed : [])].join(' ').trim();
	if (count > 0 || own.length === 0) return note;
	const numbers = own.flatMap((value) => parseNumber(value) ?? []);
	const there =
		numbers.length > 0
			? `${field} goes from ${numbers.reduce((one, other) => Math.min(one, other))} to ${numbers.reduce((one, other) => Math.max(one, other))}`
			: `${field} is ${[...new Set(own.map((value) => fieldText(value)))].slice(0, 10).map(quoted).join(', ')}`;
	return `${quoted(text)} leaves none of ${values.length} records${place}: ${there}. ${note}`.trim();
}

/** Outsiders may have written the text, so it stands out from the words of the node. */
function quoted(text: string): string {
	return JSON.stringify(excerpt(text, 80));
}

function unknownFieldError({ field }: WhereCondition, rows: readonly Row[]): DescribedError {
	const status = rows.some((row) => row.status !== undefined) ? ['_status'] : [];
	return new DescribedError(
		`No record has a field '${field}' that 'Where' could compare`,
		`Use one of these: ${fieldNamesText([...status, ...sortableFieldsOf(rows)])}.`,
	);
}
