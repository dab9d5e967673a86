import type { INode, INodeParameters } from 'n8n-workflow';
import type { CredentialReference, ExecutionSummary } from '../../../dev/n8n';
import { lastLines, until } from '../../../dev/n8n';
import { json } from '../../../sandbox/json';
import type { Stage } from './stage';
import { packageNode } from './workflows';

/** The name of the trigger in each workflow. */
export const TRIGGER = 'Trigger';

/** A poll comes within a minute, or a little later on a busy machine. */
export const NEXT_POLL_MS = 110_000;

/** A trigger of the package with the shortest interval that n8n allows one that polls. */
export function triggerNode(
	type: string,
	parameters: INodeParameters,
	account: CredentialReference,
): INode {
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	return packageNode(TRIGGER, type, { pollTimes, ...parameters }, account);
}

/** Waits until a workflow has at least so many runs, and all have ended; newest first. */
export async function ended(
	{ rest, n8n }: Stage,
	workflow: string,
	count: number,
): Promise<ExecutionSummary[]> {
	const look = async () => {
		const runs = await rest.executions(workflow);
		const isUnderWay = runs.some(({ status }) => ['new', 'running'].includes(status));
		return runs.length >= count && !isUnderWay ? runs : undefined;
	};
	const patience = { timeoutMs: NEXT_POLL_MS, detail: () => lastLines(n8n.log) };
	return await until(`${count} runs of ${workflow}`, look, patience);
}

/**
 * Waits until n8n has published a workflow, which it does in the background: only then it has saved
 * what the triggers noted. A kill in the middle also makes n8n wait two minutes after its next start.
 */
export async function published(
	{ rest, n8n }: Pick<Stage, 'n8n' | 'rest'>,
	id: string,
): Promise<void> {
	const look = async () => {
		const { status } = json(await rest.call('GET', `/workflows/${id}/publication-status`));
		return status === 'published' || undefined;
	};
	const patience = { timeoutMs: NEXT_POLL_MS, detail: () => lastLines(n8n.log) };
	await until(`workflow ${id} to be published`, look, patience);
}
