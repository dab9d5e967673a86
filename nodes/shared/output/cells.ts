import type { JsonValue } from 'n8n-workflow';
import {
	DescribedError,
	fieldNames,
	fieldText,
	clearInvalidRank,
	isRankField,
	isShareField,
	parseNumber,
} from '../base';
import { asRecord, createProjectNamer, type Row, type Table } from '../table';
import {
	type FieldChoice,
	type FieldKey,
	type FieldRoles,
	figuresWithBars,
	FLAGS,
	SEGMENT,
	PROJECT,
	type ViewFields,
} from './columns';
import { condenseRecords, type MessageChoice, toSheetRows } from './records';
import { findTerm } from './terms';
import {
	type ComparedNumber,
	decimalsFor,
	type LocaleFormat,
	type Move,
	NO_VALUE,
	shortenMidnightsToDates,
	toPlainLine,
	getDisplayedChange,
} from './words';

export interface MessageSettings
	extends
		FieldChoice,
		Pick<MessageChoice, 'locale' | 'now' | 'numberFormat' | 'projectName' | 'title' | 'zone'>,
		Partial<Pick<Table, 'comparedWith' | 'hasRecords' | 'isTotalMinimum' | 'isUnsorted'>> {
	readonly operationTitle: string;
	/** The number of all rows, if the limit has cut off some. Otherwise, `undefined`. */
	readonly total?: number;
	/** Sentences for the reader about missing data. */
	readonly missing?: readonly string[];
	readonly notes?: readonly string[];
}

export interface Cell {
	readonly text?: string;
	readonly move?: Move;
	readonly now?: number;
	readonly changeNumber?: number;
	/** The length of the bar, from 0 to 1. */
	readonly bar?: number;
	/** The length of each period's bar, from 0 to 1. `undefined` for a period without a number. */
	readonly series?: ReadonlyArray<number | undefined>;
	readonly url?: string;
}

const MAX_LENGTHS = { name: 120, value: 80, project: 60, label: 40 };

export interface ViewRow {
	/** The fields of the flat record, and the texts for {@link PROJECT}, {@link SEGMENT} and {@link FLAGS}. */
	readonly fields: ViewFields;
	readonly row: Row;
}

/** `rows` are in the order of the message, `all` in the order of the table. */
export interface ViewContext {
	readonly settings: MessageSettings;
	readonly all: readonly ViewRow[];
	readonly rows: readonly ViewRow[];
	readonly roles: FieldRoles;
	readonly compared: ReadonlySet<string>;
	readonly format: LocaleFormat;
}

/** Returns the values of the keys: `Espresso machines · ChatGPT`. Returns `undefined` if all are empty. */
export function rowNameOf(
	{ fields }: ViewRow,
	keys: readonly FieldKey[],
	format: LocaleFormat,
): string | undefined {
	const texts = keys.map((key) => format.writeValue(fields.get(key), MAX_LENGTHS.name));
	if (texts.every((text) => text === undefined)) return undefined;
	return texts.map((text) => text ?? NO_VALUE).join(' · ');
}

/** Whether all values of a column are days, or all rows have a segment, such as a week. */
export function isTimeKey(key: FieldKey, rows: readonly ViewRow[]): boolean {
	if (key === SEGMENT) return rows.every(({ row }) => row.segment !== undefined);
	return rows.every(({ fields }) => isDay(fields.get(key)));
}

export function isInOrderOfTime(key: FieldKey, { rows, settings }: ViewContext): boolean {
	return (settings.selection.sort ?? []).length === 0 && isTimeKey(key, rows);
}

const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** Writes the value of a field: `in_review` as a status → `in review`. */
export function writeField(name: FieldKey, row: ViewRow, format: LocaleFormat): string | undefined {
	const value = row.fields.get(name);
	const isStatus = name === 'status' && typeof value === 'string';
	return format.writeValue(isStatus ? value.replaceAll('_', ' ') : value, MAX_LENGTHS.value);
}

export function buildViewRows(
	rows: readonly Row[],
	frontFields: readonly string[],
	format: LocaleFormat,
) {
	const records = rows.map(({ record }) => asRecord(record));
	const flat = shortenMidnightsToDates(toSheetRows(condenseRecords(records)));
	const columns = fieldNames(flat);
	const isFlag = (name: string) => flat.every((row) => typeof row[name] === 'boolean');
	const flags = columns.filter(isFlag);
	const names = columns.filter((name) => !frontFields.includes(name) && !isFlag(name));
	const projects = projectNames(rows, format);
	return {
		compared: new Set(rows.flatMap(({ changes }) => [...(changes?.keys() ?? [])])),
		rows: rows.map((row, at): ViewRow => {
			const { period } = row.segment ?? {};
			const raised = flags.filter((name) => flat[at]?.[name] === true);
			const fields = new Map<FieldKey, JsonValue>();
			if (projects[at] !== '') fields.set(PROJECT, projects[at] ?? '');
			if (period) fields.set(SEGMENT, format.writePeriod(period.start, period.end));
			for (const name of names) fields.set(name, clearInvalidRank(name, flat[at]?.[name] ?? null));
			if (flags.length > 0) fields.set(FLAGS, raised.map(termOf).join(', '));
			return { row, fields };
		}),
	};
}

