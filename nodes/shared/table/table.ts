import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, groupBy, isObject, type Notice, addReaderTextToNotice } from '../base';

export interface Project {
	readonly id: string;
	/** Equals `id` if the service sends no name. */
	readonly name: string;
	/** Comes only from the GEO API (public docs). */
	readonly url?: string;
	/** A day, such as `2026-11-02`. Comes only from the GEO API (public docs). */
	readonly createdOn?: string;
	readonly enteredName?: string;
}

/** Two ISO dates, such as `2026-11-02`. A period that starts or ends within a day has ISO date-times. */
export interface PeriodDays {
	readonly start: string;
	readonly end: string;
}

export interface RowSegment {
	/** What the user chose in 'Split By', such as `Day`. */
	readonly label: string;
	readonly name: string;
	readonly period: PeriodDays;
	/** Whether the segment is incomplete, such as a week of 3 days. */
	readonly isShort?: boolean;
	readonly comparedWith?: PeriodDays;
}

export interface ProjectAndSegment {
	readonly project?: Project;
	readonly segment?: RowSegment;
}

/** How a number changed since the previous period. If one of the two periods lacks the number, `change` is missing. */
export interface NumberChange {
	readonly before?: number;
	readonly change?: number;
	/** The change in percent of `before`, or `null` if `before` is 0. */
	readonly percent?: number | null;
}

/** A record as the service sent it, and what the node knows about it. */
export interface Row extends ProjectAndSegment {
	readonly record: JsonValue;
	/** Says which periods have the row. `new`: the current one, `gone`: the previous one, `kept`: both. */
	readonly status?: 'gone' | 'kept' | 'new';
	/** Maps the name of each number field to its change. */
	readonly changes?: ReadonlyMap<string, NumberChange>;
}

/** The meaning of a field that a comparison adds: `score_change` is the `change` of `score`. */
export interface ChangedField {
	readonly numberField: string;
	readonly changeKind: keyof NumberChange;
}

/** How to sort rows. `move` puts the largest change first, whether up or down. */
export interface SortBy {
	readonly field: string;
	/** The meaning of a name such as `score_change`. `undefined` for other names. */
	readonly changed?: ChangedField;
	readonly order: 'asc' | 'desc' | 'move';
}

export interface WhereCondition extends Pick<SortBy, 'changed' | 'field'> {
	readonly operator: string;
	readonly value: string;
	/** The whole condition, such as `avg_rank > 5`. */
	readonly text: string;
}

/** A filter that the service applies. The node checks whether all records have its value. */
export interface ShownFilter extends Pick<WhereCondition, 'field' | 'value'> {
	readonly label?: string;
	/** The columns in which the node looks for the value. */
	readonly columns?: readonly string[];
	/** The value as it is sent and as it is shown, such as an ID and its name. */
	readonly texts?: readonly string[];
	/** Whether `texts` has both the ID and the name of a value that has both. */
	readonly isCertain?: boolean;
	/** Whether the user wrote the filter in the field 'Where'. */
	readonly isInWhere?: boolean;
}

export interface QueryOptions {
	readonly limit: number;
	/** Whether the limit counts the records of all projects and segments together. */
	readonly isLimitShared?: boolean;
	/** Tells the user how to get all records: `To get all, turn on 'Return All'.` */
	readonly adviceToGetAll?: string;
	/** The name of the records in an answer to an AI model. The default is the title of the operation. */
	readonly dataName?: string;
	/** How many records the AI model already has: the value of 'Next'. `undefined` for operations without this field. */
	readonly offset?: number;
	readonly project?: string;
	/** An open period has no `start` or no `end`. */
	readonly period?: Partial<PeriodDays>;
	readonly includesToday?: boolean;
	/** Whether the period includes days after today. */
	readonly isAhead?: boolean;
	/** What one record is called in the names of fields, such as `prompt`. */
	readonly recordNoun?: string;
	readonly dimensions?: readonly string[];
	/** The number fields that the user named. No documentation gives their units. */
	readonly measures?: readonly string[];
	/** The `measures` that the documentation does not list. */
	readonly otherMeasures?: readonly string[];
	readonly filters?: readonly ShownFilter[];
	readonly sort?: readonly SortBy[];
	readonly conditions?: readonly WhereCondition[];
	/** Each condition as a text. Conditions that the service applies as filters are included. */
	readonly conditionTexts?: readonly string[];
}

export interface ComparedPeriods {
	/** The name of the other period, such as `the period before`. */
	readonly otherPeriodName: string;
	readonly days: PeriodDays;
	readonly otherDays: PeriodDays;
}

export interface Table {
	readonly rows: readonly Row[];
	/** How many records there are, as far as the node knows. Never less than the number of rows. */
	readonly total: number;
	/** Whether the limit may have cut off rows. */
	readonly isCut: boolean;
	readonly isTotalMinimum: boolean;
	/** Whether the records may be in another order than 'Sort' asks for. */
	readonly isUnsorted: boolean;
	readonly errors: readonly Error[];
	/** The same notice may come several times. */
	readonly notices: readonly Notice[];
	/** The two periods that are compared. If 'Split By' is set, those of the first day, week or month. */
	readonly comparedWith?: ComparedPeriods;
	/** Has an entry for each project, also for a project without rows. */
	readonly projectTables: readonly ProjectTable[];
	/** The total of a report, which is its row without dimensions. The node reads it only for messages. */
	readonly overall?: Row;
	/** Whether the service returned records. 'Where' may have removed them all. */
	readonly hasRecords?: boolean;
	/** The comparison period, if it has no records. The table is not compared then. */
	readonly emptyPeriod?: PeriodDays;
}

