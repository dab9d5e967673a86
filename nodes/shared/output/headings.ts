import {
	capitalize,
	excerpt,
	fieldText,
	formatNameList,
	groupBy,
	hasValue,
	isRankField,
	mayLackRecords,
} from '../base';
import {
	areSorted,
	countDays,
	type ProjectTable,
	type SortBy,
	type Table,
	type WhereCondition,
} from '../table';
import {
	buildViewRows,
	createFigureWriter,
	fieldLabelOf,
	isTimeKey,
	LABEL_REMARK,
	type ViewContext,
	type ViewRow,
} from './cells';
import { type FieldKey, SEGMENT, PROJECT } from './columns';
import { findTerm } from './terms';
import { formatMove, toPlainLine } from './words';

function measureLabelOf(name: string, context: ViewContext): string {
	return fieldLabelOf(name, context).replace(LABEL_REMARK, '');
}

/** Writes a title, such as `Acme: share of voice by topic`. */
export function messageTitle(context: ViewContext): string {
	const { settings, all } = context;
	if (settings.title !== '') return settings.title;
	const { dimensions, measures = [], recordNoun = '' } = settings.selection;
	const figures = dimensions === undefined ? [] : measures;
	const labels = figures.map((name) => measureLabelOf(name, context));
	const subjects = findTerm(recordNoun, true) ?? settings.operationTitle;
	const what = labels.length > 0 ? labels.join(', ') : subjects;
	const parts = [
		...(all[0]?.row.segment === undefined ? [] : [fieldLabelOf(SEGMENT, context)]),
		...(dimensions ?? []).map((name) => fieldLabelOf(name, context)),
	];
	const own = parts.length > 0 ? `${what} by ${parts.join(' and ')}` : what;
	const who = clientsText(context);
	return who === '' ? capitalize(own) : `${who}: ${own}`;
}

/** Returns the name of the project, or `2 of 3 clients`. */
function clientsText({ settings: { projectName, projectTables = [] }, all }: ViewContext): string {
	const named = all.flatMap(({ fields }) => fieldText(fields.get(PROJECT)) || []);
	const [first = '', ...others] = new Set(named);
	const count = Math.max(others.length + 1, projectTables.length);
	const failed = projectTables.filter(isFailed).length;
	const clients = `${failed === 0 ? '' : `${count - failed} of `}${count} clients`;
	return projectName ?? (count > 1 ? clients : first);
}

/**
 * Writes a subject line: `Acme: share of voice 32.6%, Nov 14 – 20, 2026`. If the user entered a title, returns this
 * title.
 */
export function messageSubject(context: ViewContext, title: string, total: string): string {
	const { settings, format } = context;
	if (settings.title !== '') return title;
	const { start, end } = settings.selection.period ?? {};
	const who = clientsText(context);
	const what = total === '' || who === '' ? title : `${who}: ${total}`;
	return [what, format.writePeriod(start, end)].filter((text) => text !== '').join(', ');
}

/** Writes `Nov 14 – 20, 2026, compared with Nov 7 – 13, 2026`. Without dates, writes the day of the run. */
export function messagePeriod({ settings, all, roles, compared, format }: ViewContext): string {
	const { selection, now, comparedWith } = settings;
	const { start, end } = selection.period ?? {};
	const days = format.writePeriod(start, end) || `As of ${format.writeDay(now)}`;
	const isShown = all.length === 0 || roles.figures.some((name) => compared.has(name));
	if (comparedWith === undefined || !isShown || settings.hasRecords === false) return days;
	if (all.length > 0 && isTimeKey(SEGMENT, all)) {
		return `${days}, each compared with ${comparedWith.otherPeriodName}`;
	}
	const { otherDays } = comparedWith;
	const [own, other] = [countDays(selection.period ?? {}), countDays(otherDays)];
	const counted = (count: number) =>
		own === other ? '' : ` (${count} ${count === 1 ? 'day' : 'days'})`;
	const otherText = format.writePeriod(otherDays.start, otherDays.end);
	return `${days}${counted(own)}, compared with ${otherText}${counted(other)}`;
}

