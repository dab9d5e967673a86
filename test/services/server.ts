import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonParse } from 'n8n-workflow';
import type { Sent } from './form';

/** Answers one request, by the path without the part that names the service, and the body. */
export type Serve = (path: string, body: unknown) => Sent;

/** A service behind the server, until it is closed. */
export interface Open {
	/** The base URL of both APIs, which n8n's credential takes. */
	readonly url: string;
	close(): void;
}

/** Serves any number of services in one process, each below a path of its own. */
export class ServiceServer {
	private readonly server: Server;

	private readonly services = new Map<string, Serve>();

	private opened = 0;

	constructor() {
		this.server = createServer((request, response) => void this.answer(request, response));
	}

	async listen(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Opens a service under a base URL that nobody has had before. */
	open(serve: Serve): Open {
		this.opened += 1;
		const name = `s${this.opened}`;
		this.services.set(name, serve);
		const { port } = this.server.address() as AddressInfo;
		const close = () => void this.services.delete(name);
		return { url: `http://127.0.0.1:${port}/${name}`, close };
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let text = '';
		for await (const part of request.setEncoding('utf8')) text += String(part);
		const [, name = '', ...rest] = (request.url ?? '').split('/');
		const sent = this.services.get(name)?.(
			`/${rest.join('/')}`,
			text === '' ? undefined : jsonParse(text),
		);
		if (sent?.isReset === true) return void request.socket.destroy();
		const { status = 404, headers = {}, body = '' } = sent ?? {};
		response.writeHead(status, headers).end(body);
	}
}
