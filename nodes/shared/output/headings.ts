import { capitalize, fieldText, hasValue } from '../base';
import { fieldLabelOf, isTimeKey, type ViewContext, type ViewRow } from './cells';
import { type FieldKey, PART, PROJECT } from './columns';
import { findTerm } from './terms';
import type { LocaleFormat } from './words';

/** Matches the remark after a name: `rank (1 is best)`. */
const LABEL_REMARK = / \([^(]*\)$/;

/** Writes a title: `Acme: share of voice by topic`. */
export function messageTitle(context: ViewContext): string {
	const { settings, all } = context;
	const { selection, title, projectName, failedCount = 0 } = settings;
	if (title !== '') return title;
	const { dimensions, measures = [], recordNoun = '' } = selection;
	const subjects = findTerm(recordNoun, true) ?? settings.operationTitle;
	const labels = measures.map((name) => fieldLabelOf(name, context).replace(LABEL_REMARK, ''));
	const figures = dimensions === undefined ? [] : labels;
	const what = figures.length > 0 ? figures.join(', ') : subjects;
	const parts = [
		...(all[0]?.row.part === undefined ? [] : [fieldLabelOf(PART, context)]),
		...(dimensions ?? []).map((name) => fieldLabelOf(name, context)),
	];
	const own = parts.length > 0 ? `${what} by ${parts.join(', ')}` : what;
	const projects = [...new Set(all.flatMap(({ fields }) => fieldText(fields.get(PROJECT)) || []))];
	const count = Math.max(projects.length, settings.projectCount ?? 0);
	const clients = `${failedCount === 0 ? '' : `${count - failedCount} of `}${count} clients`;
	const who = projectName ?? (count > 1 ? clients : projects[0]);
	return who === undefined ? capitalize(own) : `${who}: ${own}`;
}

/** Writes the period, and the one to compare with. Without dates, writes the day of the run. */
export function messagePeriod({ settings, all, format }: ViewContext): string {
	const { comparedWith, selection, now } = settings;
	const days = format.writePeriod(selection.period?.start, selection.period?.end);
	if (comparedWith === undefined) return days === '' ? `As of ${format.writeDay(now)}` : days;
	const isSplit = all.length > 0 && isTimeKey(PART, all);
	const { otherPeriodName, otherDays } = comparedWith;
	const other = isSplit ? otherPeriodName : format.writePeriod(otherDays.start, otherDays.end);
	const compared = `compared with ${other}`;
	return days === '' ? compared : `${days}, ${isSplit ? 'each ' : ''}${compared}`;
}

/** Returns the plural of the first name that has a term: `prompt` → `prompts`. */
export function pluralTermOf(names: ReadonlyArray<FieldKey | undefined>): string {
	const known = [...names, 'record'].map((name) => (name === PROJECT ? 'client' : name));
	const terms = known.flatMap((name) => (typeof name === 'string' ? findTerm(name, true) : []));
	return terms.find((term) => term !== undefined) ?? '';
}

export function isDateField(
	name: FieldKey,
	rows: readonly ViewRow[],
	format: LocaleFormat,
): boolean {
	const values = rows.map(({ fields }) => fields.get(name)).filter((value) => hasValue(value));
	return values.every((value) => format.isDate(value));
}

/** Whether a field has dates that would mislead beside the period of the message. */
export function hasOtherDates(name: FieldKey, { rows, settings, format }: ViewContext): boolean {
	const { dimensions = [], period, sort = [] } = settings.selection;
	const chosen: FieldKey[] = [...dimensions, ...sort.map(({ field }) => field)];
	const isChosen = (settings.fields ?? []).length > 0 || chosen.includes(name);
	return period?.start !== undefined && !isChosen && isDateField(name, rows, format);
}
