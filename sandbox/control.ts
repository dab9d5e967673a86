import type { ValidateFunction } from 'ajv/dist/2020';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from './json';
import {
	type Behaviour,
	ENVELOPES,
	ERROR_SHAPES,
	PROJECT_FORMS,
	RETRY_AFTER_FORMS,
	TOTALS,
} from './behaviour';
import type { Context } from './context';
import { type Fault, FAULT_KINDS } from './faults';
import { makeAjv } from './openapi';
import { RESOURCES, type Resource } from './records';

/**
 * A fault as JSON: `pattern` is a regular expression for the path, `times` null stands for no end.
 */
interface FaultOrder extends Omit<Fault, 'match' | 'times'> {
	match?: { method?: string; path?: string; pattern?: string; project?: string };
	times?: number | null;
}

interface Place {
	projectId: string;
	resource: Resource;
}

const string = { type: 'string' };
const amount = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 0 };
const maybe = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const shape = (properties: Record<string, object>, required: string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

const place = { projectId: string, resource: { enum: RESOURCES } };
const rateLimit = shape(
	{ requests: count, perMs: amount, retryAfter: { enum: RETRY_AFTER_FORMS } },
	['requests', 'perMs'],
);

const ajv = makeAjv();

/** A check that is compiled when it is first needed: most runs of the sandbox need none. */
function later<T>(schema: object): () => ValidateFunction<T> {
	let compiled: ValidateFunction<T> | undefined;
	return () => (compiled ??= ajv.compile<T>(schema));
}

const CHECKS = {
	behave: later<Partial<Behaviour>>(
		shape({
			latencyMs: amount,
			rateLimit: maybe(rateLimit),
			envelope: { enum: ENVELOPES },
			total: { enum: TOTALS },
			pageCap: maybe(count),
			ignoreLimit: { type: 'boolean' },
			ignoreOffset: { type: 'boolean' },
			ignoreFilters: { type: 'boolean' },
			ignoreDates: { type: 'boolean' },
			ignoreSort: { type: 'boolean' },
			ignoreUnknown: { type: 'boolean' },
			documentedOnly: { type: 'boolean' },
			shrinkWhileRead: maybe(count),
			growWhileRead: maybe(count),
			defaultPageSize: count,
			projects: { enum: PROJECT_FORMS },
			errorShape: { enum: ERROR_SHAPES },
			echoKey: { type: 'boolean' },
			failRate: { ...amount, maximum: 1 },
			contract: { type: 'boolean' },
		}),
	),
	fault: later<FaultOrder>(
		shape(
			{
				match: shape({ method: string, path: string, pattern: string, project: string }),
				times: maybe(count),
				after: count,
				kind: { enum: FAULT_KINDS },
				status: { type: 'integer', minimum: 200, maximum: 599 },
				headers: { type: 'object', additionalProperties: string },
				body: {},
				delayMs: amount,
			},
			['kind'],
		),
	),
	bulk: later<Place & { count: number }>(
		shape({ ...place, count }, ['projectId', 'resource', 'count']),
	),
	patch: later<Place & { id: string; change: Json }>(
		shape({ ...place, id: string, change: { type: 'object' } }, [
			'projectId',
			'resource',
			'id',
			'change',
		]),
	),
	remove: later<Place & { id: string }>(
		shape({ ...place, id: string }, ['projectId', 'resource', 'id']),
	),
	add: later<Place & { record: Json }>(
		shape({ ...place, record: { type: 'object' } }, ['projectId', 'resource', 'record']),
	),
};

function toFault({ match, times, ...rest }: FaultOrder): Fault {
	const { pattern, path, method, project } = match ?? {};
	return {
		...rest,
		match: { method, path: pattern === undefined ? path : new RegExp(pattern), project },
		times: times === null ? Number.POSITIVE_INFINITY : times,
	};
}

/**
 * Makes a route that takes a checked body; what is wrong with a body comes back as 400 in plain
 * words.
 */
function order<T>(checked: () => ValidateFunction<T>, act: (body: T) => void) {
	return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const check = checked();
		const body: unknown = request.body;
		if (!check(body)) {
			const mistakes = (check.errors ?? []).map(
				({ instancePath, message, params }) =>
					`body${instancePath} ${message ?? 'is invalid'} ${JSON.stringify(params)}`,
			);
			return reply.code(400).send({ detail: mistakes.join('; ') });
		}
		try {
			act(body);
		} catch (error) {
			const words = error instanceof Error ? error.message : String(error);
			return reply.code(400).send({ detail: words });
		}
		return reply.send({ ok: true });
	};
}

/**
 * Adds the routes by which other processes control the sandbox. They need no key, and calls of them
 * are not recorded.
 */
export function addControl(app: FastifyInstance, context: Context): void {
	const { world, faults } = context;
	app.get('/state', (_request, reply) =>
		reply.send({ requests: context.requests.length, behaviour: context.behaviour }),
	);
	app.get('/requests', (_request, reply) => reply.send(context.requests));
	const add = <T>(path: string, checked: () => ValidateFunction<T>, act: (body: T) => void) =>
		app.post(path, order(checked, act));
	add('/behave', CHECKS.behave, (change) => {
		context.behaviour = { ...context.behaviour, ...change };
	});
	add('/faults', CHECKS.fault, (fault) => faults.order(toFault(fault)));
	app.post('/reset', (_request, reply) => {
		context.reset();
		return reply.send({ ok: true });
	});
	add('/world/bulk', CHECKS.bulk, ({ projectId, resource, count: size }) =>
		world.bulk(projectId, resource, size),
	);
	add('/world/patch', CHECKS.patch, ({ projectId, resource, id, change }) =>
		world.patch(projectId, resource, id, change),
	);
	add('/world/remove', CHECKS.remove, ({ projectId, resource, id }) =>
		world.remove(projectId, resource, id),
	);
	add('/world/add', CHECKS.add, ({ projectId, resource, record }) =>
		world.add(projectId, resource, record),
	);
}
