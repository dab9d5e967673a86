import type { IHttpRequestMethods, INodeProperties, JsonValue } from 'n8n-workflow';
import { DescribedError, excerpt, isObject } from '../base';
import { type ApiName, APIS, type RequestEffect, endpointPath } from '../api';
import {
	outputFieldsWithoutMessage,
	apiDetailsField,
	FLATTEN_OPTION,
	LIMIT_OPTION,
	isTool,
	jsonObjectField,
	optionsField,
	type Parameters,
	projectField,
	readOneProject,
	readOrder,
	readOutput,
	readNameValueRows,
	RECORDS_AT,
	nameValueRowsField,
	SAFE_TO_REPEAT,
	splitExpressions,
} from '../form';
import type { Operation, Query } from './query';

const METHOD_NAMES: readonly IHttpRequestMethods[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const METHODS = METHOD_NAMES.map((name) => ({ name, value: name }));
const METHODS_WITH_BODY: string[] = METHOD_NAMES.filter((name) => name !== 'GET');

const USE_HTTP_REQUEST =
	"To get the rest, use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";

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

const ALLOWED_PATHS: INodeProperties = {
	displayName: 'Allowed Paths',
	name: 'allowedPaths',
	type: 'string',
	default: '',
	placeholder: 'e.g. tasks/query, playbooks/list',
	description: 'The paths that a model may use if it fills in Path, separated by commas',
};

const WITH_PROJECT: INodeProperties = {
	displayName: 'Belongs to a Project',
	name: 'withProject',
	type: 'boolean',
	default: true,
};

const BODY_FIELDS = nameValueRowsField('Body Fields', 'bodyFields', 'Fields of the request body');

const BODY_JSON = jsonObjectField('Body (JSON)', 'bodyJson', 'Fields of the request body');

const BODY_MODES = [
	{ name: 'None', value: 'none', description: 'Send no fields', read: () => undefined },
	{
		name: 'Using Fields Below',
		value: 'fields',
		description: 'Enter a name and a value for each',
		read: (parameters: Parameters) => readNameValueRows(parameters, BODY_FIELDS),
	},
	{
		name: 'Using JSON',
		value: 'json',
		description: 'Enter JSON, or an expression that gives it',
		read: (parameters: Parameters) => parameters.json(BODY_JSON),
	},
] as const;

const BODY_MODE: INodeProperties = {
	displayName: 'Body',
	name: 'bodyMode',
	type: 'options',
	noDataExpression: true,
	options: BODY_MODES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'none',
	description: 'How to enter the body of the request',
};

const QUERY_FIELDS = nameValueRowsField(
	'Query Parameters',
	'queryFields',
	'Names and values to add to the URL after the question mark',
	'Add Parameter',
);

interface CallRules {
	readonly aboutProject: string;
	readonly methodsWithProject: string[];
	/** The body that is sent if the user enters none. The GEO API always takes a JSON body (public docs). */
	readonly emptyBody?: JsonValue;
	readonly takesProjectInBody?: boolean;
}

const CALL_RULES: Readonly<Record<ApiName, CallRules>> = {
	agents: {
		aboutProject: 'Whether to send the ID of a project as the X-Project-Id header',
		methodsWithProject: [...METHOD_NAMES],
	},
	geo: {
		aboutProject: 'Whether to add the ID of a project to the body as project_id',
		methodsWithProject: METHODS_WITH_BODY,
		emptyBody: {},
		takesProjectInBody: true,
	},
};

/**
 * Returns the operation Call, with which the user calls any path. Paths such as those of playbooks are not published
 * (our spec).
 */
export function createCallOperation(api: ApiName): Operation {
	const { title } = APIS[api];
	return {
		name: 'Call',
		value: 'call',
		action: 'Call endpoint',
		description: `Make a request to any other endpoint of the ${title}. For a list with pages, use n8n's HTTP Request node with this credential.`,
		toolDescription: `Makes one request to one endpoint of the ${title}, which whoever built this tool has chosen, and returns the response. It may change data: use it only if the user asks for exactly that, and never twice for the same thing.`,
		fields: [
			...addressFields(api),
			addBodyShowCondition(BODY_MODE),
			addBodyShowCondition(BODY_FIELDS, 'fields'),
			addBodyShowCondition(BODY_JSON, 'json'),
			...outputFieldsWithoutMessage,
			optionsField(
				ALLOWED_PATHS,
				QUERY_FIELDS,
				LIMIT_OPTION,
				FLATTEN_OPTION,
				{ ...SAFE_TO_REPEAT, default: true },
				apiDetailsField(RECORDS_AT),
			),
		],
		readQuery: (parameters) => readCallQuery(api, parameters),
	};
}

/** @throws DescribedError if a field is empty or unusable */
function readCallQuery(api: ApiName, parameters: Parameters): Query {
	const { methodsWithProject, takesProjectInBody, emptyBody } = CALL_RULES[api];
	const method = parameters.choice(METHOD, METHODS).value;
	const isGet = method === 'GET';
	// A GET only reads. For other methods, only the user knows whether they are safe to repeat.
	const changing: RequestEffect = parameters.options.flag(SAFE_TO_REPEAT) ? 'idempotent' : 'unsafe';
	const path = endpointPath(api, readPath(parameters));
	const body = isGet
		? undefined
		: (parameters.choice(BODY_MODE, BODY_MODES).read(parameters) ?? emptyBody);
	const names = path.slice(APIS[api].rootPath.length).split('/');
	const query: Query = {
		request: {
			api,
			effect: isGet ? 'safe' : changing,
			method,
			path,
			body,
			query: readNameValueRows(parameters.options, QUERY_FIELDS),
			mayBePending: true,
		},
		answerKind: 'any',
		listNames: names,
		// Only reads have pages. So DELETE, PATCH and PUT need no advice on how to read all pages.
		pagingAdvice: ['GET', 'POST'].includes(method) ? USE_HTTP_REQUEST : undefined,
		recordsAt: parameters.apiDetails.text(RECORDS_AT),
		key: {
			fields: [['id', ...names.map((name) => `${name.replace(/s$/, '')}_id`)]],
			hasId: true,
		},
		selection: readOrder(parameters),
		output: readOutput(parameters),
	};
	if (!methodsWithProject.includes(method)) return query;
	// An expression without a value would count as `false`, and send the call without a project.
	parameters.refuseEmptyExpression(WITH_PROJECT);
	if (!parameters.flag(WITH_PROJECT)) return query;
	const projects = readOneProject(parameters);
	if (takesProjectInBody) refuseBodyWithoutProject(body);
	return { ...query, projects };
}

const EMPTY_PATH_STEP = /(^|\/)\s*(\/|$)/;

/**
 * @throws DescribedError if an expression has no value: `tasks/{{ $json.id }}` would become `tasks/`, for all tasks
 * @throws DescribedError if a value contains a slash, or another character that could change the endpoint
 */
function readPath(parameters: Parameters): string {
	parameters.refuseEmptyExpression(PATH);
	const path = parameters.text(PATH);
	const { texts, expressions } = splitExpressions(parameters.savedText(PATH));
	const values = expressions.map((part) => parameters.evaluate(part) ?? null);
	const isMissing = values.includes(null);
	const isExpression = expressions.length > 0 && /^[\s/]*$/.test(texts.join(''));
	if (isExpression) refuseUnlistedPath(path, parameters);
	const isWhole = expressions.length === 1 && texts.join('').trim() === '';
	// JSON also shows a slash inside a list such as `['a/b']`. In the path, this list becomes `a/b`.
	const steps = isWhole ? [] : values.map((value) => JSON.stringify(value));
	const added = steps.find((text) => /[/\\?#%;]/.test(text));
	if (added !== undefined) {
		throw new DescribedError(
			`The value ${excerpt(added, 80)} of an expression in 'Path' is not one step of a path`,
			"Correct the value: it must have none of / \\ ? # % ;. For several steps, make the whole 'Path' one expression.",
		);
	}
	// A slash at the start is allowed. But in `{{ $json.id }}/rows`, it shows that the ID is missing.
	const isFromStart = texts[0]?.trim() === '' && texts[1]?.startsWith('/') === true;
	const resolved = isFromStart ? path : path.replace(/^\//, '');
	const typed = texts.join('x').replace(/^\//, '');
	const hasGap = EMPTY_PATH_STEP.test(resolved) && !EMPTY_PATH_STEP.test(typed);
	if (!isMissing && !hasGap) return path;
	throw new DescribedError(
		`The expression in 'Path' leaves a gap in it: ${path}`,
		"Correct the expression in 'Path': what it names may be missing from the input item.",
	);
}

/** @throws DescribedError if an AI model wrote the path, and 'Allowed Paths' does not list it */
function refuseUnlistedPath(path: string, parameters: Parameters): void {
	// In a tool, an expression may read from the input item what the AI model wrote.
	if (!parameters.isLeftToModel(PATH) && !isTool(parameters)) return;
	const { options } = parameters;
	if (!options.isLeftToModel(ALLOWED_PATHS) && options.texts(ALLOWED_PATHS).includes(path)) return;
	throw new DescribedError(
		`A model may not choose the path '${excerpt(path, 80)}'`,
		"Whoever built this tool can add it to 'Options' → 'Allowed Paths'.",
	);
}

function addressFields(api: ApiName): INodeProperties[] {
	const { aboutProject, methodsWithProject } = CALL_RULES[api];
	const { rootPath, examplePath } = APIS[api];
	const show = { method: methodsWithProject };
	return [
		METHOD,
		{
			...PATH,
			placeholder: `e.g. ${examplePath}`,
			description: `The part of the URL after ${rootPath}`,
		},
		{ ...WITH_PROJECT, displayOptions: { show }, description: aboutProject },
		{ ...projectField, displayOptions: { show: { ...show, [WITH_PROJECT.name]: [true] } } },
	];
}

/**
 * @throws DescribedError if the body is no object
 * @throws DescribedError if the body already has a `project_id`
 */
function refuseBodyWithoutProject(body: JsonValue = {}): void {
	if (isObject(body) && !Object.hasOwn(body, 'project_id')) return;
	throw new DescribedError(
		"The ID of the project cannot be added to 'Body'",
		"Remove project_id from the body, make the body a JSON object, or switch 'Belongs to a Project' off.",
	);
}

/** @param mode the value of 'Body' for which the field is shown. If missing, the field is shown for every value */
function addBodyShowCondition(field: INodeProperties, mode?: string): INodeProperties {
	const chosen = mode === undefined ? {} : { [BODY_MODE.name]: [mode] };
	return { ...field, displayOptions: { show: { method: METHODS_WITH_BODY, ...chosen } } };
}
