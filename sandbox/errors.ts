import type { ErrorObject } from 'ajv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Behaviour } from './behaviour';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a schema compiler says about one mistake. */
type SchemaError = Pick<
	ErrorObject<string, Record<string, unknown>>,
	'instancePath' | 'keyword' | 'message' | 'params'
>;

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

/** Writes a mistake the way a FastAPI service does. */
export function toDetail(error: SchemaError, root: string): Detail {
	const loc = located(error, root);
	if (error.keyword !== 'required') return { loc, msg: error.message ?? '', type: 'value_error' };
	const name = String(error.params['missingProperty']);
	return { loc: [...loc, name], msg: 'Field required', type: 'missing' };
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

/** Answers with an error. `details` are the mistakes of a 422. */
export function fail(
	{ echoKey }: Behaviour,
	request: FastifyRequest,
	reply: FastifyReply,
	status: number,
	details?: Detail[],
): void {
	const key = request.headers['x-api-key'];
	const isEchoed = echoKey && key !== undefined;
	const echo = isEchoed ? ` (received key ${String(key)})` : '';
	const detail =
		details?.map((one) => ({ ...one, msg: `${one.msg}${echo}` })) ??
		`${WORDS[status] ?? `Error ${status}`}${echo}`;
	if (isEchoed) void reply.header('x-received-key', String(key));
	void reply.code(status).type(JSON_TYPE).send(JSON.stringify({ detail }));
}