/** Names the filters and conditions with their values: `Market: Germany · Visibility change < 0`. */
export function filtersText(context: ViewContext): string {
	const { filters = [], conditions = [] } = context.settings.selection;
	const said = filters.flatMap(({ label, value }) => (label ? `${label}: ${value}` : []));
	const conditionTexts = conditions.map(
		(condition) => `${changedLabelOf(condition, context)} ${condition.operator} ${condition.value}`,
	);
	return toPlainLine([...said, ...conditionTexts].map(capitalize).join(' · '), 300);
}

const CHANGE_WORDS = { before: 'before', change: 'change', percent: 'change in percent' } as const;

/** `avg_visibility_score_change` → `visibility change` */
function changedLabelOf(by: Pick<SortBy, 'changed' | 'field'>, context: ViewContext): string {
	const { field, changed } = by;
	if (changed === undefined) return measureLabelOf(field, context);
	return `${measureLabelOf(changed.numberField, context)} ${CHANGE_WORDS[changed.changeKind]}`;
}

/** Returns `, sorted by visibility change` or `, newest first`. Returns an empty text if the rows are not sorted. */
export function describeOrder(context: ViewContext): string {
	const { settings, roles } = context;
	const [by] = settings.selection.sort ?? [];
	const rows = context.rows.map(({ row }) => row);
	if (!areSorted(rows, by, settings.isUnsorted) || roles.sections.length > 0) return '';
	const isDate = by.changed === undefined && isDateField(by.field, context);
	if (!isDate) return `, sorted by ${changedLabelOf(by, context)}`;
	return by.order === 'asc' ? ', oldest first' : ', newest first';
}

/** Returns a function that writes the total of a project: `share of voice 32.6% (▲ 0.9 pts)`. */
export function createTotalWriter(context: ViewContext): (projectId?: string) => string {
	const { settings, format } = context;
	const { projectTables = [], selection } = settings;
	const totals = projectTables.flatMap(({ table: { overall } }) => overall ?? []);
	const { rows, compared } = buildViewRows(totals, [], format);
	const figures = (selection.measures ?? []).filter((name) =>
		rows.some(({ fields }) => hasValue(fields.get(name))),
	);
	const write = createFiguresWriter(figures, { ...context, rows, all: rows, compared });
	return (projectId) => {
		const own = projectTables.find(({ project }) => project.id === projectId);
		const row = rows.find((one) => one.row === own?.table.overall);
		return row === undefined ? '' : write(row);
	};
}

/** Returns a function that writes the figures of a row with their labels: `visibility 34.3, rank 2`. */
export function createFiguresWriter(figures: readonly string[], context: ViewContext) {
	const writers = figures.map((name) => {
		const [label, write] = [measureLabelOf(name, context), createFigureWriter(name, context)];
		return (row: ViewRow) => {
			const { text, move } = write(row);
			const moved = move === undefined ? '' : ` (${formatMove(move)})`;
			return text === undefined ? [] : `${label} ${text}${moved}`;
		};
	});
	return (row: ViewRow) => writers.flatMap((write) => write(row)).join(', ');
}

const isFailed = ({ table }: ProjectTable) => table.rows.length === 0 && table.errors.length > 0;

/** Writes sentences about unfinished days and weeks, missing data, and projects without records. */
export function messageNotes(context: ViewContext): string[] {
	const { settings, all, format } = context;
	const { missing = [], notes = [], selection, comparedWith, projectTables = [] } = settings;
	const period = selection.period ?? {};
	const short = all.flatMap(({ row }) => (row.segment?.isShort === true ? row.segment.period : []));
	const shortNames = new Set(short.map(({ start, end }) => format.writePeriod(start, end)));
	const isWhole = [period.end, comparedWith?.otherDays.end].every((day) => day?.length === 10);
	const today = `${format.writeDay(settings.now)} was not over when this was written, so its numbers are not final.`;
	const said = [
		...(selection.includesToday === true
			? [`${today}${isWhole && comparedWith ? ' They are compared with a whole day.' : ''}`]
			: []),
		...(shortNames.size > 0
			? [`Not a whole ${fieldLabelOf(SEGMENT, context)}: ${[...shortNames].join('; ')}.`]
			: []),
		...explainMissingData(projectTables, context),
		...missing,
	];
	const isEmpty = all.length === 0 && projectTables.length === 0 && missing.length === 0;
	return [...said, ...(isEmpty ? [writeNoRecordsSentence('', context)] : []), ...notes];
}

