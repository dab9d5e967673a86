import type { JsonObject } from 'n8n-workflow';
import { fieldNames, fieldText, figureValue, isRankName, parseNumber } from '../base';
import { type ComparedPeriods, createProjectNamer, type Row, type Table } from '../table';
import {
	figuresWithBars,
	type FieldChoice,
	FLAGS_FIELD,
	isShareName,
	PART_FIELD,
	PROJECT_FIELD,
	type FieldRoles,
} from './columns';
import { condenseRecords, type MessageChoice, toSheetRows, type WrittenRows } from './records';
import { findTerm } from './terms';
import {
	type ComparedNumber,
	decimalsFor,
	type LocaleFormat,
	toPlainLine,
	shortenMidnights,
	writtenChange,
} from './words';

export interface MessageSettings
	extends
		FieldChoice,
		Pick<MessageChoice, 'locale' | 'now' | 'projectName' | 'title' | 'zone'>,
		Partial<Pick<MessageChoice, 'numberFormat'>>,
		Partial<Pick<Table, 'isTotalMinimum' | 'isUnsorted'>> {
	readonly operationTitle: string;
	readonly failedCount?: number;
	readonly isComplete?: boolean;
	readonly emptyProjects?: readonly string[];
	readonly comparedWith?: Pick<ComparedPeriods, 'otherDays' | 'otherPeriodName'>;
	/** The number of all rows. Missing if the limit has cut off none. */
	readonly total?: number;
	readonly notes?: readonly string[];
}

export interface Cell {
	readonly value: string;
	/** `▲ 2.5`, or `▲ better, was 9` for a rank. Empty if there is no change to show. */
	readonly change: string;
	readonly now?: number;
	readonly changeNumber?: number;
	readonly before?: string;
	/** From 0 to 1. */
	readonly bar?: number;
	readonly url?: string;
}

const MAX_LENGTHS = { name: 120, value: 80, project: 60, label: 40 };

export interface ViewRow {
	/** The flat record, with project, part and flags as fields. */
	readonly fields: JsonObject;
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

/** Returns the value of a key. Without a key, there is only one row: `Overall`. */
export function rowNameOf(
	{ fields }: ViewRow,
	key: string | undefined,
	format: LocaleFormat,
): string {
	if (key === undefined) return 'Overall';
	return format.writeValue(fields[key], MAX_LENGTHS.name);
}

/** Whether the values of a key are days, or the parts are periods. */
export function isTimeKey(key: string | undefined, rows: readonly ViewRow[]): boolean {
	if (key === PART_FIELD) return rows.every(({ row }) => row.part !== undefined);
	return key !== undefined && rows.every(({ fields }) => isDay(fields[key]));
}

export function isInOrderOfTime(key: string | undefined, { rows, settings }: ViewContext): boolean {
	return (settings.selection.sort ?? []).length === 0 && isTimeKey(key, rows);
}

const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** Writes the value of a field: `in_review` as a status → `in review`. */
export function writeField(name: string, { fields }: ViewRow, format: LocaleFormat): string {
	const value = fields[name];
	const isStatus = name === 'status' && typeof value === 'string';
	return format.writeValue(isStatus ? value.replaceAll('_', ' ') : value, MAX_LENGTHS.value);
}

/** Returns flat rows with project, part and flags as fields, and the names of the compared fields. */
export function buildViewRows({ records, rows, added }: WrittenRows, format: LocaleFormat) {
	const flat = shortenMidnights(toSheetRows(condenseRecords(records)));
	const columns = fieldNames(flat);
	const isThere = (name: string) => columns.includes(name);
	const compared = [...added.changes].filter((entry) => entry.flat().every(isThere));
	const known = new Set([...added.frontFields, ...compared.flatMap(([, names]) => names)]);
	const flags = columns.filter((name) => flat.every((row) => typeof row[name] === 'boolean'));
	const names = projectNames(rows, format);
	return {
		compared: new Set(compared.map(([name]) => name)),
		rows: rows.map((row, at): ViewRow => {
			const all = flat[at] ?? {};
			const own = Object.entries(all)
				.filter(([name]) => !known.has(name) && !flags.includes(name))
				.map(([name, value]) => [name, figureValue(name, value)] as const);
			const raised = flags.filter((name) => all[name] === true);
			const said = raised.map((name) => findTerm(name) ?? nameInWords(name));
			const fields = {
				...(names[at] !== '' && { [PROJECT_FIELD]: names[at] ?? '' }),
				...(row.part && {
					[PART_FIELD]: format.writePeriod(row.part.period.start, row.part.period.end),
				}),
				...Object.fromEntries(own),
				...(flags.length > 0 && { [FLAGS_FIELD]: said.join(', ') }),
			};
			return { row, fields };
		}),
	};
}

function projectNames(rows: readonly Row[], format: LocaleFormat): string[] {
	const inWords = (text = '') => (text === '' ? '' : format.writeValue(text, MAX_LENGTHS.project));
	const projects = rows.map(({ project }) => {
		const id = inWords(project?.id);
		return { id, name: inWords(project?.name) || id };
	});
	return projects.map(createProjectNamer(projects));
}

/** Returns the label of a field for the middle of a sentence: `model` → `AI platform`. */
export function fieldLabelOf(name: string, { all, settings }: ViewContext): string {
	if (name === PROJECT_FIELD) return 'client';
	if (name === FLAGS_FIELD) return '';
	if (name === 'count') return findTerm(settings.selection.recordNoun ?? '', true) ?? name;
	const { label = '' } = all[0]?.row.part ?? {};
	if (name === PART_FIELD) return findTerm(label) ?? label;
	return findTerm(name) ?? nameInWords(name);
}

const UPPERCASE_WORDS = ['id', 'url', 'ai', 'geo', 'seo'];

/** Writes a name in words: `best-geo-tool_name` → `best GEO tool`. */
export function nameInWords(name: string): string {
	const words = toPlainLine(name.replace(/_name$/, ''), MAX_LENGTHS.label)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => (UPPERCASE_WORDS.includes(word.toLowerCase()) ? word.toUpperCase() : word));
	return words.join(' ');
}

