import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	sleep,
} from 'n8n-workflow';
import { type DescribedError, getOrCreate, type Notice, Notices, ServiceError } from '../base';
import { type ApiName, type ApiRequest, APIS, parseBaseUrl, isUnencrypted } from './apis';
import {
	type Caller,
	credentialText,
	DEPENDS_ON_ITEM_FIELD,
	prepareCredential,
	readCredential,
} from './credential';
import { type Answer, sendOnce, prepareRequest, type RequestSetup } from './exchange';
import { isRetryable, retryDelay, wasNotExecuted } from './failures';
import { RateLimiter } from './rateLimiter';
import { cancelledError, MAY_HAVE_RUN } from './serviceErrors';
import type { Settings } from './settings';

/**
 * Reads the credential and returns a client for both APIs.
 *
 * @throws n8n's own error if the node has no credential
 * @throws DescribedError if the API key is missing or not valid
 * @throws DescribedError if an expression in the credential needs an input item
 */
export async function createClient(caller: Caller, settings: Settings): Promise<Client> {
	return new ServiceClient(caller, settings, await readCredential(caller));
}

class ServiceClient {
	readonly notices = new Notices();

	private readonly rateLimiter: RateLimiter;

	private readonly abortController = new AbortController();

	private readonly connection: RequestSetup;

	private stopError?: DescribedError;

	/** @throws DescribedError if the API key is missing or not valid */
	constructor(caller: Caller, settings: Settings, credential: ICredentialDataDecryptedObject) {
		const access = prepareCredential(credential, settings.proxy?.auth?.password);
		this.connection = { caller, settings, ...access };
		this.rateLimiter = new RateLimiter(settings.concurrency, settings.maxWait, {
			now: () => performance.now(),
			pause: async (ms) => await this.pause(ms),
			tick: async () => await sleep(0),
			random: () => Math.random(),
		});
		const cancelled = getCancelSignal(caller);
		if (cancelled?.aborted === true) this.stop();
		// In a loop, n8n passes the same signal to every run. So `stop` removes the listener at the end of each run.
		const { signal } = this.abortController;
		cancelled?.addEventListener('abort', () => this.stop(), { signal });
	}

	get isStopped(): boolean {
		return this.stopError !== undefined;
	}

	hasBaseUrl(api: ApiName): boolean {
		return this.getEnteredBaseUrl(api) !== '';
	}

	/** Waits for this time. Returns early if the run ends. */
	async pause(ms: number): Promise<void> {
		await pauseUnless(ms, () => this.isStopped);
	}

	/** Ends all waits, aborts the requests in flight, and sends no more requests. */
	stop(why: DescribedError = cancelledError()): void {
		this.stopError ??= why;
		this.rateLimiter.stop(why);
		this.abortController.abort();
	}

	/**
	 * Sends a request. Sends it again after a failure, if this is safe and can help.
	 *
	 * @throws DescribedError if there is no usable base URL
	 * @throws DescribedError if the path has a `.` or `..` segment
	 * @throws ServiceError if there is no usable response. Its texts do not contain the API key. If the service may have
	 * carried out a call, they say so
	 */
	async send(request: ApiRequest): Promise<Answer> {
		const prepared = prepareRequest(request, this.baseUrl(request.api), this.connection.settings);
		// Node.js warns if one signal gets many listeners. So each request has its own signal.
		const signal = AbortSignal.any([this.abortController.signal]);
		const sendPrepared = () => sendOnce(this.connection, prepared, signal);
		let mayHaveRun = false;
		try {
			for (let tries = 1; ; tries++) {
				const outcome = await this.rateLimiter.run(sendPrepared);
				if (outcome.error === undefined) return outcome.answer;
				const { error, failure, retryAfter = 0 } = outcome;
				mayHaveRun ||= request.effect !== 'safe' && !wasNotExecuted(failure);
				if (!isRetryable(request.effect, failure)) throw this.stopError ?? error;
				if (tries > this.connection.settings.maxRetries) {
					throw error.withAdvice(`The node tried ${tries === 1 ? 'once' : `${tries} times`}.`);
				}
				if (retryAfter === 0) await this.pause(retryDelay(tries, Math.random()));
			}
		} catch (error) {
			throw mayHaveRun && error instanceof ServiceError ? error.withAdvice(MAY_HAVE_RUN) : error;
		}
	}

