import { createServer } from 'node:http';
import { json } from '../../sandbox/json';
import { Bench } from '../engine';
import { callTool, functionsOf, toolsOf } from './tools';

/**
 * `npm run questions -- --serve [port]`: the tools as a model meets them. GET /tools gives the functions,
 * POST /call with `{ name, arguments }` the answer.
 */
export async function serve(port: number): Promise<void> {
	const bench = await new Bench().open();
	const tools = toolsOf();
	const functions = JSON.stringify(functionsOf(tools));
	const answerTo = async (text: string): Promise<string> => {
		const { name, arguments: given } = json(JSON.parse(text));
		const tool = tools.find((one) => one.name === name);
		if (tool === undefined) return `There is no tool ${String(name)}.`;
		return await callTool(bench, tool, Object.fromEntries(Object.entries(json(given)).map(asText)));
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
		console.log(
			`${tools.length} tools in ${functions.length} characters at http://127.0.0.1:${port}`,
		);
	});
}

/** A model writes texts: that is the type of all arguments. */
function asText([name, value]: [string, unknown]): [string, string] {
	return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}
