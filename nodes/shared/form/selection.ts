import type { INodeProperties } from 'n8n-workflow';
import { DescribedError, isRankName, isObject } from '../base';
import {
	type WhereCondition,
	parseConditions,
	parseChangedField,
	isRankChange,
	type SortBy,
} from '../table';
import { onlyInNode, onlyInTools } from './fields';
import { FILTERS, type FilterCondition } from './filters';
import type { Parameters } from './reader';
import { findEntryByName, isEmpty, parseJson, scalarText } from './values';

const WHERE_FIELD: INodeProperties = {
	displayName: 'Where',
	name: 'where',
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_rank > 5, _status = new',
	description:
		'Conditions that all have to hold, separated by commas, also on fields of a comparison, such as _status. A filter with = goes to the service.',
};

export const whereOption = onlyInNode(WHERE_FIELD);

/** The option Where for a list that takes no filters. */
export const taskWhereOption = onlyInNode({
	...WHERE_FIELD,
	placeholder: 'e.g. status = todo',
	description: 'Conditions that all have to hold, separated by commas',
});

export const toolWhereField = onlyInTools(
	WHERE_FIELD,
	'Conditions such as platform = ChatGPT, avg_rank > 5, name contains coffee',
);

export const askWhereField = onlyInTools(
	WHERE_FIELD,
	`Conditions that all have to hold, separated by commas, such as platform = ChatGPT, avg_rank > 5. Operators: =, !=, <, <=, >, >=, contains. Fields: any column of the answer; with Compare_With also changes, such as avg_visibility_score_change < 0, avg_rank_change = worse or _status = new. With = also filters, which limit the AI answers that all numbers are about: ${FILTERS.map(({ value }) => value).join(', ')}. Default: none`,
);

const TOP_FIELD: INodeProperties = {
	displayName: 'Top',
	name: 'top',
	type: 'string',
	default: '',
	placeholder: 'e.g. 10 lowest avg_rank',
};

const TOP_EXAMPLES =
	'10 highest num_answers, 10 lowest avg_rank, 5 biggest fall avg_visibility_score, 5 biggest rise share_of_voice, 5 lowest avg_rank each (for each project; else of all together), all, or of one project 20';

export const toolTopField = onlyInTools(
	TOP_FIELD,
	'How many and by which field, such as 10 lowest avg_rank, 5 biggest fall avg_rank, 20 or all',
);

export const askTopField = onlyInTools(
	TOP_FIELD,
	`How many records and by which field, such as ${TOP_EXAMPLES}. Default: the first 50 of each project`,
);

const NEXT_FIELD: INodeProperties = {
	displayName: 'Next',
	name: 'next',
	type: 'string',
	default: '',
	placeholder: 'e.g. 50',
};

export const toolNextField = onlyInTools(
	NEXT_FIELD,
	'To go on after a cut answer, in each project: its missing.next, such as 50',
);

/** Names that models write for filters, besides the names that the API uses. */
const FILTER_WORDS = new Map(
	Object.entries({
		...{ model: 'platform', models: 'platform', platforms: 'platform', market: 'markets' },
		...{ country: 'markets', prompt_id: 'prompts', topic: 'topics', tag: 'tags' },
	}),
);

/** Reads Where, and separates conditions on filters, which the service applies, from conditions on rows. */
export function readWhere(parameters: Parameters): {
	readonly filters: readonly FilterCondition[];
	readonly conditions: readonly WhereCondition[];
} {
	const reader = parameters.readerOf(WHERE_FIELD);
	// An expression without a value is an error. If it meant no condition, the node would return all records.
	reader.refuseEmptyExpression(WHERE_FIELD);
	const conditions = parseConditions(
		whereAsText(reader.value(WHERE_FIELD)),
		WHERE_FIELD.displayName,
	);
	const found = conditions.map((condition) => {
		const { field, operator } = condition;
		const name = FILTER_WORDS.get(field.toLowerCase().replace(/[\s-]/g, '_')) ?? field;
		return { condition, filter: operator === '=' ? findEntryByName(FILTERS, name) : undefined };
	});
	return {
		filters: found.flatMap(({ filter, condition }) => (filter ? [{ filter, condition }] : [])),
		conditions: found.flatMap(({ filter, condition }) => (filter ? [] : [condition])),
	};
}

/** Writes an object from a model as conditions: `{ "rank": 1 }` → `rank = "1"`. */
function whereAsText(value: unknown): string {
	const text = scalarText(value) ?? '';
	const entered: unknown = text.startsWith('{') ? parseJson(text, WHERE_FIELD.displayName) : value;
	if (!isObject(entered)) return text;
	const entries = Object.entries(entered).flatMap(([name, own]) =>
		[own].flat().map((value) => [name, scalarText(value) ?? JSON.stringify(value)] as const),
	);
	return entries.map(([name, own]) => (isEmpty(own) ? '' : `${name} = "${own}"`)).join();
}

