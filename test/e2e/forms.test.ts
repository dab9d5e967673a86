import type { INode } from 'n8n-workflow';
import { text } from '../../sandbox/json';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { inGrid, OPERATIONS, packageNode, workflowOf } from './kit/workflows';

/** What a form may show below its credential; Airtable's and Notion's have eight. */
const MOST_FIELDS = 9;

/** What others have above that: a trigger Poll Times, by n8n; a tool its description and the size of its answer. */
const MORE_FIELDS: Readonly<Record<string, number>> = { Tool: 2, Trigger: 1 };
const mostOf = (form: string) =>
	MOST_FIELDS + (MORE_FIELDS[/^\w+(Tool|Trigger) /.exec(form)?.[1] ?? ''] ?? 0);

/** The titles of the open node's fields that are too long for their place, as far as they show. */
const CUT_TITLES = `[...document.querySelectorAll('[data-test-id=node-parameters] :is(label, label *)')]
	.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden')
	.map((one) => one.textContent.trim())`;

/** The forms that are not those of an operation of a node: the events of triggers, and tools. */
const OTHERS: ReadonlyArray<readonly [type: string, chosen: Record<string, string>]> = [
	['agentsTrigger', { event: 'newTask' }],
	['agentsTrigger', { event: 'changedTask' }],
	['geoTrigger', { event: 'newRecord' }],
	['geoTrigger', { event: 'changedMetric' }],
	['geoTrigger', { event: 'changedMetric', recordType: 'performanceReport' }],
	['geoTrigger', { event: 'competitorOvertakes' }],
	['agentsTool', { resource: 'task', operation: 'query' }],
	['geoTool', { resource: 'prompt', operation: 'getAll' }],
	['geoTool', { resource: 'report', operation: 'getPerformance' }],
];

/** Each form as a node that has just been dropped on the canvas. */
const FORMS: readonly INode[] = [
	...OPERATIONS.map(({ node, resource, parameters: { operation } }) =>
		formOf(node, { resource, operation: text(operation) ?? '' }),
	),
	...OTHERS.map(([type, chosen]) => formOf(type, chosen)),
];

function formOf(type: string, chosen: Record<string, string>): INode {
	return packageNode([type, ...Object.values(chosen)].join(' '), type, chosen);
}

describe.each(RANGE)('In $title', (version) => {
	const stage = useStage('forms', version);

	beforeAll(async () => {
		const account = await stage.account();
		const nodes = FORMS.map((form) => ({ ...form, credentials: { agentsGeoApi: account } }));
		const workflow = await stage.rest.createWorkflow(workflowOf('Forms', inGrid(nodes), []));
		await stage.window.page.setViewportSize({ width: 1024, height: 768 });
		await stage.editor.open(workflow);
	});

	it.each(FORMS.map(({ name }) => name))(
		'the form of %s is short, and cuts no title',
		async (form) => {
			const { editor } = stage;
			await editor.openNode(form);
			expect(await editor.page.evaluate(CUT_TITLES)).toEqual([]);
			const fields = editor.page.locator('.parameter-input-list-wrapper').first().locator('> *');
			expect(await fields.count()).toBeLessThanOrEqual(mostOf(form));
		},
	);
});
