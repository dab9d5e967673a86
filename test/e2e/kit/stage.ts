import { accountData, installationIn, installPackage, N8n, Rest } from '../../../dev/n8n';
import type { CredentialReference } from '../../../dev/n8n';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { Window } from './browser';
import { useCleanup, type Cleanup } from './cleanup';
import { Editor } from './editor';
import type { Version } from './range';

/** A whole n8n with the package as a user has it, the sandbox beside it and perhaps a browser before it. */
export class Stage {
	sandbox!: Sandbox;
	n8n!: N8n;
	/** n8n's REST, signed in as the owner. */
	rest!: Rest;
	window!: Window;
	/** n8n's editor in the window, signed in as the owner. */
	editor!: Editor;

	private failed?: string;

	/** @param name the name of the log and of the folder of pictures */
	constructor(
		readonly name: string,
		private readonly cleanup: Cleanup,
		private readonly version: Version,
	) {}

	/**
	 * A test that is one step of several: it leaves a picture behind when it fails, and the steps
	 * after it fail at once.
	 */
	step(title: string, act: () => Promise<void>): void {
		test(title, async () => {
			if (this.failed !== undefined) throw new Error(`Not reached: '${this.failed}' failed first`);
			try {
				await act();
			} catch (error) {
				this.failed = title;
				await this.window.shoot(`failed-${title.replace(/\W+/g, '-')}`);
				console.error(`n8n's log is ${this.n8n.logFile}`);
				throw error;
			}
		});
	}

	async open(hasWindow: boolean): Promise<void> {
		const { cleanup, name, version } = this;
		const { folder, env } = version;
		const setup = { name, env, installation: installationIn(folder) };
		this.sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		this.n8n = cleanup.keep(new N8n(setup), async (one) => await one.remove());
		await installPackage(this.n8n.home);
		await this.n8n.start();
		this.rest = await new Rest(this.n8n.url).signUp();
		if (!hasWindow) return;
		this.window = cleanup.keep(await Window.open(name), async (one) => await one.close());
		this.editor = new Editor(this.window.page, this.n8n.url);
		await this.editor.signIn();
	}

	/** Starts n8n again after it was stopped or killed. */
	async restart(): Promise<void> {
		await this.n8n.start();
		await this.rest.signIn();
	}

	/** Saves the account of the agency, or one with another key or address. */
	async account(
		name = 'Agents and GEO account',
		url = this.sandbox.url,
		apiKey?: string,
	): Promise<CredentialReference> {
		return await this.rest.createCredential(name, accountData(url, apiKey));
	}
}

/** A stage for all tests of a file or of the `describe` around it; they may build on each other. */
export function useStage(what: string, version: Version = {}, hasWindow = true): Stage {
	const name = [what, version.title ?? ''].join(' ').trim().replace(/\W+/g, '-');
	const stage = new Stage(name, useCleanup(), version);
	beforeAll(async () => await stage.open(hasWindow), 300_000);
	return stage;
}
