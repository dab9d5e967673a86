import type { IncomingHttpHeaders } from 'node:http';
import { isJson, type Json, json } from './json';
import { located } from './errors';
import {
	type Check,
	checkOf,
	makeAjv,
	type Operation,
	readDocument,
	readOperations,
} from './openapi';

/** A request as the strict check needs it. */
export interface CheckedRequest {
	method: string;
	/** Path as it was sent, with or without the prefix `/proxy`. */
	path: string;
	headers: IncomingHttpHeaders;
	/** The parsed body, undefined when there was none. */
	body: unknown;
}

/** The document both APIs are written down in, and the strict check against it. */
export interface Contract {
	readonly document: Json;
	readonly operations: readonly Operation[];
	/** Says what about a request is not documented; nothing when all of it is. */
	violations(request: CheckedRequest): string[];
}

/** Gives a path without the prefix that the sandbox also answers under. */
export function withoutPrefix(path: string): string {
	return path.startsWith('/proxy/') ? path.slice('/proxy'.length) : path;
}

/**
 * Gives a schema in which no object takes members that are not listed. Objects that list none stay
 * open.
 */
function closed(schema: Json, partOfAnother = false): Json {
	const copy: Json = { ...schema };
	if (isJson(schema['properties'])) {
		const members = Object.entries(schema['properties']);
		copy['properties'] = Object.fromEntries(
			members.map(([name, member]) => [name, closed(json(member))]),
		);
	}
	if (isJson(schema['items'])) copy['items'] = closed(schema['items']);
	if (Array.isArray(schema['allOf'])) {
		// The parts of a whole must each let the members of the other parts pass.
		copy['allOf'] = schema['allOf'].map((part) => closed(json(part), true));
	}
	const lists = isJson(schema['properties']) || Array.isArray(schema['allOf']);
	if (lists && !partOfAnother) copy['unevaluatedProperties'] = false;
	return copy;
}

function bodyViolations(check: Check, body: unknown): string[] {
	return check(body).map((error) => {
		const extra: unknown = error.params['unevaluatedProperty'];
		const at = located(error, 'body').join('.');
		return typeof extra === 'string'
			? `${at}.${extra}: not documented`
			: `${at}: ${error.message ?? 'is invalid'}`;
	});
}

function headerViolations(operation: Operation, headers: IncomingHttpHeaders): string[] {
	const found: string[] = [];
	if (headers['x-api-key'] === undefined) found.push('header x-api-key: required');
	for (const [name, { required }] of operation.headers) {
		if (required && headers[name] === undefined) found.push(`header ${name}: required`);
	}
	if (headers['x-project-id'] !== undefined && !operation.headers.has('x-project-id')) {
		found.push('header x-project-id: not documented here');
	}
	const type = headers['content-type'] ?? '';
	if (operation.body && !/^application\/json\s*(;|$)/i.test(type)) {
		found.push('header content-type: must be application/json');
	}
	return found;
}

/** The paths that a documented one stands for: a name in braces is any one part, such as an ID. */
export function routeOf(path: string): RegExp {
	const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[^\w/]/g, '\\$&'));
	return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** The strict check against a document. */
export function contractOf(document: Json): Contract {
	const operations = readOperations(document);
	const ajv = makeAjv();
	const known = operations.map((operation) => ({
		operation,
		route: routeOf(operation.path),
		check: operation.body && checkOf(ajv, closed(operation.body)),
	}));
	return {
		document,
		operations,
		violations({ method, path, headers, body }) {
			const [plain = '', query] = withoutPrefix(path).split('?');
			const entry = known.find(({ operation, route }) => {
				return operation.method === method.toUpperCase() && route.test(plain);
			});
			if (!entry) return ['undocumented endpoint'];
			const found = headerViolations(entry.operation, headers);
			if (query) found.push('query: not documented');
			if (entry.check) found.push(...bodyViolations(entry.check, body));
			else if (body !== undefined) found.push('body: not documented');
			return found;
		},
	};
}

let contract: Contract | undefined;

/**
 * Loads docs/openapi.yaml, once. The strict check refuses what the service may well accept but
 * nobody has written down: undocumented endpoints, members of bodies, X-Project-Id where it does
 * not belong, a query, a wrong type. Throws when the document cannot be read.
 */
export function loadContract(): Contract {
	contract ??= contractOf(readDocument());
	return contract;
}
