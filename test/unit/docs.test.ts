import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import {
	type INode,
	type INodeTypeDescription,
	isINodePropertyOptions,
	jsonParse,
	NodeHelpers,
} from 'n8n-workflow';
import { parse } from 'yaml';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { json, text } from '../../sandbox/json';
import { withProject } from '../../examples/withProject';
import { Agents } from '../../nodes/Agents/Agents.node';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { addProject } from '../../nodes/shared/api';
import type { Resource } from '../../nodes/shared/run';
import { contractOf } from '../../sandbox/contract';
import { isNote, isOurs, isTool, readExamples, triggersOf } from '../e2e/kit/examples';
import { run as exampleOperation } from './exampleOperation';
import { parametersOf, startOf } from './parametersOf';
import { problemOf } from './thrown';

const README = 'README.md';

/** The most lines of a page that newcomers read to its end. */
const LONGEST_README = 150;

const read = (file: string) => readFileSync(file, 'utf8');
const namesIn = (folder: string, end: string) =>
	readdirSync(folder).filter((name) => name.endsWith(end));

const pages = [
	...[README, 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
	...['docs', 'docs/maintainers'].flatMap((folder) =>
		namesIn(folder, '.md').map((name) => join(folder, name)),
	),
];
const { homepage, scripts } = jsonParse<{
	homepage: string;
	scripts: Record<string, string | undefined>;
}>(read('package.json'));

const withoutCode = (text: string) => text.replace(/```[^]*?```/g, '');
const matches = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, part]) => part ?? '');

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
	const headings = matches(withoutCode(read(page)), /^#+ +(.*)$/gm);
	return headings.map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_\- ]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The links of a page to something else in the repository, or to a part of itself. */
function linksOf(page: string): string[] {
	const links = matches(withoutCode(read(page)), /(?:\]\(|src=")([^)"\s]+)/g);
	return links.filter((link) => !/^https?:/.test(link));
}

/** The names that a field of a node offers. */
function offered({ properties }: INodeTypeDescription, field: string): string[] {
	const options = properties
		.filter(({ name }) => name === field)
		.flatMap((one) => one.options ?? []);
	return [...new Set(options.filter(isINodePropertyOptions).map(({ name }) => name))];
}