/** Returns the number and its change. A fraction is shown as a percentage: 0.4 → 40. */
function comparedNumberOf(
	name: string,
	{ numberFormat }: MessageSettings,
	{ fields, row }: ViewRow,
): ComparedNumber {
	const { before, change } = row.changes?.get(name) ?? {};
	const factor = numberFormat === 'fraction' && isShareName(name) ? 100 : 1;
	const scaled = (value?: number) =>
		value === undefined ? undefined : Number((value * factor).toPrecision(12));
	return {
		now: scaled(parseNumber(fields[name])),
		before: scaled(before),
		change: scaled(change),
		status: row.status,
	};
}

/** Returns a function that writes the cells of a field with the same decimals, but with more for very small numbers. */
export function createFigureWriter(
	name: string,
	{ settings, rows, roles, compared, format }: ViewContext,
): (row: ViewRow) => Cell {
	const all = rows.map((row) => comparedNumberOf(name, settings, row));
	const numbers = all.map(({ now = 0 }) => now);
	const changes = all.map(({ change = 0 }) => change);
	const largestNumber = numbers.reduce((one, other) => Math.max(one, other), 0);
	const hasBar = figuresWithBars(roles.figures).includes(name);
	const isDrawn = hasBar && largestNumber > 0 && numbers.every((number) => number >= 0);
	const hasPercentSign = rows.some(({ fields }) => fieldText(fields[name]).includes('%'));
	const isPercent =
		hasPercentSign || (isShareName(name) && (settings.numberFormat ?? 'asIs') !== 'asIs');
	// A full bar stands for 100% or 1, or for the largest number if the field is no share.
	const fullShare = largestNumber <= 1 && !isPercent ? 1 : Math.max(largestNumber, 100);
	const fullBar = isShareName(name) ? fullShare : largestNumber;
	const decimals = decimalsFor([...numbers, ...changes]);
	const scale = { decimals, isPercent, isRank: isRankName(name) };
	return (row) => {
		const number = comparedNumberOf(name, settings, row);
		const { now } = number;
		// A row without a status was not compared: the comparison of its project failed.
		const hasChange = compared.has(name) && number.status !== undefined;
		return {
			value: now === undefined ? writeField(name, row, format) : format.writeNumber(now, scale),
			change: hasChange ? format.writeChange(number, scale) : '',
			before: number.before === undefined ? undefined : format.writeNumber(number.before, scale),
			now,
			changeNumber: writtenChange(number, scale),
			bar: isDrawn && now !== undefined ? now / fullBar : undefined,
		};
	};
}
