import Fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { type Context, type Exchange, exchangeOf } from './context';
import { addControl } from './control';
import { checkOf, withoutPrefix } from './contract';
import { fail, JSON_TYPE, RefusedBody, toDetail } from './errors';
import { echo, type Handler, HANDLERS } from './handlers';
import { addPipeline } from './pipeline';

const BODY_LIMIT = 64 * 1024 * 1024;

/** Reads a body without ever failing: what is wrong with it is answered after the key check. */
function readBody(exchange: Exchange, body: string): unknown {
	const { record } = exchange;
	record.rawBody = body;
	if (!/json/i.test(record.headers['content-type'] ?? '')) return body;
	try {
		return JSON.parse(body);
	} catch {
		exchange.isMalformed = true;
		return body;
	}
}

function addBodyParser(app: FastifyInstance, context: Context): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
		done(null, body === '' ? undefined : readBody(exchangeOf(context, request), body));
	});
}

function answerWith(context: Context, handler: Handler) {
	// Gives nothing back: Fastify would await a reply it is given, and answer again when that breaks
	// off.
	return (request: FastifyRequest, reply: FastifyReply): void => {
		const body = handler(context, exchangeOf(context, request));
		void reply.type(JSON_TYPE).send(JSON.stringify(body));
	};
}

/**
 * Makes the routes from the document. An operation that the sandbox has no data for is checked like
 * the others and then answered with an echo.
 */
function addOperations(app: FastifyInstance, context: Context): void {
	for (const operation of context.contract.operations) {
		const { method, path, body, headers } = operation;
		const handler = HANDLERS[`${method} ${path}`] ?? echo;
		app.route({
			method,
			url: path,
			schema: { ...(body && { body }), headers: { type: 'object', ...headers } },
			handler: answerWith(context, handler),
		});
	}
}

const ROOTS: Record<string, string> = { body: 'body', headers: 'header' };

/**
 * Answers 422 for what the schemas or a handler refuse. Anything else that is thrown is a mistake of the
 * sandbox: 500.
 */
function addErrors(app: FastifyInstance, context: Context): void {
	app.setErrorHandler<FastifyError | RefusedBody>((error, request, reply) => {
		const { behaviour } = context;
		if (error instanceof RefusedBody) {
			fail(behaviour, request, reply, 422, error.details);
			return;
		}
		const root = ROOTS[error.validationContext ?? ''];
		if (!error.validation || root === undefined) {
			const status = error.statusCode ?? 500;
			if (status >= 500) process.emitWarning(error);
			fail(behaviour, request, reply, status);
			return;
		}
		const isMissing = root === 'body' && request.body === undefined;
		const details = isMissing
			? [{ loc: [root], msg: 'Field required', type: 'missing' }]
			: error.validation.map((mistake) => toDetail(mistake, root));
		fail(behaviour, request, reply, 422, details);
	});
}

/** Puts the server together, ready to listen. */
export function makeServer(context: Context): FastifyInstance {
	const app = Fastify({
		logger: false,
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		// Requests that hang on purpose must not keep the server from closing.
		forceCloseConnections: true,
		rewriteUrl: ({ url }) => withoutPrefix(url ?? '/'),
	});
	// What a GET sends as a body counts as a violation, so it has to be read.
	app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
	app.setValidatorCompiler<object>(({ schema }) => {
		const check = checkOf(schema);
		return (value) => {
			const error = check(value);
			return error.length === 0 || { error };
		};
	});
	const control = (scope: FastifyInstance, _options: object, done: () => void) => {
		addControl(scope, context);
		done();
	};
	app.register(control, { prefix: '/__sandbox' });
	app.register((scope, _options, done) => {
		addBodyParser(scope, context);
		addErrors(scope, context);
		addPipeline(scope, context);
		addOperations(scope, context);
		// Paths outside both APIs never get this far: the pipeline answers them with 404.
		scope.all('/*', answerWith(context, echo));
		done();
	});
	return app;
}
