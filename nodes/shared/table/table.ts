import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, groupBy, isObject, type Notice, noticeForReader } from '../base';

export interface Project {
	readonly id: string;
	/** The ID if the service sends no name. */
	readonly name: string;
	/** Only the GEO API sends it (public docs). */
	readonly url?: string;
	/** A day. Only the GEO API sends it (public docs). */
	readonly createdOn?: string;
	readonly nameFromModel?: string;
}

/** ISO dates; an ISO date-time if the period starts or ends within a day. */
export interface PeriodDays {
	readonly start: string;
	readonly end: string;
}

export interface RowSegment {
	/** The entry of Split By, such as Day. */
	readonly label: string;
	readonly name: string;
	readonly period: PeriodDays;
	/** Whether the part is shorter than its unit, such as the first days of a week. */
	readonly isShort?: boolean;
	readonly comparedWith?: PeriodDays;
}

export interface ProjectAndSegment {
	readonly project?: Project;
	readonly segment?: RowSegment;
}

/** The number before, and its change. If a period lacks the number, there is no change. */
export interface NumberChange {
	readonly before?: number;
	readonly change?: number;
	/** The change in percent of `before`, or `null` if `before` is 0. */
	readonly percent?: number | null;
}

/** A record as the service sent it, and what the node knows about it. */
export interface Row extends ProjectAndSegment {
	readonly record: JsonValue;
	/** The result of a comparison. `kept` means that both periods have the row. */
	readonly status?: 'gone' | 'kept' | 'new';
	/** The changes in a compared row, by the names of the numbers. */
	readonly changes?: ReadonlyMap<string, NumberChange>;
}

/** The meaning of a field that a comparison adds: `score_change` is the `change` of `score`. */
export interface ChangedField {
	readonly numberField: string;
	readonly changeKind: keyof NumberChange;
}

/** The order `move` puts the largest change first, whether up or down. */
export interface SortBy {
	readonly field: string;
	/** Set if a comparison adds the field, such as `score_change`. */
	readonly changed?: ChangedField;
	readonly order: 'asc' | 'desc' | 'move';
}

export interface WhereCondition {
	readonly field: string;
	/** Set if a comparison adds the field, such as `score_change`. */
	readonly changed?: ChangedField;
	readonly operator: string;
	readonly value: string;
	/** For example `avg_rank > 5`. */
	readonly text: string;
}

/** A filter that the service applies. The node checks whether the records fit it. */
export interface ShownFilter extends Pick<WhereCondition, 'field' | 'value'> {
	readonly label?: string;
	/** The names of columns that may have the value. */
	readonly columns?: readonly string[];
	/** The value, and its name if it is an ID. */
	readonly texts?: readonly string[];
	/** Whether `texts` has all forms of the value: for one that has an ID and a name, both. */
	readonly isCertain?: boolean;
	/** Whether it was written as a condition of Where. */
	readonly isInWhere?: boolean;
}

export interface QueryOptions {
	readonly limit: number;
	/** Whether one limit holds for all projects and parts together. */
	readonly isLimitShared?: boolean;
	/** How the user gets all records, such as by Return All. */
	readonly adviceToGetAll?: string;
	/** The name of the records for a model, if it is not the title of the operation. */
	readonly dataName?: string;
	/** How many records an AI model already has. Missing if the operation has no field Next to go on after them. */
	readonly offset?: number;
	readonly project?: string;
	/** An open period lacks its start or its end. */
	readonly period?: Partial<PeriodDays>;
	readonly includesToday?: boolean;
	/** Whether the period has days after today. */
	readonly isAhead?: boolean;
	/** The name of one record, as in field names: `prompt`. */
	readonly recordNoun?: string;
	readonly dimensions?: readonly string[];
	/** The number fields that the user named. Set only if no documentation gives the units of numbers. */
	readonly measures?: readonly string[];
	/** Those of `measures` that no documentation names. */
	readonly otherMeasures?: readonly string[];
	/** The filters that the service applies, with their values as the form shows them. */
	readonly filters?: readonly ShownFilter[];
	readonly sort?: readonly SortBy[];
	readonly conditions?: readonly WhereCondition[];
	/** All conditions as texts, also those that the service applies. */
	readonly conditionTexts?: readonly string[];
}

