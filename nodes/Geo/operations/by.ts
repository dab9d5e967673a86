import { DescribedError } from '../../shared/base';
import { createAskField, type Parameters, type PickListEntry } from '../../shared/form';

/**
 * The service splits a report by a `dimension` (public docs). For `week` and `month`, the node reads each one
 * separately.
 */
const BY_ENTRIES: ReadonlyArray<PickListEntry & { readonly dimension?: string }> = [
	{ name: 'Total', value: 'total' },
	{ name: 'Platform', value: 'platform', dimension: 'model' },
	{ name: 'Topic', value: 'topic', dimension: 'topic' },
	{ name: 'Market', value: 'market', dimension: 'market' },
	{ name: 'Day', value: 'day', dimension: 'date' },
	{ name: 'Week', value: 'week' },
	{ name: 'Month', value: 'month' },
];

/** The values of 'By' for a list. A list has no dimensions, so it can only be split by time. */
const PARTS_OF_LISTS = ['day', 'week', 'month'];

const BY_VALUES = BY_ENTRIES.map(({ value }) => value).join(', ');

export const askByField = createAskField(
	'By',
	'by',
	'topic',
	`What to split by, one of ${BY_VALUES}; several with commas. week and month read each one separately, with shares of its own. A list takes only day, week and month. Default: total; a list is not split`,
);

/**
 * Reads 'By' for a report: `topic, week` → `{ dimensions: ['topic'], part: 'week' }`.
 *
 * @returns `undefined` if the form has no field 'By'
 */
export function readReportBreakdown(parameters: Parameters) {
	const entries = readByEntries(parameters);
	if (entries === undefined) return undefined;
	return {
		dimensions: entries.flatMap(({ dimension }) => dimension ?? []),
		part: getSingleSegment(entries.filter(({ dimension }) => dimension === undefined)),
	};
}

/**
 * Reads 'By' for a list. Returns `day`, `week`, `month` or `undefined`.
 *
 * @throws DescribedError if the AI model wrote a dimension such as `topic`, which only reports have
 */
export function readListTimeUnit(parameters: Parameters): string | undefined {
	const entries = readByEntries(parameters) ?? [];
	const other = entries.find(({ value }) => !PARTS_OF_LISTS.includes(value));
	if (other === undefined) return getSingleSegment(entries);
	throw new DescribedError(
		`A list cannot be split by ${other.value}`,
		"Leave 'By' empty and name the value in 'Where', such as platform = ChatGPT, or ask for a figure.",
	);
}

function readByEntries(parameters: Parameters): typeof BY_ENTRIES | undefined {
	const value = parameters.value(askByField);
	if (value === null || value === undefined) return undefined;
	const entries = parameters.choices(askByField, BY_ENTRIES, `Write ${BY_VALUES}.`);
	return entries.filter((entry) => entry.value !== 'total');
}

function getSingleSegment(entries: typeof BY_ENTRIES): string | undefined {
	const parts = entries.map(({ value }) => value);
	if (parts.length < 2) return parts[0];
	throw new DescribedError(
		`Records cannot be split by ${parts.join(' and ')} at the same time`,
		"Leave one of them in 'By', and filter by the other in 'Where'.",
	);
}
