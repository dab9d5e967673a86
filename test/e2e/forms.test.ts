import type { INode } from 'n8n-workflow';
import { text } from '../../dev/json';
import { KEYS } from '../../sandbox';
import { ContactSheet } from './kit/contactSheet';
import { Editor } from './kit/editor';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';
import { OPERATIONS, packageNode, workflowOf } from './kit/workflows';

/** The windows in which people see a form: a laptop and a small one, in light and dark. */
const VIEWS = (['light', 'dark'] as const).flatMap((scheme) => [
	{ scheme, width: 1440, height: 900 },
	{ scheme, width: 1024, height: 768 },
]);

/** What a form may show below its credential; Airtable's and Notion's have eight. */
const MOST_FIELDS = 9;

/** What a trigger has above that, by n8n: Poll Times. A tool has as many fields as a model may fill in. */
const mostOf = (form: string) =>
	/^\w+Tool /.test(form) ? Infinity : MOST_FIELDS + (/^\w+Trigger /.test(form) ? 1 : 0);

/** The forms that are not those of an operation of a node: the events of triggers, and tools. */
const OTHERS: ReadonlyArray<readonly [type: string, chosen: Record<string, string>]> = [
	['agentsTrigger', { event: 'newTask' }],
	['agentsTrigger', { event: 'changedTask' }],
	['geoTrigger', { event: 'newRecord' }],
	['geoTrigger', { event: 'changedMetric' }],
	['geoTrigger', { event: 'changedMetric', recordType: 'performanceReport' }],
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
	const name = `forms-${version.title.replace(/\W+/g, '-')}`;
	const stage = useStage(name, version);
	const sheet = new ContactSheet(name);
	let editor: Editor;
	let workflow: string;

	beforeAll(async () => {
		const { rest, sandbox, n8n, window } = stage;
		const urls = { agentsBaseUrl: sandbox.url, geoBaseUrl: sandbox.url };
		const account = await rest.createCredential('Agents and GEO account', {
			apiKey: KEYS.agency,
			...urls,
		});
		const nodes = FORMS.map((form) => ({ ...form, credentials: { agentsGeoApi: account } }));
		workflow = await rest.createWorkflow(workflowOf('Forms', nodes, []));
		editor = new Editor(window.page, n8n.url);
		await editor.signIn();
	});

	it.each(FORMS.map(({ name: form }) => form))('the form of %s', async (form) => {
		const { page } = stage.window;
		await editor.openForm(workflow, form);
		for (const { scheme, ...size } of VIEWS) {
			await page.emulateMedia({ colorScheme: scheme });
			await page.setViewportSize(size);
			const view = `${scheme}-${size.width}`;
			const file = `${form.replace(/\W+/g, '-')}-${view}`;
			await stage.window.shoot(file, await editor.fieldsBox());
			sheet.add(view, file);
		}
		expect(await editor.countFields()).toBeLessThanOrEqual(mostOf(form));
	});

	it('all of them are on one page, to look through', async () => {
		await sheet.print(stage.window);
	});
});
