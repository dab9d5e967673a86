import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const REPORT = {
	...{ resource: 'report', operation: 'getPerformance', dimensions: ['model'], output: 'message' },
	...{ dateRange: 'last7Days', compareWith: 'previousPeriod' },
};
const PROMPTS = { resource: 'prompt', operation: 'getAll', returnAll: true, output: 'message' };
const COFFEE = { project: project(PROJECTS.coffee) };
const EVERYWHERE = { project: project('*', 'list') };

const PERFORMANCE = '/v2/geo/reports/performance';
const LIST = '/v2/geo/business/prompts';

/** What is for who builds the workflow: names of fields, advice, and the words of the API. */
const FOR_BUILDER =
	/'[A-Z][\w ]+'|Options|Return All|Limit|API|key\b|403|service|response|This happened|proj-|Upstream/;

const deny = (id: string, rest: IDataObject = {}) =>
	bench.sandbox.faults.order({
		...{ kind: 'respond', status: 403, times: Infinity },
		match: { path: PERFORMANCE, project: id },
		...rest,
	});

const respond = (body: IDataObject) =>
	bench.sandbox.faults.order({
		kind: 'respond',
		status: 200,
		body,
		times: 1,
		match: { path: LIST },
	});

const ONE_PROMPT = [{ prompt_id: 'p1', prompt: 'Best beans' }];
const ALL_FORMS = ['text', 'slack', 'markdown', 'html'] as const;

describe('The notes of a message', () => {
	it.each<[string, INodeParameters, () => void, string[]]>([
		[
			'of a project that failed',
			{ ...REPORT, ...EVERYWHERE },
			() => deny(PROJECTS.outdoor),
			['Ridgeline Outfitters could not be read, so it is missing here.'],
		],
		[
			'of a comparison that failed in one project',
			{ ...REPORT, ...EVERYWHERE },
			() => deny(PROJECTS.outdoor, { times: 1, after: 1 }),
			['The comparison period of Ridgeline Outfitters could not be read, so it is missing here.'],
		],
		[
			'of a day that failed',
			{ ...REPORT, ...COFFEE, compareWith: 'nothing', options: { oneRowPer: 'day' } },
			() => deny(PROJECTS.coffee, { times: 1 }),
			[expect.stringMatching(/^20\d\d-\d\d-\d\d could not be read, so it is missing here\.$/)],
		],
		[
			'of lists that end too early',
			{ ...PROMPTS, ...EVERYWHERE },
			() => bench.sandbox.behave({ total: 'tooHigh' }),
			[
				'Some projects may be missing.',
				...['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot'].map(
					(name) => `Some data of ${name} may be missing.`,
				),
			],
		],
		[
			'of records beside an error',
			{ ...PROMPTS, ...COFFEE },
			() => respond({ data: ONE_PROMPT, errors: ['Upstream node 7 timed out'] }),
			['Some data may be missing.'],
		],
		[
			'of a warning',
			{ ...PROMPTS, ...COFFEE },
			() => {
				respond({ data: ONE_PROMPT, warning: 'Upstream node 7 is slow' });
				respond({ data: [] });
			},
			[],
		],
	])('%s are for its reader alone, in all forms', async (_what, fields, order, notes) => {
		order();
		const onError = 'continueRegularOutput' as const;
		const { rows, hints } = await bench.run('geo', fields, { onError });
		const [message = {}, ...failed] = rows;
		const textOf = (form: string) => (typeof message[form] === 'string' ? message[form] : '');
		const found = textOf('text').match(/(?<=^Note: ).+$/gm) ?? [];
		expect(found).toEqual(notes);
		for (const form of ALL_FORMS) expect(textOf(form)).not.toMatch(FOR_BUILDER);
		// Who builds the workflow is told the reason.
		expect(JSON.stringify([...hints, ...failed])).toMatch(/403|service/);
	});

	it('are none where only who builds the workflow can judge, as with a total that is too low', async () => {
		bench.sandbox.behave({ total: 'tooLow' });
		const { rows } = await bench.run('geo', { ...PROMPTS, ...COFFEE });
		for (const form of ALL_FORMS) expect(rows[0]?.[form]).not.toMatch(/Note:|^> |missing/m);
	});

	it.each([['the first', PROJECTS.coffee]])(
		'do not go with rows called new, where the comparison of %s project failed',
		async (...given) => {
			deny(given[1], { times: 1, after: 1 });
			const onError = 'continueRegularOutput' as const;
			const { rows } = await bench.run('geo', { ...REPORT, ...EVERYWHERE }, { onError });
			expect(rows[0]?.text).not.toMatch(/\bnew\b/);
			expect(rows[0]?.text).toMatch(/[▲▼]/);
			expect(rows[0]?.text).toMatch(/^Note: The comparison period of /m);
		},
	);
});
