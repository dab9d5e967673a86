import { sleep } from 'n8n-workflow';
import { type Advice, type Notice, Notices, inEditor, joinedAdvice, ServiceError } from '../base';
import { readAccess, type Access } from './access';
import type { ApiName, ApiRequest } from './apis';
import { cancelSignalOf, type Caller } from './caller';
import { connectionError } from './connectionError';
import { exchange, trailOf, type Trail, type Transport } from './exchange';
import { Gate } from './gate';
import { failed, isRead, judge, mayHaveRun, type Answer, type Outcome } from './outcome';
import { codeOf } from './parse';
import { pause } from './pause';
import { cancelledError, MAY_HAVE_RUN } from './responseErrors';
import { backOff, isRetryable, NEVER_ADMITTED } from './retry';
import type { Settings } from './settings';
import { baseUrlOf, isUnprotected } from './url';

/** The service with the key applied. */
export interface Client {
	/** What the user should know about the connection, each thing once. */
	readonly hints: Notices;
	/** Whether the credential has a base URL for this API. */
	offers(api: ApiName): boolean;
	/**
	 * Sends a request, again if that can help and is safe, and gives what came back.
	 *
	 * @throws DescribedError if there is no usable base URL, the path has a `..` step, or a header cannot
	 * carry the project ID; ServiceError, free of the key, for everything that is not a 2xx answer in JSON. Of a call that may have been carried out all the
	 * same, the error says so.
	 */
	send(request: ApiRequest): Promise<Answer>;
	/** Waits so many milliseconds, or until the run is over. */
	pause(ms: number): Promise<void>;
	/**
	 * Ends all waits and sends nothing more. What is under way fails, in a poll and in the editor; in
	 * an execution n8n ends it only if that is cancelled.
	 */
	stop(): void;
}

/**
 * Reads the credential once and gives a client for both APIs. All requests of one client go through
 * one gate: they share a limit of requests at once and wait together when the service asks for it.
 *
 * @throws n8n's own error if the node has no credential, DescribedError if its key cannot be sent
 */
export async function createClient(caller: Caller, settings: Settings): Promise<Client> {
	return new GatedClient(caller, settings, await readAccess(caller));
}

/** The same with a credential that was read before. */
export function clientWith(caller: Caller, settings: Settings, access: Access): Client {
	return new GatedClient(caller, settings, access);
}

class GatedClient implements Client {
	readonly hints = new Notices();

	private readonly gate: Gate;

	private readonly baseUrls = new Map<ApiName, string>();

	private readonly cancelSignal?: AbortSignal;

	/** End the requests that are under way: one for each, since Node.js warns of many listeners. */
	private readonly underWay = new Set<AbortController>();

	private readonly transport: Transport;

	private readonly onCancel = () => this.stop();

	private isOver = false;

	constructor(
		caller: Caller,
		private readonly settings: Settings,
		private readonly access: Access,
	) {
		this.gate = new Gate(settings.concurrency, settings.maxWait, {
			now: () => performance.now(),
			pause: async (ms) => await this.pause(ms),
			tick: async () => await sleep(0),
			random: () => Math.random(),
		});
		const { credential, mask } = access;
		this.transport = { caller, credential, settings, mask };
		this.cancelSignal = cancelSignalOf(caller);
		if (this.cancelSignal?.aborted === true) this.stop();
		else this.cancelSignal?.addEventListener('abort', this.onCancel);
	}

	offers(api: ApiName): boolean {
		return this.access.baseUrls[api].trim() !== '';
	}

	async pause(ms: number): Promise<void> {
		await pause(ms, () => this.isOver);
	}

	stop(): void {
		this.isOver = true;
		// The signal lives as long as the execution, in which a loop may run the node many times.
		this.cancelSignal?.removeEventListener('abort', this.onCancel);
		this.gate.stop(cancelledError());
		for (const controller of this.underWay) controller.abort();
	}

	async send(request: ApiRequest): Promise<Answer> {
		const trail = trailOf(request, this.baseUrl(request.api));
		const { maxRetries } = this.settings;
		let isOpen = false;
		for (let tries = 1; ; tries++) {
			const outcome = await this.gate
				.run(async () => await this.attempt(trail))
				.catch((reason: unknown) => neverAdmitted(reason));
			if (outcome.error === undefined) {
				this.hintAt(trail);
				return outcome.answer;
			}
			const { error, failure } = outcome;
			isOpen ||= mayHaveRun(trail, failure);
			const told = isOpen ? error.with(MAY_HAVE_RUN) : error;
			if (!isRetryable(trail.hop.request.effect, failure)) throw told;
			if (tries > maxRetries) throw told.with(tooOften(tries));
			// Where the service asks to wait, the gate does. To wait for no time at all is no help.
			if ((outcome.retryAfter ?? 0) === 0) await this.pause(backOff(tries, Math.random()));
		}
	}

	/** The checked base URL of an API. */
	private baseUrl(api: ApiName): string {
		const known = this.baseUrls.get(api);
		if (known !== undefined) return known;
		const url = baseUrlOf(api, this.access.baseUrls[api]);
		if (isUnprotected(url)) {
			this.hints.add({ message: `${UNPROTECTED_HINT} (${new URL(url).host}).` });
		}
		this.baseUrls.set(api, url);
		return url;
	}

	private async attempt(trail: Trail): Promise<Outcome> {
		const controller = new AbortController();
		this.underWay.add(controller);
		try {
			const answer = await exchange(this.transport, trail, controller.signal);
			return judge(trail, answer, this.access.mask);
		} catch (error) {
			return this.explain(trail, error);
		} finally {
			this.underWay.delete(controller);
		}
	}

	/** What it means that there was no answer. */
	private explain(trail: Trail, error: unknown): Outcome {
		if (error instanceof ServiceError) return failed(error, { status: error.status });
		if (this.isOver) return failed(cancelledError(isRead(trail)), {});
		const { request, url } = trail.hop;
		const code = codeOf(error);
		const { api } = request;
		return failed(connectionError(api, url, code, this.settings, isRead(trail)), { code });
	}

	/** A call after 301 or 302 is not made again, though the service may have meant that. */
	private hintAt(trail: Trail): void {
		const { resultAfter, request, hop } = trail;
		if (resultAfter === undefined || resultAfter === SEE_OTHER) return;
		const place = this.access.mask(new URL(hop.url).pathname);
		this.hints.add(redirectHint(resultAfter, request, place));
	}
}

/** The status that says: the request was carried out, and its result is elsewhere. */
const SEE_OTHER = 303;

/** What it means that the gate did not let a request out. */
function neverAdmitted(reason: unknown): Outcome {
	if (reason instanceof ServiceError) return failed(reason, { code: NEVER_ADMITTED });
	throw reason;
}

const UNPROTECTED_HINT =
	'The API key is sent unencrypted, because the base URL starts with http:// instead of https://';

function redirectHint(status: number, { method, path }: ApiRequest, place: string): Notice {
	const what = `The service redirected ${method} ${path} to ${place} (${status}). So that nothing is done twice, the node only read what is there.`;
	return {
		message: what,
		details: "Check whether the call was carried out, and enter the new address as 'Path'.",
	};
}

function tooOften(tries: number): Advice {
	const todo = "to try more often, raise 'Max Retries' under 'Options'";
	const sent = `The request was sent ${tries === 1 ? 'once' : `${tries} times`}.`;
	return joinedAdvice([sent, inEditor(todo)], ' ');
}
