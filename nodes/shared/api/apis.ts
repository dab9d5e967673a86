import type { IDataObject, IHttpRequestMethods, JsonValue } from 'n8n-workflow';
import { attempt, DescribedError } from '../base';

/** The two APIs of the service. They share one key and differ in address, headers and words. */
export type ApiName = 'agents' | 'geo';

/** What is known of one API. */
export interface Api {
	/** How people call it. */
	readonly title: string;
	/** The credential field that holds its base URL, as stored and as shown. */
	readonly baseUrlField: 'agentsBaseUrl' | 'geoBaseUrl';
	readonly baseUrlLabel: string;
	/** The path every endpoint starts with (spec); Endpoint → Call can never leave it. */
	readonly root: string;
	/** The rest of the path of an endpoint, which shows what one looks like. */
	readonly examplePath: string;
	/** The end of a base URL that the package adds by itself, so that it does no harm if pasted. */
	readonly baseUrlEnd: RegExp;
}

/** The facts of both APIs: the paths are `spec`. */
export const APIS: Readonly<Record<ApiName, Api>> = {
	agents: {
		title: 'Agents API',
		baseUrlField: 'agentsBaseUrl',
		baseUrlLabel: 'Agents API Base URL',
		root: '/api/v1/business/',
		examplePath: 'tasks/query',
		baseUrlEnd: /(\/api\/v1\/business)?[\s/]*$/i,
	},
	geo: {
		title: 'GEO API',
		baseUrlField: 'geoBaseUrl',
		baseUrlLabel: 'GEO API Base URL',
		root: '/v2/geo/',
		examplePath: 'business/prompts',
		baseUrlEnd: /(\/v2\/geo(\/(business|reports))?)?[\s/]*$/i,
	},
};

/**
 * What a request does, and so when it may be sent again:
 *
 * - `read`: changes nothing
 * - `repeatable`: may change something, but neither a second time nor the order matters
 * - `once`: a second time may change something a second time
 */
export type Effect = 'read' | 'repeatable' | 'once';

/** One request as an operation means it: no host, no key, nothing about how it travels. */
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
	/** Named in errors about the body. */
	readonly fields?: BodyFields;
}

/** What the form calls the members of a body; of a list, each of its entries. */
export type BodyFields = Readonly<Record<string, string | readonly string[]>>;

/**
 * A read of the GEO API, which is asked by POST, with what is wanted in the body (public).
 *
 * @param path of the endpoint, below the root of the API
 */
export function geoRead(path: string, body?: JsonValue): ApiRequest {
	return { api: 'geo', effect: 'read', method: 'POST', path: APIS.geo.root + path, body };
}

/**
 * The base URL of an API, without what the package adds to it.
 *
 * @param api which API is meant; its words name the field to correct
 * @param entered what the credential holds: with or without a trailing slash, a path prefix or the
 * path of the API, such as `/api/v1/business`
 * @throws DescribedError if it is empty or no http(s) address
 */
export function baseUrlOf(api: ApiName, entered: string): string {
	const { title, baseUrlLabel, baseUrlEnd } = APIS[api];
	const base = entered.trim().replace(baseUrlEnd, '');
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

/** Whether the key would cross a network unencrypted: http to another machine. */
export function isUnprotected(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

/** A step that would lead to another address: `.` or `..`, also escaped, between what counts as a slash. */
const DOT_STEP = /(?:^|[/\\])((?:\.|%2e){1,2})(?=[/\\?#]|$)/i;

/**
 * The address of an endpoint.
 *
 * @param baseUrl as `baseUrlOf` gives it
 * @param path of the endpoint, from the host on
 * @throws DescribedError if the path has a `.` or `..` step, such as an ID that is none: the request
 * would go to another endpoint
 */
export function urlOf(baseUrl: string, path: string): string {
	const [, step] = DOT_STEP.exec(path) ?? [];
	if (step === undefined) return baseUrl + path;
	throw new DescribedError(
		`The value '${step}' cannot be sent as a part of the URL`,
		`Enter an ID instead of '${step}'. With this value, the request would go to another endpoint.`,
	);
}

/** What a path must not have once it is decoded, and what to say. */
const REFUSALS: ReadonlyArray<readonly [found: RegExp, because: string]> = [
	[/^$/, 'it is empty'],
	[/^[a-z][a-z0-9+.-]*:\//i, 'it is a whole address'],
	[/[?#]/, 'it has a ? or # (use Query Parameters)'],
	[/^\/|\/\/|[\\\p{Cc}\p{Cs}]/u, 'it has two slashes in a row, a backslash or a line break'],
	[/(^|\/)\s*\.{1,2}\s*(;[^/]*)?(\/|$)/, 'it has a . or .. step'],
];

/** An escape, which stays as it was typed, or text without one. */
const ESCAPE_OR_TEXT = /%..|[^%]+/g;

/** Slash, backslash, percent and dot: escaped, they could be read as path steps further on. */
const ENCODED_STEP = /%(2f|5c|25|2e)/i;

/**
 * Turns what a person typed as the path of an endpoint into the path that is requested, which
 * always lies below the root of the API (spec: `/api/v1/business`, `/v2/geo`).
 *
 * @param api whose root is meant
 * @param typed for example `playbooks/list`; a leading slash or the root itself may be there
 * @throws DescribedError if the path is empty or could leave the root: `..`, `//host`, whole addresses,
 * and their encoded forms
 */
export function endpointPath(api: ApiName, typed: string): string {
	const { root, examplePath } = APIS[api];
	const path = belowRoot(typed.trim(), root);
	const plain = decoded(path);
	const refusal =
		ENCODED_STEP.test(path) || plain === undefined
			? 'it has an escaped slash, backslash, dot or percent sign, or a broken escape'
			: REFUSALS.find(([found]) => found.test(plain))?.[1];
	if (refusal !== undefined) {
		throw new DescribedError(
			`The path cannot be requested: ${refusal}`,
			`Correct 'Path': the part after ${root}, for example '${examplePath}'. ` +
				'The API key is only ever sent to addresses below that.',
		);
	}
	return (
		root + path.replace(ESCAPE_OR_TEXT, (part) => (part.startsWith('%') ? part : encodeURI(part)))
	);
}

/** Takes the root off a path that was pasted whole, and one leading slash. */
function belowRoot(typed: string, root: string): string {
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	const hasRoot = `${path}/`.toLowerCase().startsWith(root);
	return path.slice(hasRoot ? root.length : 1);
}

/** A part of an address without its escapes; `undefined` if one of them is broken. */
export function decoded(part: string): string | undefined {
	return attempt(() => decodeURIComponent(part));
}