export interface ProjectTable {
	readonly project: Project;
	readonly table: Table;
}

/** `2026-11-02 to 2026-11-08`, or `2026-11-02` for one day */
export function daysText({ start, end }: PeriodDays): string {
	return start === end ? start : `${start} to ${end}`;
}

/** Counts the days of a period, including the first and the last. Returns `NaN` for an open period. */
export function countDays({ start = '', end = '' }: Partial<PeriodDays>): number {
	const [from = NaN, to = NaN] = [start, end].map((text) => Date.parse(text.slice(0, 10)));
	return Math.round((to - from) / 86_400_000) + 1;
}

export const EMPTY_TABLE = joinTables([]);

export function joinTables(tables: readonly Table[]): Table {
	// For 100,000 rows, this loop is several times faster than `flatMap`.
	const all: Row[] = [];
	for (const { rows } of tables) for (const row of rows) all.push(row);
	return {
		rows: all,
		total: tables.reduce((sum, { total }) => sum + total, 0),
		isCut: tables.some(({ isCut }) => isCut),
		isTotalMinimum: tables.some(({ isTotalMinimum }) => isTotalMinimum),
		isUnsorted: tables.some(({ isUnsorted }) => isUnsorted),
		errors: tables.flatMap(({ errors }) => errors),
		notices: tables.flatMap(({ notices }) => notices),
		projectTables: tables.flatMap(({ projectTables }) => projectTables),
		comparedWith: tables.find(({ comparedWith }) => comparedWith !== undefined)?.comparedWith,
		overall: tables.find(({ overall }) => overall !== undefined)?.overall,
		hasRecords: tables.some(({ hasRecords }) => hasRecords),
		emptyPeriod: tables.find(({ emptyPeriod }) => emptyPeriod !== undefined)?.emptyPeriod,
	};
}

/**
 * Returns a function that gives each project a unique name. Projects that are all called Acme get their IDs: `Acme (1)`
 * and `Acme (2)`. A project that is really called `Acme (2)` gets its ID, too.
 */
export function createProjectNamer(projects: readonly Project[]): (project: Project) => string {
	const nameWithId = ({ id, name }: Project) => `${name} (${id})`;
	const byId = new Map(projects.map((project) => [project.id, project]));
	const taken = [...byId.values()].flatMap((project) => [project.name, nameWithId(project)]);
	const counts = groupBy(taken, (name) => name);
	return (project) =>
		(counts.get(project.name)?.length ?? 0) > 1 ? nameWithId(project) : project.name;
}

export function withUniqueProjectNames(table: Table): Table {
	const { projectTables, rows } = table;
	const nameOf = createProjectNamer(projectTables.map(({ project }) => project));
	const named = <Placed extends ProjectAndSegment>(placed: Placed): Placed => {
		const { project } = placed;
		return project ? { ...placed, project: { ...project, name: nameOf(project) } } : placed;
	};
	return {
		...table,
		rows: rows.map((row) => named(row)),
		projectTables: projectTables.map((own) => named(own)),
	};
}

/** Returns ` of Acme` for rows of the project Acme. */
export function formatProjectSuffix([first]: readonly Row[]): string {
	return first?.project === undefined ? '' : ` of ${first.project.name}`;
}

/** 5 → `{ value: 5 }` */
export function asRecord(value: JsonValue, name = 'value'): JsonObject {
	return isObject(value) ? value : { [name]: value };
}

/** The endings of fields that a comparison adds: `score_previous` is the `before` of `score`. */
export const CHANGE_FIELD_ENDINGS = [
	['before', '_previous'],
	['change', '_change'],
	['percent', '_change_percent'],
] as const satisfies ReadonlyArray<readonly [keyof NumberChange, string]>;

/** The name of the field with the status of a row: `new`, `gone` or `kept`. */
export const STATUS_FIELD = '_status';

/** `score` or `score_change` → `score_change` */
export function toChangeFieldName(name: string): string {
	return name.endsWith('_change') ? name : `${name}_change`;
}

/** `score_change` → `{ numberField: 'score', changeKind: 'change' }` */
export function parseChangedField(name: string): ChangedField | undefined {
	const [, numberField, end] =
		/^(.+?)(_previous|_change|_change_percent)(?:_\d+)?$/.exec(name) ?? [];
	const [changeKind] = CHANGE_FIELD_ENDINGS.find(([, own]) => own === end) ?? [];
	if (numberField === undefined || changeKind === undefined) return undefined;
	return { numberField, changeKind };
}

/**
 * Adds the project and the segment, such as a week, to the text of an error.
 *
 * @param missing what could not be read, such as `The comparison period`. The default is all data of the project or
 * segment
 * @param period the name of the period that could not be read, if two are compared
 */
export function addPlaceToError(
	error: Error,
	{ segment, project }: ProjectAndSegment,
	missing?: string,
	period?: string,
): Error {
	const names = [missing, segment?.name, project?.name].filter((name) => name !== undefined);
	const places = [
		period,
		segment && `the ${segment.label.toLowerCase()} ${segment.name}`,
		project && `the project ${project.name} (${project.id})`,
	].filter((place) => place !== undefined);
	if (!(error instanceof DescribedError)) return error;
	return places.reduce((placed, place) => placed.copyWithPlace(place, names.join(' of ')), error);
}

/** Adds a text for the readers of a message, such as `Some data of Acme may be missing.` */
export function addProjectToNotices(
	notices: readonly Notice[],
	{ project }: ProjectAndSegment,
): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => addReaderTextToNotice(notice, what));
}
