import type { IDataObject, IHttpRequestMethods, JsonValue } from 'n8n-workflow';
import { tryOrUndefined, DescribedError, isObject } from '../base';

/** The service has two APIs. The same key is valid for both. */
export type ApiName = 'agents' | 'geo';

interface Api {
	readonly title: string;
	readonly baseUrlField: 'agentsBaseUrl' | 'geoBaseUrl';
	readonly baseUrlLabel: string;
	/** The start of all paths of this API (our spec). The operation Call puts it before the path that the user types. */
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
 * The effect of a request. It decides whether the node may send the request again (terms of RFC 9110):
 *
 * - `safe`: changes nothing
 * - `idempotent`: has the same result if it is sent twice or in another order
 * - `unsafe`: may change something each time it is sent
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
	/** Whether the response may have status 202 (Accepted), for example because a job still runs. */
	readonly mayBePending?: boolean;
}

/** Returns a request that reads from the GEO API: a POST with parameters in its body (public docs). */
export function createGeoReadRequest(path: string, body?: JsonValue): ApiRequest {
	return { api: 'geo', effect: 'safe', method: 'POST', path: APIS.geo.rootPath + path, body };
}

/** Adds a project to a request: for the Agents API as a header, for the GEO API in the body (our spec). */
export function addProject(request: ApiRequest, projectId: string): ApiRequest {
	if (request.api === 'agents') return { ...request, projectId };
	return addBodyProperties({ ...request, body: { project_id: projectId } }, request.body);
}

export function addBodyProperties(request: ApiRequest, members: JsonValue = {}): ApiRequest {
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

/**
 * Returns whether the API key would cross a network unencrypted. A request to `http://localhost` crosses no network.
 */
export function isUnencrypted(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

/** Matches a `.` or `..` segment in a path, plain or percent-encoded. */
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

/** Patterns of paths that the node refuses, each with the reason. They match decoded paths: `a b`, not `a%20b`. */
const FORBIDDEN_PATHS: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
	[/^$/, 'it is empty'],
	[/^[a-z][a-z0-9+.-]*:\//i, 'it is a whole address'],
	[/[?#]/, 'it has a ? or # (use Query Parameters)'],
	[/^\/|\/\/|[\\\p{Cc}\p{Cs}]/u, 'it has two slashes in a row, a backslash or a line break'],
	[/(^|\/)\s*\.{1,2}\s*(;[^/]*)?(\/|$)/, 'it has a . or .. step'],
];

/** Matches an escape such as `%20`, or the text between two escapes. */
const ESCAPE_OR_TEXT = /%..|[^%]+/g;

/** Matches an escaped slash, backslash, percent sign or dot. A server might decode it and read another path. */
const ENCODED_PATH_CHARACTER = /%(2f|5c|25|2e)/i;

/**
 * Puts the root path of the API before the path that the user typed: `playbooks/list` →
 * `/api/v1/business/playbooks/list`.
 *
 * @param typed may start with a slash or with the root path
 * @throws DescribedError if the path is empty
 * @throws DescribedError if the path could leave the root path, as `..` or `//host` could
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
	const encode = (part: string) => (part.startsWith('%') ? part : encodeURI(part));
	return rootPath + path.replace(ESCAPE_OR_TEXT, encode);
}

function withoutRootPath(typed: string, root: string): string {
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	const hasRoot = `${path}/`.toLowerCase().startsWith(root);
	return path.slice(hasRoot ? root.length : 1);
}

/** Decodes `a%20b` to `a b`. Returns `undefined` if an escape is broken, such as `%2`. */
export function decodeUrlPart(part: string): string | undefined {
	return tryOrUndefined(() => decodeURIComponent(part));
}
