import type { IDataObject, IHttpRequestMethods, JsonValue } from 'n8n-workflow';
import { tryOrUndefined, DescribedError, isObject } from '../base';

/** The two APIs of the service, which share one key. */
export type ApiName = 'agents' | 'geo';

interface Api {
	readonly title: string;
	readonly baseUrlField: 'agentsBaseUrl' | 'geoBaseUrl';
	readonly baseUrlLabel: string;
	/** The start of every endpoint's path (our spec). Endpoint → Call puts it before the path that the user types. */
	readonly rootPath: string;
	readonly examplePath: string;
	/** Matches the end of a base URL that the node removes: the path of the API, slashes and blanks. */
	readonly baseUrlSuffix: RegExp;
}

export const APIS: Readonly<Record<ApiName, Api>> = {
	agents: {
		title: 'Agents API',
		baseUrlField: 'agentsBaseUrl',
		baseUrlLabel: 'Agents API Base URL',
		rootPath: '/api/v1/business/',
		examplePath: 'tasks/query',
		baseUrlSuffix: /(?:\/api\/v1\/business|(?<![\s/]))[\s/]*$/i,
	},
	geo: {
		title: 'GEO API',
		baseUrlField: 'geoBaseUrl',
		baseUrlLabel: 'GEO API Base URL',
		rootPath: '/v2/geo/',
		examplePath: 'business/prompts',
		baseUrlSuffix: /(?:\/v2\/geo(?:\/(?:business|reports))?|(?<![\s/]))[\s/]*$/i,
	},
};

/**
 * The effect of a request, which decides whether the node may send it again (terms of RFC 9110):
 *
 * - `safe`: changes nothing
 * - `idempotent`: has the same result if it is sent twice or in another order
 * - `unsafe`: may change something again each time
 */
export type RequestEffect = 'safe' | 'idempotent' | 'unsafe';

export interface ApiRequest {
	readonly api: ApiName;
	readonly effect: RequestEffect;
	readonly method: IHttpRequestMethods;
	/** The path after the host, such as `/api/v1/business/whoami`. */
	readonly path: string;
	/** The header `X-Project-Id`. Every Agents endpoint except whoami needs it (our spec). */
	readonly projectId?: string;
	readonly query?: IDataObject;
	readonly body?: JsonValue;
	/** Whether status 202 (Accepted) is a valid answer to this read, for example from a job that still runs. */
	readonly mayBePending?: boolean;
}

/** Returns a read of the GEO API: a POST with the parameters in its body (public docs). */
export function createGeoReadRequest(path: string, body?: JsonValue): ApiRequest {
	return { api: 'geo', effect: 'safe', method: 'POST', path: APIS.geo.rootPath + path, body };
}

/** Adds a project: as the header `X-Project-Id` for the Agents API, in the body for the GEO API (our spec). */
export function withProject(request: ApiRequest, projectId: string): ApiRequest {
	if (request.api === 'agents') return { ...request, projectId };
	return withBodyProperties({ ...request, body: { project_id: projectId } }, request.body);
}

export function withBodyProperties(request: ApiRequest, members: JsonValue = {}): ApiRequest {
	const { body } = request;
	return { ...request, body: { ...(isObject(body) && body), ...(isObject(members) && members) } };
}

/**
 * Returns the base URL without the path of the API: `https://a.example/v2/geo/` → `https://a.example`.
 *
 * @throws DescribedError if the URL is empty or not an http(s) address
 */
export function parseBaseUrl(api: ApiName, entered: string): string {
	const { title, baseUrlLabel, baseUrlSuffix } = APIS[api];
	const base = entered.trim().replace(baseUrlSuffix, '');
	if (base === '') {
		throw new DescribedError(
			`The credential has no base URL for the ${title}`,
			`Open the credential and fill in '${baseUrlLabel}'.`,
		);
	}
	if (!URL.canParse(base) || !/^https?:\/\/[^?#@\s\\]+$/i.test(base)) {
		throw new DescribedError(
			`The base URL of the ${title} is not an address`,
			`Open the credential and correct '${baseUrlLabel}': it starts with https:// and has no ` +
				'question mark, hash or @ in it.',
		);
	}
	return base;
}

/** Whether the key would travel over a network unencrypted. A request to this machine itself uses no network. */
export function isUnencrypted(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

/** A `.` or `..` segment in a path, plain or percent-encoded. */
const DOT_SEGMENT = /(?:^|[/\\])((?:\.|%2e){1,2})(?=[/\\?#]|$)/i;

/** @throws DescribedError if the path has a `.` or `..` segment, which leads to another endpoint */
export function joinUrl(baseUrl: string, path: string): string {
	const [, segment] = DOT_SEGMENT.exec(path) ?? [];
	if (segment === undefined) return baseUrl + path;
	throw new DescribedError(
		`The value '${segment}' cannot be sent as a part of the URL`,
		`Enter an ID instead of '${segment}'. With this value, the request would go to another endpoint.`,
	);
}

/** Paths that the node refuses, and why. The patterns match the decoded path: `a b`, not `a%20b`. */
const FORBIDDEN_PATHS: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
	[/^$/, 'it is empty'],
	[/^[a-z][a-z0-9+.-]*:\//i, 'it is a whole address'],
	[/[?#]/, 'it has a ? or # (use Query Parameters)'],
	[/^\/|\/\/|[\\\p{Cc}\p{Cs}]/u, 'it has two slashes in a row, a backslash or a line break'],
	[/(^|\/)\s*\.{1,2}\s*(;[^/]*)?(\/|$)/, 'it has a . or .. step'],
];

/** Splits a path into escapes such as `%20` and the text between them. Escapes stay as typed. */
const ESCAPE_OR_TEXT = /%..|[^%]+/g;

/** An escaped slash, backslash, percent sign or dot. A server may decode it and so read another path. */
const ENCODED_PATH_CHARACTER = /%(2f|5c|25|2e)/i;

/**
 * Returns the path of a request, always below the root path of the API.
 *
 * @param typed for example `playbooks/list`, maybe with a slash or the root path in front
 * @throws DescribedError if the path is empty or could leave the root path: `..`, `//host`, a whole address
 */
export function endpointPath(api: ApiName, typed: string): string {
	const { rootPath, examplePath } = APIS[api];
	const path = withoutRootPath(typed.trim(), rootPath);
	const decodedPath = decodeUrlPart(path);
	const problem =
		ENCODED_PATH_CHARACTER.test(path) || decodedPath === undefined
			? 'it has an escaped slash, backslash, dot or percent sign, or a broken escape'
			: FORBIDDEN_PATHS.find(([pattern]) => pattern.test(decodedPath))?.[1];
	if (problem !== undefined) {
		throw new DescribedError(
			`The path cannot be requested: ${problem}`,
			`Correct 'Path': the part after ${rootPath}, for example '${examplePath}'. ` +
				'The API key is only ever sent to addresses below that.',
		);
	}
	return (
		rootPath +
		path.replace(ESCAPE_OR_TEXT, (part) => (part.startsWith('%') ? part : encodeURI(part)))
	);
}

function withoutRootPath(typed: string, root: string): string {
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	const hasRoot = `${path}/`.toLowerCase().startsWith(root);
	return path.slice(hasRoot ? root.length : 1);
}

/** `a%20b` → `a b`, or `undefined` if an escape is broken */
export function decodeUrlPart(part: string): string | undefined {
	return tryOrUndefined(() => decodeURIComponent(part));
}
