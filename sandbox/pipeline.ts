import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { json, text } from './json';
import { type Api, type Context, type Exchange, exchangeOf } from './context';
import { type Detail, fail, JSON_TYPE } from './errors';
import type { Fault, FaultKind } from './faults';

const PREFIXES: ReadonlyArray<readonly [string, Api]> = [
	['/api/v1/business/', 'agents'],
	['/v2/geo/', 'geo'],
];

/**
 * Which API a path belongs to. A path with a root twice belongs to none: the client has joined the
 * root to a base URL that already ends in it.
 */
function apiOf(path: string): Api | undefined {
	const isDoubled = PREFIXES.some(([prefix]) => path.includes(prefix, 1));
	return isDoubled ? undefined : PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** Opens the record of a request: before its body is read, so that nothing that arrives is missed. */
function open(context: Context, request: FastifyRequest, reply: FastifyReply): void {
	const [path = ''] = request.url.split('?');
	const [sent = ''] = request.originalUrl.split('?');
	const { method, query, headers } = request;
	const record = {
		...{ id: (context.nextId += 1), at: performance.now(), method, path: sent, query, headers },
		...{ inFlight: (context.inFlight += 1), violations: [], aborted: false },
	};
	const exchange: Exchange = {
		...{ context, request, reply, record, path, api: apiOf(path) },
		...{ isMalformed: false, isTruncated: false, isCut: false, isInFlight: true },
	};
	context.requests.push(record);
	context.exchanges.set(request, exchange);
	reply.raw.once('close', () => {
		settle(exchange);
		if (!reply.raw.writableFinished && !exchange.isCut) record.aborted = true;
	});
}

/** A request is no longer in flight; only the first call counts. */
function settle(exchange: Exchange): void {
	if (exchange.isInFlight) exchange.context.inFlight -= 1;
	exchange.isInFlight = false;
}

/**
 * Checks a request. Returns whether it has answered; if not, the next step follows. It does not return
 * the reply, because awaiting that by accident would wait for the end of the connection.
 */
type Step = (exchange: Exchange) => boolean;

function refuse(
	{ context, request, reply }: Exchange,
	status: number,
	details?: Detail[],
): boolean {
	fail(context.behaviour, request, reply, status, details);
	return true;
}

function respond(exchange: Exchange, { status = 500, headers = {}, body }: Fault): boolean {
	const { reply } = exchange;
	void reply.headers(headers);
	// A redirect or a 204 has nothing to say unless the order gives it something.
	if (body === undefined && status >= 400) return refuse(exchange, status);
	const isPlain = body === undefined || typeof body === 'string';
	if (!reply.hasHeader('content-type')) {
		void reply.type(isPlain ? 'text/plain; charset=utf-8' : JSON_TYPE);
	}
	void reply.code(status).send(isPlain ? (body ?? '') : JSON.stringify(body));
	return true;
}

const FAULTS: Record<FaultKind, (exchange: Exchange, fault: Fault) => boolean> = {
	respond,
	reset: (exchange) => {
		exchange.isCut = true;
		exchange.reply.hijack();
		exchange.request.raw.socket.destroy();
		return true;
	},
	hang: ({ reply }) => {
		reply.hijack();
		return true;
	},
	slow: () => false,
	truncate: (exchange, fault) => {
		exchange.isTruncated = true;
		const isTold = fault.status !== undefined || fault.body !== undefined;
		return isTold && respond(exchange, { status: 200, ...fault });
	},
};

const checkKey: Step = (exchange) => {
	const { api, context, request } = exchange;
	if (!api) return refuse(exchange, 404);
	const key = request.headers['x-api-key'];
	exchange.workspace = context.world.workspaces.find((workspace) => workspace.key === key);
	if (!exchange.workspace) return refuse(exchange, 401);
	return api === 'agents' && !exchange.workspace.agents && refuse(exchange, 403);
};

/** Counts requests in fixed windows. */
const checkRate: Step = (exchange) => {
	const { rate, behaviour } = exchange.context;
	const { rateLimit } = behaviour;
	if (!rateLimit) return false;
	const now = performance.now();
	if (now - rate.start >= rateLimit.perMs) Object.assign(rate, { start: now, used: 0 });
	rate.used += 1;
	if (rate.used <= rateLimit.requests) return false;
	const seconds = Math.ceil((rateLimit.perMs - (now - rate.start)) / 1000);
	void exchange.reply.header('retry-after', String(Math.max(1, seconds)));
	return refuse(exchange, 429);
};

const checkJson: Step = (exchange) => {
	const detail = { loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' };
	return exchange.isMalformed && refuse(exchange, 422, [detail]);
};

const STEPS: readonly Step[] = [checkKey, checkRate, checkJson];

/** All steps before the body is checked against its schema. Returns whether one has answered. */
async function enter(exchange: Exchange): Promise<boolean> {
	const { context, request, path, record } = exchange;
	const { method, headers, body } = request;
	record.body = body;
	const asked = { method, path: request.originalUrl, headers, body };
	if (context.behaviour.contract) record.violations = context.contract.violations(asked);
	const project = projectIn(exchange);
	const fault = context.faults.take({ method, path, project, body: record.rawBody });
	const delay = context.behaviour.latencyMs + (fault?.delayMs ?? 0);
	if (delay > 0) await wait(delay);
	if (fault && FAULTS[fault.kind](exchange, fault)) return true;
	return STEPS.some((step) => step(exchange));
}

/** Returns the ID of the project that a request names. */
function projectIn({ api, request }: Exchange): string | undefined {
	const { headers, body } = request;
	return text(api === 'agents' ? headers['x-project-id'] : json(body)['project_id']);
}

/** Finds the project a request is about and answers 403 when the key's workspace does not have it. */
const scope: Step = (exchange) => {
	const id = projectIn(exchange);
	if (id === undefined) return false;
	exchange.project = exchange.workspace?.projects.find((project) => project.id === id);
	return exchange.project ? false : refuse(exchange, 403);
};

/** Returns a stream that ends in an error after half of the text: the connection breaks off there. */
function half(payload: string): Readable {
	const whole = Buffer.from(payload);
	async function* pieces(): AsyncGenerator<Buffer> {
		yield whole.subarray(0, Math.floor(whole.length / 2));
		// The half has to be on its way before the connection goes.
		await wait(20);
		throw new Error('The answer was ordered to break off here.');
	}
	return Readable.from(pieces(), { objectMode: false });
}

/** Adds the checks that stand before every operation of the service, in their order. */
export function addPipeline(app: FastifyInstance, context: Context): void {
	app.addHook('onRequest', (request, reply, done) => {
		open(context, request, reply);
		done();
	});
	// Hooks with a callback: one that has answered does not call it, and so ends the request there.
	app.addHook('preValidation', (request, _reply, done) => {
		enter(exchangeOf(context, request)).then(
			(isAnswered) => (isAnswered ? undefined : done()),
			(error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
		);
	});
	app.addHook('preHandler', (request, _reply, done) => {
		if (!scope(exchangeOf(context, request))) done();
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		const exchange = exchangeOf(context, request);
		exchange.record.status = reply.statusCode;
		// Settled before the client can have the answer, so a client that waits for it counts as one.
		settle(exchange);
		if (!exchange.isTruncated || typeof payload !== 'string') {
			done(null, payload);
			return;
		}
		exchange.isCut = true;
		void reply.header('content-length', Buffer.byteLength(payload));
		done(null, half(payload));
	});
}
