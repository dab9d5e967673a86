import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';
import { listProjects, readProjects } from '../../nodes/shared/projects/readProjects';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

const WHOAMI = {
	...{ api: 'agents', effect: 'read', method: 'GET', path: '/api/v1/business/whoami' },
};
const geoPage = (offset: number) => ({
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/projects' },
	body: { limit: 100, offset },
});

const NO_ACCESS = new ServiceError('No access', '', 403);

/** A service with these answers to whoami and to the list of the GEO API. */
function service(whoami: JsonValue | Error | undefined, projects: JsonValue[] | Error = []) {
	const sent: ApiRequest[] = [];
	const client: unknown = {
		offers: (api: string) => api === 'geo' || (api === 'agents' && whoami !== undefined),
		async send(request: ApiRequest) {
			sent.push(request);
			if (whoami instanceof Error && request.api === 'agents') throw whoami;
			if (projects instanceof Error && request.api === 'geo') throw projects;
			const all = projects instanceof Error ? [] : projects;
			const { offset = 0 } = isObject(request.body) ? request.body : {};
			const page = { projects: all.slice(Number(offset), Number(offset) + 100) };
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
		expect(await listProjects(client, 'agents')).toEqual({
			...{ api: 'agents', projects: [{ id: 'p', name: 'P' }], notices: [] },
		});
		expect(sent).toEqual([WHOAMI]);
	});

	it('are all of the GEO API in its nodes', async () => {
		const { client, sent } = service({ projects: [{ id: 'p' }] }, many);
		const found = await listProjects(client, 'geo');
		expect(found).toEqual({ api: 'geo', projects: named, notices: [] });
		expect(sent).toEqual([geoPage(0), geoPage(100), geoPage(130)]);
	});

	it('are those of whoami where the GEO API refuses to list them', async () => {
		const { client, sent } = service({ projects: [{ id: 'p', name: 'P' }] }, NO_ACCESS);
		expect(await listProjects(client, 'geo')).toMatchObject({ api: 'agents', projects: [{}] });
		expect(sent).toEqual([geoPage(0), WHOAMI]);
		await expect(listProjects(service(undefined, NO_ACCESS).client, 'geo')).rejects.toBe(NO_ACCESS);
	});

	it.each([
		['no access to the Agents API', NO_ACCESS],
		['another refusal', new ServiceError('No key', '', 401)],
		['a fault of ours', Object.assign(new Error('Oops'), { status: 403 })],
	])('are not guessed after %s', async (_what, error) => {
		await expect(listProjects(service(error, many).client, 'agents')).rejects.toBe(error);
		if (error === NO_ACCESS) return;
		await expect(listProjects(service({ projects: [] }, error).client, 'geo')).rejects.toBe(error);
	});

	it.each([
		['none', { projects: [] }, 'This API key has no projects'],
		['no list', { name: 'Me' }, 'The service returned no list of projects'],
		['a refusal', { success: false, message: 'Key expired' }, 'Key expired'],
	])('are asked for where there is %s', async (_what, whoami, message) => {
		await expect(listProjects(service(whoami).client, 'agents')).rejects.toThrow(message);
	});

	it('are searched for by the GEO API, where something is searched for', async () => {
		const { client, sent } = service(undefined, many);
		await readProjects(client, 'geo', 'coffee');
		expect(sent[0]).toMatchObject({ ...geoPage(0), body: { query: 'coffee', offset: 0 } });
		await readProjects(service(undefined, []).client, 'geo', 'coffee');
		await expect(readProjects(service(undefined, []).client, 'geo')).rejects.toThrow('no projects');
	});

	it('are asked of Who Am I without a body, also where something is searched for', async () => {
		const { client, sent } = service({ projects: [{ id: 'p', name: 'Coffee' }] });
		await readProjects(client, 'agents', 'coffee');
		expect(sent).toHaveLength(1);
		expect(sent[0]?.body).toBeUndefined();
	});

	it.each<[string, JsonValue, RegExp]>([
		[
			'without an ID are left out, and said',
			{ projects: [{ id: 'p' }, { name: 'Q' }] },
			/^The service returned no ID for 1 of 2 projects, /,
		],
		[
			'of which several have no ID are said, too',
			{ projects: [{ id: 'p' }, { name: 'Q' }, 'r'] },
			/^The service returned no ID for 2 of 3 projects, /,
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
		const { projects, notices } = await listProjects(service(whoami).client, 'agents');
		expect(projects).toEqual([{ id: 'p', name: 'p' }]);
		expect(notices).toMatchObject([{ kind: 'gap', message: expect.stringMatching(words) }]);
	});
});
