import type { INode, INodeParameters } from 'n8n-workflow';
import {
	accountData,
	CREDENTIAL_TYPE,
	type CredentialReference,
	type ExecutionSummary,
	installationIn,
	installPackage,
	lastLines,
	N8n,
	Rest,
	until,
} from '../../../dev/n8n';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { type Cleanup, useCleanup } from './cleanup';
import type { Version } from './range';
import { packageNode } from './workflows';

/** The name of the trigger in each workflow. */
export const TRIGGER = 'Trigger';

/** A poll comes within a minute, or a little later on a busy machine. */
export const NEXT_POLL_MS = 110_000;

/** The shortest interval that n8n allows a trigger that polls. */
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/** A whole n8n with the package, in which triggers poll the sandbox beside it. */
export class Triggers {
	private parts?: {
		readonly sandbox: Sandbox;
		readonly n8n: N8n;
		readonly rest: Rest;
		readonly account: CredentialReference;
	};

	/**
	 * @param name the name of the log
	 * @param version which n8n it is
	 * @param cleanup what closes everything at the end
	 */
	constructor(
		private readonly name: string,
		private readonly version: Version,
		private readonly cleanup: Cleanup,
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

	async open(): Promise<void> {
		const { cleanup, name, version } = this;
		const { folder, env } = version;
		const installation = installationIn(folder);
		const sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		const n8n = cleanup.keep(
			new N8n({ name, env, installation }),
			async (one) => await one.remove(),
		);
		await installPackage(n8n.home);
		await n8n.start();
		const rest = await new Rest(n8n.url).signUp();
		const account = await rest.createCredential('Agents and GEO account', accountData(sandbox.url));
		this.parts = { sandbox, n8n, rest, account };
	}

	/** A node of the package with the account of the sandbox. */
	node(name: string, type: string, parameters: INodeParameters): INode {
		const node = packageNode(name, type, parameters);
		return { ...node, credentials: { [CREDENTIAL_TYPE]: this.opened.account } };
	}

	/** A trigger of the package that polls every minute. */
	trigger(type: string, parameters: INodeParameters): INode {
		return this.node(TRIGGER, type, { pollTimes: EVERY_MINUTE, ...parameters });
	}

	/** Waits until a workflow has at least so many runs, and all have ended; newest first. */
	async ended(workflow: string, count: number): Promise<ExecutionSummary[]> {
		return await until(
			`${count} runs of ${workflow}`,
			async () => {
				const runs = await this.rest.executions(workflow);
				const isUnderWay = runs.some(({ status }) => ['new', 'running'].includes(status));
				return runs.length >= count && !isUnderWay ? runs : undefined;
			},
			{ timeoutMs: NEXT_POLL_MS, detail: () => lastLines(this.n8n.log) },
		);
	}

	/** Starts n8n again after it was stopped or killed. */
	async restart(): Promise<void> {
		await this.n8n.start();
		await this.rest.signIn();
	}

	private get opened() {
		if (this.parts === undefined) throw new Error('The n8n for the triggers is not open');
		return this.parts;
	}
}

/**
 * An n8n for all tests of a file, opened before them and closed after them.
 *
 * @param prepare what else comes before them, once it is open
 */
export function useTriggers(
	name: string,
	version: Version,
	prepare: () => Promise<void>,
): Triggers {
	const triggers = new Triggers(name, version, useCleanup());
	beforeAll(async () => {
		await triggers.open();
		await prepare();
	}, 300_000);
	return triggers;
}
