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

/** Says whether a name is no data, or with `isKnown`, whether it is documented. */
export type IsSafe = (name: string, isKnown?: boolean) => boolean;

/** Stands for names that may be data, such as those of clients. */
export const HIDDEN = '<name>';

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
export function formOf(values: readonly unknown[], isSafe: IsSafe): Form {
	const objects = values.filter(isJson).map((object) => {
		const isMap = hasLikeMembers(object) && !Object.keys(object).some((name) => isSafe(name, true));
		const shown = (name: string) => (isMap || !isSafe(name) ? HIDDEN : name);
		return Object.entries(object).map(([name, value]) => [shown(name), value] as const);
	});
	const names = [...new Set(objects.flat().map(([name]) => name))];
	const valuesOf = (name: string) =>
		objects.flat().flatMap(([own, value]) => (own === name ? [value] : []));
	const isAlways = (name: string) =>
		name !== HIDDEN && objects.every((entries) => entries.some(([own]) => own === name));
	const items = values.flatMap(list);
	return {
		type: typeOf(values),
		...formatOf(values),
		...(objects.length > 0 && {
			properties: Object.fromEntries(names.map((name) => [name, formOf(valuesOf(name), isSafe)])),
			required: names.filter(isAlways),
		}),
		...(items.length > 0 && { items: formOf(items, isSafe) }),
	};
}

function typeOf(values: readonly unknown[]): string | string[] {
	const isWhole = values.filter((value) => typeof value === 'number').every(Number.isInteger);
	const types = values.map((value) => {
		if (Array.isArray(value)) return 'array';
		if (typeof value === 'number') return isWhole ? 'integer' : 'number';
		return value === null ? 'null' : typeof value;
	});
	const [type = 'unknown', ...others] = [...new Set(types)].sort();
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

/** Whether all members are objects of one form, or numbers: then their names may be data. */
function hasLikeMembers(object: object): boolean {
	const forms = Object.values(object).map((value: unknown) =>
		isJson(value) ? Object.keys(value).sort().join() : typeof value === 'number' ? '#' : '',
	);
	return forms.length > 1 && new Set(forms).size === 1 && forms[0] !== '';
}

/** Names that many APIs have around a list or in a refusal. */
const USUAL =
	'data items results records rows result response meta metadata pagination paging page pages size page_size ' +
	'per_page limit offset total total_count total_pages count has_more has_next next next_cursor cursor prev ' +
	'links success ok status code message msg error errors detail details loc type';

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns a test of names. A name is safe if it is known, or if it looks like one in code and has no text of
 * the answers in it, such as that of a brand.
 */
export function safeNames(bodies: readonly unknown[], known: readonly string[]): IsSafe {
	const documented = new Set([...known, ...USUAL.split(' ')].map(plain));
	const texts = new Set(bodies.flatMap(textsIn).map(plain));
	const data = [...texts].filter((text) => !documented.has(text));
	return (name, isKnown = false) => {
		const own = plain(name);
		if (documented.has(own)) return true;
		const isData = data.some((text) => text === own || (text.length > 3 && own.includes(text)));
		return !isKnown && !isData && /^[a-z_][\w-]{0,40}$/.test(name);
	};
}

/** Returns all short texts, the words with a capital in them, and the parts of addresses. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value) || isJson(value)) return Object.values<unknown>(value).flatMap(textsIn);
	if (typeof value !== 'string') return [];
	if (value.split(/\s+/).length > 4) return [];
	return [value, ...value.split(/[\s/.:]+/).filter((word) => /^\p{Lu}|^\S{6}/u.test(word))];
}
