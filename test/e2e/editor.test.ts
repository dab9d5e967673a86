import type { Locator } from 'playwright-core';
import { until } from '../../dev/n8n';
import { KEYS, PROJECTS } from '../../sandbox';
import type { Box } from './kit/browser';
import { useStage } from './kit/stage';
import { inGrid, otherNode, workflowOf } from './kit/workflows';

const NODES = ['agents', 'geo', 'agentsTrigger', 'geoTrigger'];

const stage = useStage('editor');

/** The parts of the window that make pictures for the README. */
const NODE = { x: 25, y: 25, width: 1050, height: 711 };
const FIELDS = { x: 341, y: 108, width: 419, height: 400 };

const shoot = async (name: string, clip?: Box) => await stage.window.shoot(name, clip);

/** Waits until the editor shows these words in the panel of the node's output. */
async function outputShows(words: string): Promise<void> {
	await until(`the output to show: ${words}`, async () => {
		const shown = (await stage.editor.output.innerText()).replace(/\s+/g, ' ');
		return shown.includes(words) || undefined;
	});
}

stage.step('A credential with a wrong key fails its test, and the dialog says why', async () => {
	await stage.editor.openNodePanel();
	await stage.editor.search('geo');
	await stage.editor.add('geo', 'Get many prompts');
	await stage.editor.node.getByText('Connect to Writesonic Agents and GEO').click();
	await stage.editor.fill('apiKey', 'sandbox-key-wrong');
	await stage.editor.fill('agentsBaseUrl', stage.sandbox.url);
	await stage.editor.fill('geoBaseUrl', stage.sandbox.url);
	await stage.editor.credential.getByTestId('credential-save-button').click();
	await stage.editor.credential.getByText('More details').click();
	await stage.editor.credential
		.getByText('The API key is missing or invalid. Copy it again: API Dashboard → Reveal API Key.')
		.waitFor();
	await shoot('04-wrong-key');
});

stage.step('With the right key it passes', async () => {
	await stage.editor.fill('apiKey', KEYS.agency);
	await stage.editor.credential.getByTestId('credential-save-button').click();
	// n8n closes the dialog of a credential that passes.
	await stage.editor.credential.waitFor({ state: 'hidden' });
	await stage.editor.openCredential();
	await stage.editor.credential.getByText('Connection tested successfully').waitFor();
	await shoot('05-right-key');
	await stage.editor.closeCredential();
});

stage.step('The list of projects shows those of the key, and can be searched', async () => {
	await stage.editor.openList('project');
	await stage.editor.choices.getByText('Ember & Oak Coffee').waitFor();
	await stage.editor.withoutMessages();
	await shoot('06-project-list');
	const names = ['All Projects', 'Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot'];
	expect(await stage.editor.choices.allInnerTexts()).toEqual(expect.arrayContaining(names));
	await stage.editor.listSearch.fill('ridge');
	await until('the search to narrow the list', async () =>
		(await stage.editor.choices.count()) === 1 ? true : undefined,
	);
	await shoot('07-project-search', FIELDS);
	await stage.editor.choices.getByText('Ridgeline Outfitters').click();
});

stage.step('Running the node shows its rows', async () => {
	await stage.editor.fill('limit', '7');
	await stage.editor.execute();
	await stage.editor.output.getByTestId('run-data-item-count').getByText('7 items').waitFor();
	await stage.editor.output.locator('table').waitFor();
	expect(await stage.editor.output.locator('tbody tr').count()).toBeGreaterThanOrEqual(7);
	const [first] = stage.sandbox.world.list(PROJECTS.outdoor, 'prompts');
	await outputShows(String(first?.prompt));
	await stage.editor.widenOutput();
	await stage.editor.withoutMessages();
	await shoot('08-rows', NODE);
});

stage.step('The error output shows the failed item and what to do', async () => {
	await stage.editor.node.getByTestId('tab-settings').click();
	await stage.editor.choose('onError', 'Continue (using error output)');
	await shoot('09-on-error');
	await stage.editor.node.getByTestId('tab-params').click();
	await stage.editor.fillById('project', PROJECTS.skincare);
	await stage.editor.execute();
	await stage.editor.output.getByText('Error Branch (1 item)').click();
	await stage.editor.withoutMessages();
	await shoot('10-error-output');
	await outputShows('No access to this project or workspace');
	await outputShows('Check that the project');
});

stage.step('The list of numbers to watch shows those of the records', async () => {
	await stage.editor.openNodePanel();
	await stage.editor.search('geo trigger');
	await stage.editor.add('geoTrigger', 'On visibility or other number changed');
	await stage.editor.openList('project');
	await stage.editor.choices.getByText('Ember & Oak Coffee').click();
	await stage.editor.openList('metric');
	await stage.editor.choices.getByText('avg_visibility_score').waitFor();
	await shoot('11-number-list');
	await stage.editor.choices.getByText('avg_visibility_score').click();
	await stage.editor.execute();
	await stage.editor.output.getByTestId('run-data-item-count').getByText('3 items').waitFor();
	await outputShows('avg_visibility_score');
	await shoot('12-test-event');
});

stage.step('Nodes and credential have an icon in the light and in the dark theme', async () => {
	const nodes = NODES.map((type) => otherNode(type, `n8n-nodes-agents-geo.${type}`));
	const workflow = await stage.rest.createWorkflow(workflowOf('All nodes', inGrid(nodes), []));
	const light = await iconsIn(workflow, 'light');
	const dark = await iconsIn(workflow, 'dark');
	for (const icon of [...light, ...dark]) expect(icon).toContain('<svg');
	for (const [index, icon] of light.entries()) expect(dark[index]).not.toBe(icon);
});

/** The icons of the nodes on the canvas and of the credential in its list. */
async function iconsIn(workflow: string, colorScheme: 'dark' | 'light'): Promise<string[]> {
	const { page } = stage.window;
	const icons: string[] = [];
	await page.emulateMedia({ colorScheme });
	await stage.editor.open(workflow);
	for (const type of NODES) {
		icons.push(await fileOf(stage.editor.nodeNamed(type).locator('img').first()));
	}
	await shoot(`13-canvas-${colorScheme}`);
	await page.goto(`${stage.n8n.url}/home/credentials`);
	icons.push(await fileOf(page.getByTestId('resources-list-item').locator('img').first()));
	await shoot(`14-credential-${colorScheme}`);
	return icons;
}

/** The file of an image of the page. Throws if the page cannot show it. */
async function fileOf(image: Locator): Promise<string> {
	await image.evaluate('(one) => one.decode()');
	const source = (await image.getAttribute('src')) ?? '';
	const response = await image.page().request.get(new URL(source, image.page().url()).href);
	return await response.text();
}
