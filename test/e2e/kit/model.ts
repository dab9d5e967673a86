import Fastify from 'fastify';
import { json, type Json } from '../../../sandbox/json';

/** What the model says next: either calls of tools, or its final answer. */
export type Turn =
	| { readonly calls: ReadonlyArray<{ readonly tool: string; readonly input: Json }> }
	| { readonly answer: string };

/** A stand-in for a language model behind OpenAI's API, which says what a test has written for it. */
export interface Model {
	/** The base URL for the credential. */
	readonly url: string;
	/** Everything that it was sent, in order. */
	readonly requests: Json[];
	/** Replaces what is left of the script, and forgets the requests. */
	play(...turns: Turn[]): void;
	close(): Promise<void>;
}

/** Starts a model on 127.0.0.1. It answers 500 when its script is at an end. */
export async function startModel(): Promise<Model> {
	const app = Fastify({ forceCloseConnections: true });
	const requests: Json[] = [];
	let script: Turn[] = [];
	app.post('/v1/chat/completions', async (request, reply) => {
		requests.push(json(request.body));
		const turn = script.shift();
		if (turn === undefined) {
			return await reply.code(500).send({ error: { message: 'No turn left' } });
		}
		return completion(requests.length, turn);
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url: `${address}/v1`,
		requests,
		play(...turns) {
			script = turns;
			requests.length = 0;
		},
		close: async () => await app.close(),
	};
}

function completion(number: number, turn: Turn): Json {
	const isFinal = 'answer' in turn;
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [
			{
				index: 0,
				finish_reason: isFinal ? 'stop' : 'tool_calls',
				message: isFinal
					? { role: 'assistant', content: turn.answer }
					: { role: 'assistant', content: null, tool_calls: turn.calls.map(toolCall(number)) },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall(number: number) {
	return ({ tool, input }: { readonly tool: string; readonly input: Json }, index: number) => ({
		id: `call-${number}-${index}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(input) },
	});
}
