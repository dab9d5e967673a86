import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { json, text } from './json';
import { type Api, type Context, type Exchange, exchangeOf } from './context';
import { type Detail, fail } from './errors';
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

/**
 * Opens the record of a request: before its body is read, so that nothing that arrives is missed.
 */
function open(context: Context, request: FastifyRequest, reply: FastifyReply): void {
	const [path = ''] = request.url.split('?');
	const [sent = ''] = request.originalUrl.split('?');
	const record = {
		id: (context.nextId += 1),
		at: performance.now(),
		method: request.method,
		path: sent,
		query: request.query,
		headers: request.headers,
		inFlight: (context.inFlight += 1),
		violations: [],
		aborted: false,
	};
	let inFlight = true;
	const exchange: Exchange = {
		record,
		path,
		api: apiOf(path),
		malformed: false,
		truncate: false,
		cut: false,
		settle() {
			if (inFlight) context.inFlight -= 1;
			inFlight = false;
		},
	};
	context.requests.push(record);
	context.exchanges.set(request, exchange);
	reply.raw.once('close', () => {
		exchange.settle();
		if (!reply.raw.writableFinished && !exchange.cut) record.aborted = true;
	});
}

/** Keeps the body and checks it against the strict contract. */
function complete(context: Context, exchange: Exchange, request: FastifyRequest): void {
	const { record } = exchange;
	record.body = request.body;
	if (!context.behaviour.contract) return;
	const path = request.originalUrl;
	const { method, headers, body } = record;
	record.violations = context.contract.violations({ method, path, headers, body });
}

interface Stage {
	readonly context: Context;
	readonly exchange: Exchange;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/**
 * Checks a request. Returns whether it has answered; if not, the next step follows. It does not return
 * the reply, because awaiting that by accident would wait for the end of the connection.
 */
type Step = (stage: Stage) => boolean;

function refuse({ context, request, reply }: Stage, status: number, details?: Detail[]): boolean {
	fail(context.behaviour, request, reply, status, details);
	return true;
}

function cut({ exchange, request, reply }: Stage): boolean {
	exchange.cut = true;
	reply.hijack();
	request.raw.socket.destroy();
	return true;
}

function respond(stage: Stage, { status = 500, headers = {}, body }: Fault): boolean {
	const { reply } = stage;
	void reply.headers(headers);
	// A redirect or a 204 has nothing to say unless the order gives it something.
	if (body === undefined && status >= 400) return refuse(stage, status);
	const plain = body === undefined || typeof body === 'string';
	if (!reply.hasHeader('content-type')) {
		void reply.type(plain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8');
	}
	void reply.code(status).send(plain ? (body ?? '') : JSON.stringify(body));
	return true;
}

const FAULTS: Record<FaultKind, (stage: Stage, fault: Fault) => boolean> = {
	respond,
	reset: (stage) => cut(stage),
	hang: ({ reply }) => {
		reply.hijack();
		return true;
	},
	slow: () => false,
	truncate: (stage, fault) => {
		stage.exchange.truncate = true;
		const told = fault.status !== undefined || fault.body !== undefined;
		return told && respond(stage, { ...fault, status: fault.status ?? 200 });
	},
};

const checkKey: Step = (stage) => {
	const { context, exchange, request } = stage;
	if (!exchange.api) return refuse(stage, 404);
	const key = request.headers['x-api-key'];
	exchange.workspace = context.world.workspaces.find((workspace) => workspace.key === key);
	if (!exchange.workspace) return refuse(stage, 401);
	return exchange.api === 'agents' && !exchange.workspace.agents && refuse(stage, 403);
};

/** Counts requests in fixed windows. */
const checkRate: Step = (stage) => {
	const { rate, behaviour } = stage.context;
	const { rateLimit } = behaviour;
	if (!rateLimit) return false;
	const now = performance.now();
	if (now - rate.start >= rateLimit.perMs) Object.assign(rate, { start: now, used: 0 });
	rate.used += 1;
	if (rate.used <= rateLimit.requests) return false;
	const seconds = Math.ceil((rateLimit.perMs - (now - rate.start)) / 1000);
	void stage.reply.header('retry-after', String(Math.max(1, seconds)));
	return refuse(stage, 429);
};

const checkJson: Step = (stage) => {
	const detail = { loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' };
	return stage.exchange.malformed && refuse(stage, 422, [detail]);
};

const STEPS: readonly Step[] = [checkKey, checkRate, checkJson];

/** All steps before the body is checked against its schema. Returns whether one has answered. */
async function enter(stage: Stage): Promise<boolean> {
	const { context, exchange, request } = stage;
	complete(context, exchange, request);
	const { path, record } = exchange;
	const project = projectIn(exchange, request);
	const fault = context.faults.take({
		...{ path, project },
		...{ method: request.method, body: record.rawBody },
	});
	const delay = context.behaviour.latencyMs + (fault?.delayMs ?? 0);
	if (delay > 0) await wait(delay);
	if (fault && FAULTS[fault.kind](stage, fault)) return true;
	return STEPS.some((step) => step(stage));
}

/** The ID of the project that a request names. */
function projectIn(exchange: Exchange, request: FastifyRequest): string | undefined {
	const inBody = text(json(request.body)['project_id']);
	return exchange.api === 'agents' ? text(request.headers['x-project-id']) : inBody;
}

/**
 * Finds the project a request is about and answers 403 when the key's workspace does not have it.
 */
const scope: Step = (stage) => {
	const { exchange, request } = stage;
	const id = projectIn(exchange, request);
	if (id === undefined) return false;
	exchange.project = exchange.workspace?.projects.find(
		(project) => project.id === id || String(project.number) === id,
	);
	return exchange.project ? false : refuse(stage, 403);
};

/** Gives a stream that ends in an error after half of the text: the connection breaks off there. */
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
	const stage = (request: FastifyRequest, reply: FastifyReply): Stage => ({
		context,
		exchange: exchangeOf(context, request),
		request,
		reply,
	});
	app.addHook('onRequest', (request, reply, done) => {
		open(context, request, reply);
		done();
	});
	// Hooks with a callback: one that has answered does not call it, and so ends the request there.
	app.addHook('preValidation', (request, reply, done) => {
		enter(stage(request, reply)).then(
			(answered) => {
				if (!answered) done();
			},
			(error: unknown) => {
				done(error instanceof Error ? error : new Error(String(error)));
			},
		);
	});
	app.addHook('preHandler', (request, reply, done) => {
		if (!scope(stage(request, reply))) done();
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		const exchange = exchangeOf(context, request);
		exchange.record.status = reply.statusCode;
		// Settled before the client can have the answer, so a client that waits for it counts as one.
		exchange.settle();
		if (!exchange.truncate || typeof payload !== 'string') {
			done(null, payload);
			return;
		}
		exchange.cut = true;
		void reply.header('content-length', Buffer.byteLength(payload));
		done(null, half(payload));
	});
}
