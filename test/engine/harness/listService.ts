import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IDataObject, jsonParse } from 'n8n-workflow';

/** What a service was asked. */
export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** The members of the body; none without one. */
	readonly body: IDataObject;
}

/** An answer with another status, or with headers. A `Buffer` is sent as it is. */
export class Reply {
	constructor(
		readonly body: unknown,
		readonly status = 200,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

/** An answer that sends itself, in whatever way. */
export class Sending {
	constructor(readonly send: (response: ServerResponse) => void) {}
}

/** A service that answers every request as a test says, and what it was asked. */
export class ListService {
	/** What it answers: a body, a reply with more than that, or what sends itself. */
	answers: (asked: Asked) => unknown = () => ({ data: [] });

	readonly asked: Asked[] = [];

	private readonly server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
			const asked: Asked = {
				method: request.method ?? '',
				path: pathname,
				query: Object.fromEntries(searchParams),
				body: text === '' ? {} : jsonParse<IDataObject>(text),
			};
			this.asked.push(asked);
			const answer = this.answerTo(asked);
			if (answer instanceof Sending) {
				answer.send(response);
				return;
			}
			const { body, status, headers } = answer;
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			const isRaw = body === undefined || Buffer.isBuffer(body);
			response.end(isRaw ? body : JSON.stringify(body));
		});
	});

	/** A test whose answer throws would hang without one. */
	private answerTo(asked: Asked): Reply | Sending {
		try {
			const answer = this.answers(asked);
			return answer instanceof Reply || answer instanceof Sending ? answer : new Reply(answer);
		} catch (error) {
			return new Reply({ detail: String(error) }, 500);
		}
	}

	/** The base URLs of a credential that leads here. */
	get credential(): { agentsBaseUrl: string; geoBaseUrl: string } {
		const { port } = this.server.address() as AddressInfo;
		const url = `http://127.0.0.1:${String(port)}`;
		return { agentsBaseUrl: url, geoBaseUrl: url };
	}

	/** The bodies of all requests. */
	get bodies(): IDataObject[] {
		return this.asked.map(({ body }) => body);
	}

	/** The queries of all requests. */
	get queries(): Asked['query'][] {
		return this.asked.map(({ query }) => query);
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** A service for each test of a file. */
export function useListService(): { readonly service: ListService } {
	const current = { service: new ListService() };
	beforeEach(async () => {
		current.service = new ListService();
		await current.service.open();
	});
	afterEach(async () => await current.service.close());
	return current;
}

/** Where a page starts that the GEO API is asked for, and how many records it may have. */
export function pageOf({ body }: Asked): { limit: number; offset: number } {
	const { limit = Infinity, offset = 0 } = { ...(body.pagination as IDataObject | undefined) };
	return { limit: Number(limit), offset: Number(offset) };
}

/** The records from an offset on, of a list of so many. */
export function recordsFrom(offset: number, limit: number, total = 250): IDataObject[] {
	const count = Math.max(0, Math.min(limit, total - offset));
	return Array.from({ length: count }, (_, place) => ({
		id: `r${String(offset + place)}`,
		name: `Record ${String(offset + place)}`,
	}));
}
