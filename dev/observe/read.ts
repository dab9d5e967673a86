import { setTimeout } from 'node:timers/promises';
import { jsonParse } from 'n8n-workflow';
import type { ApiName } from '../../nodes/shared/api';
import { credentialText, prepareCredential } from '../../nodes/shared/api/credential';
import { readRetryAfter } from '../../nodes/shared/api/failures';
import { tryOrUndefined } from '../../nodes/shared/base';
import { json } from '../../sandbox/json';
import { judge } from './judge';
import { READS, triesFor } from './requests';
import { type Endpoint, isGood, type Seen } from './seen';

export interface Settings {
	readonly key: string;
	/** The base URLs of the two APIs; an empty one is not read. */
	readonly urls: Readonly<Record<ApiName, string>>;
	/** The name or ID of a project; without it, the first one. */
	readonly project?: string;
	readonly signal?: AbortSignal;
	readonly timeoutMs?: number;
	readonly onProgress?: (text: string) => void;
}

type Probe = Pick<Seen, 'endpoint' | 'name' | 'sent'>;

const MOST_REQUESTS = 4 * READS.length;
const MOST_TRIES = 4;
const LONGEST_WAIT_MS = 60_000;
/** Says why there is no answer. The text of an error could have the key in it. */
const FAILURES: Readonly<Record<string, string>> = { TimeoutError: 'hangs', AbortError: 'stopped' };

/** Sends reads: four times as many as endpoints at most, five at a time, and one at a time after a rate limit. */
export class Reader {
	readonly seen: Seen[] = [];
	requests = 0;
	private atOnce = 5;
	private openAt = 0;
	private readonly access;

	/** @throws DescribedError if the key cannot be one */
	constructor(private readonly settings: Settings) {
		this.access = prepareCredential({ apiKey: settings.key });
	}

	get judged() {
		return READS.map((endpoint) => judge(endpoint, this.seen));
	}

	/** Sends what is left to try; before a project is known, only what needs none. */
	async sendNext(projectId = ''): Promise<boolean> {
		const open = this.judged.filter(
			({ endpoint }) => projectId !== '' || /whoami|projects/.test(endpoint.kind),
		);
		const probes = open.flatMap((judged, _at, all) =>
			Object.entries(triesFor(judged, all, this.settings.project))
				.filter(([name]) => !judged.answers.has(name))
				.map(([name, sent]) => ({ endpoint: judged.endpoint, name, sent })),
		);
		const left = [...probes];
		while (left.length > 0) {
			const next = left.splice(0, this.atOnce);
			await Promise.all(next.map((probe) => this.read(probe, projectId)));
		}
		return probes.length > 0;
	}

	/** Sends a request, and again after a rate limit. */
	private async read(probe: Probe, projectId: string): Promise<void> {
		for (let tries = 1; ; tries++) {
			while (this.openAt > Date.now() && !this.settings.signal?.aborted) await setTimeout(50);
			const seen = await this.send(probe, projectId);
			this.seen.push(seen);
			const asked = readRetryAfter(Object.fromEntries(seen.headers ?? []), Date.now());
			const wait = asked ?? 2 ** tries * 1_000;
			if (seen.answer !== 429 || tries === MOST_TRIES || wait > LONGEST_WAIT_MS) return;
			this.atOnce = 1;
			this.openAt = Math.max(this.openAt, Date.now() + wait);
		}
	}

	/** Returns why a request may not go out. */
	private obstacleTo({ read: [api] }: Endpoint): string | undefined {
		const ofApi = this.seen.filter(({ endpoint }) => endpoint.read[0] === api);
		if (this.settings.urls[api] === '') return 'no address';
		if (this.settings.signal?.aborted) return 'stopped';
		if (ofApi.some(({ answer }) => answer === 401)) return 'key refused';
		return this.requests < MOST_REQUESTS ? undefined : 'not asked';
	}

	private async send(probe: Probe, projectId: string): Promise<Seen> {
		const { read, path, kind } = probe.endpoint;
		const { urls, signal, timeoutMs = 20_000, onProgress } = this.settings;
		const obstacle = this.obstacleTo(probe.endpoint);
		if (obstacle !== undefined) return { ...probe, answer: obstacle };
		this.requests += 1;
		onProgress?.(`${this.requests} of ${MOST_REQUESTS}: ${path}`);
		const project = kind === 'list' || kind === 'report' ? { project_id: projectId } : {};
		const timeout = AbortSignal.timeout(timeoutMs);
		try {
			const response = await fetch(urls[read[0]] + path, {
				method: kind === 'whoami' ? 'GET' : 'POST',
				// The key would go along.
				redirect: 'manual',
				headers: {
					'X-API-Key': credentialText(this.access.credential, 'apiKey'),
					'Content-Type': 'application/json',
					...(kind === 'tasks' && { 'X-Project-Id': projectId }),
				},
				body: kind === 'whoami' ? undefined : JSON.stringify({ ...project, ...probe.sent }),
				signal: AbortSignal.any(signal ? [signal, timeout] : [timeout]),
			});
			const { status: answer, headers } = response;
			const text = this.access.mask(await response.text());
			const [body] = tryOrUndefined(() => [jsonParse<unknown>(text)]) ?? [text];
			return { ...probe, answer, headers, body };
		} catch (error) {
			return { ...probe, answer: FAILURES[String(json(error)['name'])] ?? 'unreachable' };
		}
	}
}

/**
 * Reads each endpoint, and asks further where it answers.
 *
 * @throws Error if there are projects, and none has this name
 */
export async function readService(settings: Settings): Promise<Reader> {
	const reader = new Reader(settings);
	await reader.sendNext();
	const project = projectIn(reader, settings.project);
	while (project !== undefined && (await reader.sendNext(project)));
	return reader;
}

/** Returns the ID of a project, found by its name or ID in both lists; what was entered if there is no list. */
function projectIn({ judged, seen }: Reader, wanted?: string): string | undefined {
	const rows = judged.flatMap(({ list }) => list?.rows ?? []);
	const is = (value: unknown) => String(value).toLowerCase() === wanted?.toLowerCase();
	const found = rows.find(({ id, name }) => wanted === undefined || is(id) || is(name));
	if (found !== undefined) return String(found['id']);
	if (wanted === undefined || !seen.some(isGood)) return wanted;
	throw new Error(`No project is called '${wanted}'`);
}
