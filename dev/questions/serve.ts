import { createServer } from 'node:http';
import { json } from '../../sandbox/json';
import { Bench } from '../engine';
import { askTool, callAsk } from './tools';

/**
 * `npm run questions -- --serve [port]`: the tool Ask as a model meets it. GET /tools gives the function,
 * POST /call with `{ arguments }` the answer.
 */
export async function serve(port: number): Promise<void> {
	const bench = await new Bench().open();
	const functions = JSON.stringify([askTool()]);
	const answerTo = async (text: string): Promise<string> => {
		const { arguments: given } = json(JSON.parse(text));
		return await callAsk(bench, Object.fromEntries(Object.entries(json(given)).map(asText)));
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.url === '/tools') {
				response.end(functions);
				return;
			}
			const failed = (error: unknown) => response.writeHead(400).end(String(error));
			void answerTo(Buffer.concat(chunks).toString()).then((text) => response.end(text), failed);
		});
	});
	server.listen(port, '127.0.0.1', () => {
		console.log(`Ask in ${functions.length} characters at http://127.0.0.1:${port}`);
	});
}

/** A model writes texts: that is the type of all arguments. */
function asText([name, value]: [string, unknown]): [string, string] {
	return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}
