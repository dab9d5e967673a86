import { setTimeout } from 'node:timers/promises';
import { jsonParse } from 'n8n-workflow';
import { credentialText, prepareCredential } from '../../nodes/shared/api/credential';
import { readRetryAfter } from '../../nodes/shared/api/failures';
import { attempt } from '../../nodes/shared/base';
import { json } from '../../sandbox/json';
import type { Probe } from './requests';

export interface Settings {
	readonly key: string;
	/** The base URLs of the two APIs; an empty one is not read. */
	readonly urls: Readonly<Record<'agents' | 'geo', string>>;
	/** The name or ID of a project; without it, the first one. */
	readonly project?: string;
	readonly signal?: AbortSignal;
	readonly timeoutMs?: number;
	readonly onProgress?: (text: string) => void;
}

export interface Seen {
	readonly probe: Probe;
	/** The status, or why there is none. */
	readonly answer: number | string;
	readonly body?: unknown;
	readonly headers?: Headers;
}

const MOST_REQUESTS = 60;
const MOST_TRIES = 4;
const LONGEST_WAIT_MS = 60_000;
/** Says why there is no answer. The text of an error could have the key in it. */
const FAILURES: Readonly<Record<string, string>> = { TimeoutError: 'hangs', AbortError: 'stopped' };

/** Sends reads: 60 at most, five at a time, and one at a time after a rate limit. */
export class Reader {
	readonly seen: Seen[] = [];
	/** The names of headers about rate limits. */
	readonly limits = new Set<string>();
	requests = 0;
	private atOnce = 5;
	private openAt = 0;
	private readonly access;

	/** @throws DescribedError if the key cannot be one */
	constructor(private readonly settings: Settings) {
		this.access = prepareCredential({ apiKey: settings.key });
	}

	/** Sends the requests, and keeps what came back. */
	async readAll(probes: readonly Probe[], projectId = ''): Promise<void> {
		const left = [...probes];
		const read = async (probe: Probe) => this.seen.push(await this.read(probe, projectId));
		while (left.length > 0) await Promise.all(left.splice(0, this.atOnce).map(read));
	}

	private async read(probe: Probe, projectId: string): Promise<Seen> {
		for (let tries = 1; ; tries++) {
			while (this.openAt > Date.now() && !this.settings.signal?.aborted) await setTimeout(50);
			const obstacle = this.obstacleOf(probe);
			if (obstacle !== undefined) return { probe, answer: obstacle };
			this.requests += 1;
			this.settings.onProgress?.(`${this.requests} of ${MOST_REQUESTS}: ${probe.endpoint.path}`);
			const seen = await this.send(probe, projectId).catch((error: unknown): Seen => {
				return { probe, answer: FAILURES[String(json(error)['name'])] ?? 'unreachable' };
			});
			const asked = readRetryAfter(Object.fromEntries(seen.headers ?? []), Date.now());
			const wait = asked ?? 2 ** tries * 1_000;
			if (seen.answer !== 429 || tries === MOST_TRIES || wait > LONGEST_WAIT_MS) return seen;
			this.atOnce = 1;
			this.openAt = Math.max(this.openAt, Date.now() + wait);
		}
	}

	/** Returns why a request may not go out. */
	private obstacleOf({ endpoint: { read } }: Probe): string | undefined {
		const isRefused = ({ answer, probe }: Seen) =>
			answer === 401 && probe.endpoint.read[0] === read[0];
		if (this.settings.urls[read[0]] === '') return 'no address';
		if (this.settings.signal?.aborted) return 'stopped';
		if (this.seen.some(isRefused)) return 'key refused';
		return this.requests < MOST_REQUESTS ? undefined : 'not asked';
	}

	private async send(probe: Probe, projectId: string): Promise<Seen> {
		const { read, path, kind } = probe.endpoint;
		const inBody = kind === 'list' || kind === 'report' ? { project_id: projectId } : {};
		const { urls, signal, timeoutMs = 20_000 } = this.settings;
		const timeout = AbortSignal.timeout(timeoutMs);
		const response = await fetch(urls[read[0]] + path, {
			method: kind === 'whoami' ? 'GET' : 'POST',
			// The key would go along.
			redirect: 'manual',
			headers: {
				'X-API-Key': credentialText(this.access.credential, 'apiKey'),
				...(kind !== 'whoami' && { 'Content-Type': 'application/json' }),
				...(kind === 'tasks' && { 'X-Project-Id': projectId }),
			},
			...(kind !== 'whoami' && { body: JSON.stringify({ ...inBody, ...probe.body }) }),
			signal: AbortSignal.any(signal ? [signal, timeout] : [timeout]),
		});
		const { status, headers } = response;
		for (const name of headers.keys()) if (/rate|retry|quota/.test(name)) this.limits.add(name);
		const text = this.access.mask(await response.text());
		const [body] = attempt(() => [jsonParse<unknown>(text)]) ?? [text];
		return { probe, answer: status, headers, body };
	}
}
