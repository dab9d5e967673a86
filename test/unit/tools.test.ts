import {
	type FromAIArgument,
	generateZodSchema,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
	type INodeProperties,
	traverseNodeParameters,
} from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { Agents } from '../../nodes/Agents/Agents.node';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { Geo } from '../../nodes/Geo/Geo.node';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { type Operation, resourceProperties, type Resource } from '../../nodes/shared/run';
import { run } from './exampleOperation';
import { parametersOf } from './parametersOf';

/** What only whoever builds the workflow decides. */
const INTERNAL =
	/batch|retr|timeout|proxy|ssl|wait|page|pagination|output|fields|method|path|body|return|operat|resource/i;

/** What CONTRIBUTING shows keeps to the same rules. */
const EXAMPLE: readonly Resource[] = [{ name: 'Playbook', value: 'playbook', operations: [run] }];

const NODES = [
	{ node: 'Agents', description: new Agents().description, resources: agentsResources },
	{ node: 'GEO', description: new Geo().description, resources: geoResources },
	{ node: 'CONTRIBUTING', description: nodeWith(EXAMPLE), resources: EXAMPLE },
];

/** The Agents node with these operations. */
function nodeWith(resources: readonly Resource[]): INodeTypeDescription {
	return { ...new Agents().description, properties: resourceProperties(resources, 'playbook') };
}

/** Every operation as a tool that somebody has just added. */
const TOOLS = NODES.flatMap(({ node, description, resources }) =>
	resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			title: `${node}: ${resource.name} → ${operation.name}`,
			operation,
			...toolOf(description, { resource: resource.value, operation: operation.value }),
		})),
	),
);

interface Tool {
	readonly parameters: INodeParameters;
	readonly description: string;
	readonly schema: readonly FromAIArgument[];
}

/** What n8n makes of a node (n8n: convertNodeToAiTool; n8n-core: createNodeAsTool). */
function toolOf(base: INodeTypeDescription, chosen: INodeParameters): Tool {
	const about = { ...base, name: `${base.name}Tool`, displayName: `${base.displayName} Tool` };
	const node: INode = {
		...{ id: 'tool', name: 'Tool', type: about.name, typeVersion: 1, position: [0, 0] },
		parameters: chosen,
	};
	const parameters =
		NodeHelpers.getNodeParameters(about.properties, chosen, true, false, node, about) ?? {};
	const schema: FromAIArgument[] = [];
	traverseNodeParameters(parameters, schema);
	const text = parameters.toolDescription;
	return { parameters, schema, description: typeof text === 'string' ? text : '' };
}

it('The tools are all there, each with a description of its own', () => {
	expect(TOOLS.length).toBeGreaterThanOrEqual(18);
	expect(new Set(TOOLS.map(({ description }) => description)).size).toBe(TOOLS.length);
	// In all others, whoever builds the workflow chooses what the model fills in.
	const filled = TOOLS.filter(({ schema }) => schema.length > 0);
	expect(filled.map(({ title }) => title)).toEqual(['GEO: Any Data → Ask']);
});

it.each([
	['geo', 'records'],
	['geoTool', 'simplified'],
])('In %s, Output is there once, and a field that an expression shows', (name, output) => {
	const description = { ...new Geo().description, name };
	const values = { resource: 'prompt', operation: 'getAll', returnAll: '={{ false }}' };
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description);
	const startsOf = (own: string) =>
		description.properties.filter((field) => field.name === own && isShown(field));
	expect(startsOf('output').map(({ default: start }) => start)).toEqual([output]);
	expect(startsOf('limit').map(({ default: start }) => start)).toEqual([50]);
});

describe.each(TOOLS)('The tool $title', (tool) => {
	const { parameters, description, schema, operation } = tool;
	const picker = operation.fields.find(({ name }) => name === 'project');

	it('is in the committed snapshot, word for word, which people read', () => {
		expect(asText(tool)).toMatchSnapshot();
	});

	it('says what it answers and when to use it, briefly', () => {
		expect(description).toMatch(/^[A-Z][a-z]+s .{50,}\.$/s);
		// One tool for every question takes the place of all others.
		expect(description.length).toBeLessThanOrEqual(operation.value === 'ask' ? 900 : 350);
		expect(parameters.descriptionType).toBeUndefined();
	});

	it('asks the model for nothing that only people decide, and says of all else what it means', () => {
		expect(new Set(schema.map(({ key }) => key)).size).toBe(schema.length);
		for (const { key, type, description: about = '' } of schema) {
			expect(key).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
			expect(key).not.toMatch(INTERNAL);
			// Of other types, n8n would ask people in Execute step.
			expect([key, type]).toEqual([key, 'string']);
			expect(about).toMatch(/^.{30}/);
			expect(about).toMatch(/such as|Known: |one of|: topic|documented/);
			expect(about).not.toMatch(/[`\\]/);
		}
	});

	it('requires of the model only What and Project', () => {
		const needed = schema.filter((argument) => !generateZodSchema(argument).isOptional());
		expect(needed.map(({ key }) => key)).toEqual(schema.length > 0 ? ['What', 'Project'] : []);
	});

	it('offers All Projects if, and only if, it takes them', () => {
		const [list] = picker?.modes ?? [];
		expect(list?.typeOptions?.searchListMethod === 'searchProjectsOrAll').toBe(takesAll(operation));
	});
});

const isEmptyAndRequired = ({ required, default: start }: INodeProperties) =>
	required === true && (start === '' || json(start)['value'] === '');

/** Whether an operation plans to read all projects, where everything that it requires is filled in. */
function takesAll(operation: Operation): boolean {
	const inNode = operation.fields.filter(
		({ displayOptions }) => displayOptions?.show?.['@tool']?.[0] !== true,
	);
	const values = inNode.map((field): [string, IDataObject[string]] => [
		field.name,
		isEmptyAndRequired(field) ? 'a' : field.default,
	]);
	const all = { mode: 'list', value: '*' };
	const given = {
		what: 'prompts',
		...Object.fromEntries(values),
		withProject: true,
		project: all,
		options: {},
	};
	try {
		const planned = operation.readQuery(parametersOf(given));
		return planned.projects?.by === 'all';
	} catch (error) {
		expect(error).toMatchObject({ message: 'This operation takes one project, not all of them' });
		return false;
	}
}

/** What the model is told of a tool. */
function asText({ description, schema }: Tool): string {
	const fields = schema.map(({ key, type = 'string', description: about = '', defaultValue }) => {
		const optional = defaultValue === undefined ? 'required' : JSON.stringify(defaultValue);
		return `\n- ${key} (${type}, ${optional}): ${about}`;
	});
	return description + fields.join('');
}
