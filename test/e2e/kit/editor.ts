import type { Locator, Page } from 'playwright-core';
import { OWNER, until } from '../../../dev/n8n';
import { VIEWPORT } from './browser';

/** Many times as long as the editor waits for more to be typed. */
const TYPING_PAUSE_MS = 2_000;

/** n8n's editor, as a person uses it. */
export class Editor {
	/** The panel of the open node's fields and data, its fields, and its output. */
	readonly node: Locator;
	readonly fields: Locator;
	readonly output: Locator;
	/** The dialog of a credential. */
	readonly credential: Locator;
	/** The entries of the list that a resource locator shows, and the field that searches it. */
	readonly choices: Locator;
	readonly listSearch: Locator;
	/** What the open list shows: the entries of a resource locator or select, or why there are none. */
	readonly listed: Locator;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		const visible = { visible: true };
		this.node = page.getByTestId('ndv');
		this.fields = page.getByTestId('node-parameters');
		this.output = page.getByTestId('output-panel');
		this.credential = page.getByTestId('editCredential-modal');
		this.choices = page.getByTestId('rlc-item').filter(visible);
		this.listSearch = page.getByTestId('rlc-search').filter(visible);
		const entries = this.choices.or(page.locator('.el-select-dropdown__item'));
		this.listed = entries.or(page.getByTestId('rlc-error-container')).filter(visible);
	}

	/** Signs in as the owner by the form. */
	async signIn(): Promise<void> {
		await this.page.goto(this.url);
		await this.page.getByTestId('emailOrLdapLoginId').locator('input').fill(OWNER.email);
		await this.page.getByTestId('password').locator('input').fill(OWNER.password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.waitForURL('**/home/**');
	}

	/** Opens a saved workflow. */
	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens an empty workflow and its node panel. */
	async openNodePanel(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Types into the search of the open node panel, after a search that finds nothing. */
	async search(term: string): Promise<void> {
		const field = this.page.getByTestId('node-creator-search-bar');
		await field.fill('qqqqqq');
		await this.page.getByTestId('item-iterator-item').first().waitFor({ state: 'hidden' });
		await field.fill(term);
	}

	/** The entry of a node of the package in the node panel, which is that of its trigger, too. */
	found(type: string): Locator {
		const node = type.replace('Trigger', '');
		return this.page.locator(`[data-keyboard-nav-id^="n8n-nodes-agents-geo.${node}"]`);
	}

	/** The heading of the triggers or actions of the open entry, with their number; it folds them. */
	section(what: 'Actions' | 'Triggers'): Locator {
		return this.page.getByTestId('node-creator-category-item').filter({ hasText: what });
	}

	/** One of the triggers or actions of the open entry, unfolded if need be. */
	async offer(what: 'Actions' | 'Triggers', name: string): Promise<Locator> {
		const section = this.section(what);
		await section.waitFor();
		const offered = this.page.getByText(name, { exact: true });
		if (!(await offered.isVisible())) await section.click();
		await offered.waitFor();
		return offered;
	}

	/**
	 * Adds a node that the open node panel shows; n8n opens it at once.
	 *
	 * @param by what to click on the page about the node: one of its events or actions
	 */
	async add(type: string, by: string): Promise<void> {
		await this.found(type).click();
		const offered = await this.offer(type.endsWith('Trigger') ? 'Triggers' : 'Actions', by);
		await offered.click();
		await this.node.waitFor();
	}

	/** Opens a node of the open workflow, in place of the one that is open. */
	async openNode(name: string): Promise<void> {
		if (await this.node.isVisible()) await this.closeNode();
		await this.nodeNamed(name).dblclick();
		await this.fields.waitFor();
		// Fields under the mouse show more than others.
		await this.page.mouse.move(0, 0);
	}

	/** Closes the open node. The oldest n8n has words to click on in place of a cross. */
	async closeNode(): Promise<void> {
		const cross = this.page.getByTestId('ndv-close-button');
		await cross.or(this.page.getByTestId('back-to-canvas')).click();
		await this.node.waitFor({ state: 'hidden' });
	}

	/** A node on the canvas. */
	nodeNamed(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** The field of the open node, or of the open credential, with this parameter name. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Fills in one line of text. */
	async fill(name: string, value: string): Promise<void> {
		await this.field(name).locator('input').first().fill(value);
	}

	/** Chooses an option of a select. */
	async choose(name: string, option: string): Promise<void> {
		await this.field(name).click();
		await this.listed.filter({ hasText: option }).first().click();
	}

	/** Opens the list of a resource locator. One without entries has no search. */
	async openList(name: string): Promise<void> {
		const locator = this.page.getByTestId(`resource-locator-${name}`);
		await locator.getByTestId('rlc-input').click();
		await this.listSearch.or(this.page.getByTestId('rlc-error-container')).first().waitFor();
	}

	/** Opens the list of a select, or of what can be added to a collection. */
	async openSelect(select: Locator): Promise<void> {
		await select.click();
		await this.listed.first().waitFor();
	}

	/** Closes the list that is open, if one is, and takes the mouse from what shows a tooltip. */
	async clickBeside(): Promise<void> {
		await this.output.click({ position: { x: 40, y: 8 } });
		await this.listed.first().waitFor({ state: 'hidden' });
	}

	/** Fills in a resource locator by ID. */
	async fillById(name: string, id: string): Promise<void> {
		await this.chooseMode(name, 'id');
		const input = this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input');
		await input.fill(id);
		await input.blur();
		// The editor takes over what was typed only after a pause, and says nothing when it has.
		await this.page.waitForTimeout(TYPING_PAUSE_MS);
	}

	/** Chooses how a resource locator is filled in, such as by `id` or `name`. */
	async chooseMode(name: string, mode: string): Promise<void> {
		const locator = this.page.getByTestId(`resource-locator-${name}`);
		await locator.getByTestId('rlc-mode-selector').click();
		await this.page.getByTestId(`mode-${mode}`).filter({ visible: true }).click();
	}

	/** Clicks the button "Let the model define this parameter" of a field. */
	async letModelDefine(name: string): Promise<void> {
		const button = this.field(name).getByTestId('from-ai-override-button');
		await button.click();
		await button.waitFor({ state: 'hidden' });
	}

	/** Runs the open node; what it gives shows in `output` a little later. */
	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/**
	 * Runs the open tool of an agent: a dialog asks for what the model fills in.
	 *
	 * @param values what to type, by the names that the dialog has for the fields
	 * @param look is called before the dialog is sent
	 */
	async executeTool(
		values: Readonly<Record<string, string>>,
		look?: () => Promise<void>,
	): Promise<void> {
		await this.execute();
		const fields = this.page.getByTestId('from-ai-parameters-modal-inputs');
		await fields.waitFor();
		for (const [name, value] of Object.entries(values)) {
			await fields.locator(`input[name="query.${name}"]`).fill(value);
		}
		await look?.();
		const dialog = this.page.getByRole('dialog').filter({ has: fields });
		await dialog.getByTestId('execute-workflow-button').click();
		await fields.waitFor({ state: 'hidden' });
	}

	/** Gives the output of the open node more room, as far as its fields can move to the left. */
	async widenOutput(): Promise<void> {
		const handle = await this.page.getByTestId('panel-drag-button').boundingBox();
		if (handle === null) throw new Error('The open node has no handle to drag');
		await this.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
		await this.page.mouse.down();
		await this.page.mouse.move(0, handle.y, { steps: 10 });
		await this.page.mouse.up();
		// Anywhere without a tooltip.
		await this.page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height - 1);
	}

	/** Opens the dialog of the open node's credential. */
	async openCredential(): Promise<void> {
		await this.node.getByTestId('credential-edit-button').click();
		await this.credential.waitFor();
	}

	/** Closes the dialog of a credential. */
	async closeCredential(): Promise<void> {
		await this.credential.getByRole('button', { name: 'Close this dialog' }).click();
		await this.credential.waitFor({ state: 'hidden' });
	}

	/** Closes n8n's messages at the edge of the window, as soon as there is one. */
	async dismissMessages(): Promise<void> {
		const close = this.page.locator('.el-notification__closeBtn');
		await close.first().waitFor();
		for (const button of await close.all()) await button.click();
		await this.withoutMessages();
	}

	/** Waits until n8n's messages at the edge of the window are gone, which would cover a picture. */
	async withoutMessages(): Promise<void> {
		const messages = this.page.locator('.el-notification');
		await until("n8n's messages to go", async () => (await messages.count()) === 0 || undefined);
	}
}
