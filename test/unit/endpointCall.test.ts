import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import { endpointCall } from '../../nodes/shared/run/endpointCall';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

/** The plan of a call with these fields. */
const planFor = (api: 'agents' | 'geo', method: string, values: IDataObject = {}) =>
	endpointCall(api).plan(
		parametersOf({
			...{ method, path: 'a/b', withProject: false, bodyMode: 'none', output: 'records' },
			...{ project: { mode: 'id', value: 'p1' }, options: {}, ...values },
		}),
	);

const requestOf = (...given: Parameters<typeof planFor>): unknown => {
	const plan = planFor(...given);
	return 'request' in plan ? plan.request : undefined;
};

const AGENTS = { api: 'agents', path: '/api/v1/business/a/b', query: {} };
const GEO = { api: 'geo', path: '/v2/geo/a/b', query: {} };

describe('A call of an endpoint', () => {
	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])('with %s may change something', (method) => {
		expect(requestOf('agents', method)).toEqual({ ...AGENTS, method, effect: 'once' });
		expect(requestOf('geo', method)).toEqual({ ...GEO, method, effect: 'once', body: {} });
	});

	it('with GET reads, and has no body', () => {
		const body = { bodyMode: 'json', bodyJson: { a: 1 } };
		const request = { method: 'GET', effect: 'read', mayBePending: true };
		expect(requestOf('agents', 'GET', body)).toEqual({ ...AGENTS, ...request });
		expect(requestOf('geo', 'GET', body)).toEqual({ ...GEO, ...request });
	});

	it('has the body that was entered', () => {
		const body = { bodyMode: 'json', bodyJson: { a: 1 } };
		expect(requestOf('geo', 'PUT', body)).toMatchObject({ body: { a: 1 } });
		expect(requestOf('agents', 'PUT', body)).toMatchObject({ body: { a: 1 } });
	});

	it('may be repeated if the user says so', () => {
		const options = { safeToRepeat: true };
		expect(requestOf('geo', 'POST', { options })).toMatchObject({ effect: 'repeatable' });
		expect(requestOf('geo', 'GET', { options })).toMatchObject({ effect: 'read' });
	});

	it.each([
		['DELETE', false],
		['GET', true],
		['PATCH', false],
		['POST', true],
		['PUT', false],
	])('with %s offers pages: %s', (method, offersPaging) => {
		expect(planFor('geo', method)).toMatchObject({
			...{ shape: 'any', names: ['a', 'b'], offersPaging, paging: undefined },
			...{ limit: Infinity, recordsAt: '' },
		});
	});
});

describe('A call with a project', () => {
	const withProject = { withProject: true };
	const request = { method: 'POST', effect: 'once' };

	it('has it where the API wants it', () => {
		const projectId = 'p1';
		expect(requestOf('agents', 'POST', withProject)).toEqual({ ...AGENTS, ...request, projectId });
		expect(requestOf('geo', 'POST', withProject)).toEqual({
			...{ ...GEO, ...request, body: { project_id: 'p1' } },
		});
		const body = { ...withProject, bodyMode: 'json', bodyJson: { a: 1 } };
		expect(requestOf('geo', 'POST', body)).toMatchObject({ body: { project_id: 'p1', a: 1 } });
	});

	it('has it with GET where that can carry one', () => {
		const get = { method: 'GET', effect: 'read', mayBePending: true };
		expect(requestOf('agents', 'GET', withProject)).toEqual({ ...AGENTS, ...get, projectId: 'p1' });
		expect(requestOf('geo', 'GET', withProject)).toEqual({ ...GEO, ...get });
	});

	it('looks for one by its name, with the effect of the call', () => {
		const project = { mode: 'name', value: ' Tea ' };
		const plan = planFor('geo', 'POST', { ...withProject, project });
		expect(plan).toEqual({
			...{ projects: { by: 'name', name: 'Tea' }, api: 'geo', effect: 'once' },
			forProject: expect.any(Function),
		});
		const own = 'forProject' in plan ? plan.forProject('p2') : {};
		expect(isObject(own) && own.request).toMatchObject({ body: { project_id: 'p2' } });
	});

	it.each([{ project_id: 'p2' }, { a: 1, project_id: null }])(
		'cannot have the body %j',
		(bodyJson) => {
			for (const mode of ['id', 'name']) {
				const project = { mode, value: 'p1' };
				const body = { ...withProject, project, bodyMode: 'json', bodyJson };
				const problem = problemOf(() => planFor('geo', 'POST', body));
				expect(problem.message).toBe("The ID of the project cannot be added to 'Body'");
				expect(problem.description).toBe(
					"Remove project_id from the body, make the body a JSON object, or switch 'Belongs to a Project' off.",
				);
			}
		},
	);
});
