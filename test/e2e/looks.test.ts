import type { Locator } from 'playwright-core';
import { until } from '../../dev/n8n';
import { credentialsIn, type Look, LISTS, NODES, NOTICES, OUTCOMES } from './kit/looks';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { inGrid, packageNode, workflowOf } from './kit/workflows';

/** The list that the node 'Rate limit' asks for. */
const RATE_LIMITED = '/v2/geo/business/tags';

const named = (looks: readonly Look[]) => looks.map((look) => [look[0], look] as const);

describe.each(RANGE)('In $title', (version) => {
	const stage = useStage('looks', version);
	let opened = '';

	beforeAll(async () => {
		const { rest, sandbox } = stage;
		const status = { status: 429, headers: { 'retry-after': '60' } };
		const body = { detail: 'Rate limit exceeded' };
		const match = { path: RATE_LIMITED };
		sandbox.faults.order({ kind: 'respond', match, ...status, body, times: Infinity });
		const accounts = {
			right: await stage.account(),
			wrongKey: await stage.account('Wrong key', sandbox.url, 'sandbox-key-wrong'),
			wrongAddress: await stage.account('Wrong address', 'api.example.com'),
		};
		const nodes = NODES.map(([title, type, parameters, which = 'right']) =>
			packageNode(title, type, parameters, accounts[which]),
		);
		const workflow = await rest.createWorkflow(workflowOf('Looks', inGrid(nodes), []));
		await stage.editor.open(workflow);
	});

	/** Opens the node of a look, unless it is open. */
	async function open([, node]: Look): Promise<void> {
		if (node !== opened) await stage.editor.openNode(node);
		opened = node;
	}

	/** Waits for the words of a look in its part of the window, or in what it opens there. */
	async function see([title, , words, show]: Look, part: Locator): Promise<void> {
		const text = (await show?.(stage.editor)) ?? part;
		let said = '';
		const look = async () => {
			said = (await text.allInnerTexts()).join(' ').replace(/\s+/g, ' ');
			return inOrder(said, words.split(' … ')) || undefined;
		};
		await until(`${title} to say ${words}`, look, { detail: () => `It says: ${said}` });
	}

	it.each(named([...LISTS, ...NOTICES]))('the %s', async (_, look) => {
		await open(look);
		await see(look, stage.editor.fields);
		await stage.editor.clickBeside();
	});

	it.each(named(OUTCOMES))('the output with: %s', async (_, look) => {
		await open(look);
		await stage.editor.execute();
		await stage.editor.output.getByText(/^\d+ items?$/).waitFor();
		await stage.editor.dismissMessages();
		await see(look, stage.editor.output);
	});

	it.each(named(credentialsIn(version)))('the dialog of a %s', async (_, look) => {
		await open(look);
		await stage.editor.openCredential();
		await stage.editor.credential.getByText('More details').click();
		await see(look, stage.editor.credential);
		await stage.editor.closeCredential();
	});
});

/** Whether a text has all these words, in this order. */
function inOrder(text: string, words: readonly string[]): boolean {
	const [first, ...rest] = words;
	if (first === undefined) return true;
	const place = text.indexOf(first);
	return place >= 0 && inOrder(text.slice(place + first.length), rest);
}
