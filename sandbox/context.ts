import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Behaviour } from './behaviour';
import type { Contract } from './contract';
import type { FaultBook } from './faults';
import type { Recent } from './recent';
import type { Sums } from './sums';
import type { Project, World, Workspace } from './world';

/** One request that arrived, whatever became of it. */
export interface RecordedRequest {
	readonly id: number;
	/** When it came, by `performance.now()`. */
	readonly at: number;
	readonly method: string;
	/** As it was sent, with the prefix `/proxy` if it had one, without the query. */
	readonly path: string;
	readonly query: unknown;
	/** Names in lower case. */
	readonly headers: IncomingHttpHeaders;
	/** Parsed if it was JSON, otherwise the text. */
	body?: unknown;
	rawBody?: string;
	/** Set when the answer goes out. */
	status?: number;
	/** How many requests were in flight when it came, itself included. */
	readonly inFlight: number;
	/** What the strict contract has against it. */
	violations: string[];
	/** Whether the client went away before the answer was out. */
	aborted: boolean;
}

/** The API a path belongs to. */
export type Api = 'agents' | 'geo';

/** What the sandbox keeps about a request while it answers it. */
export interface Exchange {
	readonly context: Context;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	readonly record: RecordedRequest;
	/** Path as the routes see it: without `/proxy` and the query. */
	readonly path: string;
	readonly api?: Api;
	workspace?: Workspace;
	project?: Project;
	/** The body claims to be JSON and is not. */
	isMalformed: boolean;
	/** The answer is to break off half way. */
	isTruncated: boolean;
	/** The sandbox itself cut the connection. */
	isCut: boolean;
	/** No answer is out yet, and the connection has not ended. */
	isInFlight: boolean;
}

/** The state of one running sandbox. */
export interface Context {
	behaviour: Behaviour;
	readonly world: World;
	readonly faults: FaultBook;
	/** The window of the rate limit: when it started, and how many requests it has had. */
	rate: { start: number; used: number };
	readonly contract: Contract;
	readonly requests: RecordedRequest[];
	/** What was added up lately: the pages of a list are asked for one after the other. */
	readonly sums: Recent<ReadonlyMap<number, Sums>>;
	readonly exchanges: WeakMap<FastifyRequest, Exchange>;
	inFlight: number;
	nextId: number;
	reset(): void;
}

/** Returns what the sandbox keeps about a request; throws when the request never went through `open`. */
export function exchangeOf(context: Context, request: FastifyRequest): Exchange {
	const exchange = context.exchanges.get(request);
	if (!exchange) throw new Error(`No exchange was opened for ${request.method} ${request.url}.`);
	return exchange;
}
