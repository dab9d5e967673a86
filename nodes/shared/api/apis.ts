import type { IDataObject, IHttpRequestMethods, JsonValue } from 'n8n-workflow';
import { attempt, DescribedError } from '../base';

/** The two APIs of the service, which share one key. */
export type ApiName = 'agents' | 'geo';

export interface Api {
	readonly title: string;
	/** The credential field that holds its base URL, as stored and as shown. */
	readonly baseUrlField: 'agentsBaseUrl' | 'geoBaseUrl';
	readonly baseUrlLabel: string;
	/** The path every endpoint starts with (spec); Endpoint → Call can never leave it. */
	readonly rootPath: string;
	readonly examplePath: string;
	/** The end that the package adds by itself, in case a user pasted it along. */
	readonly baseUrlSuffix: RegExp;
}

export const APIS: Readonly<Record<ApiName, Api>> = {
	agents: {
		title: 'Agents API',
		baseUrlField: 'agentsBaseUrl',
		baseUrlLabel: 'Agents API Base URL',
		rootPath: '/api/v1/business/',
		examplePath: 'tasks/query',
		baseUrlSuffix: /(\/api\/v1\/business)?[\s/]*$/i,
	},
	geo: {
		title: 'GEO API',
		baseUrlField: 'geoBaseUrl',
		baseUrlLabel: 'GEO API Base URL',
		rootPath: '/v2/geo/',
		examplePath: 'business/prompts',
		baseUrlSuffix: /(\/v2\/geo(\/(business|reports))?)?[\s/]*$/i,
	},
};

/**
 * Says when a request may be sent again:
 *
 * - `read`: changes nothing
 * - `repeatable`: may change something, but neither a second time nor the order matters
 * - `once`: a second time may change something a second time
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** A request without host and key. */
export interface ApiRequest {
	readonly api: ApiName;
	readonly effect: Effect;
	readonly method: IHttpRequestMethods;
	/** The path from the host on, for example `/api/v1/business/whoami`. */
	readonly path: string;
	/** Sent as `X-Project-Id` (spec: every Agents endpoint except whoami). */
	readonly projectId?: string;
	readonly query?: IDataObject;
	readonly body?: JsonValue;
	/** Whether the answer to a read may be the state of something that is not finished (202). */
	readonly mayBePending?: boolean;
	readonly fields?: BodyFieldNames;
}

/** The display names of the members of a body; for a list, one for each entry. */
export type BodyFieldNames = Readonly<Record<string, string | readonly string[]>>;

/** Returns a read of the GEO API: a POST with the question in its body (public). */
export function geoRead(path: string, body?: JsonValue): ApiRequest {
	return { api: 'geo', effect: 'read', method: 'POST', path: APIS.geo.rootPath + path, body };
}

/**
 * Returns the base URL of an API, without a trailing slash and without the path of the API.
 *
 * @throws DescribedError if it is empty or no http(s) address
 */
export function baseUrlOf(api: ApiName, entered: string): string {
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

/** Whether the key would cross a network unencrypted. */
export function isUnencrypted(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

/** A `.` or `..` step, also escaped: the request would go to another address. */
const DOT_SEGMENT = /(?:^|[/\\])((?:\.|%2e){1,2})(?=[/\\?#]|$)/i;

/**
 * Returns the address of an endpoint.
 *
 * @throws DescribedError if the path has a `.` or `..` step, which leads to another endpoint
 */
export function urlOf(baseUrl: string, path: string): string {
	const [, segment] = DOT_SEGMENT.exec(path) ?? [];
	if (segment === undefined) return baseUrl + path;
	throw new DescribedError(
		`The value '${segment}' cannot be sent as a part of the URL`,
		`Enter an ID instead of '${segment}'. With this value, the request would go to another endpoint.`,
	);
}

/** Tested on the decoded path. */
const FORBIDDEN_PATHS: ReadonlyArray<readonly [found: RegExp, because: string]> = [
	[/^$/, 'it is empty'],
	[/^[a-z][a-z0-9+.-]*:\//i, 'it is a whole address'],
	[/[?#]/, 'it has a ? or # (use Query Parameters)'],
	[/^\/|\/\/|[\\\p{Cc}\p{Cs}]/u, 'it has two slashes in a row, a backslash or a line break'],
	[/(^|\/)\s*\.{1,2}\s*(;[^/]*)?(\/|$)/, 'it has a . or .. step'],
];

/** Escapes stay as they were typed. */
const ESCAPE_OR_TEXT = /%..|[^%]+/g;

/** Escaped slashes, backslashes, percent signs and dots: a server could read them as path steps. */
const ENCODED_PATH_CHARACTER = /%(2f|5c|25|2e)/i;

/**
 * Returns the path to request, which always lies below the root of the API (spec).
 *
 * @param typed for example `playbooks/list`; it may start with a slash or the root
 * @throws DescribedError if the path is empty or could leave the root: `..`, `//host`, whole addresses,
 * and their encoded forms
 */
export function endpointPath(api: ApiName, typed: string): string {
	const { rootPath, examplePath } = APIS[api];
	const path = withoutRoot(typed.trim(), rootPath);
	const decodedPath = decoded(path);
	const problem =
		ENCODED_PATH_CHARACTER.test(path) || decodedPath === undefined
			? 'it has an escaped slash, backslash, dot or percent sign, or a broken escape'
			: FORBIDDEN_PATHS.find(([found]) => found.test(decodedPath))?.[1];
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

/** Removes one leading slash, and the root if the path was pasted whole. */
function withoutRoot(typed: string, root: string): string {
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	const hasRoot = `${path}/`.toLowerCase().startsWith(root);
	return path.slice(hasRoot ? root.length : 1);
}

/** Returns a part of an address without escapes; `undefined` if an escape is broken. */
export function decoded(part: string): string | undefined {
	return attempt(() => decodeURIComponent(part));
}
