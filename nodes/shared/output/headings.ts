import { capitalize, fieldText, hasValue, isRankName } from '../base';
import { comparableText, type NumberChange, type SortBy, type WhereCondition } from '../table';
import {
	type Cell,
	createFigureWriter,
	fieldLabelOf,
	isTimeKey,
	nameInWords,
	rowNameOf,
	type ViewContext,
	type ViewRow,
	writeField,
} from './cells';
import { PART_FIELD, PROJECT_FIELD } from './columns';
import { findTerm } from './terms';
import { fillTemplate, type LocaleFormat, NO_VALUE, toPlainLine } from './words';

type OrderSentences = readonly [title: string, end: string, first: string];

const ORDER_SENTENCES: Readonly<Record<SortBy['order'] | 'fall' | 'rise', OrderSentences>> = {
	asc: ['last {count} by {measure}', 'the last by {measure}', 'First, with {now}: {name}'],
	desc: ['top {count} by {measure}', 'the first by {measure}', 'First, with {now}: {name}'],
	move: [
		'{count} biggest moves of {measure}',
		'those that moved most',
		'Biggest move, from {before} to {now}: {name}',
	],
	fall: [
		'{count} biggest falls of {measure}',
		'those that fell most',
		'Biggest fall, from {before} to {now}: {name}',
	],
	rise: [
		'{count} biggest rises of {measure}',
		'those that rose most',
		'Biggest rise, from {before} to {now}: {name}',
	],
};

export interface DescribedOrder {
	readonly sentences: OrderSentences;
	/** `score`, also if the rows are sorted by `score_change`. */
	readonly field: string;
	readonly measure: string;
}

/** Returns the sentences about the order of rows if they are true: among ten rises, none fell most. */
export function describeOrder(context: ViewContext): DescribedOrder | undefined {
	const { settings, rows, roles } = context;
	const [sort] = settings.selection.sort ?? [];
	const isTopList = settings.total !== undefined && settings.isUnsorted !== true;
	if (sort === undefined || !isTopList) return undefined;
	const { changed, order } = sort;
	const field = changed?.numberField ?? sort.field;
	if (changed?.changeKind === 'before' || !roles.figures.includes(field)) return undefined;
	const sentences = changed ? changeSentences(field, order, rows) : orderSentences(field, order);
	return sentences && { sentences, field, measure: measureLabelOf(field, context) };
}

/** Rank 1 is the best, so the lowest ranks are the top. */
function orderSentences(field: string, order: SortBy['order']): OrderSentences {
	if (order === 'move' || !isRankName(field)) return ORDER_SENTENCES[order];
	return ORDER_SENTENCES[order === 'asc' ? 'desc' : 'asc'];
}

function changeSentences(
	field: string,
	order: SortBy['order'],
	rows: readonly ViewRow[],
): OrderSentences | undefined {
	const moves = rows.flatMap(({ row }) => row.changes?.get(field)?.change ?? []);
	if (order === 'move' && moves.length > 0) return ORDER_SENTENCES.move;
	const sign = (order === 'asc') === isRankName(field) ? 1 : -1;
	if (moves.length === 0 || !moves.every((move) => move * sign >= 0)) return undefined;
	return ORDER_SENTENCES[order === 'asc' ? 'fall' : 'rise'];
}

