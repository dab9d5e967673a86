import type { IHttpRequestMethods, INodeProperties, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject } from '../base';
import { type ApiName, type ApiRequest, APIS, type Effect, endpointPath } from '../api';
import {
	anyOutputFields,
	FLATTEN_OPTION,
	LIMIT_OPTION,
	optionsField,
	PAGE_SIZE_OPTION,
	PAGINATION_OPTION,
	type Parameters,
	projectField,
	readLimit,
	readOutput,
	readPaging,
	RECORDS_AT,
	SAFE_TO_REPEAT,
} from '../form';
import type { Paging } from '../reading';
import { callBodyFields, queryOptions, readCallBody, readQuery } from './callContent';
import { oneProjectPlan } from './plans';
import type { Operation, RequestPlan } from './types';

const NAMES: readonly IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const METHODS = NAMES.map((name) => ({ name, value: name }));
const METHODS_WITH_BODY: string[] = NAMES.filter((name) => name !== 'GET');

/** Methods that may return a list in pages. */
const METHODS_WITH_LISTS: string[] = ['GET', 'POST'];

const METHOD: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	noDataExpression: true,
	options: METHODS,
	default: 'POST',
	description: 'The HTTP method of the endpoint. Most endpoints use POST.',
};

const PATH: INodeProperties = {
	displayName: 'Path',
	name: 'path',
	type: 'string',
	required: true,
	default: '',
};

const WITH_PROJECT: INodeProperties = {
	displayName: 'Belongs to a Project',
	name: 'withProject',
	type: 'boolean',
	default: true,
};

/** What differs between the APIs. */
interface CallRules {
	/** An endpoint that shows what a path looks like. */
	readonly example: string;
	/** Says of the switch for the project what it does. */
	readonly aboutProject: string;
	/** Methods that can carry the project. */
	readonly methodsWithProject: string[];
	/** The body of a request that has nothing to say (public: GEO always takes a JSON body). */
	readonly emptyBody?: JsonValue;
	/** The same request with the project (spec: Agents as a header, GEO as a member of the body). */
	readonly withProject: (request: ApiRequest, projectId: string) => ApiRequest;
}

const RULES: Readonly<Record<ApiName, CallRules>> = {
	agents: {
		example: 'tasks/query',
		aboutProject: 'Whether to send the ID of a project as the X-Project-Id header',
		methodsWithProject: [...NAMES],
		withProject: (request, projectId) => ({ ...request, projectId }),
	},
	geo: {
		example: 'business/prompts',
		aboutProject: 'Whether to add the ID of a project to the body as project_id',
		methodsWithProject: METHODS_WITH_BODY,
		emptyBody: {},
		withProject: (request, projectId) => withProjectInBody(request, projectId),
	},
};

/**
 * Endpoint → Call: any endpoint below the root of an API, for the capability areas whose paths are
 * not published (spec: create and manage tasks, playbooks, grids, knowledge search, reports).
 *
 * @param api whose endpoints are meant
 */
export function endpointCall(api: ApiName): Operation {
	const { root, title } = APIS[api];
	const { methodsWithProject, withProject } = RULES[api];
	return {
		name: 'Call',
		value: 'call',
		action: 'Call endpoint',
		description: `Make a request to any other endpoint of the ${title}`,
		toolDescription: `Makes one request to one endpoint of the ${title}, which whoever built this tool has chosen, and returns the response. It may change data: use it only if the user asks for exactly that, and never twice for the same thing.`,
		fields: [
			...addressFields(api),
			...callBodyFields(METHODS_WITH_BODY),
			...anyOutputFields,
			optionsField(
				...queryOptions,
				FLATTEN_OPTION,
				LIMIT_OPTION,
				PAGE_SIZE_OPTION,
				PAGINATION_OPTION,
				RECORDS_AT,
				SAFE_TO_REPEAT,
			),
		],
		plan(parameters) {
			const request = requestOf(api, parameters);
			const hasProject =
				parameters.flag(WITH_PROJECT) && methodsWithProject.includes(request.method);
			const paging = pagingOf(parameters, request.method);
			// What comes in pages is read.
			const effect = paging === undefined ? request.effect : 'read';
			const state = effect === 'read' && paging === undefined ? { mayBePending: true } : {};
			const plan: RequestPlan = {
				request: { ...request, ...state, effect },
				shape: 'any',
				names: request.path.slice(root.length).split('/'),
				paging,
				offersPaging: METHODS_WITH_LISTS.includes(request.method),
				recordsAt: parameters.options.text(RECORDS_AT),
				limit: readLimit(parameters),
				output: readOutput(parameters),
			};
			if (!hasProject) return plan;
			const planFor = (projectId: string): RequestPlan => ({
				...plan,
				request: withProject(plan.request, projectId),
			});
			return oneProjectPlan(parameters, planFor);
		},
	};
}

function addressFields(api: ApiName): INodeProperties[] {
	const { aboutProject, methodsWithProject, example } = RULES[api];
	const show = { method: methodsWithProject };
	return [
		METHOD,
		{
			...PATH,
			placeholder: `e.g. ${example}`,
			description: `The part of the URL after ${APIS[api].root}`,
		},
		{ ...WITH_PROJECT, displayOptions: { show }, description: aboutProject },
		{ ...projectField, displayOptions: { show: { ...show, [WITH_PROJECT.name]: [true] } } },
	];
}

function requestOf(api: ApiName, parameters: Parameters): ApiRequest {
	const method = parameters.choice(METHOD, METHODS).value;
	return {
		api,
		effect: effectOf(parameters),
		method,
		path: endpointPath(api, parameters.text(PATH)),
		query: readQuery(parameters),
		body: method === 'GET' ? undefined : (readCallBody(parameters) ?? RULES[api].emptyBody),
	};
}

/** What a call does is not known: GET reads, and of the others the user knows better. */
function effectOf(parameters: Parameters): Effect {
	if (parameters.choice(METHOD, METHODS).value === 'GET') return 'read';
	return parameters.options.flag(SAFE_TO_REPEAT) ? 'repeatable' : 'once';
}

function pagingOf(parameters: Parameters, method: IHttpRequestMethods): Paging | undefined {
	return METHODS_WITH_LISTS.includes(method)
		? readPaging(parameters, undefined, method !== 'GET')
		: undefined;
}

function withProjectInBody(request: ApiRequest, projectId: string): ApiRequest {
	const { body: content = {} } = request;
	if (isObject(content) && !Object.hasOwn(content, 'project_id')) {
		return { ...request, body: { project_id: projectId, ...content } };
	}
	throw new DescribedError(
		"The ID of the project cannot be added to 'Body'",
		"Remove project_id from the body, make the body a JSON object, or switch 'Belongs to a Project' off.",
	);
}
