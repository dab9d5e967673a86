import { setTimeout } from 'node:timers/promises';
import { jsonParse } from 'n8n-workflow';
import {
	type CredentialAccess,
	credentialText,
	prepareCredential,
} from '../../nodes/shared/api/credential';
import { attempt } from '../../nodes/shared/base';
import { json } from '../../sandbox/json';
import type { Endpoint, Probe } from './requests';

/** Where to read, and how. */
export interface Settings {
	readonly key: string;
	/** The base URLs of the two APIs; an empty one is not read. */
	readonly urls: Readonly<Record<'agents' | 'geo', string>>;
	/** The name or ID of a project; without it, the first one. */
	readonly project?: string;
	/** Ends the run early. */
	readonly signal?: AbortSignal;
	readonly timeoutMs?: number;
	readonly onProgress?: (text: string) => void;
}

/** What came back: a status and a body, or why not. */
export interface Seen {
	readonly probe: Probe;
	readonly status?: number;
	readonly failure?: string;
	readonly body?: unknown;
	readonly headers?: Headers;
}

const MOST_REQUESTS = 60;
const MOST_AT_ONCE = 5;
const MOST_TRIES = 4;
/** The longest that a rate limit may ask to wait, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** Says why there is no answer. The text of an error is not shown: it could have the key in it. */
const FAILURES: Readonly<Record<string, string>> = {
	...{ TimeoutError: 'hangs', AbortError: 'stopped' },
};

/** Sends reads: 60 at most, five at a time, and one at a time after a rate limit. */
export class Reader {
	readonly seen: Seen[] = [];
	/** The names of headers about rate limits. */
	readonly limits = new Set<string>();
	requests = 0;
	private atOnce = MOST_AT_ONCE;
	private openAt = 0;
	private readonly signal: AbortSignal;
	private readonly access: CredentialAccess;

	/** @throws DescribedError if the key cannot be one */
	constructor(private readonly settings: Settings) {
		this.signal = settings.signal ?? new AbortController().signal;
		this.access = prepareCredential({ apiKey: settings.key });
	}

	/** Sends the requests, and keeps what came back. */
	async readAll(probes: readonly Probe[], projectId = ''): Promise<void> {
		const left = [...probes];
		const work = async (worker: number) => {
			while (worker < this.atOnce) {
				const probe = left.shift();
				if (probe === undefined) return;
				this.seen.push(await this.read(probe, projectId));
			}
		};
		await Promise.all(Array.from({ length: MOST_AT_ONCE }, async (_, worker) => work(worker)));
	}

	private async read(probe: Probe, projectId: string): Promise<Seen> {
		for (let tries = 1; ; tries++) {
			while (this.openAt > Date.now() && !this.signal.aborted) await setTimeout(50);
			const failure = this.obstacle(probe.endpoint);
			if (failure !== undefined) return { probe, failure };
			this.requests += 1;
			this.settings.onProgress?.(`${this.requests} of ${MOST_REQUESTS}: ${probe.endpoint.path}`);
			const seen = await this.send(probe, projectId).catch((error: unknown): Seen => {
				return {
					probe,
					failure: FAILURES[String(json(error)['name'])] ?? 'unreachable',
				};
			});
			const wait = waitIn(seen.headers?.get('retry-after') ?? '') ?? 2 ** tries * 1_000;
			if (seen.status !== 429 || tries === MOST_TRIES || wait > LONGEST_WAIT) return seen;
			this.atOnce = 1;
			this.openAt = Math.max(this.openAt, Date.now() + wait);
		}
	}

	/** Returns why a request may not go out. */
	private obstacle({ read: [api] }: Endpoint): string | undefined {
		if (this.settings.urls[api] === '') return 'no address';
		if (this.signal.aborted) return 'stopped';
		const isRefused = this.seen.some(
			(one) => one.status === 401 && one.probe.endpoint.read[0] === api,
		);
		if (isRefused) return 'key refused';
		return this.requests < MOST_REQUESTS ? undefined : 'not asked';
	}

	private async send(probe: Probe, projectId: string): Promise<Seen> {
		const { read, method, path, kind } = probe.endpoint;
		const [isAgents, isOfKey] = [read[0] === 'agents', ['projects', 'whoami'].includes(kind)];
		const body = isAgents || isOfKey ? probe.body : { project_id: projectId, ...probe.body };
		const response = await fetch(this.settings.urls[read[0]] + path, {
			method,
			// The key would go along.
			redirect: 'manual',
			headers: {
				'X-API-Key': credentialText(this.access.credential, 'apiKey'),
				...(method === 'POST' && { 'Content-Type': 'application/json' }),
				...(isAgents && !isOfKey && { 'X-Project-Id': projectId }),
			},
			...(method === 'POST' && { body: JSON.stringify(body) }),
			signal: AbortSignal.any([
				this.signal,
				AbortSignal.timeout(this.settings.timeoutMs ?? 20_000),
			]),
		});
		const { status, headers } = response;
		for (const name of headers.keys()) if (/rate|retry|quota/.test(name)) this.limits.add(name);
		const text = this.access.mask(await response.text());
		const parsed = attempt(() => [jsonParse<unknown>(text)]) ?? [text];
		return { probe, status, headers, body: parsed[0] };
	}
}

/** Reads seconds, or a date, in milliseconds. */
function waitIn(retryAfter: string): number | undefined {
	if (retryAfter === '') return undefined;
	const wait = /^[\d.]+$/.test(retryAfter)
		? Number(retryAfter) * 1_000
		: Date.parse(retryAfter) - Date.now();
	return Number.isNaN(wait) ? undefined : wait;
}
