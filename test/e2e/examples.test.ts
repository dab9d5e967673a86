import { ACCOUNT } from '../../dev/n8n';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { extentOf, overlapsOn, roomIn } from './kit/canvas';
import { useCleanup } from './kit/cleanup';
import { Editor } from './kit/editor';
import {
	asStarted,
	importExamples,
	isForeign,
	isNote,
	isOurs,
	locatorsOf,
	readExamples,
	triggersOf,
} from './kit/examples';
import { expectGoodRun, stepsOf } from './kit/exampleChecks';
import { ExampleRuns, letModelAsk } from './kit/exampleRuns';
import { startModel, type Model } from './kit/model';
import { useStage } from './kit/stage';

const EXAMPLES = readExamples();

/** A window for the canvas of an example, and what is around it on a picture. */
const CANVAS = { width: 1500, height: 800 };
const MARGIN = 12;
/** Hides the buttons that float above the canvas. */
const ONLY_CANVAS =
	'button:not(.vue-flow__viewport button), .vue-flow__panel { visibility: hidden !important }';
/** The least room below the text of a note, in pixels of the window. */
const LEAST_ROOM = 8;

const stage = useStage('examples');
const cleanup = useCleanup();
let model: Model;
let editor: Editor;
const runs = new ExampleRuns(
	() => stage.sandbox,
	() => model,
);

beforeAll(async () => {
	model = cleanup.keep(await startModel(), async (one) => await one.close());
	const addresses = { sandbox: stage.sandbox.url, model: model.url };
	await importExamples(stage.n8n, EXAMPLES, addresses);
	editor = new Editor(stage.window.page, stage.n8n.url);
	await editor.signIn();
});

beforeEach(() => {
	stage.sandbox.reset();
	letModelAsk(model);
});

test('What is expected of examples is expected of examples that there are', () => {
	const files = EXAMPLES.map(({ file }) => file);
	expect(files).toEqual(expect.arrayContaining(Object.keys(runs.expected)));
});

describe.each(EXAMPLES)('$file', ({ file, workflow }) => {
	const { id, nodes } = workflow;
	const foreign = nodes.filter(isForeign);
	const ran = new Set<string>();

	test('explains itself, and holds neither data nor accounts but a reference to ours', () => {
		expect(nodes.filter(isNote).length).toBeGreaterThan(0);
		expect(workflow.pinData ?? {}).toEqual({});
		for (const node of nodes) {
			expect(node.credentials).toEqual(isOurs(node) ? { agentsGeoApi: ACCOUNT } : undefined);
		}
		for (const { value } of foreign.flatMap(locatorsOf)) expect(value).toBe('');
		// With another credential, n8n's editor empties a choice that the new list does not have.
		const chosen = nodes.filter(isOurs).flatMap(locatorsOf);
		for (const { value } of chosen.filter(({ mode }) => mode === 'list')) {
			expect(['', ALL_PROJECTS]).toContain(value);
		}
	});

	test.each(triggersOf(workflow))('runs to its end from $name', async ({ name }) => {
		const run = await stage.rest.finished(await stage.rest.run(id, name));
		for (const step of expectGoodRun(run, workflow)) ran.add(step);
		runs.expected[file]?.(run);
	});

	test('has no node of the package that none of its triggers leads to', () => {
		expect([...ran].sort()).toEqual(stepsOf(workflow).sort());
	});

	test('is laid out so that nothing lies on anything else, with room below each note', async () => {
		const { page } = stage.window;
		await page.setViewportSize(CANVAS);
		await editor.open(id);
		expect(await overlapsOn(page, nodes.length)).toEqual([]);
		await editor.withoutMessages();
		await page.addStyleTag({ content: ONLY_CANVAS });
		await stage.window.shoot(file.replace('.json', ''), await extentOf(page, MARGIN));
		const rooms = Object.entries(await roomIn(page));
		expect(rooms).toHaveLength(nodes.filter(isNote).length);
		expect(rooms.filter(([, room]) => room < LEAST_ROOM)).toEqual([]);
	});

	test('has no node of the package that the editor marks as incomplete', async () => {
		for (const { name } of nodes.filter(isOurs)) {
			const node = editor.nodeNamed(name);
			await node.waitFor();
			expect({ name, marks: await node.getByTestId('node-issues').count() }).toEqual({
				...{ name, marks: 0 },
			});
		}
	});
});

test('The button of the editor runs the task board without the form, which is switched off', async () => {
	const board = EXAMPLES.find(({ file }) => file === 'task-board.json');
	if (board === undefined) throw new Error('There is no task board');
	const id = await stage.rest.createWorkflow(asStarted(board.workflow));
	await editor.open(id);
	await stage.window.page.getByTestId('execute-workflow-button').click();
	await editor.nodeNamed('Board').getByTestId('canvas-node-status-success').waitFor();
	const [run] = await stage.rest.executions(id);
	const { data, status } = await stage.rest.finished(run?.id ?? '');
	expect(status).toBe('success');
	expect(Object.keys(data.resultData.runData)).toEqual([
		'Show Board',
		'Query Tasks',
		'Group by Status',
		'Board',
	]);
});
