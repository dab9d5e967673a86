import type { Locator } from 'playwright-core';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { OPERATIONS } from './kit/workflows';

/**
 * Each entry of the node panel, which a node shares with its trigger: how many events it has, one of
 * them, and one of its actions.
 */
const ENTRIES = [
	{ title: 'Agents', type: 'agents', count: 3, event: 'On new task', action: 'Query tasks' },
	{
		title: 'GEO',
		type: 'geo',
		count: 3,
		event: 'On new citation, prompt or other record',
		action: 'Get many AI platforms',
	},
];

/** Each node: what adds it, the name it gets on the canvas, and what people type to find it. */
const NODES: ReadonlyArray<readonly [type: string, by: string, becomes: string, terms: string]> = [
	[
		...(['agents', 'Query tasks', 'Query tasks'] as const),
		'agents, playbooks, grids, knowledge, content intelligence, whoami',
	],
	[
		...(['geo', 'Get many prompts', 'Get many prompts'] as const),
		'geo, generative engine optimization, ai visibility, prompts, prompt tracking, citations, competitors, sentiment',
	],
	[
		...(['agentsTrigger', 'On new task', 'Agents Trigger'] as const),
		'agents trigger, new task, task changed, polling',
	],
	[
		...(['geoTrigger', 'On visibility or other number changed', 'GEO Trigger'] as const),
		'geo trigger, visibility drop, brand monitoring, rank change, new citation',
	],
];

/** Whether something comes up on the page. */
async function appears(what: Locator): Promise<boolean> {
	return await what.waitFor({ timeout: 5_000 }).then(
		() => true,
		() => false,
	);
}

describe.each(RANGE)('The node panel of $title', (version) => {
	const stage = useStage('panel', version);

	stage.step('has one entry for each node', async () => {
		await stage.editor.openNodePanel();
		await stage.editor.search('writesonic');
		await stage.editor.found('geo').waitFor();
		const titles = stage.window.page.locator('[data-test-id=node-creator-item-name]');
		const entries = (await titles.allInnerTexts()).map((title) => title.trim());
		expect(entries).toEqual(ENTRIES.map(({ title }) => title));
		await stage.window.shoot('01-entries');
	});

	for (const { title, type, count, event, action } of ENTRIES) {
		stage.step(`has the events and actions of ${title}`, async () => {
			const { editor } = stage;
			const actions = OPERATIONS.filter(({ node }) => node === type).length;
			await editor.openNodePanel();
			await editor.search('writesonic');
			await editor.found(type).click();
			await editor.offer('Triggers', event);
			await editor.offer('Actions', action);
			expect(await editor.section('Triggers').innerText()).toContain(`(${count})`);
			expect(await editor.section('Actions').innerText()).toContain(`(${actions})`);
			await stage.window.shoot(`02-${type}-offers`);
		});
	}

	for (const [type, by, becomes, terms] of NODES) {
		stage.step(`finds ${type} by what people type, and adds it to the canvas`, async () => {
			const { editor } = stage;
			await editor.openNodePanel();
			const missed = [];
			for (const term of [...terms.split(', '), 'writesonic']) {
				await editor.search(term);
				if (!(await appears(editor.found(type)))) missed.push(term);
				await stage.window.shoot(`03-${type}-by-${term.replaceAll(' ', '-')}`);
			}
			expect(missed).toEqual([]);
			await editor.add(type, by);
			await stage.window.shoot(`04-${type}-added`);
			await editor.closeNode();
			expect(await editor.nodeNamed(becomes).count()).toBe(1);
		});
	}
});
