import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode, ITaskData } from 'n8n-workflow';
import { KEYS } from '../../sandbox';
import { isJson, json, type Json } from '../../sandbox/json';
import type { N8n } from './n8n';
import { CREDENTIAL_TYPE, type CredentialReference } from './rest';

/** The credential that nodes of imported workflows name. */
export const ACCOUNT: CredentialReference = {
	id: 'agents-and-geo',
	name: 'Agents and GEO account',
};

/** What an account of the agency keeps: a key and the address of the sandbox, twice. */
export function accountData(url: string, apiKey: string = KEYS.agency): Json {
	return { apiKey, agentsBaseUrl: url, geoBaseUrl: url };
}

/** A workflow as a file has it. */
export interface WorkflowFile {
	readonly id: string;
	readonly name: string;
	/** The command line of n8n 1.123 takes no workflow without these two. */
	readonly active: false;
	readonly versionId: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly settings: { readonly executionOrder: 'v1' };
}

/** What one node of a run did, by the names of the nodes. */
export type RunData = Readonly<Record<string, ITaskData[]>>;

/**
 * Imports the account of the agency and workflows the way administrators do, without a server.
 *
 * @param url the address of the sandbox
 * @throws when n8n refuses one
 */
export async function importAll(
	n8n: N8n,
	url: string,
	workflows: readonly WorkflowFile[],
): Promise<void> {
	const account = { ...ACCOUNT, type: CREDENTIAL_TYPE, data: accountData(url) };
	await n8n.run('import:credentials', `--input=${fileOf(n8n, 'credentials', [account])}`);
	await n8n.run('import:workflow', `--input=${fileOf(n8n, 'workflows', workflows)}`);
}

/**
 * Runs an imported workflow with `n8n execute`.
 *
 * @returns what each node did
 * @throws when n8n or the run fails
 */
export async function execute(n8n: N8n, id: string): Promise<RunData> {
	const said = await n8n.run('execute', `--id=${id}`, '--rawOutput');
	// Lines of the log come before the result, and now and then one after it.
	const [result = ''] = /^\{$.*?^\}$/ms.exec(said) ?? [];
	if (result === '') throw new Error(`n8n execute gave no result:\n${said}`);
	const { runData } = json(json(json(JSON.parse(result)).data).resultData);
	if (!isRunData(runData)) throw new Error(`n8n execute gave no run data:\n${said}`);
	return runData;
}

function fileOf(n8n: N8n, name: string, content: unknown): string {
	const file = join(n8n.home, `${name}.json`);
	writeFileSync(file, JSON.stringify(content));
	return file;
}

function isRunData(value: unknown): value is RunData {
	return isJson(value) && Object.values(value).every(Array.isArray);
}