	private getEnteredBaseUrl(api: ApiName): string {
		return credentialText(this.connection.credential, APIS[api].baseUrlField);
	}

	private baseUrl(api: ApiName): string {
		const url = parseBaseUrl(api, this.getEnteredBaseUrl(api));
		if (isUnencrypted(url)) {
			const text = `${UNENCRYPTED_NOTICE} (${new URL(url).host}).`;
			this.notices.add({ kind: 'note', text });
		}
		return url;
	}
}

/** The client without its private members, so that tests can replace it. */
export type Client = Pick<ServiceClient, keyof ServiceClient>;

const UNENCRYPTED_NOTICE =
	'The API key is sent unencrypted, because the base URL starts with http:// instead of https://';

/** Returns the signal for a cancelled run. n8n gives none to triggers and to lists in the editor. */
function getCancelSignal(caller: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
}

const CANCEL_CHECK_INTERVAL_MS = 200;

/**
 * Waits in short steps, until the time is over or `isOver` returns `true`. n8n gives nodes no timer that they can
 * cancel.
 */
async function pauseUnless(ms: number, isOver: () => boolean): Promise<void> {
	for (let left = ms; left > 0 && !isOver(); left -= CANCEL_CHECK_INTERVAL_MS) {
		await sleep(Math.min(left, CANCEL_CHECK_INTERVAL_MS));
	}
}

/**
 * Creates the clients of a run. Usually there is one, but a credential with values of the input items may need several.
 */
export class Clients {
	private readonly byCredential = new Map<string, Client>();

	/** The client for all items. `undefined` if the credential has values of the input items. */
	private sharedClient?: Client;

	private isOver = false;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: Settings,
		private readonly firstCredential: ICredentialDataDecryptedObject | undefined,
	) {}

	/**
	 * Reads the credential with the values of the first item.
	 *
	 * @throws n8n's own error if there is no credential
	 * @throws DescribedError if all items share an API key that is not valid
	 */
	static async open(context: IExecuteFunctions, settings: Settings): Promise<Clients> {
		const firstCredential = await readCredential(context, 0).catch((error: unknown) => {
			// An expression that fails for the first item may have a value for the next one.
			if (error instanceof ExpressionError) return undefined;
			throw error;
		});
		const clients = new Clients(context, settings, firstCredential);
		if (firstCredential?.[DEPENDS_ON_ITEM_FIELD] === false) {
			clients.sharedClient = clients.clientFor(firstCredential);
		}
		return clients;
	}

	/**
	 * @throws n8n's own error if an expression fails
	 * @throws DescribedError if the API key is missing or not valid
	 */
	async forItem(itemIndex: number): Promise<Client> {
		if (this.sharedClient !== undefined) return this.sharedClient;
		const known = itemIndex === 0 ? this.firstCredential : undefined;
		return this.clientFor(known ?? (await readCredential(this.context, itemIndex)));
	}

	get notices(): Notice[] {
		return [...this.byCredential.values()].flatMap(({ notices }) => notices.all);
	}

	/** Waits for the next batch. Returns early if the run ends. */
	async pause(ms: number): Promise<void> {
		const signal = getCancelSignal(this.context);
		await pauseUnless(ms, () => this.isOver || signal?.aborted === true);
	}

	/** Stops all clients, including clients that are created later. */
	stop(): void {
		this.isOver = true;
		for (const client of this.byCredential.values()) client.stop();
	}

	private clientFor(credential: ICredentialDataDecryptedObject): Client {
		const key = JSON.stringify(credential);
		return getOrCreate(this.byCredential, key, () => {
			const client = new ServiceClient(this.context, this.settings, credential);
			if (this.isOver) client.stop();
			return client;
		});
	}
}
