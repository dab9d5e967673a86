import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Behaviour, ErrorShape } from './behaviour';

/** What a schema compiler says about one mistake. */
export interface SchemaError {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

/**
 * One entry of a 422 answer, in the form the vendor's older content API uses (public, older API).
 */
export interface Detail {
	loc: (string | number)[];
	msg: string;
	type: string;
}

/** Thrown for a body that has the documented form, but says something that is refused. */
export class RefusedBody extends Error {
	constructor(readonly details: Detail[]) {
		super('The body is refused');
	}
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (words: string) => words.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

/** Gives the place of a mistake, starting with `root`, array positions as numbers. */
export function located(error: SchemaError, root: string): (string | number)[] {
	const parts = error.instancePath.split('/').slice(1);
	return [
		root,
		...parts.map((part) =>
			/^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~'),
		),
	];
}

const TYPES: Record<string, [string, string]> = {
	string: ['string_type', 'Input should be a valid string'],
	integer: ['int_type', 'Input should be a valid integer'],
	array: ['list_type', 'Input should be a valid list'],
	object: ['dict_type', 'Input should be a valid dictionary'],
};

const KEYWORDS: Record<string, (params: Record<string, unknown>) => [string, string]> = {
	required: () => ['missing', 'Field required'],
	type: ({ type }) => TYPES[String(type)] ?? ['type_error', `Input should be ${String(type)}`],
	minimum: ({ limit }) => [
		'greater_than_equal',
		`Input should be greater than or equal to ${String(limit)}`,
	],
	maximum: ({ limit }) => [
		'less_than_equal',
		`Input should be less than or equal to ${String(limit)}`,
	],
	enum: ({ allowedValues }) => ['literal_error', `Input should be one of ${String(allowedValues)}`],
	format: () => ['datetime_parsing', 'Input should be a valid datetime'],
};

/** Writes a mistake the way a FastAPI service does. */
export function toDetail(error: SchemaError, root: string): Detail {
	const [type, msg] = KEYWORDS[error.keyword]?.(error.params) ?? [
		'value_error',
		error.message ?? 'Input is invalid',
	];
	const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
	return { loc: [...located(error, root), ...missing], msg, type };
}

const page = (words: string) => `<!doctype html><title>Error</title><h1>${escaped(words)}</h1>`;

const SHAPES: Record<ErrorShape, (words: string, details?: Detail[]) => [string, string]> = {
	detail: (words, details) => asJson({ detail: details ?? words }),
	message: (words) => asJson({ message: words }),
	error: (words) => asJson({ error: words }),
	errorMessage: (words) => asJson({ error: { message: words } }),
	errors: (words) => asJson({ errors: [{ message: words }] }),
	html: (words) => ['text/html; charset=utf-8', page(words)],
	text: (words) => ['text/plain; charset=utf-8', words],
};

function asJson(body: unknown): [string, string] {
	return ['application/json; charset=utf-8', JSON.stringify(body)];
}

const WORDS: Record<number, string> = {
	401: 'Missing or invalid API key',
	403: 'No access to this project or workspace',
	404: 'Not Found',
	429: 'Rate limit exceeded',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
};

/**
 * Answers with an error in the shape the behaviour asks for. `details` are the mistakes of a 422.
 */
export function fail(
	behaviour: Behaviour,
	request: FastifyRequest,
	reply: FastifyReply,
	status: number,
	details?: Detail[],
): void {
	const key = request.headers['x-api-key'];
	const echo = behaviour.echoKey && key !== undefined ? ` (received key ${String(key)})` : '';
	const told = details?.map((detail) => ({ ...detail, msg: `${detail.msg}${echo}` }));
	const words = told
		? told.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
		: `${WORDS[status] ?? `Error ${status}`}${echo}`;
	const [type, body] = SHAPES[behaviour.errorShape](words, told);
	if (echo) void reply.header('x-received-key', String(key));
	void reply.code(status).type(type).send(body);
}
