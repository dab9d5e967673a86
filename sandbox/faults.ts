/** The ways a request can go wrong below the level of the service itself. */
export const FAULT_KINDS = ['respond', 'reset', 'hang', 'slow', 'truncate'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Something that goes wrong, and with which requests. */
export interface Fault {
	/**
	 * Which requests it hits, default all. A text path is compared whole, without `/proxy` and the
	 * query. The project is the ID in the request; `body` is looked for in the body as it was sent.
	 */
	match?: { method?: string; path?: string | RegExp; project?: string; body?: string };
	/** How many requests it hits: default 1, Infinity for all of them. */
	times?: number;
	/** How many matching requests pass before the first hit. */
	after?: number;
	/**
	 * `respond` answers as told below, `reset` cuts the connection without an answer, `hang` never
	 * answers, `slow` answers late, `truncate` cuts the connection in the middle of the answer.
	 */
	kind: FaultKind;
	/** For `respond`, default 500, and `truncate`, default 200. */
	status?: number;
	headers?: Record<string, string>;
	/** Text is sent as it is, everything else as JSON. */
	body?: unknown;
	/** Milliseconds to wait first. */
	delayMs?: number;
}

interface Entry {
	readonly fault: Fault;
	pass: number;
	left: number;
}

/** A request, as far as faults ask for it. */
interface Hit {
	readonly method: string;
	readonly path: string;
	readonly project?: string;
	readonly body?: string;
}

function matches({ match }: Fault, { method, path, project, body = '' }: Hit): boolean {
	if (match === undefined) return true;
	const isOf = (wanted: string | undefined, is: string | undefined) =>
		wanted === undefined || wanted === is;
	if (!isOf(match.project, project) || !isOf(match.method, method)) return false;
	if (!body.includes(match.body ?? '')) return false;
	return match.path instanceof RegExp ? match.path.test(path) : isOf(match.path, path);
}

/** The faults that were ordered. If several match a request, the one that was ordered first hits it. */
export class FaultBook {
	/** The faults that can still hit a request. */
	private entries: Entry[] = [];

	order(fault: Fault): void {
		const { after = 0, times = 1 } = fault;
		if (times > 0) this.entries.push({ fault, pass: after, left: times });
	}

	clear(): void {
		this.entries = [];
	}

	/** Counts one request against the orders and gives the fault that hits it, if any. */
	take(hit: Hit): Fault | undefined {
		for (const entry of this.entries) {
			if (!matches(entry.fault, hit)) continue;
			if (entry.pass > 0) {
				entry.pass -= 1;
				continue;
			}
			entry.left -= 1;
			if (entry.left <= 0) this.entries = this.entries.filter((other) => other !== entry);
			return entry.fault;
		}
		return undefined;
	}
}