export interface TopSelection {
	readonly limit?: number;
	readonly isEach: boolean;
	readonly sort: readonly SortBy[];
}

/** The orders in Top: words such as `lowest`, the order, and `_change` if the words mean the change of the field. */
const ORDER_WORDS: ReadonlyArray<
	readonly [words: RegExp, order: (field: string) => SortBy['order'], ending?: string]
> = [
	[/^(highest|largest|most|top)$/, () => 'desc'],
	[/^(lowest|smallest|least|fewest)$/, () => 'asc'],
	[/^best$/, (field) => (isRankName(field) ? 'asc' : 'desc')],
	[/^worst$/, (field) => (isRankName(field) ? 'desc' : 'asc')],
	[/^(biggest|largest) (fall|drop|loss|decline)s?$/, () => 'asc', '_change'],
	[/^(biggest|largest) (rise|gain|growth)s?$/, () => 'desc', '_change'],
	[/^(biggest|largest) (move|change)s?$/, () => 'move', '_change'],
];

const TOP_PATTERN =
	/^(?:top\s+)?(\d+|all)?\s*([a-z]+(?: [a-z]+)?)?\s*(?:\s(?:by|in|of)\s+)?\s([\w.]+)$/i;

/**
 * Reads Top, such as `10 lowest avg_rank`, as a limit and an order. Returns `undefined` in a form without Top.
 *
 * @throws DescribedError if the text has another form, or asks for a change although nothing is compared
 */
export function readTop(parameters: Parameters, isCompared = true): TopSelection | undefined {
	const value = parameters.value(TOP_FIELD);
	if (value === null || value === undefined) return undefined;
	const whole = parameters.text(TOP_FIELD).trim();
	const isEach = /(^|\s)each$/i.test(whole);
	const text = whole.replace(/\s*(?:with )?each$|\s+together$/i, '');
	if (text === '') return { isEach, sort: [] };
	const [, count] = /^(?:top\s+)?(\d+|all)$/i.exec(text) ?? [];
	if (count !== undefined) return { limit: parseLimit(count), isEach, sort: [] };
	const [, number, words = 'highest', field = ''] = TOP_PATTERN.exec(text) ?? [];
	const [, order, ending = ''] =
		ORDER_WORDS.find(([known]) => known.test(words.toLowerCase())) ?? [];
	if (order === undefined || field === '') throw unknownTopError(text);
	const name = field + (field.endsWith(ending) ? '' : ending);
	const changed = isCompared ? parseChangedField(name) : undefined;
	if (ending !== '' && changed === undefined) {
		throw new DescribedError(
			`'${TOP_FIELD.displayName}' goes by a change, but nothing is compared`,
			"Set 'Compare With', such as previousPeriod.",
		);
	}
	if (ending === '' && isRankChange(changed)) {
		throw new DescribedError(
			`'${TOP_FIELD.displayName}' cannot go by ${words} ${name}: a lower rank is better`,
			`Write biggest rise ${changed.numberField} for what got better, or biggest fall ${changed.numberField}.`,
		);
	}
	const limit = number === undefined ? undefined : parseLimit(number);
	return { limit, isEach, sort: [{ field: name, changed, order: order(field) }] };
}

function parseLimit(text: string): number {
	const number = text.toLowerCase() === 'all' ? Infinity : Number(text);
	if (number > 0) return number;
	throw unknownTopError(text);
}

function unknownTopError(text: string): DescribedError {
	const message = `'${TOP_FIELD.displayName}' has an unknown form: ${text}`;
	return new DescribedError(message, `Write ${TOP_EXAMPLES}.`);
}

/** The error for Top with only a number: it does not say which records of several projects come first. */
export const TOP_NEEDS_FIELD_ERROR = new DescribedError(
	`'${TOP_FIELD.displayName}' of several projects needs a field: a number alone does not say which records come first`,
	`Write ${TOP_EXAMPLES}.`,
);

export function readOffset(parameters: Parameters): number | undefined {
	const value = parameters.value(NEXT_FIELD);
	if (value === null || value === undefined) return undefined;
	const text = parameters.text(NEXT_FIELD);
	if (/^\d*$/.test(text)) return Number(text);
	throw new DescribedError(
		`'${NEXT_FIELD.displayName}' is no whole number: ${text}`,
		'Enter the value of missing.next of the answer before, such as 50, or leave it out.',
	);
}
