import { type Behaviour, DEFAULT_BEHAVIOUR } from './behaviour';
import type { Context, RecordedRequest } from './context';
import { loadContract } from './contract';
import { FaultBook } from './faults';
import { Recent } from './recent';
import { makeServer } from './server';
import { World } from './world';

export type { Behaviour } from './behaviour';
export type { RecordedRequest } from './context';
export { loadContract } from './contract';
export type { Fault } from './faults';
export type { Resource } from './records';
export { Truth } from './truth';
export { KEYS, type Project, PROJECTS } from './world';

/** How to start a sandbox. */
export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** 127.0.0.1 by default. With `0.0.0.0`, the whole network can reach it. */
	host?: string;
	/** The same seed and the same clock give the same data. Default 1. */
	seed?: number;
	/** The clock, in milliseconds since 1970. Default is that of the machine. */
	now?: () => number;
	/** What differs from the default behaviour, also after `reset`. */
	behaviour?: Partial<Behaviour>;
}

/** A running stand-in for the service. */
export interface Sandbox {
	/**
	 * `http://127.0.0.1:PORT`: the base URL of both APIs. The same answers come from below `/proxy`.
	 */
	readonly url: string;
	/** Everything that arrived except control calls, in order. */
	readonly requests: RecordedRequest[];
	/** How many requests have no answer yet, and no end of their connection either. */
	readonly inFlight: number;
	readonly world: World;
	readonly faults: FaultBook;
	/** Changes the behaviour from the next request on. */
	behave(change: Partial<Behaviour>): void;
	/** Puts requests, faults, behaviour and world back to how they started. */
	reset(): void;
	/** Cuts all connections and stops. */
	close(): Promise<void>;
}

function makeContext(seed: number, now: () => number, behaviour: Behaviour): Context {
	return {
		behaviour,
		world: new World(seed, now),
		faults: new FaultBook(),
		rate: { start: -Infinity, used: 0 },
		contract: loadContract(),
		requests: [],
		exchanges: new WeakMap(),
		sums: new Recent(),
		inFlight: 0,
		nextId: 0,
		reset() {
			this.behaviour = behaviour;
			this.world.reset();
			this.faults.clear();
			this.rate = { start: -Infinity, used: 0 };
			// Emptied in place: tests hold on to this array.
			this.requests.length = 0;
			this.nextId = 0;
		},
	};
}

/**
 * Starts a stand-in for the service on 127.0.0.1. Every request is checked against
 * docs/openapi.yaml. What is unknown of the service (most answers, the details of errors, paging) is
 * the sandbox's own invention and can be switched. Throws when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', seed = 1, now = Date.now, behaviour } = options;
	const context = makeContext(seed, now, { ...DEFAULT_BEHAVIOUR, ...behaviour });
	const app = makeServer(context);
	await app.listen({ host, port });
	const url = `http://127.0.0.1:${String(app.addresses()[0]?.port)}`;
	return {
		url,
		requests: context.requests,
		get inFlight() {
			return context.inFlight;
		},
		world: context.world,
		faults: context.faults,
		behave(change) {
			context.behaviour = { ...context.behaviour, ...change };
		},
		reset: () => context.reset(),
		close: () => app.close(),
	};
}
