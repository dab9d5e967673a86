import type { Json } from '../../../sandbox/json';
import type { Execution } from '../../../dev/n8n';
import { type ExampleWorkflow, isForeign, isOurs, isTool } from './examples';
import { handedTo, outputOf } from './runs';

/** The names of the nodes of the package that a trigger or another node leads to. */
export function stepsOf({ nodes }: ExampleWorkflow): string[] {
	return nodes.filter((node) => isOurs(node) && !isTool(node)).map(({ name }) => name);
}

/**
 * Checks what holds for every run of every example: it succeeds, each node of the package gives
 * something, and each node of another service gets items with the fields that it names.
 *
 * @returns the nodes of the package that ran
 */
export function expectGoodRun(run: Execution, workflow: ExampleWorkflow): string[] {
	expect(run.data.resultData.error).toBeUndefined();
	expect(run.status).toBe('success');
	const reached = stepsOf(workflow).filter((step) => step in run.data.resultData.runData);
	for (const step of reached) expect(outputOf(run, step)).not.toHaveLength(0);
	for (const { name, parameters } of workflow.nodes.filter(isForeign)) {
		const items = handedTo(run, name);
		expect(items).not.toHaveLength(0);
		for (const item of items) expectReadable(item, fieldsIn(parameters));
		for (const { step, field } of fieldsOfOthersIn(parameters)) {
			for (const item of outputOf(run, step)) expectReadable(item, [field]);
		}
	}
	return reached;
}

/** The fields of the input that the expressions of a node name. */
function fieldsIn(parameters: Json): string[] {
	const named = JSON.stringify(parameters).matchAll(/\$json\.(\w+)/g);
	return [...named].map(([, field]) => field ?? '');
}

/** The fields of other nodes that the expressions of a node name. */
function fieldsOfOthersIn(parameters: Json): Array<{ step: string; field: string }> {
	const named = JSON.stringify(parameters).matchAll(/\$\('([^']+)'\)\.\w+(?:\(\))?\.json\.(\w+)/g);
	return [...named].map(([, step = '', field = '']) => ({ step, field }));
}

/** An item has the fields that an expression wants, and nothing that only a program writes. */
function expectReadable(item: Json, wanted: readonly string[]): void {
	for (const field of wanted) {
		const value = item[field] ?? '';
		const isThere = typeof value !== 'string' || value.trim() !== '';
		expect({ field, isThere }).toEqual({ field, isThere: true });
	}
	expect(JSON.stringify(item)).not.toMatch(/undefined|NaN|\[object|\bnull %/);
}
