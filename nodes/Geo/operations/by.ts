import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import { onlyInTools, type Parameters } from '../../shared/form';

const BY_FIELD: INodeProperties = {
	displayName: 'By',
	name: 'by',
	type: 'string',
	default: '',
	placeholder: 'e.g. topic',
};

const BY_VALUES = 'total, platform, topic, market, day, week or month';

export const askByField = onlyInTools(
	BY_FIELD,
	`What to split by, one of ${BY_VALUES}; several with commas. week and month read each one separately, with shares of its own. Default: total; of a list, nothing`,
);

interface SplitWord {
	readonly words: RegExp;
	/** The dimension of reports (public docs). */
	readonly dimension?: string;
	/** The entry of Split By, for units of time. For `week`, the node reads each week separately. */
	readonly part?: string;
}

const SPLIT_WORDS: readonly SplitWord[] = [
	{ words: /^(total|none|nothing|overall|all)$/ },
	{ words: /^(ai )?(platform|model|assistant)s?$/, dimension: 'model' },
	{ words: /^topics?$/, dimension: 'topic' },
	{ words: /^(market|countr)(y|ies|s)?$/, dimension: 'market' },
	{ words: /^(days?|date|daily)$/, dimension: 'date', part: 'day' },
	{ words: /^week(s|ly)?$/, part: 'week' },
	{ words: /^month(s|ly)?$/, part: 'month' },
];

/**
 * Reads By for a report: `topic, week` → the dimension `topic`, read for each `week`.
 *
 * @returns `undefined` in a form without By
 */
export function readBy(parameters: Parameters) {
	const splits = readSplits(parameters);
	if (splits === undefined) return undefined;
	const dimensions = splits.flatMap(({ dimension }) => dimension ?? []);
	const parts = splits.flatMap(({ dimension, part }) => (dimension ? [] : (part ?? [])));
	return { dimensions, part: singlePart(parts) };
}

/**
 * Reads By for a list. Returns an entry of Split By.
 *
 * @throws DescribedError if it names a dimension that only reports have
 */
export function readSplitOfList(parameters: Parameters): string | undefined {
	const splits = readSplits(parameters) ?? [];
	const other = splits.find(({ dimension, part }) => dimension !== undefined && part === undefined);
	if (other !== undefined) {
		throw new DescribedError(
			`A list cannot be split by ${other.dimension}`,
			"Leave 'By' empty and name the value in 'Where', such as platform = ChatGPT, or ask for Performance.",
		);
	}
	return singlePart(splits.flatMap(({ part }) => part ?? []));
}

function readSplits(parameters: Parameters): SplitWord[] | undefined {
	const value = parameters.value(BY_FIELD);
	if (value === null || value === undefined) return undefined;
	return parameters.texts(BY_FIELD).map((text) => {
		const word = text.toLowerCase().replace(/^(by|per|each) /, '');
		const split = SPLIT_WORDS.find(({ words }) => words.test(word));
		if (split !== undefined) return split;
		throw new DescribedError(`'By' has no entry '${text}'`, `Write ${BY_VALUES}.`);
	});
}

function singlePart(parts: readonly string[]): string | undefined {
	if (parts.length < 2) return parts[0];
	throw new DescribedError(
		`Records cannot be split by ${parts.join(' and ')} at the same time`,
		"Leave one of them in 'By', and filter by the other in 'Where'.",
	);
}