it.each(pages)('%s links to files and headings that exist, and names scripts that do', (page) => {
	const broken = linksOf(page).filter((link) => {
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? page : normalize(join(dirname(page), path));
		if (!existsSync(target)) return true;
		return anchor !== undefined && !anchorsOf(target).includes(anchor);
	});
	expect(broken).toEqual([]);
	const named = matches(read(page), /npm run (?:--silent )?([a-z][a-z0-9:]*)/g);
	expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

it('The README can be read to its end, and leads to the credential, all pages and all examples', () => {
	expect(read(README).split('\n').length).toBeLessThanOrEqual(LONGEST_README);
	// n8n opens this heading from the credential.
	const [address, anchor = ''] = new AgentsGeoApi().documentationUrl.split('#');
	expect(`${address}#readme`).toBe(homepage);
	expect(anchorsOf(README)).toContain(anchor);
	const examples = namesIn('examples', '.json').map((name) => `examples/${name}`);
	const wanted = [...pages.filter((page) => page !== README), ...examples];
	const isForMaintainers = (page: string) => page.includes('maintainers');
	const links = [...linksOf(README), ...linksOf('CONTRIBUTING.md').filter(isForMaintainers)];
	expect(links).toEqual(expect.arrayContaining(wanted));
});

/** The rows of the tables right under a heading: their cells, without bold. */
function rowsUnder(page: string, heading: string): string[][] {
	const [, rest = ''] = `\n${read(page)}`.split(`\n${heading}\n`);
	const [part = ''] = rest.split(/\n#+ /);
	const rows = matches(part, /^\|(.*)\|$/gm).map((row) => row.replaceAll('**', ''));
	// Below the titles of the columns comes the line under them.
	return rows.slice(2).map((row) => row.split('|').map((cell) => cell.trim()));
}

describe('The reference', () => {
	const nodes = [new Agents().description, new Geo().description];
	const triggers = [new AgentsTrigger().description, new GeoTrigger().description];
	const NODES = 'docs/nodes.md';
	const TRIGGERS = 'docs/triggers.md';

	const operationsOf = (resources: readonly Resource[]) =>
		resources.flatMap(({ name, operations }) => operations.map((one) => `${name} → ${one.name}`));
	const operationRows = (heading: string) =>
		rowsUnder(NODES, heading).flatMap(([names = '', operation = '']) =>
			names.split(', ').map((name) => `${name} → ${operation}`),
		);
	const outputs = nodes.flatMap((node) => offered(node, 'output'));
	const events = triggers.flatMap((one) =>
		offered(one, 'event').map((event) => `${one.displayName} → ${event}`),
	);
	/** The name of a trigger is only in its first row. */
	const eventRows = () => {
		let trigger = '';
		return rowsUnder(TRIGGERS, '# The triggers').map(([name = '', event = '']) => {
			if (name !== '') trigger = name;
			return `${trigger} → ${event}`;
		});
	};
	const outputRows = () => rowsUnder(NODES, '## Output').map(([name = '']) => name);

	it.each([
		['GEO operations', () => operationRows('## The GEO node'), operationsOf(geoResources)],
		['Agents operations', () => operationRows('## The Agents node'), operationsOf(agentsResources)],
		['outputs', outputRows, [...new Set(outputs)]],
		['events', eventRows, events],
	])('has a row for each of the %s, and for nothing else', (_what, rowsOf, wanted) => {
		expect(wanted.length).toBeGreaterThan(3);
		expect(rowsOf().toSorted()).toEqual(wanted.toSorted());
	});

	it('has what a model fills in', () => {
		const rows = rowsUnder('docs/agents.md', '## What does the model fill in?');
		const filled = nodes.flatMap(({ properties }) =>
			properties.filter((property) => JSON.stringify(property.default).includes('$fromAI')),
		);
		const wanted = [...new Set(filled.map(({ displayName }) => displayName))];
		expect(wanted).toHaveLength(8);
		expect(rows.map(([name]) => name).toSorted()).toEqual(wanted.toSorted());
	});

	it('has the lists without metrics', () => {
		const without = LISTS.filter(({ metrics }) => metrics === undefined).map(({ name }) => name);
		const named = matches(read(NODES), /\*\*Metrics\*\* \(all lists but ([^)]*)\)/g);
		expect(named).toEqual([new Intl.ListFormat('en-GB').format(without)]);
	});
});

describe('What CONTRIBUTING shows', () => {
	const page = read('CONTRIBUTING.md');
	const places = ['', 'nodes/shared', 'test/engine', 'nodes/Geo', 'nodes/Agents/operations'];
	const placeOf = (path: string) =>
		places.map((place) => join(place, path)).find((each) => existsSync(each));

	it('is there, or is to be made: files, and what is in them', () => {
		const paths = matches(page, /`([\w./]+\/[\w./]+\.(?:ts|md|mjs|yaml))`/g);
		const missing = new Set(paths.filter((path) => placeOf(path) === undefined));
		const toBeMade = ['nodes/Agents/operations/playbook/run.ts'];
		expect([...missing]).toEqual(toBeMade.filter((path) => !existsSync(path)));
		const rows = [...page.matchAll(/^\| `(\w+)\/` .*\| `(\w+\.ts)` +\|$/gm)];
		const starts = rows.map(([, folder = '', file = '']) => join('nodes/shared', folder, file));
		expect(starts.length).toBeGreaterThan(5);
		expect(starts.filter((file) => !existsSync(file))).toEqual([]);
		const named = [...page.matchAll(/`(\w+)`\s+(?:in|of)\s+`([\w/]+\.ts)`/g)];
		expect(named.length).toBeGreaterThan(5);
		const isIn = (name: string, file = '') =>
			existsSync(file) && new RegExp(`\\b${name}\\b`).test(read(file));
		const lost = named.filter(([, name = '', path = '']) => !isIn(name, placeOf(path)));
		expect(lost.map(([words]) => words)).toEqual([]);
	});

	it('is a patch with a list and a report that applies, or that is applied', () => {
		const tries = [[], ['--reverse', '--include=nodes/*']].map((more) =>
			spawnSync('git', ['apply', '--check', ...more, 'dev/recipes.patch'], { encoding: 'utf8' }),
		);
		expect(tries.map(({ status, stderr }) => (status === 0 ? 'applies' : stderr))).toContain(
			'applies',
		);
	});

	it('is the query of Prompt → Get Many in a new node', () => {
		const [, literal = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
		const [getMany] = geoResources.find(({ value }) => value === 'prompt')?.operations ?? [];
		if (getMany === undefined) throw new Error('There is no Prompt → Get Many');
		const query: unknown = jsonParse(JSON.stringify(startOf(getMany)));
		expect(query).toMatchObject(jsonParse<object>(literal));
	});

	describe('as the operation to copy', () => {
		const planFor = (values: object = {}) =>
			exampleOperation.readQuery(
				parametersOf({
					project: { mode: 'id', value: 'p1' },
					...{ playbookId: ' a/1 ', depth: 'quick', options: {}, ...values },
				}),
			);

		/** The request of the example with these fields. */
		function requestFor(values: object = {}) {
			return addProject(planFor(values).request, 'p1');
		}

		it('sends the ID in the path, the project, and what is entered under Options', () => {
			expect(requestFor()).toEqual({
				...{ api: 'agents', effect: 'unsafe', method: 'POST', projectId: 'p1' },
				body: { depth: 'quick' },
				path: '/api/v1/business/playbooks/a%2F1/run',
			});
			const options = { note: 'Why', apiDetails: { additionalBodyJson: '{ "a": 1 }' } };
			expect(requestFor({ options }).body).toEqual({ depth: 'quick', note: 'Why', a: 1 });
		});

		it('takes one project, which may be known by its name, and needs the ID', () => {
			const planBy = (mode: string, value: string) => planFor({ project: { mode, value } });
			const projects = { by: 'name', name: 'Tea' };
			expect(planBy('name', 'Tea')).toMatchObject({ projects, request: { effect: 'unsafe' } });
			expect(problemOf(() => planBy('id', '*')).message).toContain('takes one project');
			const { message } = problemOf(() => planFor({ playbookId: ' ' }));
			expect(message).toBe("'Playbook ID' is empty");
		});

		it('sends what its entry in docs/openapi.yaml has', () => {
			const document = json(parse(read('docs/openapi.yaml')));
			const entry = json(parse(read('test/unit/exampleOperation.yaml')));
			const contract = contractOf({ ...document, paths: { ...json(document['paths']), ...entry } });
			const violationsOf = ({ method, path, body, projectId }: ReturnType<typeof requestFor>) => {
				const key = { 'x-api-key': 'k', 'content-type': 'application/json' };
				const headers = { ...key, 'x-project-id': projectId };
				return contract.violations({ method, path, body, headers });
			};
			expect(violationsOf(requestFor({ options: { note: 'Why' } }))).toEqual([]);
			const body = { depth: 'full', other: 1 };
			expect(violationsOf({ ...requestFor(), body })).toEqual(['body.other: not documented']);
		});
	});
});

const DESCRIPTIONS: Readonly<Record<string, INodeTypeDescription>> = Object.fromEntries(
	[new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()].map(({ description }) => [
		`n8n-nodes-agents-geo.${description.name}`,
		description,
	]),
);

/** The highest versions of n8n's own nodes that the oldest n8n knows. */
const IN_OLDEST: Readonly<Record<string, number>> = {
	...{ scheduleTrigger: 1.3, manualTrigger: 1, formTrigger: 2.3, stickyNote: 1, dataTable: 1 },
	...{ set: 3.4, splitOut: 1, summarize: 1.1, sort: 1, limit: 1, filter: 2.2, if: 2.2 },
	...{ removeDuplicates: 2, slack: 2.4, notion: 2.2, googleDocs: 2, googleBigQuery: 2.1 },
	...{ gmail: 2.1, hubspot: 2.1, quickChart: 1, googleSheets: 4 },
	...{ chatTrigger: 1.4, agent: 3, memoryBufferWindow: 1.3, lmChatOpenAi: 1.3 },
};

/** A node of the package as the editor shows it, with a project if it asks for one. */
const shownNode = (node: INode): INode => {
	const chosen = withProject(node.parameters, { id: 'a-project', name: 'A project' });
	return { ...node, parameters: { ...node.parameters, ...chosen } };
};

it('The compose file names what is there: folders, the tarball and the sandbox', () => {
	const { services } = parse(read('examples/compose.yaml')) as {
		services: Record<string, { volumes: string[]; command: string[] }>;
	};
	const { n8n, sandbox } = services;
	const mounted = [...(n8n?.volumes ?? []), ...(sandbox?.volumes ?? [])].filter((volume) =>
		volume.startsWith('.'),
	);
	expect(mounted.map((volume) => existsSync(join('examples', volume.split(':')[0] ?? '')))).toEqual(
		[true, true],
	);
	const { name, version } = jsonParse<{ name: string; version: string }>(read('package.json'));
	expect(`${name}-${version}.tgz`).toMatch(/^n8n-nodes-agents-geo-.*\.tgz$/);
	expect(n8n?.command.join()).toContain(`/package/${name}-*.tgz`);
	expect(sandbox?.command.slice(0, 3)).toEqual(['npm', 'run', 'sandbox']);
	expect(scripts).toHaveProperty('sandbox');
});

describe.each(readExamples())('$file', ({ file, workflow }) => {
	const { id, name, nodes } = workflow;

	it('has a note, no data and one trigger that is on, and is listed where people look for it', () => {
		expect(nodes.filter(isNote).length).toBeGreaterThan(0);
		expect(workflow.pinData).toEqual({});
		expect(id).toMatch(/^agentsGeo\w+$/);
		expect(triggersOf(workflow).filter(({ disabled }) => disabled !== true)).toHaveLength(1);
		expect(read('examples/README.md')).toContain(`[${name}](${file})`);
		expect(existsSync(join('examples/images', file.replace('.json', '.png')))).toBe(true);
	});

	it('names in notes and expressions nodes that there are, each by a name of its own', () => {
		const known = new Set(nodes.map((node) => node.name));
		expect(known.size).toBe(nodes.length);
		const notes = nodes.filter(isNote).map(({ parameters }) => text(parameters.content) ?? '');
		const written = JSON.stringify(nodes.map(({ parameters }) => parameters));
		const opened = matches(notes.join('\n'), /open \*([^*]+)\*/g);
		for (const node of [...opened, ...matches(written, /\$\('([^']+)'\)/g)]) {
			expect(known).toContain(node);
		}
	});

	it('can be imported in the oldest n8n', () => {
		for (const { type, typeVersion } of nodes.filter((node) => !isOurs(node))) {
			const highest = IN_OLDEST[type.replace(/^.*\./, '')] ?? 0;
			expect({ type, isKnown: typeVersion <= highest }).toEqual({ type, isKnown: true });
		}
	});

	it('sets only fields of the package that show, and none that is incomplete', () => {
		for (const node of nodes.filter((one) => isOurs(one) && !isTool(one)).map(shownNode)) {
			const description = DESCRIPTIONS[node.type];
			if (description === undefined) throw new Error(`There is no ${node.type}`);
			const { properties } = description;
			const shown = NodeHelpers.getNodeParameters(
				properties,
				node.parameters,
				...([true, false, node, description] as const),
			);
			const { pollTimes, ...own } = node.parameters;
			expect({ node: node.name, ...shown }).toMatchObject({ node: node.name, ...own });
			expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
			expect(pollTimes === undefined).toBe(description.polling !== true);
		}
	});

	it('chooses the number format of each message', () => {
		for (const { parameters } of nodes.filter((node) => node.parameters.output === 'message')) {
			expect(parameters).toHaveProperty('messageNumberFormat');
		}
	});

	it('writes texts of others to Google Sheets as texts, not as formulas', () => {
		for (const node of nodes.filter(({ type }) => type === 'n8n-nodes-base.googleSheets')) {
			expect(json(node.parameters.options)).toMatchObject({ cellFormat: 'RAW' });
			// The editor forgets the options as long as no sheet is chosen. From 4.1 on, a node without
			// them lets Google Sheets run formulas.
			expect(node.typeVersion).toBeLessThan(4.1);
		}
	});
});

it('SECURITY.md names tests that there are', () => {
	const page = readFileSync('SECURITY.md', 'utf8').replace(/\s+/g, ' ');
	expect(page).not.toMatch(/Test: \d/);
	const named = [...page.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)];
	expect(named.length).toBeGreaterThan(5);
	for (const [, file = '', title = ''] of named) {
		expect(readFileSync(file, 'utf8')).toContain(title);
	}
});
