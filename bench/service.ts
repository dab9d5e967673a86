import { fork, type ChildProcess } from 'node:child_process';
import { jsonParse, type IDataObject } from 'n8n-workflow';
import { PROJECTS, type Behaviour, type RecordedRequest } from '../sandbox';

/** The path of Prompt → Get Many. */
export const PROMPTS_PATH = '/v2/geo/business/prompts';

/** What arrived at the service during one run. */
export interface Traffic {
	readonly requests: number;
	/** The most requests that were in flight at the same time. */
	readonly mostAtOnce: number;
	readonly refused: number;
}

/** How the service is during a run. */
export interface Scene extends Partial<Behaviour> {
	/** How many prompts the project has; they are small then. */
	readonly prompts?: number;
}

/** The sandbox in a process of its own, so that its work is not part of what is measured. */
export class Service {
	private constructor(
		private readonly child: ChildProcess,
		/** The base URL of both APIs. */
		readonly url: string,
	) {}

	static async start(): Promise<Service> {
		const child = fork(require.resolve('./serviceProcess.ts'));
		const url = await new Promise<string>((resolve, reject) => {
			child.once('message', (message) => {
				if (typeof message === 'string') resolve(message);
			});
			child.once('exit', (code) => reject(new Error(`The service ended with ${String(code)}`)));
		});
		return new Service(child, url);
	}

	/** Puts the service back to how it started, then sets it like this. It checks no contract. */
	async reset({ prompts, ...behaviour }: Scene): Promise<void> {
		await this.control('reset', {});
		await this.control('behave', { contract: false, ...behaviour });
		const projectId = PROJECTS.coffee;
		if (prompts === undefined) return;
		await this.control('world/bulk', { projectId, resource: 'prompts', count: prompts });
	}

	async traffic(): Promise<Traffic> {
		const answer = await fetch(`${this.url}/__sandbox/requests`);
		const requests = jsonParse<RecordedRequest[]>(await answer.text());
		return {
			requests: requests.length,
			mostAtOnce: requests.reduce((most, { inFlight }) => Math.max(most, inFlight), 0),
			refused: requests.filter(({ status }) => status === 429).length,
		};
	}

	stop(): void {
		this.child.disconnect();
	}

	private async control(path: string, body: object): Promise<void> {
		const headers = { 'Content-Type': 'application/json' };
		const init = { method: 'POST', headers, body: JSON.stringify(body) };
		const answer = await fetch(`${this.url}/__sandbox/${path}`, init);
		if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
	}
}

/** The body that asks for one page of prompts, as every contender sends it. */
export function pageBody(limit: number, offset: number, added: IDataObject = {}): IDataObject {
	return { project_id: PROJECTS.coffee, ...added, pagination: { limit, offset } };
}
