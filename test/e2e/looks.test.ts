import type { INode } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { type CredentialReference, until } from '../../dev/n8n';
import { KEYS } from '../../sandbox';
import { ContactSheet, FIRST_SIZE } from './kit/contactSheet';
import { Editor } from './kit/editor';
import { CREDENTIALS, type Look, LISTS, NODES, NOTICES, OUTCOMES } from './kit/looks';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { inGrid, packageNode, workflowOf } from './kit/workflows';

/** The list that the node 'Rate limit' asks for. */
const RATE_LIMITED = '/v2/geo/business/tags';

describe.each(RANGE)('In $title', (version) => {
	const name = `looks-${version.title.replace(/\W+/g, '-')}`;
	const stage = useStage(name, version);
	const sheet = new ContactSheet(name);
	let editor: Editor;
	let opened = '';

	beforeAll(async () => {
		const { rest, sandbox, n8n, window } = stage;
		const status = { status: 429, headers: { 'retry-after': '60' } };
		const body = { detail: 'Rate limit exceeded' };
		const match = { path: RATE_LIMITED };
		sandbox.faults.order({ kind: 'respond', match, ...status, body, times: Infinity });
		const accounts = {
			right: await account('Agents and GEO account', KEYS.agency, sandbox.url),
			wrongKey: await account('Wrong key', 'sandbox-key-wrong', sandbox.url),
			wrongAddress: await account('Wrong address', KEYS.agency, 'api.example.com'),
		};
		const nodes = NODES.map(([title, type, parameters, which = 'right']): INode => ({
			...packageNode(title, type, parameters),
			credentials: { agentsGeoApi: accounts[which] },
		}));
		const workflow = await rest.createWorkflow(workflowOf('Looks', inGrid(nodes), []));
		editor = new Editor(window.page, n8n.url);
		await editor.signIn();
		await window.page.setViewportSize(FIRST_SIZE);
		await editor.open(workflow);
	});

	async function account(title: string, apiKey: string, url: string): Promise<CredentialReference> {
		const data = { apiKey, agentsBaseUrl: url, geoBaseUrl: url };
		return await stage.rest.createCredential(title, data);
	}

	/** Opens a node, unless it is open. */
	async function open(node: string): Promise<void> {
		if (node !== opened) await editor.openNode(node);
		opened = node;
	}

	/** Takes the pictures of a look, each with its words. */
	async function see({ title, words, show }: Look, part: Locator): Promise<void> {
		await sheet.shoot(stage.window, title, async () => {
			const { text, frame = part } = (await show?.(editor)) ?? { text: part };
			let said = '';
			const look = async () => {
				said = (await text.allInnerTexts()).join(' ').replace(/\s+/g, ' ');
				return inOrder(said, words) || undefined;
			};
			const detail = () => `It says: ${said}`;
			await until(`${title} to say ${words.join(' … ')}`, look, { detail });
			return [part, frame];
		});
	}

	it.each([...LISTS, ...NOTICES])('the $title', async (look) => {
		await open(look.node);
		await see(look, editor.fields);
		await editor.clickBeside();
	});

	it.each(OUTCOMES)('the output with: $title', async (look) => {
		await open(look.node);
		await editor.execute();
		await editor.output.getByText(/^\d+ items?$/).waitFor();
		await editor.dismissMessages();
		await see(look, editor.output);
	});

	it.each(CREDENTIALS)('the dialog of a $title', async ({ said, ...look }) => {
		await open(look.node);
		await editor.openCredential();
		await editor.credential.getByText('More details').click();
		await see({ ...look, words: [...look.words, ...said(version)] }, editor.credential);
		await editor.closeCredential();
	});

	it('all of them are on one page, to look through', async () => {
		await sheet.print(stage.window);
	});
});

/** Whether a text has all these words, in this order. */
function inOrder(text: string, words: readonly string[]): boolean {
	const [first, ...rest] = words;
	if (first === undefined) return true;
	const place = text.indexOf(first);
	return place >= 0 && inOrder(text.slice(place + first.length), rest);
}
