import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isINodePropertyOptions, jsonParse, type INodeTypeDescription } from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
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

describe('The reference', () => {
	const nodes = [new Agents().description, new Geo().description];
	const triggers = [new AgentsTrigger().description, new GeoTrigger().description];

	it.each(['resource', 'operation', 'output'])('has every %s of the nodes', (field) => {
		const page = read('docs/nodes.md');
		const names = nodes.flatMap((node) => offered(node, field));
		expect(names.length).toBeGreaterThan(4);
		expect(names.filter((name) => !page.includes(name))).toEqual([]);
	});

	it('has every event of the triggers', () => {
		const names = triggers.flatMap((trigger) => offered(trigger, 'event'));
		const page = read('docs/triggers.md');
		expect(names).toHaveLength(5);
		expect(names.filter((name) => !page.includes(name))).toEqual([]);
	});
});
