import './environment';
import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor } from 'n8n-core';
import {
	jsonParse,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';

/** What a workflow with one trigger needs, made anew for every start of n8n. */
export interface Surroundings {
	readonly workflow: Workflow;
	readonly additionalData: IWorkflowExecuteAdditionalData;
}

/** An execution that a trigger started. */
export type Started = INodeExecutionData[];

/**
 * A workflow with one polling trigger as n8n runs it when it is active: its own executor for polls
 * around its own poll context. What n8n would write into its database is kept here as text, at the
 * moments at which n8n writes it: with the events that it takes over, and after an activation.
 */
export class ActiveTrigger {
	/** What the executions got, in order. */
	readonly started: Started[] = [];

	/** The errors that n8n would show as failed executions. */
	readonly failures: Error[] = [];

	/** The static data in n8n's database. */
	stored = '{}';

	/** How long n8n gives a poll, in milliseconds: that of its ordinary scheduler. */
	budget = 5 * 60_000;

	private workflow?: Workflow;

	private execute?: (isActivation?: boolean) => Promise<void>;

	constructor(
		private readonly surroundingsOf: (staticData: IDataObject, node: INode) => Surroundings,
		private node: INode,
		/** Puts parameters that are named by their fields alone where the form has these. */
		private readonly placed: (node: INode) => INode,
	) {}

	/** All events so far, as rows without their sentences. */
	get events(): IDataObject[] {
		return this.started
			.flat()
			.map(({ json }) =>
				Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'summary')),
			);
	}

	/** The sentences of all events so far. */
	get summaries(): unknown[] {
		return this.started.flat().map(({ json }) => json.summary);
	}

	/** The characters that the static data takes in n8n's database. */
	get size(): number {
		return this.stored.length;
	}

	/**
	 * Activates the workflow, also as n8n does after a restart or when it was saved: only what is
	 * stored is left of the time before.
	 *
	 * @param parameters what the user changed before
	 * @param by the user, or n8n when it starts
	 * @throws what n8n shows when a workflow cannot be activated
	 */
	async activate(
		parameters: INode['parameters'] = {},
		by: WorkflowActivateMode = 'activate',
	): Promise<void> {
		const changed = { ...this.node.parameters, ...parameters };
		this.node = this.placed({ ...this.node, parameters: changed });
		const { node } = this;
		const { workflow, additionalData } = this.surroundingsOf(
			jsonParse<IDataObject>(this.stored),
			node,
		);
		const emit = (data: INodeExecutionData[][]) => {
			this.started.push(data.flat());
			this.save();
		};
		const fail = (error: Error) => {
			this.failures.push(error);
		};
		const mode = 'trigger';
		const given = [workflow, node, additionalData, mode, by, emit, fail] as const;
		const engine = [undefined, undefined, undefined] as const;
		const context = new PollContext(...given, ...engine, () => this.budget);
		const isCurrent = () => this.workflow === workflow;
		this.workflow = workflow;
		this.execute = Container.get(PollTriggerExecutor).create(workflow, node, context, isCurrent);
		await this.execute(true);
		this.save();
	}

	/** One tick of the schedule. */
	async poll(): Promise<void> {
		if (this.execute === undefined) throw new Error('The workflow is not active');
		await this.execute();
	}

	/**
	 * Fetch Test Event in the editor.
	 *
	 * @param staticData what the workflow has, which n8n does not save after a test
	 */
	async test(staticData: IDataObject = {}): Promise<INodeExecutionData[][] | null> {
		const { workflow, additionalData } = this.surroundingsOf(staticData, this.node);
		const context = new PollContext(workflow, this.node, additionalData, 'manual', 'manual');
		const type = workflow.nodeTypes.getByNameAndVersion(this.node.type, this.node.typeVersion);
		if (type.poll === undefined) throw new Error(`${this.node.type} does not poll`);
		return await type.poll.call(context);
	}

	private save(): void {
		const { staticData } = this.workflow ?? {};
		if (staticData?.__dataChanged === true) {
			this.stored = JSON.stringify(staticData);
			staticData.__dataChanged = false;
		}
	}
}
