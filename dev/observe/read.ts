import { jsonParse } from 'n8n-workflow';
import type { ApiName } from '../../nodes/shared/api';
import { credentialText, prepareCredential } from '../../nodes/shared/api/credential';
import { tryOrUndefined } from '../../nodes/shared/base';
import { json, type Json } from '../../sandbox/json';
import { type Endpoint, isGood, judge, type Judged, type Seen } from './judge';
import { READS, triesFor } from './requests';

export interface Settings {
	readonly key: string;
	/** The base URLs of the two APIs; an empty one is not read. */
	readonly urls: Readonly<Record<ApiName, string>>;
	/** The name or ID of a project; without it, the first one. */
	readonly project?: string;
	readonly timeoutMs?: number;
	readonly onProgress?: (text: string) => void;
}

const MOST_REQUESTS = 5 * READS.length;

/** Sends reads, one after the other: five times as many as endpoints at most. */
export class Reader {
	readonly seen: Seen[] = [];
	readonly judged: Judged[] = [];
	requests = 0;
	private readonly access;

	/** @throws DescribedError if the key cannot be one */
	constructor(private readonly settings: Settings) {
		this.access = prepareCredential({ apiKey: settings.key });
	}

	/** Sends all that can be tried at an endpoint. */
	async readAll(endpoint: Endpoint, projectId: string | undefined): Promise<void> {
		for (;;) {
			const judged = judge(endpoint, this.seen);
			const tries = Object.entries(triesFor(judged, this.judged, this.settings.project));
			const next = tries.find(([name]) => !judged.answers.has(name));
			if (next === undefined) return void this.judged.push(judged);
			const [name, sent] = next;
			this.seen.push({ endpoint, name, ...(await this.send(endpoint, sent, projectId)) });
		}
	}

	/** Returns why a request may not go out. */
	private obstacleTo({ api, kind }: Endpoint, projectId?: string): string | undefined {
		const ofApi = this.seen.filter(({ endpoint }) => endpoint.api === api);
		if (this.settings.urls[api] === '') return 'no address';
		if (ofApi.some(({ answer }) => answer === 401)) return 'key refused';
		const lacksProject = projectId === undefined && !['whoami', 'projects'].includes(kind);
		return lacksProject || this.requests >= MOST_REQUESTS ? 'not asked' : undefined;
	}

	private async send(endpoint: Endpoint, sent: Json, projectId?: string) {
		const { api, path, kind } = endpoint;
		const { urls, timeoutMs = 20_000, onProgress } = this.settings;
		const obstacle = this.obstacleTo(endpoint, projectId);
		if (obstacle !== undefined) return { answer: obstacle };
		this.requests += 1;
		onProgress?.(`${this.requests} of ${MOST_REQUESTS}: ${path}`);
		const project = kind === 'list' || kind === 'report' ? { project_id: projectId } : {};
		try {
			const response = await fetch(urls[api] + path, {
				method: kind === 'whoami' ? 'GET' : 'POST',
				// The key would go along.
				redirect: 'manual',
				headers: {
					'X-API-Key': credentialText(this.access.credential, 'apiKey'),
					'Content-Type': 'application/json',
					...(kind === 'tasks' && { 'X-Project-Id': projectId ?? '' }),
				},
				body: kind === 'whoami' ? undefined : JSON.stringify({ ...project, ...sent }),
				signal: AbortSignal.timeout(timeoutMs),
			});
			const { status: answer, headers } = response;
			const text = this.access.mask(await response.text());
			const [body] = tryOrUndefined(() => [jsonParse<unknown>(text)]) ?? [text];
			return { answer, headers, body };
		} catch (error) {
			// The text of the error could have the key in it.
			return { answer: json(error)['name'] === 'TimeoutError' ? 'hangs' : 'unreachable' };
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
	let project: string | undefined;
	for (const endpoint of READS) {
		if (endpoint.kind === 'tasks') project = projectIn(reader, settings.project);
		await reader.readAll(endpoint, project);
	}
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
