import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isINodePropertyOptions, jsonParse, type INodeTypeDescription } from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';

const README = 'README.md';

/** The most lines of a page that newcomers read to its end. */
const LONGEST_README = 150;

interface PackageJson {
	readonly homepage: string;
	readonly scripts: Record<string, string>;
}

const read = (file: string) => readFileSync(file, 'utf8');
const namesIn = (folder: string, end: string) =>
	readdirSync(folder).filter((name) => name.endsWith(end));

const pages = [
	...[README, 'CHANGELOG.md', 'CONTRIBUTING.md'],
	...namesIn('docs', '.md').map((name) => join('docs', name)),
];
const { homepage, scripts } = jsonParse<PackageJson>(read('package.json'));

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

describe.each(pages)('%s', (page) => {
	it('links to files and headings that exist', () => {
		const broken = linksOf(page).filter((link) => {
			const [path = '', anchor] = link.split('#');
			const target = path === '' ? page : normalize(join(dirname(page), path));
			if (!existsSync(target)) return true;
			return anchor !== undefined && !anchorsOf(target).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	it('names scripts that exist', () => {
		const named = matches(read(page), /npm run (?:--silent )?([a-z][a-z0-9:]*)/g);
		expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
	});
});

describe('The README', () => {
	it('can be read to its end', () => {
		expect(read(README).split('\n').length).toBeLessThanOrEqual(LONGEST_README);
	});

	it('has the heading that n8n opens from the credential', () => {
		const [address, anchor = ''] = new AgentsGeoApi().documentationUrl.split('#');
		expect(`${address}#readme`).toBe(homepage);
		expect(anchorsOf(README)).toContain(anchor);
	});

	it('links to every page of docs/ and to every example', () => {
		const examples = namesIn('examples', '.json').map((name) => `examples/${name}`);
		const wanted = [...pages.filter((page) => page !== README), ...examples];
		expect(linksOf(README)).toEqual(expect.arrayContaining(wanted));
	});
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

	/** Expects the rows under a heading to be those of the nodes, each named as in a table. */
	function expectRows(where: string, rows: readonly string[], wanted: readonly string[]): void {
		expect(wanted.length).toBeGreaterThan(3);
		expect([
			...wanted.filter((row) => !rows.includes(row)).map((row) => `${where} has no row for ${row}`),
			...rows
				.filter((row) => !wanted.includes(row))
				.map((row) => `${where} has a row for ${row}, which there is not`),
		]).toEqual([]);
	}

	it.each([
		['## The GEO node', geoResources],
		['## The Agents node', agentsResources],
	])('has the operations of a node under %s', (heading, resources) => {
		const rows = rowsUnder(NODES, heading).flatMap(([names = '', operation = '']) =>
			names.split(', ').map((name) => `${name} → ${operation}`),
		);
		const wanted = resources.flatMap(({ name, operations }) =>
			operations.map((operation) => `${name} → ${operation.name}`),
		);
		expectRows(`${NODES}, ${heading},`, rows, wanted);
	});

	it('has the outputs of the nodes', () => {
		const rows = rowsUnder(NODES, '## Output').map(([name = '']) => name);
		const wanted = new Set(nodes.flatMap((node) => offered(node, 'output')));
		expectRows(`${NODES}, ## Output,`, rows, [...wanted]);
	});

	it('has what a model fills in', () => {
		const rows = rowsUnder('docs/agents.md', '# As tools of an AI agent');
		const names = rows.flatMap(([cell = '']) => cell.split(', '));
		const filled = nodes.flatMap(({ properties }) =>
			properties.filter((property) => JSON.stringify(property.default).includes('$fromAI')),
		);
		const wanted = [...new Set(filled.map(({ displayName }) => displayName))];
		expect(wanted.length).toBeGreaterThan(8);
		const missing = wanted.filter((name) => !names.includes(name));
		expect(missing.map((name) => `docs/agents.md has no row for ${name}`)).toEqual([]);
	});

	it('has the lists without metrics', () => {
		const without = LISTS.filter(({ metrics }) => metrics === undefined).map(({ name }) => name);
		const [named] = matches(read(NODES), /\*\*Metrics\*\* \(all lists but ([^)]*)\)/g);
		const wanted = new Intl.ListFormat('en-GB').format(without);
		expect(`${NODES}: Metrics (all lists but ${named})`).toBe(
			`${NODES}: Metrics (all lists but ${wanted})`,
		);
	});

	it('has the events of the triggers', () => {
		let trigger = '';
		const rows = rowsUnder(TRIGGERS, '# The triggers').map(([name = '', event = '']) => {
			// The name of a trigger is only in its first row.
			if (name !== '') trigger = name;
			return `${trigger} → ${event}`;
		});
		const wanted = triggers.flatMap((one) =>
			offered(one, 'event').map((event) => `${one.displayName} → ${event}`),
		);
		expectRows(TRIGGERS, rows, wanted);
	});
});
