import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { isJson, type Json, json, list, text } from './json';

/** Where both APIs are written down. */
const DOCUMENT_PATH = join(__dirname, '..', 'docs', 'openapi.yaml');

/** One operation of the document, with every reference replaced by what it points to. */
export interface Operation {
	readonly method: string;
	readonly path: string;
	/** Names of the headers it takes, lower-case, and whether they are required. */
	readonly headers: ReadonlyMap<string, { required: boolean; schema: Json }>;
	/** The schema of its JSON body, if it takes one. */
	readonly body?: Json;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads the document; throws when it cannot be read or is not an object. */
export function readDocument(): Json {
	const document: unknown = parse(readFileSync(DOCUMENT_PATH, 'utf8'));
	if (!isJson(document)) throw new Error(`${DOCUMENT_PATH} does not hold an OpenAPI document.`);
	return document;
}

/**
 * Gives a compiler of schemas that changes nothing in what it checks. It takes the schemas as they are:
 * a test holds the document against the OpenAPI standard, and compiling that takes long.
 */
export function makeAjv(): Ajv2020 {
	const ajv = new Ajv2020({
		strict: false,
		validateSchema: false,
		allErrors: true,
		coerceTypes: false,
		removeAdditional: false,
		useDefaults: false,
	});
	ajv.addFormat('date-time', DATE_TIME);
	return ajv;
}

/** Gives what is wrong with a value by a schema; nothing when it passes. */
export type Check = (value: unknown) => ErrorObject[];

/**
 * Makes the check of a schema. The schema is compiled when it is first needed: that is slow, and most
 * runs of the sandbox need few of them.
 */
export function checkOf(ajv: Ajv2020, schema: object): Check {
	let compiled: ValidateFunction | undefined;
	return (value) => {
		compiled ??= ajv.compile(schema);
		return compiled(value) ? [] : (compiled.errors ?? []);
	};
}

function pointed(document: Json, reference: string): unknown {
	return reference
		.split('/')
		.slice(1)
		.reduce<unknown>((at, part) => json(at)[part], document);
}

/**
 * Gives `value` with every `$ref` replaced by what it points to; members beside the `$ref` stay.
 */
export function dereferenced(document: Json, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => dereferenced(document, entry));
	if (!isJson(value)) return value;
	const { $ref, ...rest } = value;
	const own = Object.fromEntries(
		Object.entries(rest).map(([name, entry]) => [name, dereferenced(document, entry)]),
	);
	const target = text($ref);
	if (target === undefined) return own;
	return { ...json(dereferenced(document, pointed(document, target))), ...own };
}

function readHeaders(operation: Json): Operation['headers'] {
	const parameters = list(operation['parameters']).map(json);
	return new Map(
		parameters
			.filter((parameter) => parameter['in'] === 'header')
			.map((parameter) => [
				String(parameter['name']).toLowerCase(),
				{ required: parameter['required'] === true, schema: json(parameter['schema']) },
			]),
	);
}

function readBody(operation: Json): Json | undefined {
	const content = json(json(operation['requestBody'])['content']);
	const schema = json(content['application/json'])['schema'];
	return isJson(schema) ? schema : undefined;
}

/** Lists the operations of a document. */
export function readOperations(document: Json): Operation[] {
	const paths = Object.entries(json(dereferenced(document, document['paths'])));
	return paths.flatMap(([path, item]) =>
		Object.entries(json(item))
			.filter(([method]) => METHODS.includes(method))
			.map(([method, entry]) => {
				const operation = json(entry);
				return {
					method: method.toUpperCase(),
					path,
					headers: readHeaders(operation),
					body: readBody(operation),
				};
			}),
	);
}
