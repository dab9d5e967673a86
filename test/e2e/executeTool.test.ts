import { PROJECTS } from '../../sandbox';
import { agentWorkflow, asDropped } from './kit/agentWorkflow';
import { placeOf } from './kit/browser';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';

const byModel = (key: string) => `={{ $fromAI('${key}', 'What the model writes') }}`;

/** A report in which more is left to the model than the project. */
const PERFORMANCE = {
	...asDropped({ resource: 'report', operation: 'getPerformance' }),
	dateRange: byModel('Date_Range'),
	options: {
		comparison: { with: { compareWith: byModel('Compare_With') } },
		limit: byModel('Limit'),
	},
};
/** The tool of one list, before a field is left to the model. */
const BY_INTENT = {
	...{ resource: 'prompt', operation: 'getAll', options: {} },
	project: { __rl: true, mode: 'list', value: '' },
	filters: { condition: [{ filter: 'intent' }] },
};
const IDENTITY = asDropped({ resource: 'identity', operation: 'whoAmI' });

const ASK = asDropped({ resource: 'any', operation: 'ask' });

const TOOLS = [
	{ name: 'Any Data', type: 'geoTool', parameters: ASK },
	{ name: 'Prompts', type: 'geoTool', parameters: asDropped() },
	{ name: 'Performance', type: 'geoTool', parameters: PERFORMANCE },
	{ name: 'By intent', type: 'geoTool', parameters: BY_INTENT },
	{ name: 'Tasks', type: 'agentsTool', parameters: asDropped() },
	{ name: 'Identity', type: 'agentsTool', parameters: IDENTITY },
] as const;

const PROMPTS_PATH = '/v2/geo/business/prompts';
const NOTHING_LISTENS = 'http://127.0.0.1:9';
const COFFEE = { Project: 'Ember & Oak Coffee' };

describe.each(RANGE)('In $title, Execute step', ({ agentVersion, ...version }) => {
	const stage = useStage('execute tool', version);

	beforeAll(async () => {
		const model = { apiKey: 'any', url: NOTHING_LISTENS };
		const workflow = await stage.rest.createWorkflow(
			agentWorkflow({
				agentVersion,
				service: await stage.account(),
				model: await stage.rest.createCredential('Model', model, 'openAiApi'),
				question: 'How visible are our brands?',
				tools: TOOLS,
			}),
		);
		await stage.editor.open(workflow);
	});

	beforeEach(() => stage.sandbox.reset());

	async function outputShows(words: string): Promise<void> {
		await stage.editor.output.getByText(words).first().waitFor();
	}

	stage.step("uses what the model writes into fields that n8n's button leaves to it", async () => {
		const { editor, sandbox, window } = stage;
		await editor.openNode('By intent');
		await editor.chooseMode('project', 'name');
		for (const field of ['limit', 'textValue', 'project']) await editor.letModelDefine(field);
		await window.page.mouse.move(0, 0);
		const ends = ['project', 'projectsContaining'].map((name) => editor.field(name));
		const { x, y, width, height } = await placeOf(ends);
		// Above a field is its title.
		await window.shoot('09-left-to-the-model', {
			...{ x: x - 9, y: y - 32, width: width + 18, height: height + 41 },
		});
		await editor.executeTool({ ...COFFEE, condition0_Value: 'commercial', Limit: '2' });
		await outputShows('avg_visibility_score');
		const intent = { condition: 'AND', items: [{ operator: 'is', value: 'commercial' }] };
		expect(sandbox.requests.at(-1)?.body).toEqual({
			project_id: PROJECTS.coffee,
			pagination: { limit: 2, offset: 0 },
			filters: { intent },
			metrics: ['answers_count'],
		});
	});

	stage.step('gives the records of a new node where only the project is filled in', async () => {
		await stage.editor.openNode('Prompts');
		await stage.editor.executeTool(COFFEE, async () => await stage.window.shoot('01-dialog'));
		const [first] = stage.sandbox.world.list(PROJECTS.coffee, 'prompts');
		await outputShows(String(first?.prompt));
		await stage.window.shoot('02-records');
		const read = stage.sandbox.requests.filter(({ path }) => path === PROMPTS_PATH);
		expect(read.map(({ body }) => body)).toEqual([
			{
				...{ project_id: PROJECTS.coffee, metrics: ['answers_count'] },
				pagination: { limit: 50, offset: 0 },
			},
		]);
	});

	stage.step('asks one tool for everything, in words', async () => {
		await stage.editor.openNode('Any Data');
		const words = { What: 'citations', By: 'platform', Date_Range: 'last 7 days' };
		const look = async () => await stage.window.shoot('07-asked');
		await stage.editor.executeTool({ ...COFFEE, ...words, Compare_With: 'previousPeriod' }, look);
		await outputShows('count_change');
		await stage.window.shoot('08-answered');
	});

	stage.step('works on the other node', async () => {
		await stage.editor.openNode('Tasks');
		await stage.editor.executeTool(COFFEE);
		await outputShows('title');
		await stage.window.shoot('03-tasks');
	});

	stage.step('takes a number, a range and a comparison as they are typed', async () => {
		await stage.editor.openNode('Performance');
		const typed = { Limit: '2', Date_Range: 'last7Days', Compare_With: 'previousPeriod' };
		const look = async () => await stage.window.shoot('04-typed');
		await stage.editor.executeTool({ ...COFFEE, ...typed }, look);
		await outputShows('share_of_voice_change');
		await outputShows('compared_with');
		await stage.window.shoot('05-compared');
	});

	stage.step('asks for nothing where the model fills in nothing', async () => {
		await stage.editor.openNode('Identity');
		await stage.editor.execute();
		await outputShows('teams');
		await stage.window.shoot('06-identity');
	});
});