/** Stands for the names of projects in a sentence about them. */
const NAMES = '{names}';

/** The maximum length of these names together, in characters. */
const MAX_NAMES_LENGTH = 160;

/** Says which projects have no records, and why. Projects with the same reason share a sentence. */
function explainMissingData(all: readonly ProjectTable[], context: ViewContext): string[] {
	const bySentence = groupBy(all, ({ table }) => missingDataSentence(table, context));
	return [...bySentence].flatMap(([sentence, own]) => {
		const longest = MAX_NAMES_LENGTH / Math.min(own.length, 10);
		const names = own.map(({ project }) => project.name);
		const list = formatNameList(names, 10, (name) => excerpt(name, longest));
		return sentence === '' ? [] : sentence.replace(NAMES, () => list);
	});
}

/** Returns an empty text for a project that has records, or of which something could not be read. */
function missingDataSentence(table: Table, context: ViewContext): string {
	const { settings, format } = context;
	if (table.emptyPeriod !== undefined) {
		const days = format.writePeriod(table.emptyPeriod.start, table.emptyPeriod.end);
		return `There are no numbers of ${NAMES} for ${days}, so there is nothing to compare with.`;
	}
	const hasRows = table.rows.length > 0 && table.hasRecords !== false;
	if (hasRows || table.errors.length > 0) return '';
	if (table.hasRecords !== true) return writeNoRecordsSentence(` for ${NAMES}`, context);
	const { conditions = [] } = settings.selection;
	const isKnown = conditions.length > 0 && !table.notices.some(mayLackRecords);
	return isKnown ? writeNoMatchSentence(conditions, context) : '';
}

function writeNoRecordsSentence(of: string, { settings: { selection } }: ViewContext): string {
	const { dimensions, recordNoun, period } = selection;
	const things = dimensions === undefined ? pluralTermOf([recordNoun]) : 'data';
	return `No ${things}${of}${period?.start === undefined ? '' : ' in these days'}.`;
}

/** Writes `No prompt of Acme fell.` if the only condition is about falls. */
function writeNoMatchSentence(
	[condition, ...others]: readonly WhereCondition[],
	{ settings: { selection } }: ViewContext,
): string {
	const isTotal = selection.dimensions?.length === 0;
	if (isTotal) return `The numbers of ${NAMES} do not meet the conditions of this list.`;
	const noun = selection.dimensions?.[0] ?? selection.recordNoun ?? '';
	const what = `No ${findTerm(noun, false) ?? 'row'} of ${NAMES}`;
	const verb = others.length === 0 && condition ? verbOfCondition(condition) : undefined;
	return verb === undefined ? `${what} meets the conditions of this list.` : `${what} ${verb}.`;
}

function verbOfCondition({ changed, operator, value }: WhereCondition): string | undefined {
	if (changed === undefined || changed.changeKind === 'before') return undefined;
	const isRank = isRankField(changed.numberField);
	const word = Number(value) === 0 ? operator : `${operator} ${value.toLowerCase()}`;
	if (word === '<' || word === '= worse') return isRank ? 'got worse' : 'fell';
	if (word === '>' || word === '= better') return isRank ? 'improved' : 'rose';
	return undefined;
}

/** Returns the plural of the first name that has a term: `prompt` → `prompts`. */
export function pluralTermOf(names: ReadonlyArray<FieldKey | undefined>): string {
	const known = [...names, 'record'].map((name) => (name === PROJECT ? 'client' : name));
	const terms = known.flatMap((name) => (typeof name === 'string' ? findTerm(name, true) : []));
	return terms.find((term) => term !== undefined) ?? '';
}

export function isDateField(name: FieldKey, { rows, format }: ViewContext): boolean {
	const values = rows.map(({ fields }) => fields.get(name)).filter((value) => hasValue(value));
	return values.length > 0 && values.every((value) => format.isDate(value));
}

/** Whether a field has dates that a reader could take for the period of the message. */
export function hasMisleadingDates(name: FieldKey, context: ViewContext): boolean {
	const { fields = [], selection } = context.settings;
	const { dimensions = [], period, sort = [] } = selection;
	const chosen: FieldKey[] = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = fields.length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateField(name, context);
}
