import type { FastifyInstance } from 'fastify';
import { type Json, json, text, whole } from './json';
import { type Behaviour, DEFAULT_BEHAVIOUR } from './behaviour';
import type { Context } from './context';
import { type Fault, FAULT_KINDS } from './faults';
import { isResource, RESOURCES } from './records';

const known: Json = { ...DEFAULT_BEHAVIOUR };

function isChange(body: Json): body is Partial<Behaviour> {
	const isKnown = ([name, value]: [string, unknown]) =>
		name in known && (known[name] === null || typeof known[name] === typeof value);
	return Object.entries(body).every(isKnown);
}

const kinds: readonly string[] = FAULT_KINDS;
const isFault = (body: Json): body is Json & Fault => kinds.includes(text(body['kind']) ?? '');

/** @throws Error if there is no such list */
function listIn({ projectId, resource }: Json) {
	const name = text(resource) ?? '';
	if (isResource(name)) return [text(projectId) ?? '', name] as const;
	throw new Error(`'resource' has to be one of ${RESOURCES.join(', ')}.`);
}

/** What other processes can do with the sandbox, by the path that takes it as JSON. */
const ORDERS: Readonly<Record<string, (context: Context, body: Json) => void>> = {
	'/behave': (context, body) => {
		if (!isChange(body)) throw new Error(`Members have to be as in ${JSON.stringify(known)}.`);
		context.behaviour = { ...context.behaviour, ...body };
	},
	'/faults': ({ faults }, body) => {
		if (!isFault(body)) throw new Error(`'kind' has to be one of ${kinds.join(', ')}.`);
		faults.order(body);
	},
	'/reset': (context) => context.reset(),
	'/world/bulk': ({ world }, body) => world.bulk(...listIn(body), whole(body['count']) ?? 0),
	'/world/patch': ({ world }, body) =>
		world.patch(...listIn(body), text(body['id']) ?? '', json(body['change'])),
};

/** Adds the routes by which other processes control the sandbox. They need no key, and are not recorded. */
export function addControl(app: FastifyInstance, context: Context): void {
	app.get('/requests', (_request, reply) => reply.send(context.requests));
	for (const [path, act] of Object.entries(ORDERS)) {
		app.post(path, (request, reply) => {
			try {
				act(context, json(request.body));
				return reply.send({ ok: true });
			} catch (error) {
				return reply.code(400).send({ detail: String(error) });
			}
		});
	}
}
