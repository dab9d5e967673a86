import { ACCOUNT } from '../../dev/n8n';
import { MARKED_AS_OWN } from '../../nodes/GeoTrigger/overtakenEvent';
import { ALL_PROJECTS } from '../../nodes/shared/form';
import { extentOf, overlapsOn, roomIn } from './kit/canvas';
import { useCleanup } from './kit/cleanup';
import { EXPECTED, expectGoodRun, letModelAsk, stepsOf } from './kit/exampleChecks';
import * as examples from './kit/examples';
import { startModel, type Model } from './kit/model';
import { RANGE } from './kit/range';
import { useStage } from './kit/stage';

const { isForeign, isNote, isOurs, locatorsOf } = examples;
const EXAMPLES = examples.readExamples();

/** A window for the canvas of an example, and what is around it on a picture. */
const CANVAS = { width: 1500, height: 800 };
const MARGIN = 12;
/** Hides the buttons that float above the canvas. */
const ONLY_CANVAS =
	'button:not(.vue-flow__viewport button), .vue-flow__panel { visibility: hidden !important }';
/** The least room below the text of a note, in pixels of the window. */
const LEAST_ROOM = 8;

test('What is expected of examples is expected of examples that there are', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(expect.arrayContaining(Object.keys(EXPECTED)));
});

describe.each(EXAMPLES)('$file', ({ workflow: { nodes, pinData = {} } }) => {
	test('explains itself, and holds neither data nor accounts but a reference to ours', () => {
		expect(nodes.filter(isNote).length).toBeGreaterThan(0);
		expect(pinData).toEqual({});
		for (const node of nodes) {
			expect(node.credentials).toEqual(isOurs(node) ? { agentsGeoApi: ACCOUNT } : undefined);
		}
		for (const { value } of nodes.filter(isForeign).flatMap(locatorsOf)) expect(value).toBe('');
		// With another credential, n8n's editor empties a choice that the new list does not have.
		const chosen = nodes.filter(isOurs).flatMap(locatorsOf);
		for (const { value } of chosen.filter(({ mode }) => mode === 'list')) {
			expect(['', ALL_PROJECTS, MARKED_AS_OWN.value]).toContain(value);
		}
	});
});

describe.each(RANGE)('In $title', (version) => {
	const stage = useStage('examples', version);
	const cleanup = useCleanup();
	let model: Model;

	beforeAll(async () => {
		model = cleanup.keep(await startModel(), async (one) => await one.close());
		const addresses = { sandbox: stage.sandbox.url, model: model.url };
		await examples.importExamples(stage.n8n, EXAMPLES, addresses);
	});

	beforeEach(() => {
		stage.sandbox.reset();
		letModelAsk(model);
	});

	describe.each(EXAMPLES)('$file', ({ file, workflow }) => {
		const ran = new Set<string>();

		test.each(examples.triggersOf(workflow))('runs to its end from $name', async ({ name }) => {
			const run = await stage.rest.finished(await stage.rest.run(workflow.id, name));
			for (const step of expectGoodRun(run, workflow)) ran.add(step);
			EXPECTED[file]?.(run, { sandbox: stage.sandbox, model });
		});

		test('has no node of the package that none of its triggers leads to', () => {
			expect([...ran].sort()).toEqual(stepsOf(workflow).sort());
		});

		test('is laid out without overlaps, with room below each note, and no node is marked as incomplete', async () => {
			const { page } = stage.window;
			const { id, nodes } = workflow;
			await page.setViewportSize(CANVAS);
			await stage.editor.open(id);
			expect(await overlapsOn(page, nodes.length)).toEqual([]);
			const marks = nodes.filter(isOurs).map(async ({ name }) => {
				const node = stage.editor.nodeNamed(name);
				await node.waitFor();
				return { name, marks: await node.getByTestId('node-issues').count() };
			});
			const unmarked = nodes.filter(isOurs).map(({ name }) => ({ name, marks: 0 }));
			expect(await Promise.all(marks)).toEqual(unmarked);
			await stage.editor.withoutMessages();
			await page.addStyleTag({ content: ONLY_CANVAS });
			await stage.window.shoot(file.replace('.json', ''), await extentOf(page, MARGIN));
			const rooms = await roomIn(page);
			expect(rooms).toHaveLength(nodes.filter(isNote).length);
			expect(Math.min(...rooms)).toBeGreaterThanOrEqual(LEAST_ROOM);
		});
	});

	test('The button of the editor runs the task board without the form, which is switched off', async () => {
		const board = EXAMPLES.find(({ file }) => file === 'task-board.json');
		if (board === undefined) throw new Error('There is no task board');
		const id = await stage.rest.createWorkflow(examples.asStarted(board.workflow));
		await stage.editor.open(id);
		await stage.window.page.getByTestId('execute-workflow-button').click();
		await stage.editor.nodeNamed('Board').getByTestId('canvas-node-status-success').waitFor();
		const [run] = await stage.rest.executions(id);
		const { data, status } = await stage.rest.finished(run?.id ?? '');
		expect(status).toBe('success');
		const steps = ['Show Board', 'Query Tasks', 'Group by Status', 'Board'];
		expect(Object.keys(data.resultData.runData)).toEqual(steps);
	});
});
