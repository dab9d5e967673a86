import { installN8n, installPackage, N8n, Rest } from '../../../dev/n8n';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { Window } from './browser';
import { type Cleanup, useCleanup } from './cleanup';
import type { Version } from './range';

/** A whole n8n with the package as a user has it, the sandbox beside it and a browser before it. */
export class Stage {
	private parts?: {
		readonly sandbox: Sandbox;
		readonly n8n: N8n;
		readonly rest: Rest;
		readonly window: Window;
	};

	private failed?: string;

	/**
	 * @param name the name of the log and of the folder of pictures
	 * @param cleanup what closes the stage at the end
	 * @param version which n8n it is, and its settings; default the newest
	 */
	constructor(
		private readonly name: string,
		private readonly cleanup: Cleanup,
		private readonly version: Version,
	) {}

	get sandbox(): Sandbox {
		return this.opened.sandbox;
	}

	get n8n(): N8n {
		return this.opened.n8n;
	}

	/** n8n's REST, signed in as the owner. */
	get rest(): Rest {
		return this.opened.rest;
	}

	get window(): Window {
		return this.opened.window;
	}

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
				await this.parts?.window.shoot(`failed-${title.replace(/\W+/g, '-')}`);
				console.error(`n8n's log is ${this.parts?.n8n.logFile ?? 'not there: it did not start'}`);
				throw error;
			}
		});
	}

	async open(): Promise<void> {
		const { cleanup, name, version } = this;
		const { folder, env } = version;
		const installation = await installN8n(folder);
		const n8n = cleanup.keep(
			new N8n({ name, env, installation }),
			async (one) => await one.remove(),
		);
		await installPackage(n8n.home);
		await n8n.start();
		const rest = await new Rest(n8n.url).signUp();
		const window = cleanup.keep(await Window.open(name), async (one) => await one.close());
		const sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		this.parts = { sandbox, n8n, rest, window };
	}

	private get opened() {
		if (this.parts === undefined) throw new Error('The stage is not open');
		return this.parts;
	}
}

/** A stage for all tests of a file, which build on each other as the steps of a person do. */
export function useStage(name: string, version: Version = {}): Stage {
	const stage = new Stage(name, useCleanup(), version);
	beforeAll(async () => await stage.open());
	return stage;
}
