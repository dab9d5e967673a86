import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Json, json } from '../../sandbox/json';

/** What a service was sent. */
interface Sent {
	readonly path: string;
	readonly body: Json;
}

/** What a service answers. */
type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** A service that runs for as long as a test does. */
export interface OddService {
	readonly url: string;
	close(): Promise<void>;
}

/** Starts a service that answers each request by a function. */
export async function startService(answerTo: (sent: Sent) => Answer): Promise<OddService> {
	const server = createServer((request, response) => {
		void text(request).then((sent) => {
			const body = sent === '' ? {} : json(JSON.parse(sent));
			const [status, answer, headers] = answerTo({ path: request.url ?? '', body });
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const BRANDS = ['Nordlicht Kaffee', 'Mokkaberg', 'Roesterei Vier', 'Bohnenhaus', 'Kaffeewerk'];

const recordsOf = (path: string): Json[] =>
	BRANDS.map((brand, at) => ({ [`${path}Id`]: 7000 + at, label: brand, score: 0.125 * (at + 1) }));

const lastOf = (path: string) => path.split('/').at(-1) ?? '';

/** Returns the page of these records that a request asks for, and what it asked for. */
function pageOf(all: readonly Json[], { body }: Sent) {
	const { offset = 0, limit = 50 } = json(body['pagination'] ?? body);
	const [from, count] = [Number(offset), Number(limit)];
	return { from, count, rows: all.slice(from, from + count) };
}

/**
 * Answers with bare arrays and pages by a page number that nobody is told of: it ignores offset, limit, dates,
 * filters and metrics, has three records a page, and writes the number of records into a header.
 */
export function bareArrays({ path }: Sent): Answer {
	if (path.endsWith('whoami')) return [200, { projects: [{ id: 31, title: 'Nordlicht Kaffee' }] }];
	const headers = { 'x-total-count': '5', 'x-ratelimit-remaining': '98' };
	if (path.includes('/reports/')) {
		return [200, BRANDS.map((brand) => ({ topic: brand, share_of_voice: 0.2 })), headers];
	}
	return [200, recordsOf(lastOf(path)).slice(0, 3), headers];
}

/**
 * Answers with `items` and `has_more`, pages by offset, answers 404 beyond the end, needs no metrics, refuses
 * dates, and has numbers by brand, keyed by its name.
 */
export function itemsWithMore(sent: Sent): Answer {
	const { path, body } = sent;
	if (path.endsWith('whoami')) {
		return [200, { projects: [{ id: 'p1', name: 'Mokkaberg' }], team: { name: 'Mokkaberg GmbH' } }];
	}
	if ('start_date' in body) {
		return [422, { detail: [{ loc: ['body', 'start_date'], msg: 'Mokkaberg has no dates' }] }];
	}
	if (path.includes('/reports/')) {
		const rows = [
			{ topic: 'Mokkaberg', share_of_voice: 41.5, by_brand: { mokkaberg: 41.5, kaffeewerk: 12 } },
		];
		return [200, { items: rows, has_more: false }];
	}
	const { from, count, rows: items } = pageOf(recordsOf(lastOf(path)), sent);
	if (from >= BRANDS.length) return [404, { error: 'No such page' }];
	return [200, { items, has_more: from + count < BRANDS.length }];
}

export const FORBIDDEN = 'whoami query tags keywords domains models sentiments citations'.split(
	' ',
);

/** Answers 403 to half of the endpoints, and to the others like the GEO projects. */
export function halfForbidden(sent: Sent): Answer {
	const name = lastOf(sent.path);
	if (FORBIDDEN.includes(name)) return [403, { message: 'Not for Mokkaberg' }];
	const projects = BRANDS.map((brand, at) => ({ id: `id-${at}`, name: brand }));
	const { from, count, rows } = pageOf(name === 'projects' ? projects : recordsOf(name), sent);
	return [200, { data: rows, total: BRANDS.length, limit: count, offset: from }];
}
