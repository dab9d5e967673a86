import type { Locator } from 'playwright-core';
import { Editor } from './kit/editor';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { OPERATIONS } from './kit/workflows';

/** How many operations a node offers. */
const offeredBy = (name: string) => OPERATIONS.filter(({ node }) => node === name).length;

/**
 * Each entry of the node panel, which a node shares with its trigger: how many events and actions it
 * has, and one of each.
 */
const ENTRIES = [
	{
		title: 'Agents',
		type: 'agents',
		triggers: { count: 3, one: 'On new task' },
		actions: { count: offeredBy('agents'), one: 'Query tasks' },
	},
	{
		title: 'GEO',
		type: 'geo',
		triggers: { count: 2, one: 'On new record' },
		actions: { count: offeredBy('geo'), one: 'Get many AI platforms' },
	},
];

/** Each node: what adds it, the name it gets on the canvas, and what people type to find it. */
const NODES = [
	{
		type: 'agents',
		by: 'Query tasks',
		becomes: 'Query tasks',
		terms: ['agents', 'playbooks', 'grids', 'knowledge', 'content intelligence', 'whoami'],
	},
	{
		type: 'geo',
		by: 'Get many prompts',
		becomes: 'Get many prompts',
		terms: ['geo', 'generative engine optimization', 'ai visibility', 'aeo', 'share of voice'],
	},
	{
		type: 'agentsTrigger',
		by: 'On new task',
		becomes: 'Agents Trigger',
		terms: ['agents trigger', 'new task', 'task changed', 'polling'],
	},
	{
		type: 'geoTrigger',
		by: 'On changed metric',
		becomes: 'GEO Trigger',
		terms: ['geo trigger', 'visibility drop', 'brand monitoring', 'rank change'],
	},
];

/** Whether something comes up on the page. */
async function appears(what: Locator): Promise<boolean> {
	return await what.waitFor({ timeout: 5_000 }).then(
		() => true,
		() => false,
	);
}

describe.each(RANGE)('The node panel of $title', (version) => {
	const stage = useStage(`panel-${version.title.replace(/\W+/g, '-')}`, version);
	let editor: Editor;

	beforeAll(async () => {
		editor = new Editor(stage.window.page, stage.n8n.url);
		await editor.signIn();
	});

	stage.step('has one entry for each node', async () => {
		await editor.newWorkflow();
		await editor.openNodePanel();
		await editor.search('writesonic');
		await editor.found('geo').waitFor();
		expect(await editor.entries()).toEqual(ENTRIES.map(({ title }) => title));
		await stage.window.shoot('01-entries');
	});

	for (const { title, type, triggers, actions } of ENTRIES) {
		stage.step(`has the events and actions of ${title}`, async () => {
			await editor.newWorkflow();
			await editor.openNodePanel();
			await editor.search('writesonic');
			await editor.found(type).click();
			await editor.offer('Triggers', triggers.one);
			await editor.offer('Actions', actions.one);
			expect(await editor.section('Triggers').innerText()).toContain(`(${triggers.count})`);
			expect(await editor.section('Actions').innerText()).toContain(`(${actions.count})`);
			await stage.window.shoot(`02-${type}-offers`);
		});
	}

	for (const { type, by, becomes, terms } of NODES) {
		stage.step(`finds ${type} by what people type`, async () => {
			await editor.newWorkflow();
			await editor.openNodePanel();
			const missed = [];
			for (const term of [...terms, 'writesonic']) {
				await editor.search(term);
				if (!(await appears(editor.found(type)))) missed.push(term);
				await stage.window.shoot(`03-${type}-by-${term.replaceAll(' ', '-')}`);
			}
			expect(missed).toEqual([]);
		});

		stage.step(`adds ${type} to the canvas`, async () => {
			await editor.add(type, by);
			await stage.window.shoot(`04-${type}-added`);
			await editor.closeNode();
			expect(await editor.nodeNamed(becomes).count()).toBe(1);
		});
	}
});
