import type { JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/json';
import { textOf } from '../../nodes/shared/base/notices';
import { PlanRunner } from '../../nodes/shared/run/planRunner';
import type { OneProjectPlan, Plan, RequestPlan } from '../../nodes/shared/run/types';
import { clientOf, OPTIONS, planOf, type Reply } from './plans';

const TEA = { id: 'p1', name: 'Tea' };
const COFFEE = { id: 'p2', name: 'Coffee' };

const idIn = ({ body }: ApiRequest) => (isObject(body) ? body.id : undefined);
const inProject = (id: string, name: string) => ({ project_id: id, project_name: name });

interface Given {
	readonly reply: Reply;
	readonly projects?: JsonObject[];
	readonly continues?: boolean;
}

function runnerOf({ reply, projects = [TEA, COFFEE], continues = false }: Given) {
	const { client } = clientOf((request) =>
		request.path.endsWith('whoami') ? { projects } : reply(request),
	);
	return new PlanRunner(client, OPTIONS, continues);
}

const forProject = (id: string, parts: Partial<RequestPlan> = {}) =>
	planOf(parts, { body: { id } });
const projectsPlan = (planFor: (id: string) => OneProjectPlan = forProject): Plan => ({
	...{ projects: { by: 'all' }, effect: 'read', forProject: planFor },
});

const FAILURE = new ServiceError('No access', 'Use another key.');

describe('A plan for projects', () => {
	const SAME =
		'The service returned the same records for all projects, so it may not be able to return them separately.';
	const both = [
		{ id: 'x1', project_id: 'p1' },
		{ id: 'x2', project_id: 'p2' },
	];

	it.each<[string, Given, Partial<RequestPlan>, string[]]>([
		['all gave the same', { reply: () => both }, {}, [SAME]],
		['the last one gave others', { reply: (request) => [1, idIn(request) ?? null] }, {}, []],
		['all gave a single one', { reply: () => [{ id: 1 }] }, {}, []],
		['none gave any', { reply: () => [] }, {}, []],
		['they may be the same', { reply: () => both }, { isShared: true }, []],
		['there is one project', { reply: () => both, projects: [TEA] }, {}, []],
		[
			'only one could be read',
			{ reply: (request) => (idIn(request) === 'p1' ? FAILURE : both), continues: true },
			{},
			[],
		],
	])('gives a hint at the same records, or none, where %s', async (_what, given, parts, hints) => {
		const runner = runnerOf(given);
		const found = await runner.run(projectsPlan((id) => forProject(id, parts)));
		expect(found.hints.map(textOf)).toEqual(hints);
	});

	it('gives the same hint where each is read in slices', async () => {
		const slicesOf = () =>
			['A', 'B'].map((name) => ({ name, mark: { topic: name }, plan: planOf() }));
		const slices = { label: 'Topic', output: planOf().output, slicesOf };
		const runner = runnerOf({ reply: () => [1] });
		const same = await runner.run(projectsPlan(() => slices));
		expect(same.hints.map(textOf)).toContain(SAME);
		const shared = runnerOf({ reply: () => [1] });
		const other = await shared.run(projectsPlan(() => ({ ...slices, isShared: true })));
		expect(other.hints.map(textOf)).not.toContain(SAME);
	});

	it('keeps what records say themselves of their project', async () => {
		const runner = runnerOf({ reply: () => both });
		expect((await runner.run(projectsPlan())).records).toEqual([
			{ ...inProject('p1', 'Tea'), id: 'x1' },
			{ ...inProject('p1', 'Tea'), id: 'x2', project_id_2: 'p2' },
			{ ...inProject('p2', 'Coffee'), id: 'x1', project_id_2: 'p1' },
			{ ...inProject('p2', 'Coffee'), id: 'x2' },
		]);
	});
});
