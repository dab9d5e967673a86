import { json } from '../../sandbox/json';
import { KEYS, PROJECTS } from '../../sandbox';
import { agentWorkflow, asDropped } from './kit/agentWorkflow';
import { Editor } from './kit/editor';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';

const TOOLS = [
	{ name: 'Prompts', type: 'geoTool', parameters: asDropped() },
	{
		name: 'Performance',
		type: 'geoTool',
		parameters: asDropped({ resource: 'report', operation: 'getPerformance' }),
	},
	{ name: 'Tasks', type: 'agentsTool', parameters: asDropped() },
	{
		name: 'Projects',
		type: 'agentsTool',
		parameters: asDropped({ resource: 'project', operation: 'getAll' }),
	},
	{
		name: 'Identity',
		type: 'agentsTool',
		parameters: asDropped({ resource: 'identity', operation: 'whoAmI' }),
	},
] as const;

const NOTHING_LISTENS = 'http://127.0.0.1:9';
const COFFEE = { Project: 'Ember & Oak Coffee' };

describe.each(RANGE)('In $title, Execute step', ({ title, agentVersion, ...version }) => {
	const stage = useStage(`execute-tool-in-${title.replaceAll(' ', '-')}`, version);
	let editor: Editor;

	stage.step('is there in tools of an agent', async () => {
		const { rest, sandbox } = stage;
		const urls = { agentsBaseUrl: sandbox.url, geoBaseUrl: sandbox.url };
		const model = { apiKey: 'any', url: NOTHING_LISTENS };
		const workflow = await rest.createWorkflow(
			agentWorkflow({
				agentVersion,
				service: await rest.createCredential('Account', { apiKey: KEYS.agency, ...urls }),
				model: await rest.createCredential('Model', model, 'openAiApi'),
				question: 'How visible are our brands?',
				tools: TOOLS,
			}),
		);
		editor = new Editor(stage.window.page, stage.n8n.url);
		await editor.signIn();
		await editor.open(workflow);
	});

	stage.step('gives the records of a new node where only the project is filled in', async () => {
		await editor.openNode('Prompts');
		await editor.executeTool(COFFEE, async () => await stage.window.shoot('01-dialog'));
		const [first] = stage.sandbox.world.list(PROJECTS.coffee, 'prompts');
		await outputShows(String(first?.prompt));
		await stage.window.shoot('02-records');
		expect(bodiesAt('/v2/geo/business/prompts')).toEqual([
			{ project_id: PROJECTS.coffee, pagination: { limit: 50, offset: 0 } },
		]);
	});

	for (const [tool, values, words] of [
		['Performance', COFFEE, 'share_of_voice'],
		['Tasks', COFFEE, 'title'],
		['Projects', {}, 'Ridgeline Outfitters'],
	] as const) {
		stage.step(`works on ${tool}`, async () => {
			await editor.openNode(tool);
			await editor.executeTool(values);
			await outputShows(words);
			await stage.window.shoot(`03-${tool}`);
		});
	}

	stage.step('takes a number, a range and a comparison as they are typed', async () => {
		await editor.openNode('Performance');
		const typed = { Limit: '2', Date_Range: 'last7Days', Compare_With: 'previousPeriod' };
		const look = async () => await stage.window.shoot('04-typed');
		await editor.executeTool({ ...COFFEE, ...typed }, look);
		await outputShows('share_of_voice_change');
		await outputShows('Returned 2 of');
		await stage.window.shoot('05-compared');
	});

	stage.step('asks for nothing where the model fills in nothing', async () => {
		await editor.openNode('Identity');
		await editor.execute();
		await outputShows('teams');
		await stage.window.shoot('06-identity');
	});

	async function outputShows(words: string): Promise<void> {
		await editor.output.getByText(words).first().waitFor();
	}

	const bodiesAt = (path: string) =>
		stage.sandbox.requests.filter((request) => request.path === path).map(({ body }) => json(body));
});
