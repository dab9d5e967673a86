import type { IHttpRequestMethods, INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { type ApiName, type ApiRequest, APIS, type Effect, endpointPath } from '../api';
import { DescribedError } from '../errors';
import {
	FLATTEN_OPTION,
	isSafeToRepeat,
	objectInput,
	optionsField,
	outputFields,
	type Parameters,
	projectField,
	readOutput,
	SAFE_TO_REPEAT,
} from '../fields';
import { isObject } from '../json';
import type { Operation } from './types';

const METHODS: readonly IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const BODY_METHODS: string[] = METHODS.filter((method) => method !== 'GET');

const query = objectInput(
	'query',
	'Query Parameters',
	'Names and values after the question mark of the address',
);

const body = objectInput('body', 'Body', 'Members of the request body', { method: BODY_METHODS });

/** How an API takes the project (spec: Agents as a header, GEO as a member of the body). */
interface Scoping {
	readonly description: string;
	/** Methods that can carry the project. */
	readonly methods: string[];
	/** An endpoint that shows what a path looks like. */
	readonly example: string;
	/** The body of a request that has nothing to say (public: GEO always takes a JSON body). */
	readonly emptyBody?: JsonObject;
	/** The part of the request that carries the project. */
	carry(projectId: string, content: JsonValue | undefined): Pick<ApiRequest, 'projectId' | 'body'>;
}

const SCOPING: Readonly<Record<ApiName, Scoping>> = {
	agents: {
		description: 'Whether to send the ID of a project as the X-Project-Id header',
		methods: [...METHODS],
		example: 'tasks/query',
		carry: (projectId) => ({ projectId }),
	},
	geo: {
		description: 'Whether to add the ID of a project to the body as project_id',
		methods: BODY_METHODS,
		example: 'business/prompts',
		emptyBody: {},
		carry: (projectId, content) => ({ body: withProjectId(projectId, content) }),
	},
};

/**
 * Endpoint → Call: any endpoint below the root of an API, for the capability areas whose paths are
 * not published (spec: create and manage tasks, playbooks, grids, knowledge search, reports).
 *
 * @param api whose endpoints are meant
 */
export function endpointCall(api: ApiName): Operation {
	return {
		name: 'Call',
		value: 'call',
		action: 'Call an endpoint',
		description: `Make a request to any other endpoint of the ${APIS[api].title}`,
		fields: [
			...addressFields(api),
			...query.fields,
			...body.fields,
			...outputFields,
			optionsField(FLATTEN_OPTION, SAFE_TO_REPEAT),
		],
		mayChange: (parameters) => effectOf(parameters) === 'once',
		plan(parameters) {
			const request = requestOf(api, parameters);
			const scoping = isScoped(api, parameters)
				? SCOPING[api].carry(parameters.projectId(), request.body)
				: {};
			return {
				request: { ...request, ...scoping },
				shape: 'any',
				names: request.path.slice(APIS[api].root.length).split('/'),
				limit: Infinity,
				output: readOutput(parameters),
			};
		},
	};
}

function addressFields(api: ApiName): INodeProperties[] {
	const { description, methods, example } = SCOPING[api];
	return [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			noDataExpression: true,
			options: METHODS.map((method) => ({ name: method, value: method })),
			default: 'POST',
			description: 'The HTTP method of the endpoint. Most of them take POST.',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: '',
			placeholder: `e.g. ${example}`,
			description: `The part of the address after ${APIS[api].root}`,
		},
		{
			displayName: 'Belongs to a Project',
			name: 'withProject',
			type: 'boolean',
			displayOptions: { show: { method: methods } },
			default: true,
			description,
		},
		{ ...projectField, displayOptions: { show: { method: methods, withProject: [true] } } },
	];
}

function requestOf(api: ApiName, parameters: Parameters): ApiRequest {
	const method = methodOf(parameters);
	return {
		api,
		effect: effectOf(parameters),
		method,
		path: endpointPath(api, parameters.text('path', 'Path')),
		query: query.read(parameters),
		body: method === 'GET' ? undefined : (contentOf(parameters) ?? SCOPING[api].emptyBody),
	};
}

/** What a call does is not known: GET reads, and of the others the user knows better. */
function effectOf(parameters: Parameters): Effect {
	if (methodOf(parameters) === 'GET') return 'read';
	return isSafeToRepeat(parameters) ? 'repeatable' : 'once';
}

/** The body: as JSON it may be empty or a list, but no rows at all mean no body. */
function contentOf(parameters: Parameters): JsonValue | undefined {
	if (parameters.value('bodyMode') === 'json') return parameters.json('bodyJson', 'Body (JSON)');
	const content = body.read(parameters);
	return Object.keys(content).length === 0 ? undefined : content;
}

function methodOf(parameters: Parameters): IHttpRequestMethods {
	const chosen = parameters.text('method', 'Method');
	const method = METHODS.find((known) => known === chosen);
	if (method !== undefined) return method;
	throw new DescribedError(
		`There is no method '${chosen}'`,
		`Choose one of ${METHODS.join(', ')}.`,
	);
}

function isScoped(api: ApiName, parameters: Parameters): boolean {
	const method = parameters.text('method', 'Method');
	return (
		parameters.flag('withProject', 'Belongs to a Project') && SCOPING[api].methods.includes(method)
	);
}

function withProjectId(projectId: string, content: JsonValue = {}): JsonObject {
	if (isObject(content) && !Object.hasOwn(content, 'project_id')) {
		return { project_id: projectId, ...content };
	}
	throw new DescribedError(
		"The ID of the project cannot be added to 'Body'",
		"Enter a JSON object without project_id in 'Body', or switch 'Belongs to a Project' off.",
	);
}
