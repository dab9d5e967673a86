import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/json';
import { listProjects, readProjects } from '../../nodes/shared/projects/readProjects';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

const WHOAMI = {
	...{ api: 'agents', effect: 'read', method: 'GET', path: '/api/v1/business/whoami' },
};
const geoPage = (offset: number) => ({
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/projects' },
	body: { limit: 100, offset },
});

/** A service with these answers to whoami and to the list of the GEO API. */
function service(whoami: JsonValue | Error | undefined, projects: JsonValue[] = []) {
	const sent: ApiRequest[] = [];
	const client: unknown = {
		offers: (api: string) => api === 'geo' || (api === 'agents' && whoami !== undefined),
		async send(request: ApiRequest) {
			sent.push(request);
			if (whoami instanceof Error && request.api === 'agents') throw whoami;
			const { offset = 0 } = isObject(request.body) ? request.body : {};
			const page = { projects: projects.slice(Number(offset), Number(offset) + 100) };
			const body = request.api === 'agents' ? whoami : page;
			return await Promise.resolve({ body, headers: {}, size: 0 });
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	return { client, sent };
}

describe('The projects of a key', () => {
	const many = Array.from({ length: 130 }, (_, n) => ({ id: n, name: `Project ${n}` }));
	const named = many.map(({ id, name }) => ({ id: String(id), name }));

	it('are those of whoami', async () => {
		const { client, sent } = service({ projects: [{ id: 'p', name: 'P' }] }, many);
		expect(await listProjects(client)).toEqual({
			...{ api: 'agents', projects: [{ id: 'p', name: 'P' }], remarks: [] },
		});
		expect(sent).toEqual([WHOAMI]);
	});

	it('are all of the GEO API where the key has no Agents API', async () => {
		const { client, sent } = service(undefined, many);
		expect(await listProjects(client)).toEqual({ api: 'geo', projects: named, remarks: [] });
		expect(sent).toEqual([geoPage(0), geoPage(100), geoPage(130)]);
	});

	it('are those of the GEO API where the key has no access to the Agents API', async () => {
		const { client, sent } = service(new ServiceError('No access', '', 403), many);
		expect(await listProjects(client)).toEqual({ api: 'geo', projects: named, remarks: [] });
		expect(sent[0]).toEqual(WHOAMI);
	});

	it.each([
		['another refusal', new ServiceError('No key', '', 401)],
		['a fault of ours', Object.assign(new Error('Oops'), { status: 403 })],
	])('are not guessed after %s', async (_what, error) => {
		await expect(listProjects(service(error, many).client)).rejects.toBe(error);
	});

	it.each([
		['none', { projects: [] }, 'This API key has no projects'],
		['no list', { name: 'Me' }, 'The service returned no list of projects'],
		['a refusal', { success: false, message: 'Key expired' }, 'Key expired'],
	])('are asked for where there is %s', async (_what, whoami, message) => {
		await expect(listProjects(service(whoami).client)).rejects.toThrow(message);
	});

	it('are searched for by the GEO API, where something is searched for', async () => {
		const { client, sent } = service(undefined, many);
		await readProjects(client, 'geo', 'coffee', 1);
		expect(sent[0]).toMatchObject({ ...geoPage(0), body: { query: 'coffee', offset: 0 } });
		await readProjects(service(undefined, []).client, 'geo', 'coffee', 1);
		await expect(readProjects(service(undefined, []).client, 'geo')).rejects.toThrow('no projects');
	});

	it.each<[string, JsonValue, RegExp]>([
		[
			'without an ID are left out, and said',
			{ projects: [{ id: 'p' }, { name: 'Q' }] },
			/^1 project is left out .* for it\.$/,
		],
		[
			'of which several have no ID are said, too',
			{ projects: [{ id: 'p' }, { name: 'Q' }, 'r'] },
			/^2 projects are left out .* for them\.$/,
		],
		[
			'that are not all there are said',
			{ projects: [{ id: 'p' }], total: 300 },
			/reports 300 records but returned only 1\. This is about the list of projects\.$/,
		],
		[
			'that go on are said',
			{ projects: [{ id: 'p' }], has_more: true },
			/more records than the 1 that it returned\. This is about the list of projects\.$/,
		],
	])('%s', async (_what, whoami, words) => {
		const { projects, remarks } = await listProjects(service(whoami).client);
		expect(projects).toEqual([{ id: 'p', name: 'p' }]);
		expect(remarks).toMatchObject([{ kind: 'gap', message: expect.stringMatching(words) }]);
	});
});
