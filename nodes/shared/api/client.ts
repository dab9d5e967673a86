import { sleep, type ICredentialDataDecryptedObject, type JsonValue } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { accessWith, readAccess, type Access } from './access';
import type { ApiName, ApiRequest } from './apis';
import { cancelSignalOf, type Caller } from './caller';
import { exchange, type Trail } from './exchange';
import { Gate, type Attempt } from './gate';
import { codeOf, isCutShort, parse, unescaped } from './parse';
import { pause } from './pause';
import {
	cancelledError,
	connectionError,
	notJsonError,
	statusError,
	type RawAnswer,
} from './responseErrors';
import {
	backOff,
	CUT_SHORT,
	isAnswer,
	isRetryable,
	TOO_MANY_REQUESTS,
	type Failure,
} from './retry';
import { rateLimitWait, retryAfter } from './retryAfter';
import type { Settings } from './settings';
import { baseUrlOf, isUnprotected } from './url';

/** What the service answered, with a status of 2xx. */
export interface Answer {
	/** The JSON; `undefined` if the answer is empty. */
	readonly body: JsonValue | undefined;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** The length of the text, in characters. */
	readonly size: number;
}

/** The service with the key applied. */
export interface Client {
	/** What the user should know about the connection, each thing once. */
	readonly hints: ReadonlySet<string>;
	/** Whether the credential has a base URL for this API. */
	offers(api: ApiName): boolean;
	/**
	 * Sends a request, again if that can help and is safe, and gives what came back.
	 *
	 * @throws DescribedError if there is no usable base URL; ServiceError, free of the key, for
	 * everything that is not a 2xx answer in JSON
	 */
	send(request: ApiRequest): Promise<Answer>;
	/** Waits so many milliseconds, or until the run is over. */
	pause(ms: number): Promise<void>;
	/** Ends all waits and sends nothing more. */
	stop(): void;
}

/** How one try ended: with an answer, or with an error and what it was. */
type Outcome = Attempt &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/**
 * Reads the credential once and gives a client for both APIs. All requests of one client go through
 * one gate: they share a limit of requests at once and wait together when the service asks for it.
 *
 * @throws n8n's own error if the node has no credential, DescribedError if its key cannot be sent
 */
export async function createClient(caller: Caller, settings: Settings): Promise<Client> {
	return new GatedClient(caller, settings, await readAccess(caller));
}

/**
 * The same with a credential that was read before.
 *
 * @throws DescribedError if its key cannot be sent
 */
export function clientWith(
	caller: Caller,
	settings: Settings,
	credential: ICredentialDataDecryptedObject,
): Client {
	return new GatedClient(caller, settings, accessWith(credential));
}

class GatedClient implements Client {
	readonly hints = new Set<string>();

	private readonly gate: Gate;

	private readonly baseUrls = new Map<ApiName, string>();

	private readonly cancelSignal?: AbortSignal;

	private readonly onCancel = () => this.stop();

	private isOver = false;

	constructor(
		private readonly caller: Caller,
		private readonly settings: Settings,
		private readonly access: Access,
	) {
		this.gate = new Gate(settings.concurrency, settings.maxWait, {
			now: () => performance.now(),
			pause: async (ms) => await this.pause(ms),
			tick: async () => await sleep(0),
			random: () => Math.random(),
		});
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
	}

	async send(request: ApiRequest): Promise<Answer> {
		const trail: Trail = { hop: { request, url: this.baseUrl(request.api) + request.path } };
		const { maxRetries } = this.settings;
		for (let tries = 1; ; tries++) {
			const outcome = await this.gate.run(async () => await this.attempt(trail));
			if (outcome.error === undefined) return outcome.answer;
			if (!isRetryable(trail.hop.request.effect, outcome.failure)) throw outcome.error;
			if (tries > maxRetries) throw outcome.error.with(tooOften(tries));
			// Where the service asks to wait, the gate does. To wait for no time at all is no help.
			if ((outcome.retryAfter ?? 0) === 0) await this.pause(backOff(tries, Math.random()));
		}
	}

	/** The checked base URL of an API. */
	private baseUrl(api: ApiName): string {
		const known = this.baseUrls.get(api);
		if (known !== undefined) return known;
		const url = baseUrlOf(api, this.access.baseUrls[api]);
		if (isUnprotected(url)) this.hints.add(`${UNPROTECTED_HINT} (${new URL(url).host}).`);
		this.baseUrls.set(api, url);
		return url;
	}

	private async attempt(trail: Trail): Promise<Outcome> {
		const { api } = trail.hop.request;
		try {
			const { caller, access, settings } = this;
			return this.judge(api, await exchange(caller, access.credential, settings, trail));
		} catch (error) {
			return this.explain(api, trail.hop.url, error);
		}
	}

	/** What an answer is worth: its JSON, or the error that it stands for. */
	private judge(api: ApiName, { status, headers, text: sent }: RawAnswer): Outcome {
		// Before anything is cut or quoted: a part of the key would be as bad as all of it.
		const text = this.access.mask(unescaped(sent));
		const answer = { status, headers, text };
		const body = parse(text);
		if (status < 200 || status > 299) {
			return failed(statusError(api, answer, body), { status }, headers);
		}
		if (body === undefined && text.trim() !== '') {
			const code = isCutShort(text) ? CUT_SHORT : undefined;
			return failed(notJsonError(api, answer), { status, code }, headers);
		}
		return { verdict: 'answered', answer: { body, headers, size: text.length } };
	}

	/** What it means that there was no answer. */
	private explain(api: ApiName, url: string, error: unknown): Outcome {
		if (error instanceof ServiceError) {
			const { mask } = this.access;
			const { message, description, status } = error;
			return failed(new ServiceError(mask(message), mask(description), status), {});
		}
		if (this.isOver) return failed(cancelledError(), {});
		const code = codeOf(error);
		return failed(connectionError(api, url, code, this.settings.timeout), { code });
	}
}

function failed(
	error: ServiceError,
	failure: Failure,
	headers: Readonly<Record<string, unknown>> = {},
): Outcome {
	if (failure.status === TOO_MANY_REQUESTS) {
		const wait = rateLimitWait(headers, Date.now());
		return { verdict: 'refused', retryAfter: wait, error, failure };
	}
	if (isAnswer(failure)) return { verdict: 'answered', error, failure };
	return { verdict: 'failed', retryAfter: retryAfter(headers, Date.now()), error, failure };
}

const UNPROTECTED_HINT =
	'The API key travels unencrypted, because the base URL starts with http:// instead of https://';

function tooOften(tries: number): string {
	return `The request was sent ${tries} times. To try more often, raise 'Max Retries' under 'Options'.`;
}
