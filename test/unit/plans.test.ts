import type { IDataObject, JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { textOf } from '../../nodes/shared/base/notices';
import { isObject } from '../../nodes/shared/base/paths';
import { endpointCall } from '../../nodes/shared/run/endpointCall';
import { effectOf, expand, projectPlan, withBody } from '../../nodes/shared/run/expand';
import type { Leaf, Plan, ProjectsPlan } from '../../nodes/shared/run/types';
import { parametersOf } from './parametersOf';
import { COMPARE, nameOf, planOf, type Reading, readsOf, slicesPlan } from './plans';
import { problemOf, rejectionOf } from './thrown';

const forProject = (id: string) => planOf({}, { body: { id } });

const projectsPlan = (rest: Partial<ProjectsPlan> = {}): ProjectsPlan => ({
	...{ projects: { by: 'all' }, api: 'agents', effect: 'read', forProject, ...rest },
});

/** A leaf in a few words: its project, its slice, its period and what its body says. */
const wordsOf = ({ place: { project, slice }, period, request }: Leaf) =>
	[
		...(project === undefined ? [] : [project.name]),
		...(slice === undefined ? [] : [`${slice.label} ${slice.name}`]),
		...(period === 'before' ? ['before'] : []),
		isObject(request.request.body) ? JSON.stringify(request.request.body) : '',
	].join(' ');

async function expanded(plan: Plan, rest: Partial<Reading> = {}) {
	const { reads, asked } = readsOf({ reply: () => ['A', 'B'], ...rest });
	const { leaves, notices, ...others } = await expand(plan, reads);
	return { ...others, leaves, words: leaves.map(wordsOf), notices: notices.map(textOf), asked };
}

describe('A plan of one request', () => {
	it('is one leaf without a mark, and nothing is read for it', async () => {
		const plan = planOf({}, { body: { a: 1 } });
		const { leaves, words, asked } = await expanded(plan);
		expect(words).toEqual(['{"a":1}']);
		expect(leaves).toEqual([{ place: {}, period: 'now', plan, request: plan }]);
		expect(asked).toEqual([]);
	});

	it('is two to compare, both whole, and the rows are limited later', async () => {
		const plan = planOf({ compare: COMPARE, limit: 5 }, { body: { start: 'x', end: 'now' } });
		const { leaves, words } = await expanded(plan);
		expect(words).toEqual(['{"start":"x","end":"now"}', 'before {"start":"x","end":"before"}']);
		expect(leaves.map(({ request }) => request.limit)).toEqual([Infinity, Infinity]);
		expect(leaves.map((leaf) => leaf.plan)).toEqual([plan, plan]);
		expect(leaves[1]?.place).toBe(leaves[0]?.place);
	});

	it('is read whole where each record counts once', async () => {
		const { leaves } = await expanded(planOf({ isDistinct: true, limit: 5 }));
		expect(leaves.map(({ request }) => request.limit)).toEqual([Infinity]);
		const others = await expanded(planOf({ limit: 5 }));
		expect(others.leaves.map(({ request }) => request.limit)).toEqual([5]);
	});
});

describe('A plan for projects', () => {
	it('is one leaf for each, with its mark', async () => {
		const { words } = await expanded(projectsPlan());
		expect(words).toEqual(['Tea {"id":"p1"}', 'Coffee {"id":"p2"}']);
	});

	it('is one without a mark for a project by its name or ID', async () => {
		const named = await expanded(projectsPlan({ projects: { by: 'name', name: 'coffee' } }));
		expect(named.words).toEqual(['{"id":"p2"}']);
		const byId = await expanded(projectsPlan({ projects: { by: 'id', id: 'p9' } }));
		expect(byId.words).toEqual(['{"id":"p9"}']);
	});

	it('is for those with a text, or for none', async () => {
		const withText = (containing: string) => projectsPlan({ projects: { by: 'all', containing } });
		expect((await expanded(withText('cof'))).words).toEqual(['Coffee {"id":"p2"}']);
		const none = await expanded(withText('milk'));
		expect(none.words).toEqual([]);
		expect(none.aboutProjects.map(textOf)).toEqual([expect.stringContaining("'milk'")]);
	});

	it('is for each project, each slice and each period', async () => {
		const { words } = await expanded(
			projectsPlan({ forProject: () => slicesPlan({ compare: COMPARE }) }),
		);
		expect(words).toEqual(
			['Tea', 'Coffee'].flatMap((name) =>
				['A', 'B'].flatMap((entry) => [
					`${name} Topic ${entry} {"id":"${entry}"}`,
					`${name} Topic ${entry} before {"id":"${entry}","end":"before"}`,
				]),
			),
		);
	});
});

describe('A plan in slices', () => {
	const entries = planOf({}, { path: '/topics' });

	it('reads the list of entries once, then has a leaf for each', async () => {
		const { reads, asked } = readsOf({ reply: () => ['A', 'B'] });
		for (let times = 0; times < 3; times++) {
			const { leaves } = await expand(slicesPlan({}, { entries }), reads);
			expect(leaves.map(wordsOf)).toEqual(['Topic A {"id":"A"}', 'Topic B {"id":"B"}']);
		}
		expect(asked.map(({ path }) => path)).toEqual(['/topics']);
	});

	it('reads nothing where the slices are known', async () => {
		const { words, asked } = await expanded(slicesPlan());
		expect([words.length, asked]).toEqual([2, []]);
	});

	it('says what is to be known of the entries, and of their list', async () => {
		const noticeOn = (values: readonly JsonValue[]) => ({
			message: `These: ${values.map(nameOf).join()}`,
		});
		const reply = () => ({ data: ['A'], total: 9 });
		const { notices } = await expanded(slicesPlan({}, { entries, noticeOn }), { reply });
		expect(notices).toEqual([
			expect.stringMatching(/^Some data may be missing\. .*9 records/),
			'These: A',
		]);
	});

	it('says if there is none', async () => {
		const { words, notices } = await expanded(slicesPlan({}, { entries }), { reply: () => [] });
		expect(words).toEqual([]);
		expect(notices).toEqual(['One Row Per Topic: The project has none, so there are no records.']);
	});

	const days = (count: number, isCompared: boolean) => {
		const day = (number: number) => ({ body: { day: number } });
		const slicesOf = () =>
			Array.from({ length: count }, (_, place) => {
				const compare = isCompared ? { ...COMPARE, body: { day: place } } : undefined;
				const plan = planOf({ compare }, day(place + 1));
				return { name: String(place + 1), mark: {}, plan };
			});
		return slicesPlan({}, { label: 'Day', slicesOf });
	};

	it.each([
		['a few', 31, false, true, undefined],
		['many', 32, false, true, 32],
		['many that are compared, of which neighbours share a read', 32, true, true, 33],
		['many that are compared, where nothing is shared', 32, true, false, 64],
	])('says how many requests they take: %s', async (...given) => {
		const [, count, isCompared, reuse, requests] = given;
		const { notices } = await expanded(days(count, isCompared), { reuse });
		const words = `One Row Per Day: This took at least ${requests} requests for each project.`;
		expect(notices).toEqual(requests === undefined ? [] : [words]);
	});

	const failing = () => new ServiceError('No access', 'Use another key.');

	it('fails with its list of entries', async () => {
		const plan = slicesPlan({}, { entries });
		const { reads } = readsOf({ reply: failing, continues: true });
		expect((await rejectionOf(expand(plan, reads))).description).toBe('Use another key.');
	});

	it('fails with that of one project, unless the others are to go on', async () => {
		const plan = projectsPlan({
			forProject: (id) => slicesPlan({}, { entries: planOf({}, { path: `/${id}` }) }),
		});
		const reply = ({ path }: { path: string }) => (path === '/p1' ? failing() : ['A']);
		const { words, errors } = await expanded(plan, { reply, continues: true });
		expect(words).toEqual(['Coffee Topic A {"id":"A"}']);
		const description = 'Use another key.\nThis happened in the project Tea (p1).';
		expect(errors).toMatchObject([{ message: 'No access', description, missing: 'Tea' }]);
		const { reads } = readsOf({ reply });
		expect((await rejectionOf(expand(plan, reads))).description).toBe(description);
	});
});

describe('A plan for what the project picker says', () => {
	it('is that of the project where its ID is known', () => {
		const planOfPicker = (mode: string, value: string) =>
			projectPlan(parametersOf({ project: { __rl: true, mode, value } }), forProject);
		expect(planOfPicker('id', 'p1')).toEqual(forProject('p1'));
		expect(planOfPicker('name', 'Tea')).toMatchObject({
			...{ projects: { by: 'name', name: 'Tea' }, effect: 'read' },
		});
	});
});

it('The effect of a plan is that of its requests', () => {
	const plans = [planOf({}, { effect: 'once' }), projectsPlan({ effect: 'repeatable' })];
	expect(plans.map(effectOf)).toEqual(['once', 'repeatable']);
	expect([planOf(), slicesPlan()].map(effectOf)).toEqual(['read', 'read']);
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
		return 'request' in plan ? plan.request : undefined;
	};
	const AGENTS = { api: 'agents', path: '/api/v1/business/a/b', query: {} };
	const GEO = { api: 'geo', path: '/v2/geo/a/b', query: {} };
	const GET = { method: 'GET', effect: 'read', mayBePending: true };
	const POST = { method: 'POST', effect: 'once' };
	const BODY = { bodyMode: 'json', bodyJson: { a: 1 } };

	it('may change something with each method but GET, which reads and has no body', () => {
		for (const method of ['DELETE', 'PATCH', 'POST', 'PUT']) {
			expect(requestOf('agents', method)).toEqual({ ...AGENTS, method, effect: 'once' });
			expect(requestOf('geo', method)).toEqual({ ...GEO, method, effect: 'once', body: {} });
		}
		expect(requestOf('agents', 'GET', BODY)).toEqual({ ...AGENTS, ...GET });
		expect(requestOf('geo', 'GET', BODY)).toEqual({ ...GEO, ...GET });
		for (const api of ['agents', 'geo'] as const) {
			expect(requestOf(api, 'PUT', BODY)).toMatchObject({ body: { a: 1 } });
		}
		const options = { safeToRepeat: true };
		expect(requestOf('geo', 'POST', { options })).toMatchObject({ effect: 'repeatable' });
		expect(requestOf('geo', 'GET', { options })).toMatchObject({ effect: 'read' });
	});

	it('offers pages where a list may come', () => {
		const offers = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((method) => {
			const plan = planFor('geo', method);
			expect(plan).toMatchObject({
				shape: 'any',
				names: ['a', 'b'],
				limit: Infinity,
				recordsAt: '',
			});
			return 'offersPaging' in plan && plan.offersPaging;
		});
		expect(offers).toEqual([false, true, false, true, false]);
	});

	it('has its project where the API wants it and the method can carry it', () => {
		const project = { withProject: true };
		const projectId = 'p1';
		expect(requestOf('agents', 'POST', project)).toEqual({ ...AGENTS, ...POST, projectId });
		expect(requestOf('agents', 'GET', project)).toEqual({ ...AGENTS, ...GET, projectId });
		expect(requestOf('geo', 'GET', project)).toEqual({ ...GEO, ...GET });
		const own = { project_id: 'p1' };
		expect(requestOf('geo', 'POST', project)).toEqual({ ...GEO, ...POST, body: own });
		const withBody = { ...project, ...BODY };
		expect(requestOf('geo', 'POST', withBody)).toMatchObject({ body: { ...own, a: 1 } });
	});

	it('looks for a project by its name, with the effect of the call', () => {
		const project = { mode: 'name', value: ' Tea ' };
		const plan = planFor('geo', 'POST', { withProject: true, project });
		expect(plan).toEqual({
			...{ projects: { by: 'name', name: 'Tea' }, api: 'geo', effect: 'once' },
			forProject: expect.any(Function),
		});
		const own = 'forProject' in plan ? plan.forProject('p2') : {};
		expect(isObject(own) && own.request).toMatchObject({ body: { project_id: 'p2' } });
	});

	it('cannot have a body with the ID of a project in it', () => {
		for (const bodyJson of [{ project_id: 'p2' }, { a: 1, project_id: null }]) {
			for (const mode of ['id', 'name']) {
				const project = { mode, value: 'p1' };
				const body = { withProject: true, project, bodyMode: 'json', bodyJson };
				const { message, description } = problemOf(() => planFor('geo', 'POST', body));
				expect(message).toBe("The ID of the project cannot be added to 'Body'");
				expect(description).toBe(
					"Remove project_id from the body, make the body a JSON object, or switch 'Belongs to a Project' off.",
				);
			}
		}
	});
});
