import type { IDataObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/fields';
import { textOf } from '../../nodes/shared/base/notices';
import { endpointCall } from '../../nodes/shared/run/endpointCall';
import { expand, projectPlan, withBody } from '../../nodes/shared/run/expand';
import { requestsOf } from '../../nodes/shared/run/steps';
import type { Leaf, Plan, ProjectsPlan, RequestPlan } from '../../nodes/shared/run/types';
import { parametersOf } from './parametersOf';
import { COMPARE, everywhere, NO_ACCESS, planOf, type Reading, readsOf, slicesPlan } from './plans';
import { problemOf, rejectionOf } from './thrown';

const forProject = (id: string) => planOf({}, { body: { id } });

const projectsPlan = (rest: Partial<ProjectsPlan> = {}): ProjectsPlan => ({
	...{ projects: { by: 'all' }, request: { api: 'agents', effect: 'read' }, forProject, ...rest },
});

/** What a leaf sends in a few words: its project, its slice, its period and what its body says. */
const wordsOf = ({ project, slice, plan }: Leaf) =>
	requestsOf(plan).map(({ request }, period) =>
		[
			...(project === undefined ? [] : [project.name]),
			...(slice === undefined ? [] : [`${slice.label} ${slice.name}`]),
			...(period === 1 ? ['before'] : []),
			JSON.stringify(request.body),
		].join(' '),
	);

async function expanded(plan: Plan, rest: Partial<Reading> = {}) {
	const { reads, asked } = readsOf({ reply: () => ['A', 'B'], ...rest });
	const { leaves, notices, ...others } = await expand(plan, reads);
	return { ...others, leaves, words: leaves.flatMap(wordsOf), notices: notices.map(textOf), asked };
}

describe('A plan of one request', () => {
	const sort = [{ field: 'n', order: 'asc' as const }];

	it.each<[string, Partial<RequestPlan>, number[]]>([
		['5 records', {}, [5]],
		['both periods whole', { compare: COMPARE }, [Infinity, Infinity]],
		['10 records, which show whether they are in order', { sort }, [10]],
	])('with a limit of 5 reads %s, and nothing else first', async (_what, parts, limits) => {
		const { leaves, asked } = await expanded(planOf({ limit: 5, ...parts }));
		const requests = leaves.flatMap(({ plan }) => requestsOf(plan));
		expect(requests.map(({ limit }) => limit)).toEqual(limits);
		expect(asked).toEqual([]);
	});
});

describe('A plan for projects', () => {
	it.each<[string, ProjectsPlan['projects'], string[]]>([
		['a leaf for each, with its mark', { by: 'all' }, ['Tea {"id":"p1"}', 'Coffee {"id":"p2"}']],
		['those with a text', { by: 'all', containing: 'cof' }, ['Coffee {"id":"p2"}']],
		['one by its name, without a mark', { by: 'name', name: 'coffee' }, ['{"id":"p2"}']],
		['one by its ID', { by: 'id', id: 'p9' }, ['{"id":"p9"}']],
	])('is %s', async (_what, projects, words) => {
		expect((await expanded(projectsPlan({ projects }))).words).toEqual(words);
	});

	it('says if there is none with a text', async () => {
		const none = await expanded(projectsPlan({ projects: { by: 'all', containing: 'milk' } }));
		expect(none.words).toEqual([]);
		expect(none.notices).toEqual([expect.stringContaining("'milk'")]);
	});

	it('is for each project, each slice and each period', async () => {
		const { words } = await expanded(everywhere(() => slicesPlan({ compare: COMPARE })));
		const leaves = ['Tea Topic A', 'Tea Topic B', 'Coffee Topic A', 'Coffee Topic B'];
		expect(words).toEqual(
			leaves.flatMap((leaf) => [
				`${leaf} {"id":"${leaf.at(-1)}"}`,
				`${leaf} before {"id":"${leaf.at(-1)}","end":"before"}`,
			]),
		);
	});
});

describe('A plan in slices', () => {
	const entries = planOf({}, { path: '/topics' });

	it('reads the list of entries once, then has a leaf for each', async () => {
		const { reads, asked } = readsOf({ reply: () => ['A', 'B'] });
		for (let times = 0; times < 2; times++) {
			const { leaves } = await expand(slicesPlan({}, { entries }), reads);
			expect(leaves.flatMap(wordsOf)).toEqual(['Topic A {"id":"A"}', 'Topic B {"id":"B"}']);
		}
		expect(asked.map(({ path }) => path)).toEqual(['/topics']);
		expect((await expanded(slicesPlan())).asked).toEqual([]);
	});

	it('says what is to be known of the list of the entries, and if there is none', async () => {
		const reply = () => ({ data: ['A'], total: 9 });
		const { notices } = await expanded(slicesPlan({}, { entries }), { reply });
		expect(notices).toEqual([expect.stringMatching(/^Some data may be missing\. .*9 records/)]);
		const none = await expanded(slicesPlan({}, { entries }), { reply: () => [] });
		const hint = 'One Row Per Topic: The project has none, so there are no records.';
		expect([none.words, none.notices]).toEqual([[], [hint]]);
	});

	it('fails with its list of entries, of one of several projects unless the others go on', async () => {
		const { reads } = readsOf({ reply: () => NO_ACCESS, continues: true });
		const problem = await rejectionOf(expand(slicesPlan({}, { entries }), reads));
		expect(problem.description).toBe('Use another key.');
		const plan = everywhere((id) => slicesPlan({}, { entries: planOf({}, { path: `/${id}` }) }));
		const reply = ({ path }: { path: string }) => (path === '/p1' ? NO_ACCESS : ['A']);
		const { words, errors } = await expanded(plan, { reply, continues: true });
		expect(words).toEqual(['Coffee Topic A {"id":"A"}']);
		const description = 'Use another key.\nThis happened in the project Tea (p1).';
		expect(errors).toMatchObject([{ message: 'No access', description, missing: 'Tea' }]);
		const stopped = await rejectionOf(expanded(plan, { reply }));
		expect(stopped.description).toBe(
			`${description}\nTo get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.`,
		);
	});
});

it('A plan is that of the project where its ID was chosen, and looks for one by its name', () => {
	expect(projectPlan({ by: 'id', id: 'p1' }, forProject)).toEqual(forProject('p1'));
	const projects = { by: 'name', name: 'Tea' } as const;
	expect(projectPlan(projects, forProject)).toMatchObject({
		projects,
		request: { effect: 'read' },
	});
	expect(projectPlan(projects, () => slicesPlan())).toMatchObject({
		projects,
		request: { api: 'geo' },
	});
});

it('A request with other members keeps those that it has', () => {
	const bodyWith = (body?: JsonValue) => withBody(planOf({}, { body }).request, { b: 3 }).body;
	expect(bodyWith({ a: 1, b: 2 })).toEqual({ a: 1, b: 3 });
	expect([bodyWith(undefined), bodyWith([1])]).toEqual([{ b: 3 }, { b: 3 }]);
});

describe('The plan of Endpoint → Call', () => {
	const planFor = (api: 'agents' | 'geo', method: string, values: IDataObject = {}) =>
		endpointCall(api).plan(
			parametersOf({
				...{ method, path: 'a/b', withProject: false, bodyMode: 'none', output: 'records' },
				...{ project: { mode: 'id', value: 'p1' }, options: {}, ...values },
			}),
		);
	const requestOf = (...given: Parameters<typeof planFor>): unknown => {
		const plan = planFor(...given);
		return 'forProject' in plan ? false : plan.request;
	};
	const AGENTS = { api: 'agents', path: '/api/v1/business/a/b', query: {} };
	const GEO = { api: 'geo', path: '/v2/geo/a/b', query: {} };
	const GET = { method: 'GET', effect: 'read', mayBePending: true };
	const POST = { method: 'POST', effect: 'once' };
	const BODY = { bodyMode: 'json', bodyJson: { a: 1 } };
	const PROJECT = { withProject: true };
	const REPEATABLE = { options: { safeToRepeat: true } };

	it('may change something with each method but GET', () => {
		for (const method of ['DELETE', 'PATCH', 'POST', 'PUT']) {
			expect(requestOf('agents', method)).toEqual({ ...AGENTS, method, effect: 'once' });
			expect(requestOf('geo', method)).toEqual({ ...GEO, method, effect: 'once', body: {} });
		}
	});

	it.each<['agents' | 'geo', string, IDataObject, object]>([
		['agents', 'POST', BODY, { ...AGENTS, ...POST, body: { a: 1 } }],
		['geo', 'POST', BODY, { ...GEO, ...POST, body: { a: 1 } }],
		// Fields were chosen, and none was added.
		['agents', 'POST', { bodyMode: 'fields' }, { ...AGENTS, ...POST, body: {} }],
		// What is read has no body, whatever is safe.
		['agents', 'GET', BODY, { ...AGENTS, ...GET }],
		['geo', 'GET', { ...BODY, ...REPEATABLE }, { ...GEO, ...GET }],
		['geo', 'POST', REPEATABLE, { ...GEO, ...POST, effect: 'repeatable', body: {} }],
		// The project is where the API wants it, if the method can carry it.
		['agents', 'POST', PROJECT, { ...AGENTS, ...POST, projectId: 'p1' }],
		['agents', 'GET', PROJECT, { ...AGENTS, ...GET, projectId: 'p1' }],
		['geo', 'GET', PROJECT, { ...GEO, ...GET }],
		['geo', 'POST', PROJECT, { ...GEO, ...POST, body: { project_id: 'p1' } }],
		['geo', 'POST', { ...PROJECT, ...BODY }, { ...GEO, ...POST, body: { project_id: 'p1', a: 1 } }],
	])('of %s with %s and %j requests %j', (api, method, values, request) => {
		expect(requestOf(api, method, values)).toEqual(request);
	});

	it('offers pages where a list may come', () => {
		for (const method of ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']) {
			expect(planFor('geo', method)).toMatchObject({
				...{ shape: 'any', names: ['a', 'b'], limit: Infinity, recordsAt: '' },
				offersPaging: ['GET', 'POST'].includes(method),
			});
		}
	});

	it('looks for a project by its name, with the effect of the call', () => {
		const project = { mode: 'name', value: ' Tea ' };
		const plan = planFor('geo', 'POST', { ...PROJECT, project });
		const projects = { by: 'name', name: 'Tea' };
		expect(plan).toMatchObject({ projects, request: { api: 'geo', effect: 'once' } });
		const own = 'forProject' in plan ? plan.forProject('p2') : {};
		expect(isObject(own) && own.request).toMatchObject({ body: { project_id: 'p2' } });
	});

	it.each([{ project_id: 'p2' }, { a: 1, project_id: null }])(
		'cannot have a body with the ID of a project in it: %j',
		(bodyJson) => {
			const values = { ...PROJECT, bodyMode: 'json', bodyJson };
			expect(problemOf(() => planFor('geo', 'POST', values))).toMatchObject({
				message: "The ID of the project cannot be added to 'Body'",
				description:
					"Remove project_id from the body, make the body a JSON object, or switch 'Belongs to a Project' off.",
			});
		},
	);
});
