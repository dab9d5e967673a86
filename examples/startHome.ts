import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json, type Json, list, strings, text, whole } from '../sandbox/json';
import { ACCOUNT, accountData, CREDENTIAL_TYPE, type N8n } from '../dev/n8n';
import type { Sandbox } from '../sandbox';
import { withProject } from './withProject';

/** What `npm start` remembers from one time to the next. */
interface Memory {
	/** The process that runs, as long as it does. */
	readonly pid?: number;
	/** Its command line: after a crash, another process may have the same number. */
	readonly command?: string;
	/** The address of the sandbox, as the credential has it. */
	readonly sandbox?: string;
	/** The examples that have been imported: a second time would undo what the user did to them. */
	readonly examples: readonly string[];
}

/** The folder in which `npm start` keeps n8n's data. */
export class StartHome {
	/** Where n8n logs. */
	readonly log: string;

	/** @param folder is made when it is not there */
	constructor(readonly folder: string) {
		mkdirSync(folder, { recursive: true });
		this.log = join(folder, 'n8n.log');
	}

	/** The port that the sandbox had the last time. */
	get sandboxPort(): number | undefined {
		const { sandbox } = this.memory;
		return sandbox === undefined ? undefined : Number(new URL(sandbox).port);
	}

	/** Marks the folder as in use; throws when another process uses it, since n8n must be alone. */
	open(): void {
		const { pid, command } = this.memory;
		if (pid !== undefined && isAlive(pid) && commandOf(pid) === command) {
			throw new Error(`'npm start' is already running (process ${pid}). Stop it first.`);
		}
		this.remember({ pid: process.pid, command: commandOf(process.pid) });
	}

	/** Takes the mark away. */
	close(): void {
		this.remember({ pid: undefined, command: undefined });
	}

	/**
	 * Puts the credential and the example workflows into an n8n that does not run yet, as far as they
	 * are not there from an earlier time. Where an example asks for a project, it is the first one of
	 * the sandbox.
	 *
	 * @param examples the folder with the workflow files
	 */
	async furnish(n8n: N8n, { url, world }: Sandbox, examples: string): Promise<void> {
		if (await this.needsCredential(n8n, url)) {
			const account = { ...ACCOUNT, type: CREDENTIAL_TYPE, data: accountData(url) };
			await this.import(n8n, 'credentials', [account]);
			this.remember({ sandbox: url });
		}
		const known = this.memory.examples;
		const files = (await readdir(examples)).filter((name) => name.endsWith('.json'));
		const fresh = files.filter((name) => !known.includes(name)).sort();
		if (fresh.length === 0) return;
		const project = world.workspaces[0]?.projects[0];
		const workflows = fresh.map(async (name) => {
			const workflow = json(JSON.parse(await readFile(join(examples, name), 'utf8')));
			const nodes = list(workflow.nodes).map((value) => {
				const node = json(value);
				const parameters = json(node.parameters);
				if (project === undefined) return node;
				return { ...node, parameters: { ...parameters, ...withProject(parameters, project) } };
			});
			return { active: false, ...workflow, nodes };
		});
		await this.import(n8n, 'workflow', await Promise.all(workflows));
		this.remember({ examples: [...known, ...fresh] });
	}

	/** A credential that leads elsewhere by now is the user's own, and stays as it is. */
	private async needsCredential(n8n: N8n, sandbox: string): Promise<boolean> {
		const before = this.memory.sandbox;
		if (before === undefined) return true;
		if (before === sandbox) return false;
		const file = join(this.folder, 'credential.json');
		// The key in it is in plain text for a moment.
		writeFileSync(file, '', { mode: 0o600 });
		try {
			await n8n.run('export:credentials', `--id=${ACCOUNT.id}`, '--decrypted', `--output=${file}`);
			const exported: unknown = JSON.parse(readFileSync(file, 'utf8'));
			const { agentsBaseUrl, geoBaseUrl } = json(json(list(exported)[0]).data);
			return agentsBaseUrl === before && geoBaseUrl === before;
		} catch {
			// The user has deleted it.
			return true;
		} finally {
			rmSync(file, { force: true });
		}
	}

	private async import(n8n: N8n, what: string, data: readonly Json[]): Promise<void> {
		const file = join(this.folder, 'import.json');
		writeFileSync(file, JSON.stringify(data), { mode: 0o600 });
		try {
			await n8n.run(`import:${what}`, `--input=${file}`);
		} finally {
			rmSync(file, { force: true });
		}
	}

	private get memory(): Memory {
		if (!existsSync(this.memoryFile)) return { examples: [] };
		const { pid, command, sandbox, examples } = json(
			JSON.parse(readFileSync(this.memoryFile, 'utf8')),
		);
		return {
			pid: whole(pid),
			command: text(command),
			sandbox: text(sandbox),
			examples: strings(examples),
		};
	}

	private remember(change: Partial<Memory>): void {
		writeFileSync(this.memoryFile, JSON.stringify({ ...this.memory, ...change }));
	}

	private get memoryFile(): string {
		return join(this.folder, 'start.json');
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** The command line of a process; undefined where `ps` does not tell, as on Windows. */
function commandOf(pid: number): string | undefined {
	try {
		const said = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return said.toString().trim();
	} catch {
		return undefined;
	}
}
