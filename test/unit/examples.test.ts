import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { json, text } from '../../dev/json';
import { ROOT } from '../../dev/paths';
import { withProject } from '../../examples/withProject';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { isNote, isOurs, isTool, readExamples, triggersOf } from '../e2e/kit/examples';

const BASE = 'n8n-nodes-base.';
const CHOSEN = { id: 'a-project', name: 'A project' };

const DESCRIPTIONS: Readonly<Record<string, INodeTypeDescription>> = Object.fromEntries(
	[new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()].map(({ description }) => [
		`n8n-nodes-agents-geo.${description.name}`,
		description,
	]),
);

/** The highest versions of n8n's own nodes that the oldest n8n knows. */
const IN_OLDEST: Readonly<Record<string, number>> = {
	...{ scheduleTrigger: 1.3, manualTrigger: 1, formTrigger: 2.3, stickyNote: 1 },
	...{ set: 3.4, splitOut: 1, summarize: 1.1, sort: 1, limit: 1, filter: 2.2, removeDuplicates: 2 },
	...{ slack: 2.4, notion: 2.2, googleDocs: 2, googleBigQuery: 2.1, gmail: 2.1, hubspot: 2.1 },
	...{ quickChart: 1, googleSheets: 4 },
	...{ chatTrigger: 1.4, agent: 3, memoryBufferWindow: 1.3, lmChatOpenAi: 1.3 },
};

/** A node of the package as the editor shows it, with a project if it asks for one. */
function shownNode(node: INode): INode {
	const parameters = { ...node.parameters, ...withProject(node.parameters, CHOSEN) };
	return { ...node, parameters };
}

describe.each(readExamples())('$file', ({ file, workflow }) => {
	const { id, name, nodes } = workflow;

	test('has a note, no data, and names that nodes are known by', () => {
		expect(nodes.filter(isNote).length).toBeGreaterThan(0);
		expect(workflow.pinData).toEqual({});
		expect(id).toMatch(/^agentsGeo\w+$/);
		expect(name).toMatch(/\S/);
		expect(new Set(nodes.map((node) => node.name)).size).toBe(nodes.length);
	});

	test('is listed where people look for it', () => {
		const list = readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8');
		expect(list).toContain(`[${name}](${file})`);
		expect(existsSync(join(ROOT, 'examples', 'images', file.replace('.json', '.png')))).toBe(true);
	});

	test('names in its notes no nodes and fields that there are not', () => {
		const known = new Set(nodes.map((node) => node.name));
		for (const { parameters } of nodes.filter(isNote)) {
			const opened = [...(text(parameters.content) ?? '').matchAll(/open \*([^*]+)\*/g)];
			for (const [, node] of opened) expect(known).toContain(node);
		}
	});

	test('refers in expressions to nodes that there are', () => {
		const known = new Set(nodes.map((node) => node.name));
		const written = JSON.stringify(nodes.map(({ parameters }) => parameters));
		for (const [, node] of written.matchAll(/\$\('([^']+)'\)/g)) expect(known).toContain(node);
	});

	test('can be imported in the oldest n8n', () => {
		for (const { type, typeVersion } of nodes.filter((node) => !isOurs(node))) {
			const highest = IN_OLDEST[type.replace(/^.*\./, '')] ?? 0;
			expect({ type, isKnown: typeVersion <= highest }).toEqual({ type, isKnown: true });
		}
	});

	test('has one trigger that is on, which the button of the editor runs', () => {
		expect(triggersOf(workflow).filter(({ disabled }) => disabled !== true)).toHaveLength(1);
	});

	test('sets only fields of the package that show, and none that is incomplete', () => {
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

	test('writes texts of others to Google Sheets as texts, not as formulas', () => {
		for (const node of nodes.filter(({ type }) => type === `${BASE}googleSheets`)) {
			expect(json(node.parameters.options)).toMatchObject({ cellFormat: 'RAW' });
			// The editor forgets the options as long as no sheet is chosen. From 4.1 on, a node without
			// them lets Google Sheets run formulas.
			expect(node.typeVersion).toBeLessThan(4.1);
		}
	});
});