/** Matches the remark after a name: `rank (1 is best)`. */
export const LABEL_REMARK = / \([^(]*\)$/;

/** Returns a name in words: `rank` → `rank (1 is best)`. */
export const termOf = (name: string) => findTerm(name) ?? nameInWords(name);

function projectNames(rows: readonly Row[], format: LocaleFormat): string[] {
	const inWords = (text = '') => format.writeValue(text, MAX_LENGTHS.project) ?? '';
	const projects = rows.map(({ project }) => {
		const id = inWords(project?.id);
		return { id, name: inWords(project?.name) || id };
	});
	return projects.map(createProjectNamer(projects));
}

/** Returns the label of a field for the middle of a sentence: `model` → `AI platform`. */
export function fieldLabelOf(name: FieldKey, { all, settings }: ViewContext): string {
	if (name === PROJECT) return 'client';
	if (name === FLAGS) return '';
	if (typeof name === 'symbol') return termOf(all[0]?.row.segment?.label ?? '');
	if (name === 'count') return findTerm(settings.selection.recordNoun ?? '', true) ?? name;
	return termOf(name);
}

const UPPERCASE_WORDS = ['id', 'url', 'ai', 'geo', 'seo'];

/** Writes a name in words: `best-geo-tool_name` → `best GEO tool`. */
function nameInWords(name: string): string {
	const words = toPlainLine(name.replace(/_name$/, ''), MAX_LENGTHS.label)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => (UPPERCASE_WORDS.includes(word.toLowerCase()) ? word.toUpperCase() : word));
	return words.join(' ');
}

function comparedNumberOf(name: string, { fields, row }: ViewRow, factor: number): ComparedNumber {
	const { before, change } = row.changes?.get(name) ?? {};
	const scaled = (value?: number) =>
		value === undefined ? undefined : Number((value * factor).toPrecision(12));
	return {
		now: scaled(parseNumber(fields.get(name))),
		before: scaled(before),
		change: scaled(change),
		status: row.status,
	};
}

/**
 * Returns a function that writes the cells of a field, all with the same number of decimals. If 'Number Format' is for
 * fractions, 0.4 becomes 40%.
 *
 * @throws DescribedError if 'Number Format' is for fractions, but a number is larger than 1
 */
export function createFigureWriter(
	name: string,
	{ settings, rows, roles, compared, format }: ViewContext,
): (row: ViewRow) => Cell {
	const hasPercentSign = rows.some(({ fields }) => fieldText(fields.get(name)).includes('%'));
	const numberFormat = isShareField(name) && !hasPercentSign ? settings.numberFormat : 'asIs';
	const factor = numberFormat === 'fraction' ? 100 : 1;
	const all = rows.map((row) => comparedNumberOf(name, row, factor));
	const numbers = all.map(({ now = 0 }) => now);
	const largestNumber = numbers.reduce((one, other) => Math.max(one, other), 0);
	if (factor > 1 && largestNumber > 100) throw noFractionError(name, largestNumber / factor);
	const changes = all.map(({ change = 0 }) => change);
	const hasBar = figuresWithBars(roles.figures).includes(name);
	const isDrawn = hasBar && largestNumber > 0 && numbers.every((number) => number >= 0);
	const isPercent = hasPercentSign || numberFormat !== 'asIs';
	// The bar of a share is full at 100 %, which is 1 or 100. The bar of any other figure is full at the largest number.
	const fullShare = largestNumber <= 1 && !isPercent ? 1 : Math.max(largestNumber, 100);
	const fullBar = isShareField(name) ? fullShare : largestNumber;
	const decimals = decimalsFor([...numbers, ...changes]);
	const scale = { decimals, isPercent, isRank: isRankField(name) };
	return (row) => {
		const number = comparedNumberOf(name, row, factor);
		const { now } = number;
		// A row without a status was not compared, because the comparison of its project failed.
		const hasChange = compared.has(name) && number.status !== undefined;
		return {
			text: now === undefined ? writeField(name, row, format) : format.writeNumber(now, scale),
			move: hasChange ? format.writeMove(number, scale) : undefined,
			now,
			changeNumber: getDisplayedChange(number, scale),
			bar: isDrawn && now !== undefined ? now / fullBar : undefined,
		};
	};
}

function noFractionError(name: string, value: number): DescribedError {
	return new DescribedError(
		`'Number Format' is for fractions from 0 to 1, but ${name} is ${value}`,
		"Choose Percent (0–100) in 'Number Format', or As It Is.",
	);
}