/** Matches the remark after a name: `rank (1 is best)`. */
const LABEL_REMARK = / \([^(]*\)$/;

function measureLabelOf(name: string, context: ViewContext): string {
	return fieldLabelOf(name, context).replace(LABEL_REMARK, '');
}

/** Writes a title: `Acme: share of voice by topic, top 5 by share of voice`. */
export function messageTitle(context: ViewContext): string {
	const { settings, all } = context;
	const { selection, title, projectName, failedCount = 0 } = settings;
	if (title !== '') return title;
	const { dimensions, measures = [], recordNoun = '' } = selection;
	const subjects = findTerm(recordNoun, true) ?? settings.operationTitle;
	const labels = measures.map((name) => measureLabelOf(name, context));
	const figures = dimensions === undefined ? [] : labels;
	const what = figures.length > 0 ? figures.join(', ') : subjects;
	const parts = [
		...(all[0]?.row.part === undefined ? [] : [fieldLabelOf(PART_FIELD, context)]),
		...(dimensions ?? []).map((name) => fieldLabelOf(name, context)),
	];
	const order = describeOrder(context);
	const own = [
		parts.length > 0 ? `${what} by ${parts.join(', ')}` : what,
		...(order
			? [fillTemplate(order.sentences[0], { count: selection.limit, measure: order.measure })]
			: []),
	].join(', ');
	const projects = [
		...new Set(all.flatMap(({ fields }) => fieldText(fields[PROJECT_FIELD]) || [])),
	];
	const count = Math.max(projects.length, settings.projectCount ?? 0);
	const clients = `${failedCount === 0 ? '' : `${count - failedCount} of `}${count} clients`;
	const who = projectName ?? (count > 1 ? clients : projects[0]);
	return who === undefined ? capitalize(own) : `${who}: ${own}`;
}

/** Writes the period, and the one to compare with. Without dates, writes the day of the run. */
export function messagePeriod(context: ViewContext): string {
	const { settings, all, roles, format } = context;
	const { comparedWith, selection, now } = settings;
	const days = format.writePeriod(selection.period?.start, selection.period?.end);
	if (comparedWith === undefined && days === '') {
		const isUnknown = selection.period !== undefined && roles.figures.length > 0;
		const asOf = `As of ${format.writeDay(now)}`;
		return isUnknown ? `${asOf}. The source does not say which days it counts.` : asOf;
	}
	if (comparedWith === undefined) return days;
	const compared = `compared with ${otherPeriodLabel(context)}`;
	if (days === '') return compared;
	return `${days}, ${isSplitInTime(all) ? 'each ' : ''}${compared}`;
}

function isSplitInTime(rows: readonly ViewRow[]): boolean {
	return rows.length > 0 && isTimeKey(PART_FIELD, rows);
}

export function otherPeriodLabel({ settings, all, format }: ViewContext): string {
	const { otherPeriodName = '', otherDays: days } = settings.comparedWith ?? {};
	return isSplitInTime(all) ? otherPeriodName : format.writePeriod(days?.start, days?.end);
}

/** Sums up the first figure in a sentence. Empty if nothing is certain. */
export function messageHeadline(context: ViewContext): string {
	const { settings, rows, roles, format } = context;
	const [figure, ...others] = roles.figures;
	if (figure === undefined || rows.length < 2) return '';
	const nameIn = (row: ViewRow) => roles.keys.map((key) => rowNameOf(row, key, format)).join(', ');
	const cellOf = createFigureWriter(figure, context);
	const isRank = isRankName(figure);
	const cells = rows.map((row) => ({ name: nameIn(row), status: row.row.status, ...cellOf(row) }));
	const isCut = settings.total !== undefined || settings.isTotalMinimum === true;
	const said = isCut
		? sentenceAboutFirst(cells, context)
		: sentenceAboutMoves(cells, context, isRank) || sentenceAboutExtremes(cells, isRank);
	const isInTitle = settings.selection.dimensions !== undefined && others.length === 0;
	const what = capitalize(measureLabelOf(figure, context));
	return said === '' || isInTitle ? said : `${what} – ${said}`;
}

interface NamedCell extends Cell {
	readonly name: string;
	readonly status: ViewRow['row']['status'];
}

/** If a limit has cut off rows, only the first row of an order is certain. */
function sentenceAboutFirst([first, second]: readonly NamedCell[], context: ViewContext): string {
	const order = describeOrder(context);
	if (order === undefined || order.field !== context.roles.figures[0]) return '';
	const isTie = (first?.change || first?.value) === (second?.change || second?.value);
	if (first?.now === undefined || isTie) return '';
	const { name, value: now, before = NO_VALUE } = first;
	return fillTemplate(order.sentences[2], { name, now, before });
}

/** Writes `5 topics: 3 rose, 2 fell.` and the biggest move. Empty if nothing was compared. */
function sentenceAboutMoves(
	cells: readonly NamedCell[],
	{ roles: { keys } }: ViewContext,
	isRank: boolean,
): string {
	const counted = (result: string, isSo: (cell: NamedCell) => boolean) => {
		const count = cells.filter(isSo).length;
		return count === 0 ? [] : [`${count} ${result}`];
	};
	const signOf = ({ changeNumber = NaN }: NamedCell) => Math.sign(changeNumber);
	const parts = [
		...counted(isRank ? 'got worse' : 'rose', (cell) => signOf(cell) === 1),
		...counted(isRank ? 'got better' : 'fell', (cell) => signOf(cell) === -1),
		...counted('unchanged', (cell) => signOf(cell) === 0),
		...counted('new', ({ status }) => status === 'new'),
		...counted('gone', ({ status }) => status === 'gone'),
	];
	if (parts.length === 0) return '';
	const things = pluralTermOf(keys.length > 1 ? ['number'] : keys);
	const said = `${cells.length} ${things}: ${parts.join(', ')}.`;
	const sizeOf = ({ changeNumber = 0 }: NamedCell) => Math.abs(changeNumber);
	const [most, next] = [...cells].sort((one, other) => sizeOf(other) - sizeOf(one));
	const isTie = most?.change === next?.change;
	if (most?.before === undefined || sizeOf(most) === 0 || isTie) return said;
	const { name, before, value: now } = most;
	return `${said} Biggest move, from ${before} to ${now}: ${name}`;
}

function sentenceAboutExtremes(cells: readonly NamedCell[], isRank: boolean): string {
	const inOrder = cells.filter(({ now }) => now !== undefined);
	inOrder.sort((one, other) => (other.now ?? 0) - (one.now ?? 0));
	const [most, least] = [inOrder.at(isRank ? -1 : 0), inOrder.at(isRank ? 0 : -1)];
	if (most === undefined || least === undefined || most.now === least.now) return '';
	const [top, bottom] = isRank ? ['Best', 'Weakest'] : ['Highest', 'Lowest'];
	return `${top}: ${most.name}, ${most.value}. ${bottom}: ${least.name}, ${least.value}.`;
}

/** Returns the plural of the first name that has a term: `prompt` → `prompts`. */
export function pluralTermOf(names: ReadonlyArray<string | undefined>): string {
	const known = [...names, 'record'].map((name) => (name === PROJECT_FIELD ? 'client' : name));
	return known.flatMap((name = '') => findTerm(name, true) ?? [])[0] ?? '';
}

/** Writes the values that all rows share, and then the filters: `Topic: Tea · Limited to: rank > 5`. */
export function sharedText(context: ViewContext): string {
	const { settings, all, roles, format } = context;
	const { filters = [], conditions = [] } = settings.selection;
	const limits = [...filters, ...conditions];
	const limitsText = filtersText(limits, format);
	const [first] = all;
	if (first === undefined) return limitsText;
	const equalities = limits.filter(({ operator }) => operator === '=');
	const termOf = (name: string) => findTerm(name, false) ?? nameInWords(name);
	// The filter may have an ID, and the rows a name.
	const isSaid = (name: string) =>
		equalities.some(
			({ field, value }) =>
				termOf(field) === termOf(name) &&
				comparableText(value) === comparableText(fieldText(first.fields[name])),
		);
	// Rows beyond the limit may have other values.
	const isCut = settings.total !== undefined;
	const names = roles.shared.filter(
		(name) => name === PROJECT_FIELD || !(isCut || isSaid(name) || hasOtherDates(name, context)),
	);
	const shared = names.map((name) => {
		const who = capitalize(fieldLabelOf(name, context));
		const isNumber = typeof first.fields[name] === 'number';
		const what = isNumber
			? `${createFigureWriter(name, context)(first).value} each`
			: writeField(name, first, format);
		return `${who}: ${what}`;
	});
	return [...shared, limitsText].filter((text) => text !== '').join(' · ');
}

export function isDateField(name: string, rows: readonly ViewRow[], format: LocaleFormat): boolean {
	const values = rows.map(({ fields }) => fields[name]).filter((value) => hasValue(value));
	return values.every((value) => format.isDate(value));
}

/** Whether a field has dates that would mislead beside the period of the message. */
export function hasOtherDates(name: string, { rows, settings, format }: ViewContext): boolean {
	const { dimensions = [], period, sort = [] } = settings.selection;
	const chosen = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = (settings.fields ?? []).length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateField(name, rows, format);
}

type ShownFilter = Pick<WhereCondition, 'changed' | 'field' | 'operator' | 'value'>;

const MAX_FILTER_LENGTH = 80;
const MAX_FILTERS = 5;

const CHANGED: Readonly<Record<keyof NumberChange, string>> = {
	before: 'before',
	change: 'change',
	percent: 'change in percent',
};

// In an object, the key `constructor` would find a function of JavaScript.
const FLAGS = new Map([
	['true', 'yes'],
	['false', 'no'],
]);

const RESULTS = ['better', 'worse', 'gone', 'kept', 'new'];

const COUNT_NAME = /^(num|total)[_ .-]|[_ .-]count$/i;

function filtersText(filters: readonly ShownFilter[], format: LocaleFormat): string {
	if (filters.length === 0) return '';
	const said = filters
		.slice(0, MAX_FILTERS)
		.map((filter) => toPlainLine(filterText(filter, format), MAX_FILTER_LENGTH));
	const count = filters.length - said.length;
	if (count > 0) said.push(`and ${count} more`);
	return `Limited to: ${said.join('; ')}`;
}

/** Writes `visibility change < 0` or `branded yes`. */
function filterText(
	{ field, changed, operator, value }: ShownFilter,
	format: LocaleFormat,
): string {
	const { numberField, changeKind } = changed ?? { numberField: field };
	const isAmount = /[<>]/.test(operator);
	// `tags = New` is about one tag, `mentions_count = 0` about mentions.
	const isSeveral = isAmount || COUNT_NAME.test(numberField) ? undefined : false;
	const measure = findTerm(numberField, isSeveral) ?? nameInWords(numberField);
	const name =
		changeKind === undefined
			? measure
			: `${measure.replace(LABEL_REMARK, '')} ${CHANGED[changeKind]}`;
	const isResult = changeKind !== undefined || field === '_status';
	const isPart = operator === 'contains';
	const lower = value.toLowerCase();
	const word = isResult ? RESULTS.find((result) => result === lower) : FLAGS.get(lower);
	const written = isAmount ? format.writeDecimal(value) : undefined;
	const said =
		(isPart ? undefined : word) ?? written ?? format.writeValue(value, MAX_FILTER_LENGTH);
	return [name, ...(operator === '=' ? [] : [operator]), said].join(' ');
}
