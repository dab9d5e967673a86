import { json, type Json } from '../../sandbox/json';
import type { Answer, List } from './list';
import { jsonOf } from './rows';
import {
	isRefusal,
	moreAt,
	type Fault,
	type ListName,
	type Refusal,
	type Service,
} from './service';

/** An answer as it goes out; a body that is cut off, or none at all. */
export interface Sent {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly isReset?: boolean;
}

const QUOTA = 'The quota of this key is used up';
const ERROR = { code: 'quota', message: QUOTA };

/** Each refusal beside the list without records, in whatever form it has in this service. */
const SAID: Readonly<Record<Refusal, (empty: Json) => Json>> = {
	success: () => ({ success: false, message: QUOTA }),
	successEmpty: (empty) => ({ success: false, message: QUOTA, ...empty }),
	ok: () => ({ ok: false, reason: QUOTA }),
	errorText: () => ({ error: QUOTA }),
	errorTextEmpty: (empty) => ({ error: QUOTA, ...empty }),
	errorTextNull: () => ({ error: QUOTA, data: null }),
	errorObject: () => ({ error: ERROR }),
	errorObjectEmpty: (empty) => ({ ...empty, error: ERROR }),
	errorObjectNull: () => ({ data: null, error: ERROR }),
	errors: () => ({ errors: [ERROR] }),
	errorsNull: () => ({ errors: [ERROR], data: null }),
	errorsEmpty: (empty) => ({ errors: [QUOTA], ...empty }),
	status: () => ({ status: 'error', message: QUOTA }),
	statusEmpty: (empty) => ({ status: 'error', ...empty }),
};

type Wrap = (rows: readonly unknown[], name: ListName, answer: Answer) => unknown;

const ENVELOPE: Readonly<Record<Service['envelope'], Wrap>> = {
	data: (rows) => ({ data: rows }),
	own: (rows, name) => ({ [name]: rows }),
	array: (rows) => rows,
	items: (rows) => ({ items: rows }),
	results: (rows) => ({ results: rows }),
	'data.items': (rows) => ({ data: { items: rows } }),
	'data.own': (rows, name) => ({ data: { [name]: rows } }),
	rows: (rows) => ({ rows }),
	records: (records) => ({ records }),
	'result.rows': (rows) => ({ result: { rows } }),
	'response.entries': (entries) => ({ response: { entries } }),
	graphql: (rows, name, { more, places }) => ({
		data: {
			[name]: {
				edges: rows.map((node, n) => ({ cursor: `c${places[n] ?? n}`, node })),
				pageInfo: { hasNextPage: more ?? false, endCursor: `c${places.at(-1) ?? 0}` },
			},
		},
	}),
	mapById: (rows, _, { places }) => ({
		data: Object.fromEntries(rows.map((row, n) => [keyOf(places[n] ?? n), row])),
	}),
	requestId: (rows) => ({ id: 'req-1', data: rows }),
	unusual: (rows) => ({ visibility_by_prompt: rows }),
};

const BESIDE: Readonly<Record<Service['beside'], Json>> = {
	nothing: {},
	success: { success: true, status: 'ok', message: 'OK', error: null, errors: [] },
	lists: { columns: ['prompt', 'score'], warnings: [], filters: [] },
};

const FAULT: Readonly<Record<Fault, Partial<Sent>>> = {
	'403': { status: 403, body: '{"message":"Not for this key"}' },
	'500': { status: 500, body: '{"message":"Out of order"}' },
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

/** Under what a record is in a list that is a map. */
export function keyOf(place: number): string {
	return `record-${place}`;
}

/** Gives an answer of a list the form that the service has. */
export function sentFor({ service, name }: Pick<List, 'name' | 'service'>, answer: Answer): Sent {
	const { trouble, end } = service;
	if (trouble !== null && (answer.kind === 'failed' || answer.kind === 'refused')) {
		if (!isRefusal(trouble.form)) return { ...PLAIN, ...FAULT[trouble.form] };
		const empty = ENVELOPE[service.envelope]([], name, answer);
		const body = SAID[trouble.form](Array.isArray(empty) ? { data: [] } : json(empty));
		return { ...PLAIN, body: jsonOf(body) };
	}
	const after = answer.kind === 'end' ? AFTER_END[end] : undefined;
	if (after !== undefined) return { ...PLAIN, ...after };
	const { body, headers } = withSigns(service, answer);
	const list = ENVELOPE[service.envelope](answer.rows, name, answer);
	const whole = Array.isArray(list)
		? list
		: { ...BESIDE[service.beside], ...volatileOf(service, answer), ...body, ...json(list) };
	return { ...PLAIN, headers: { ...PLAIN.headers, ...headers }, body: jsonOf(whole) };
}

function volatileOf({ volatile }: Service, { turn }: Answer): Json {
	if (volatile !== 'answer') return {};
	return { generated_at: new Date(1.8e12 + turn).toISOString(), trace_id: `trace-${turn}` };
}

/** What an answer says beside its records. */
function withSigns(service: Service, answer: Answer) {
	const { total, pagesBy } = service;
	const body: Json = {};
	const headers: Record<string, string> = {};
	const put = (at: string, value: unknown) => {
		if (/^[A-Z]/.test(at)) headers[at.toLowerCase()] = String(value);
		else place(body, at, value);
	};
	const count = answer.total ?? answer.pages;
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
