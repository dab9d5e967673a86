import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import {
	jsonParse,
	type IDataObject,
	type INode,
	type INodeProperties,
	type IRun,
} from 'n8n-workflow';
import { Engine, type WorkflowFile } from '../dev/engine';
import { KEYS, startSandbox } from '../sandbox';

const PACKAGE = join(__dirname, '..');
const WORKFLOW = 'examples/first-steps.json';
const OWN_NODES = 'n8n-nodes-agents-geo.';
const MOST_ROWS = 3;
const MOST_COLUMNS = 5;
const COLOURS = process.stdout.isTTY ? {} : { head: [], border: [] };

/** Runs the example workflow in n8n's engine against the sandbox and shows what each node gave. */
async function demo(): Promise<void> {
	const sandbox = await startSandbox();
	try {
		const engine = await Engine.load(PACKAGE);
		const file = jsonParse<WorkflowFile>(await readFile(join(PACKAGE, WORKFLOW), 'utf8'));
		const credential = {
			apiKey: KEYS.agency,
			agentsBaseUrl: sandbox.url,
			geoBaseUrl: sandbox.url,
		};
		console.log(`Workflow  ${WORKFLOW}, run by n8n's own engine`);
		console.log(`Service   the sandbox at ${sandbox.url}, over real HTTP\n`);
		show(engine, file, await engine.run(file, credential));
		console.log(`Done: ${String(sandbox.requests.length)} requests to the sandbox.`);
		console.log('Next: npm start, to try the nodes in the n8n editor (see the README).');
	} finally {
		await sandbox.close();
	}
}

function show(engine: Engine, file: WorkflowFile, run: IRun): void {
	const { error, runData } = run.data.resultData;
	if (error !== undefined) throw new Error(`${error.message}\n${error.description ?? ''}`);
	for (const node of file.nodes.filter(({ type }) => type.startsWith(OWN_NODES))) {
		const items = runData[node.name]?.[0]?.data?.main?.[0] ?? [];
		const [title, table] = tableOf(items.map(({ json }) => json));
		console.log(`${node.name} (${labels(engine, node)}): ${title}\n${table}\n`);
	}
}

/** Node, resource and operation as the editor shows them, such as `GEO: Prompt → Get Many`. */
function labels(engine: Engine, { type, parameters }: INode): string {
	const { displayName, properties } = engine.description(type.slice(OWN_NODES.length));
	const { resource, operation } = parameters;
	const pickers = properties.filter(({ displayOptions: { show = {} } = {} }) =>
		(show.resource ?? show['/resource'] ?? [resource]).some((shown) => shown === resource),
	);
	return `${displayName}: ${label(pickers, 'resource', resource)} → ${label(pickers, 'operation', operation)}`;
}

function label(properties: INodeProperties[], name: string, value: unknown): string {
	const options = properties.find((property) => property.name === name)?.options ?? [];
	return options.find((option) => 'value' in option && option.value === value)?.name ?? '';
}

/** What is shown of the items, and a table of it. */
function tableOf(rows: IDataObject[]): [title: string, table: string] {
	const [first] = rows;
	if (first === undefined) return ['no items', ''];
	if (rows.length === 1 && typeof first['text'] === 'string') return ['a message', first['text']];
	return rows.length === 1 ? fieldsOf(first) : rowsOf(rows, Object.keys(first));
}

function fieldsOf(row: IDataObject): [string, string] {
	const table = new Table({ style: { ...COLOURS, compact: true } });
	for (const [name, value] of Object.entries(row)) table.push([name, cell(value, 76)]);
	return ['1 item', table.toString()];
}

function rowsOf(rows: IDataObject[], names: string[]): [string, string] {
	// If not all fit, IDs and marks are the first to go.
	const telling = names.filter((name) => !/(^|_)id$|^_/.test(name));
	const head = (names.length > MOST_COLUMNS ? telling : names).slice(0, MOST_COLUMNS);
	const table = new Table({ head, style: { ...COLOURS, compact: true } });
	for (const row of rows.slice(0, MOST_ROWS)) table.push(head.map((name) => cell(row[name], 30)));
	const columns = `${String(head.length)} of ${String(names.length)} columns`;
	const items = `${String(Math.min(rows.length, MOST_ROWS))} of ${String(rows.length)} items`;
	return [`${items}, ${columns}`, table.toString()];
}

function cell(value: unknown, width: number): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
	return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

demo().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
