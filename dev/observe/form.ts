import { groupBy } from '../../nodes/shared/base';
import { isJson, list, strings } from '../../sandbox/json';

/** The form of JSON values, as a JSON Schema without any of the values. */
export interface Form {
	readonly type: string | readonly string[];
	/** What all texts are, such as a date, or all numbers, such as `0 to 1`. */
	readonly format?: string;
	readonly properties?: Readonly<Record<string, Form>>;
	/** The members that are always there. */
	readonly required?: readonly string[];
	readonly items?: Form;
}

/** Stands for names that may be data, such as those of clients. */
const HIDDEN = '<name>';

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Whether a value is a number, or one as text. */
export const isNumeric = (value: unknown) => NUMBER.test(String(value));

const FORMATS: ReadonlyArray<readonly [format: string, form: RegExp]> = [
	['date-time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i],
	['date', /^\d{4}-\d\d-\d\d$/],
	['uri', /^https?:\/\/\S+$/i],
	['email', /^[^\s@]+@[^\s@]+\.[a-z]+$/i],
	['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
	['hostname', /^([a-z\d-]+\.)+[a-z]{2,}$/i],
	['number as text', NUMBER],
];

/** Returns the form that all values fit. */
export function formOf(values: readonly unknown[], names: Names): Form {
	const objects = values.filter(isJson);
	const entries = objects.flatMap((object) => {
		return Object.entries(object).map(([name, value]) => ({ name: names.shown(name), value }));
	});
	const members = [...groupBy(entries, ({ name }) => name)];
	const always = members.filter(([name, all]) => name !== HIDDEN && all.length === objects.length);
	const formOfAll = (all: typeof entries) =>
		formOf(
			all.map(({ value }) => value),
			names,
		);
	const items = values.flatMap(list);
	return {
		type: typeOf(values),
		...formatOf(values),
		...(objects.length > 0 && {
			properties: Object.fromEntries(members.map(([name, all]) => [name, formOfAll(all)])),
			required: always.map(([name]) => name),
		}),
		...(items.length > 0 && { items: formOf(items, names) }),
	};
}

function typeOf(values: readonly unknown[]): Form['type'] {
	const types = new Set(
		values.map((value) => {
			if (Array.isArray(value)) return 'array';
			if (Number.isInteger(value)) return 'integer';
			return value === null ? 'null' : typeof value;
		}),
	);
	if (types.has('number')) types.delete('integer');
	const [type = 'unknown', ...others] = [...types].sort();
	return others.length === 0 ? type : [type, ...others];
}

function formatOf(values: readonly unknown[]): Pick<Form, 'format'> {
	const texts = strings(values).filter((value) => value !== '');
	const format = FORMATS.find(([, form]) => texts.every((value) => form.test(value)))?.[0];
	if (texts.length > 0) return format === undefined ? {} : { format };
	const numbers = values.filter((value) => typeof value === 'number');
	const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
	if (numbers.length < 3 || numbers.every(Number.isInteger) || least < 0) return {};
	if (most <= 1) return { format: '0 to 1' };
	// Ranks are below 10, too.
	return most > 10 && most <= 100 ? { format: '0 to 100' } : {};
}

/** Words that names of fields usually have. */
const FIELD_WORDS = new Set(
	`id ids uuid key slug name title label text type kind status state code date time day week month year start end first
	last from to at by of is has in on created updated deleted modified count counts number num total sum avg average
	mean min max median percent percentage ratio rate share score rank position change delta trend previous current
	value values list items data results records rows entries fields meta page pages per size limit offset cursor next
	prev more url uri link domain host path email image icon logo description summary content body message country
	region language locale currency project workspace user owner author group parent child source target category
	tags order sort index version active enabled error errors success detail details response request`.split(
		/\s+/,
	),
);

type Names = ReturnType<typeof namesBy>;

/**
 * Tells names of fields from data, such as the client in `{ acme: 3 }`. A name is shown if it is documented, or if it
 * consists of words that are documented or usual.
 */
export function namesBy(documented: readonly string[]) {
	const known = new Set(documented);
	const words = new Set([...documented.flatMap(wordsOf), ...FIELD_WORDS]);
	const isFieldName = (name: string) =>
		known.has(name) || (/^[a-z]\w*$/.test(name) && wordsOf(name).every((word) => words.has(word)));
	return { shown: (name: string) => (isFieldName(name) ? name : HIDDEN) };
}

/** `avgRank_2` → `['avg', 'rank', '2']` */
function wordsOf(name: string): string[] {
	return name
		.split(/_|(?<=[a-z])(?=[A-Z])/)
		.map((word) => word.toLowerCase())
		.filter((word) => word !== '');
}
