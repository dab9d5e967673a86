import type { JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { FILTER_GROUP, valueParameter } from './filterFields';
import { type FilterKind, type FilterName, FILTERS } from './filterNames';
import type { Parameters } from './parameters';

/** One condition of the API: `{ operator, value }` (public). */
interface Condition {
	readonly filter: string;
	readonly operator: string;
	readonly value: JsonValue;
}

/**
 * The `filters` and `order_by` members of the body (public), as far as the user asked for them.
 *
 * @throws DescribedError if a row has no value or one of the wrong type
 */
export function filterBody(parameters: Parameters): JsonObject {
	const filters = bothFilters(filtersOf(parameters), filtersJson(parameters));
	const orderBy = rowsOf(parameters.value('sort'), 'by').map(sortOf);
	return {
		...(Object.keys(filters).length === 0 ? {} : { filters }),
		...(orderBy.length === 0 ? {} : { order_by: orderBy }),
	};
}

function filtersOf(parameters: Parameters): JsonObject {
	const condition = parameters.optionText('filterCondition', 'Filter Condition') || 'AND';
	const byName = new Map<string, JsonObject[]>();
	for (const row of rowsOf(parameters.value('filters'), FILTER_GROUP)) {
		const { filter, operator, value } = conditionOf(row);
		byName.set(filter, [...(byName.get(filter) ?? []), { operator, value }]);
	}
	return Object.fromEntries([...byName].map(([name, items]) => [name, { condition, items }]));
}

/** @throws DescribedError if the JSON would replace a row */
function bothFilters(rows: JsonObject, json: JsonObject): JsonObject {
	const twice = Object.keys(rows).find((name) => Object.hasOwn(json, name));
	if (twice === undefined) return { ...rows, ...json };
	throw new DescribedError(
		`'Filters (JSON)' and 'Filters' both set ${twice}`,
		`Put all conditions on ${twice} into one of them.`,
	);
}

function filtersJson(parameters: Parameters): JsonObject {
	return parameters.optionObject('filtersJson', 'Filters (JSON)');
}

function conditionOf(row: Record<string, unknown>): Condition {
	const known = FILTERS.find(({ value }) => value === row.filter);
	if (known === undefined) {
		throw new DescribedError(
			'A row of Filters has no filter',
			"Choose a 'Filter' in the row, or remove it.",
		);
	}
	const operator = typeof row.operator === 'string' ? row.operator.trim() : '';
	return {
		filter: known.value,
		operator: operator || known.operator,
		value: valueOf(row[valueParameter(known.kind)], known),
	};
}

function valueOf(stored: unknown, filter: FilterName): JsonValue {
	const value = isObject(stored) && 'mode' in stored ? stored.value : stored;
	const list: unknown[] = Array.isArray(value) ? value : [value];
	const typed = list.map((entry) => TYPED[filter.kind](entry));
	if (list.length > 0 && typed.every((entry) => entry !== undefined)) {
		return Array.isArray(value) ? typed : (typed[0] ?? null);
	}
	const wanted = { boolean: 'true or false', number: 'a number' };
	throw new DescribedError(
		`The filter '${filter.name}' has no value that it can compare with`,
		`Enter ${filter.kind in wanted ? wanted[filter.kind === 'number' ? 'number' : 'boolean'] : 'a value'} for '${filter.name}' in 'Filters', or remove the row.`,
	);
}

const text = (value: unknown) => {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const FLAGS = new Map([
	['true', true],
	['false', false],
]);

/** The value in the type that a filter needs (public); `undefined` if it has none. */
const TYPED: Readonly<Record<FilterKind, (value: unknown) => JsonValue | undefined>> = {
	boolean: (value) => (typeof value === 'boolean' ? value : FLAGS.get(String(value).toLowerCase())),
	number: (value) => {
		const number = typeof value === 'boolean' || text(value) === undefined ? NaN : Number(value);
		return Number.isFinite(number) ? number : undefined;
	},
	market: text,
	model: text,
	prompt: text,
	tag: text,
	text,
	topic: text,
};

function sortOf(row: Record<string, unknown>): JsonObject {
	const field = typeof row.field === 'string' ? row.field.trim() : '';
	const order = typeof row.order === 'string' ? row.order.trim().toLowerCase() : 'desc';
	if (!['asc', 'desc'].includes(order)) {
		throw new DescribedError(
			'A row of Sort has an order that is neither asc nor desc',
			"Choose the 'Order' in the row of 'Sort', or let its expression give asc or desc.",
		);
	}
	if (field !== '') return { field, order };
	throw new DescribedError(
		'A row of Sort has no field',
		"Enter a 'Field' in the row of 'Sort', or remove it.",
	);
}

function rowsOf(stored: unknown, group: string): Array<Record<string, unknown>> {
	const rows = isObject(stored) ? stored[group] : undefined;
	return Array.isArray(rows) ? rows.filter(isObject) : [];
}
