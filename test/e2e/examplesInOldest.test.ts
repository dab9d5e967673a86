import { installationIn, installPackage, N8n, Rest } from '../../dev/n8n';
import { startSandbox, type Sandbox } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { expectGoodRun } from './kit/exampleChecks';
import { ExampleRuns, letModelAsk } from './kit/exampleRuns';
import { importExamples, readExamples, triggersOf } from './kit/examples';
import { startModel, type Model } from './kit/model';
import { VERSIONS } from './kit/range';

const EXAMPLES = readExamples();
const [{ title, folder, env }] = VERSIONS;

const cleanup = useCleanup();
let sandbox: Sandbox;
let model: Model;
let rest: Rest;
const runs = new ExampleRuns(
	() => sandbox,
	() => model,
);

beforeAll(async () => {
	sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
	model = cleanup.keep(await startModel(), async (one) => await one.close());
	const setup = { name: 'examples-in-oldest', installation: installationIn(folder), env };
	const n8n = cleanup.keep(new N8n(setup), async (one) => await one.remove());
	await installPackage(n8n.home);
	await importExamples(n8n, EXAMPLES, { sandbox: sandbox.url, model: model.url });
	await n8n.start();
	rest = await new Rest(n8n.url).signUp();
}, 300_000);

beforeEach(() => {
	sandbox.reset();
	letModelAsk(model);
});

describe.each(EXAMPLES)(`In ${title}, $file`, ({ file, workflow }) => {
	test.each(triggersOf(workflow))('runs to its end from $name', async ({ name }) => {
		const run = await rest.finished(await rest.run(workflow.id, name));
		expectGoodRun(run, workflow);
		runs.expected[file]?.(run);
	});
});
