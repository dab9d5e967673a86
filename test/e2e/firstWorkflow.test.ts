import type { Locator } from 'playwright-core';
import { useStage } from './kit/stage';

const stage = useStage('first-workflow');

/** From an empty canvas, with one credential. */
const MOST_CLICKS = 13;

stage.step('the first workflow of the README takes few clicks to its message', async () => {
	await stage.account();
	const { editor } = stage;
	const { page } = editor;
	let clicks = 1;
	const click = async (what: Locator) => {
		clicks += 1;
		await what.click();
	};
	const option = (name: string) => editor.listed.filter({ hasText: name }).first();

	await editor.openNodePanel();
	await editor.search('Schedule');
	await click(page.getByTestId('item-iterator-item').filter({ hasText: 'Schedule' }).first());
	await editor.node.waitFor();
	await click(page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')));
	await click(page.getByTestId('canvas-handle-plus').first());
	await editor.search('GEO');
	await click(editor.found('geo'));
	await click(await editor.offer('Actions', 'Get performance report'));
	await editor.node.waitFor();

	await click(page.getByTestId('resource-locator-project').getByTestId('rlc-input'));
	await click(page.getByTestId('rlc-item').filter({ hasText: 'All Projects' }).first());
	await click(editor.field('output'));
	await click(option('Message'));
	const words = 'Add option';
	const adding = editor.fields.getByText(words).or(editor.fields.getByPlaceholder(words));
	await click(adding.filter({ visible: true }).last());
	await click(option('Compare With'));
	await stage.window.shoot('01-form');
	await click(page.getByTestId('node-execute-button'));
	await editor.output.getByText(/^1 item$/).waitFor();
	await editor.output.getByText('slack').first().waitFor();
	await stage.window.shoot('02-message');
	expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
});
