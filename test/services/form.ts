import { json, type Json } from '../../sandbox/json';
import type { Answer, List } from './list';
import { jsonOf, type Row } from './rows';
import { moreAt, type ListName, type Service, type Trouble } from './service';

/** An answer as it goes out; a body that is cut off, or none at all. */
export interface Sent {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly isReset?: boolean;
}

const QUOTA = 'The quota of this key is used up';
const ERROR = { code: 'quota', message: QUOTA };

/** What a refusal says. `list` is the response without trouble: its list is empty, or has the records. */
const SAID: Readonly<Partial<Record<Trouble, (list: Json) => Json>>> = {
	success: () => ({ success: false, message: QUOTA }),
	successEmpty: (list) => ({ success: false, message: QUOTA, ...list }),
	ok: () => ({ ok: false, reason: QUOTA }),
	okEmpty: (list) => ({ ...list, ok: false }),
	errorText: () => ({ error: QUOTA }),
	errorTextEmpty: (list) => ({ error: QUOTA, ...list }),
	errorTextNull: () => ({ error: QUOTA, data: null }),
	errorObject: () => ({ error: ERROR }),
	errorObjectEmpty: (list) => ({ ...list, error: ERROR }),
	errors: () => ({ errors: [ERROR] }),
	errorsEmpty: (list) => ({ errors: [QUOTA], ...list }),
	status: () => ({ status: 'error', message: QUOTA }),
	statusEmpty: (list) => ({ status: 'failed', ...list }),
	statusCode: (list) => ({ ...list, status_code: '402' }),
	errorBeside: (list) => ({ ...list, error: QUOTA }),
	okBeside: (list) => ({ ...list, ok: false }),
};

type Wrap = (rows: readonly Row[], name: ListName, answer: Answer) => unknown;

const ENVELOPE: Readonly<Record<Service['envelope'], Wrap>> = {
	data: (rows) => ({ data: rows }),
	own: (rows, name) => ({ [name]: rows }),
	array: (rows) => rows,
	items: (rows) => ({ items: rows }),
	results: (rows) => ({ results: rows }),
	'data.items': (rows) => ({ data: { items: rows } }),
	'data.own': (rows, name) => ({ data: { [name]: rows } }),
	records: (records) => ({ records }),
	'result.rows': (rows) => ({ result: { rows } }),
	graphql: (rows, name, { more, places }) => ({
		data: {
			[name]: {
				edges: rows.map((node) => ({ node })),
				pageInfo: { hasNextPage: more ?? false, endCursor: `c${places.at(-1) ?? 0}` },
			},
		},
	}),
	mapById: (rows, _, { places }) => ({
		data: Object.fromEntries(rows.map((row, n) => [`record-${places[n] ?? n}`, row])),
	}),
	requestId: (rows) => ({ id: 'req-1', data: rows }),
	unusual: (rows) => ({ visibility_by_prompt: rows }),
	columns: (rows) => ({ columns: namesOf(rows), rows: rows.map(valuesOf) }),
	headerRow: (rows) => ({ data: [namesOf(rows), ...rows.map(valuesOf)] }),
	text: (rows) => ({ data: jsonOf(rows) }),
};

const BESIDE: Readonly<Record<Service['beside'], Json>> = {
	nothing: {},
	success: { success: true, status: 'ok', message: 'OK', error: null, errors: [] },
	lists: { columns: ['prompt', 'score'], warnings: [], filters: [] },
};

const FAULT: Readonly<Partial<Record<Trouble, Partial<Sent>>>> = {
	'403': { status: 403, body: '{"message":"Not for this key"}' },
	'500': { status: 500, body: '{"message":"Out of order"}' },
	notANumber: { body: '{"data":[],"score":NaN}' },
	cut: { body: '{"data":[{"prompt_id":"record-0","prompt":"Pro' },
	reset: { isReset: true },
};

/** What has another form after the end than an answer with the list. */
const AFTER_END: Readonly<Partial<Record<Service['end'], Partial<Sent>>>> = {
	noContent: { status: 204, body: '' },
	object: { body: '{}' },
	dataObject: { body: '{"data":{}}' },
	null: { body: 'null' },
	'404': { status: 404, body: '{"message":"No such page"}' },
	'416': { status: 416, body: '{"message":"Range Not Satisfiable"}' },
	'422': { status: 422, body: '{"detail":"offset is too high"}' },
};

const PLAIN: Sent = { status: 200, headers: { 'content-type': 'application/json' }, body: '' };

function namesOf([first = {}]: readonly Row[]): string[] {
	return Object.keys(first);
}

function valuesOf(row: Row): unknown[] {
	return Object.values(row);
}

/** Gives an answer of a list the form that the service has. */
export function sentFor({ service, name }: Pick<List, 'name' | 'service'>, answer: Answer): Sent {
	const { trouble, end } = service;
	const isTrouble = answer.kind !== 'page' && answer.kind !== 'end';
	const form = isTrouble ? trouble?.form : undefined;
	const fault = form === undefined ? undefined : FAULT[form];
	const special = answer.kind === 'end' ? AFTER_END[end] : fault;
	if (special !== undefined) return { ...PLAIN, ...special };
	const { body, headers } = withSigns(service, answer);
	const list = ENVELOPE[service.envelope](answer.rows, name, answer);
	if (Array.isArray(list) && form === undefined) return { ...PLAIN, headers, body: jsonOf(list) };
	const around = { ...BESIDE[service.beside], ...volatileOf(service, answer), ...body };
	const object = {
		...(answer.kind === 'refused' ? {} : around),
		...(Array.isArray(list) ? { data: list } : json(list)),
	};
	const said = form === undefined ? object : SAID[form]?.(object);
	return { ...PLAIN, headers, body: jsonOf(said) };
}

function volatileOf({ volatile }: Service, { turn }: Answer): Json {
	if (volatile !== 'answer') return {};
	return { generated_at: new Date(1.8e12 + turn).toISOString(), trace_id: `trace-${turn}` };
}

/** What an answer says beside its records. */
function withSigns(service: Service, answer: Answer) {
	const { total, pagesBy } = service;
	const body: Json = {};
	const headers: Record<string, string> = { ...PLAIN.headers };
	const put = (at: string, value: unknown) => {
		if (/^[A-Z]/.test(at)) headers[at.toLowerCase()] = String(value);
		else place(body, at, value);
	};
	const count = answer.total;
	if (total !== null && count !== undefined) put(total.at, total.isText ? String(count) : count);
	const next = String(answer.start + answer.rows.length);
	if (pagesBy === 'page') body.page = answer.page ?? 1;
	const at = moreAt(service);
	if (at !== undefined && answer.more !== undefined) {
		const url = `/v2/geo/business/prompts?offset=${next}`;
		if (at === 'Link') {
			if (answer.more) headers.link = `<${url}>; rel="next"`;
		} else if (at === 'next_cursor') body[at] = answer.more ? next : null;
		else if (at === 'next' || at === 'links.next') put(at, answer.more ? url : null);
		else put(at, answer.more);
	}
	return { body, headers };
}

/** Puts a value where a path of one or two names says. */
function place(body: Json, at: string, value: unknown): void {
	const [first = '', second] = at.split('.');
	body[first] = second === undefined ? value : { ...json(body[first]), [second]: value };
}
