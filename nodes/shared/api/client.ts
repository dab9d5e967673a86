import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { type Access, readAccess } from './access';
import type { ApiName, ApiRequest } from './apis';
import { type Caller, cancellationOf } from './caller';
import { exchange, type Trail } from './exchange';
import { Limiter } from './limiter';
import { Pace } from './pace';
import { codeOf, parse, unescaped } from './parse';
import { pause } from './pause';
import {
	cancelledError,
	connectionError,
	notJsonError,
	type RawAnswer,
	statusError,
} from './responseErrors';
import { type Failure, isDecided, isForAll, isRetryable, waitFor } from './retry';
import { retryAfter } from './retryAfter';
import type { Settings } from './settings';
import { endpointUrl, isUnprotected } from './url';

/** The service with the key applied. */
export interface Client {
	/** What the user should know about the connection, each thing once. */
	readonly hints: ReadonlySet<string>;
	/** Whether the credential has a base URL for this API. */
	offers(api: ApiName): boolean;
	/**
	 * Sends a request, again if that can help and is safe, and gives the JSON that came back;
	 * `undefined` for an empty answer.
	 *
	 * @throws DescribedError if there is no usable base URL; ServiceError, free of the key, for everything
	 * that is not a 2xx answer in JSON
	 */
	send(request: ApiRequest): Promise<JsonValue | undefined>;
	/** Waits so many milliseconds, or until the run is over. */
	pause(ms: number): Promise<void>;
	/** Ends all waits and sends nothing more. */
	stop(): void;
}

/** How one try ended: with the JSON of an answer, or with a problem and what it was. */
type Outcome =
	| { readonly body: JsonValue | undefined; readonly problem?: undefined }
	| { readonly problem: ServiceError; readonly failure: Failure };

/**
 * Reads the credential once and gives a client for both APIs. All requests of one client share a
 * limit of requests at once and wait together when the service asks for it.
 *
 * @throws n8n's own error if the node has no credential, Problem if its key cannot be sent
 */
export async function createClient(caller: Caller, settings: Settings): Promise<Client> {
	return new LimitedClient(caller, settings, await readAccess(caller));
}

class LimitedClient implements Client {
	readonly hints = new Set<string>();

	private readonly limiter: Limiter;

	private readonly pace: Pace;

	private readonly roots = new Map<ApiName, string>();

	private readonly isCancelled: () => boolean;

	private isStopped = false;

	constructor(
		private readonly caller: Caller,
		private readonly settings: Settings,
		private readonly access: Access,
	) {
		this.limiter = new Limiter(settings.concurrency);
		this.pace = new Pace(settings.concurrency);
		this.isCancelled = cancellationOf(caller);
	}

	offers(api: ApiName): boolean {
		return this.access.baseUrls[api].trim() !== '';
	}

	async pause(ms: number): Promise<void> {
		await pause(ms, () => this.isOver());
	}

	stop(): void {
		this.isStopped = true;
	}

	async send(request: ApiRequest): Promise<JsonValue | undefined> {
		const trail: Trail = { hop: { request, url: this.rootOf(request.api) + request.path } };
		await this.pause(this.pace.turn());
		await this.limiter.enter(0);
		for (let tries = 1; ; tries++) {
			const outcome = await this.tryOnce(trail);
			if (outcome.problem === undefined) return outcome.body;
			await this.enterAgain(trail.hop.request, outcome.problem, outcome.failure, tries);
		}
	}

	/** The checked base URL of an API. */
	private rootOf(api: ApiName): string {
		const known = this.roots.get(api);
		if (known !== undefined) return known;
		const root = endpointUrl(api, this.access.baseUrls[api], '');
		if (isUnprotected(root)) this.hints.add(`${UNPROTECTED_HINT} (${new URL(root).host}).`);
		this.roots.set(api, root);
		return root;
	}

	/** Sends the request in the place that it was given, and gives the place back. */
	private async tryOnce(trail: Trail): Promise<Outcome> {
		const { caller, settings, access } = this;
		const { api } = trail.hop.request;
		const outcome: Outcome = this.isOver()
			? { problem: cancelledError(api), failure: {} }
			: await exchange(caller, access.credential, settings, trail).then(
					(answer) => this.judge(api, answer),
					(error: unknown) => this.explain(api, trail.hop.url, error),
				);
		const isLetIn = outcome.problem === undefined || isDecided(outcome.failure);
		if (isLetIn) this.pace.pass();
		this.limiter.leave(isLetIn);
		return outcome;
	}

	/** Waits for the next try and a place for it, or throws the problem if there is to be none. */
	private async enterAgain(
		{ effect }: ApiRequest,
		problem: ServiceError,
		failure: Failure,
		tries: number,
	): Promise<void> {
		const { maxRetries, maxWait } = this.settings;
		if (!isRetryable(effect, failure) || this.isOver()) throw problem;
		if ((failure.asked ?? 0) > maxWait) throw problem.with(tooLong(failure.asked ?? 0, maxWait));
		if (tries > maxRetries) throw problem.with(tooOften(tries, failure.asked));
		const wait = this.pause(waitFor(failure, tries, maxWait, Math.random()));
		if (failure.status === 429 && failure.asked) this.pace.refuse(failure.asked);
		await (isForAll(failure)
			? this.limiter.enterAfter(wait, tries).then(() => this.pace.restart())
			: wait.then(async () => await this.limiter.enter(tries)));
	}

	/** What an answer is worth: its JSON, or the problem with it. */
	private judge(api: ApiName, { status, headers, text: sent }: RawAnswer): Outcome {
		// Before anything is cut or quoted: a part of the key would be as bad as all of it.
		const text = this.access.mask(unescaped(sent));
		const answer = { status, headers, text };
		const body = parse(text);
		if (status < 200 || status > 299) {
			const asked = retryAfter(headers, Date.now());
			return { problem: statusError(api, answer, body), failure: { status, asked } };
		}
		if (body === undefined && text.trim() !== '') {
			return { problem: notJsonError(api, answer), failure: { status } };
		}
		return { body };
	}

	/** What it means that there was no answer. */
	private explain(api: ApiName, url: string, error: unknown): Outcome {
		if (error instanceof ServiceError) {
			const { mask } = this.access;
			const { message, description, status } = error;
			const problem = new ServiceError(mask(message), mask(description), status);
			return { problem, failure: {} };
		}
		const code = codeOf(error);
		const problem = this.isCancelled()
			? cancelledError(api)
			: connectionError(api, url, code, this.settings.timeout);
		return { problem, failure: { code } };
	}

	private isOver(): boolean {
		return this.isStopped || this.isCancelled();
	}
}

const UNPROTECTED_HINT =
	'The API key travels unencrypted, because the base URL starts with http:// instead of https://';

function tooLong(asked: number, maxWait: number): string {
	return (
		`The service asks to wait ${Math.ceil(asked / 1000)} seconds before the next try. ` +
		`To wait that long, raise 'Max Wait' under 'Options' (now ${maxWait / 1000}).`
	);
}

function tooOften(tries: number, asked: number | undefined): string {
	const wait =
		asked === undefined ? '' : ` It last asked to wait ${Math.ceil(asked / 1000)} seconds.`;
	return `The request was sent ${tries} times.${wait} To try more often, raise 'Max Retries' under 'Options'.`;
}