export interface ComparedPeriods {
	/** The name of the other period, such as "the period before". */
	readonly otherPeriodName: string;
	readonly days: PeriodDays;
	readonly otherDays: PeriodDays;
}

export interface Table {
	readonly rows: readonly Row[];
	/** The number of records as far as it is known, at least the number of rows. */
	readonly total: number;
	/** Whether the limit may have cut off rows. */
	readonly isCut: boolean;
	readonly isTotalMinimum: boolean;
	/** Whether Sort could not be applied to all records. */
	readonly isUnsorted: boolean;
	readonly errors: readonly Error[];
	/** May have duplicates. */
	readonly notices: readonly Notice[];
	/** With Split By, the periods of the first part. */
	readonly comparedWith?: ComparedPeriods;
	/** Includes projects without rows. */
	readonly projectTables: readonly ProjectTable[];
	/** The row of a report without its dimensions. It is only read for messages. */
	readonly overall?: Row;
	/** Whether there were records, maybe none that Where keeps. */
	readonly hasRecords?: boolean;
	/** The period to compare with, if it has no records. Nothing is compared then. */
	readonly emptyPeriod?: PeriodDays;
}

export interface ProjectTable {
	readonly project: Project;
	readonly table: Table;
}

/** `2026-11-02 to 2026-11-08`, or only the day */
export function daysText({ start, end }: PeriodDays): string {
	return start === end ? start : `${start} to ${end}`;
}

/** Returns the number of days, including both ends. `NaN` for an open period. */
export function countDays({ start = '', end = '' }: Partial<PeriodDays>): number {
	const [from = NaN, to = NaN] = [start, end].map((text) => Date.parse(text.slice(0, 10)));
	return Math.round((to - from) / 86_400_000) + 1;
}

export const EMPTY_TABLE: Table = {
	rows: [],
	total: 0,
	isCut: false,
	isTotalMinimum: false,
	isUnsorted: false,
	errors: [],
	notices: [],
	projectTables: [],
};

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
 * Returns a function that names projects. If several are called Acme, it adds their IDs: `Acme (1)` and `Acme (2)`. If
 * another project is really called `Acme (2)`, it adds the ID there, too.
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
export function projectText([first]: readonly Row[]): string {
	return first?.project === undefined ? '' : ` of ${first.project.name}`;
}

/** 5 → `{ value: 5 }` */
export function asRecord(value: JsonValue, name = 'value'): JsonObject {
	return isObject(value) ? value : { [name]: value };
}

/** The fields that a comparison adds for each number, by the endings of their names. */
export const CHANGE_FIELD_ENDINGS = [
	['before', '_previous'],
	['change', '_change'],
	['percent', '_change_percent'],
] as const satisfies ReadonlyArray<readonly [keyof NumberChange, string]>;

/** The field in which a comparison writes the status of a row. */
export const STATUS_FIELD = '_status';

/** `score` or `score_change` → `score_change` */
export function changeFieldOf(name: string): string {
	return name.endsWith('_change') ? name : `${name}_change`;
}

/** `score_change` → the `change` of `score` */
export function parseChangedField(name: string): ChangedField | undefined {
	const [, numberField, end] =
		/^(.+?)(_previous|_change|_change_percent)(?:_\d+)?$/.exec(name) ?? [];
	const [changeKind] = CHANGE_FIELD_ENDINGS.find(([, own]) => own === end) ?? [];
	return numberField === undefined || changeKind === undefined
		? undefined
		: { numberField, changeKind };
}

/**
 * Adds the project and the part to an error.
 *
 * @param missing the unread data, if it is not all data of the project or part: `The comparison period`
 * @param period the name of the period that failed, if two are compared
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
	return places.reduce((placed, place) => placed.withPlace(place, names.join(' of ')), error);
}

/** Adds the name of the project to notices, for readers of a message. */
export function addProjectToNotices(
	notices: readonly Notice[],
	{ project }: ProjectAndSegment,
): Notice[] {
	const what = project === undefined ? 'data' : `data of ${project.name}`;
	return notices.map((notice) => noticeForReader(notice, what));
}
