import { groupBy } from '../../nodes/shared/base';
import { isResponseName } from '../../nodes/shared/reading/response';
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
		const isMap = hasLikeMembers(object) && !Object.keys(object).some(names.isKnown);
		const shown = (name: string) => (isMap ? HIDDEN : names.shown(name));
		return Object.entries(object).map(([name, value]) => ({ name: shown(name), value }));
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

/** Whether all members are objects of one form, or numbers: then their names may be data. */
function hasLikeMembers(object: object): boolean {
	const forms = Object.values(object).map((value: unknown) =>
		isJson(value) ? Object.keys(value).sort().join() : typeof value === 'number' ? '#' : '',
	);
	return forms.length > 1 && new Set(forms).size === 1 && forms[0] !== '';
}

/** Returns the type of a form in words, or the format if it has one. */
export const typeText = ({ type, format }: Form) => format ?? [type].flat().join(' or ');

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

type Names = ReturnType<typeof namesBy>;

/**
 * Tells names from data. A name is shown if it is documented or usual around a list, or if it looks like
 * one in code and has no text of the answers in it, such as that of a brand.
 */
export function namesBy(bodies: readonly unknown[], documented: readonly string[]) {
	const known = new Set(documented.map(plain));
	// With a capital, `Time` may be a brand.
	const isKnown = (name: string) =>
		known.has(plain(name)) || (/^[a-z][\w-]*$/.test(name) && isResponseName(name));
	const data = [...new Set(bodies.flatMap(textsIn).map(plain))].filter((text) => !isKnown(text));
	const isData = (name: string) =>
		data.some((text) => text === name || (text.length > 3 && name.includes(text)));
	const isSafe = (name: string) =>
		isKnown(name) || (/^[a-z_][\w-]{0,40}$/.test(name) && !isData(plain(name)));
	return { isKnown, shown: (name: string) => (isSafe(name) ? name : HIDDEN) };
}

/** Returns all short texts, the words with a capital in them, and the parts of addresses. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value) || isJson(value)) return Object.values<unknown>(value).flatMap(textsIn);
	if (typeof value !== 'string' || value.split(/\s+/).length > 4) return [];
	return [value, ...value.split(/[\s/.:]+/).filter((word) => /^\p{Lu}|^\S{6}/u.test(word))];
}
