import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { isJson, type Json, json, list, text } from './json';
import { located } from './errors';

/** One operation of the document, with every reference replaced by what it points to. */
export interface Operation {
	readonly method: string;
	readonly path: string;
	/** The schema of the headers it takes, by names in lower case. */
	readonly headers: { readonly properties: Json; readonly required: readonly string[] };
	/** The schema of its JSON body, if it takes one. */
	readonly body?: Json;
}

/** A request as the strict check needs it. */
interface CheckedRequest {
	readonly method: string;
	/** Path as it was sent, with or without the prefix `/proxy`. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** The parsed body, undefined when there was none. */
	readonly body: unknown;
}

/** The document both APIs are written down in, and the strict check against it. */
export type Contract = ReturnType<typeof contractOf>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Changes nothing in what it checks, and takes schemas as they are: a test holds them against the standard. */
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
ajv.addFormat('date-time', DATE_TIME);

/** Says what is wrong with a value by a schema, which is compiled when it is first needed: that is slow. */
export function checkOf(schema: object): (value: unknown) => ErrorObject[] {
	let compiled: ValidateFunction | undefined;
	return (value) => {
		compiled ??= ajv.compile(schema);
		return compiled(value) ? [] : (compiled.errors ?? []);
	};
}

/** Returns a path without the prefix that the sandbox also answers under. */
export function withoutPrefix(path: string): string {
	return path.replace(/^\/proxy(?=\/)/, '');
}

/** Returns `value` with every `$ref` replaced by what it points to; members beside the `$ref` stay. */
function dereferenced(document: Json, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => dereferenced(document, entry));
	if (!isJson(value)) return value;
	const { $ref, ...rest } = value;
	const steps = text($ref)?.split('/').slice(1) ?? [];
	const target = steps.reduce<unknown>((at, part) => json(at)[part], document);
	const own = Object.entries(rest).map(([name, entry]) => [name, dereferenced(document, entry)]);
	const base = $ref === undefined ? {} : json(dereferenced(document, target));
	return { ...base, ...json(Object.fromEntries(own)) };
}

function operationsOf(document: Json): Operation[] {
	const paths = Object.entries(json(dereferenced(document, document['paths'])));
	return paths.flatMap(([path, item]) =>
		METHODS.filter((method) => method in json(item)).map((method) => {
			const { parameters, requestBody } = json(json(item)[method]);
			const headers = list(parameters)
				.map(json)
				.filter((parameter) => parameter['in'] === 'header')
				.map((parameter) => ({ ...parameter, name: String(parameter['name']).toLowerCase() }));
			const { schema } = json(json(json(requestBody)['content'])['application/json']);
			return {
				method: method.toUpperCase(),
				path,
				headers: {
					properties: Object.fromEntries(headers.map((one) => [one.name, json(one)['schema']])),
					required: headers.filter((one) => json(one)['required']).map(({ name }) => name),
				},
				body: isJson(schema) ? schema : undefined,
			};
		}),
	);
}

/** Returns a schema in which no object takes members that are not listed. Objects that list none stay open. */
function closed(schema: Json, isPart = false): Json {
	const { properties, items, allOf } = schema;
	const members = Object.entries(json(properties));
	const own = Object.fromEntries(members.map(([name, member]) => [name, closed(json(member))]));
	return {
		...schema,
		...(isJson(properties) && { properties: own }),
		...(isJson(items) && { items: closed(items) }),
		// The parts of a whole must each let the members of the other parts pass.
		...(Array.isArray(allOf) && { allOf: allOf.map((part) => closed(json(part), true)) }),
		...((isJson(properties) || Array.isArray(allOf)) &&
			!isPart && { unevaluatedProperties: false }),
	};
}

function bodyViolations(error: ErrorObject): string {
	const extra: unknown = error.params['unevaluatedProperty'];
	const at = located(error, 'body').join('.');
	if (typeof extra === 'string') return `${at}.${extra}: not documented`;
	return `${at}: ${error.message ?? 'is invalid'}`;
}

function headerViolations({ headers: known, body }: Operation, sent: IncomingHttpHeaders) {
	const missing = ['x-api-key', ...known.required].filter((name) => sent[name] === undefined);
	const isExtra = sent['x-project-id'] !== undefined && !('x-project-id' in known.properties);
	const isJsonType = /^application\/json\s*(;|$)/i.test(sent['content-type'] ?? '');
	return [
		...missing.map((name) => `header ${name}: required`),
		...(isExtra ? ['header x-project-id: not documented here'] : []),
		...(body && !isJsonType ? ['header content-type: must be application/json'] : []),
	];
}

/** Returns the paths that a documented one stands for: a name in braces is any one part, such as an ID. */
export function routeOf(path: string): RegExp {
	const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[^\w/]/g, '\\$&'));
	return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Returns the strict check against a document. */
export function contractOf(document: Json) {
	const operations = operationsOf(document);
	const known = operations.map((operation) => ({
		operation,
		route: routeOf(operation.path),
		check: operation.body && checkOf(closed(operation.body)),
	}));
	return {
		document,
		operations,
		/** Says what about a request is not documented; nothing when all of it is. */
		violations({ method, path, headers, body }: CheckedRequest): string[] {
			const [plain = '', query] = withoutPrefix(path).split('?');
			const entry = known.find(
				({ operation, route }) => operation.method === method && route.test(plain),
			);
			if (!entry) return ['undocumented endpoint'];
			const isExtra = entry.check === undefined && body !== undefined;
			return [
				...headerViolations(entry.operation, headers),
				...(query ? ['query: not documented'] : []),
				...(isExtra ? ['body: not documented'] : (entry.check?.(body) ?? []).map(bodyViolations)),
			];
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
	const file = join(__dirname, '..', 'docs', 'openapi.yaml');
	contract ??= contractOf(json(parse(readFileSync(file, 'utf8'))));
	return contract;
}
