import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';

/** The line that n8n shows below the name of a node. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { description } = type;
	const node: INode = {
		...{ id: 'a', name: 'A', type: description.name, typeVersion: 1, position: [0, 0] },
		parameters,
	};
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		description.subtitle,
		'internal',
		{},
		undefined,
		'nothing',
	);
}

/** What a field offers. */
function entriesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option) => 'value' in option);
}

/** Every way to choose an entry in each of two fields, the second of which depends on the first. */
function choices({ description }: INodeType, first: string, second: string) {
	const node = { typeVersion: 1 };
	const shown = (values: INodeParameters, name: string) =>
		description.properties
			.filter((property) => property.name === name)
			.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
			.flatMap(entriesOf);
	return shown({}, first).flatMap((one) =>
		shown({ [first]: one.value }, second).map((two) => ({ one, two })),
	);
}

describe.each([
	['Agents', new Agents(), ['resource', 'operation']],
	['GEO', new Geo(), ['resource', 'operation']],
	['GEO Trigger', new GeoTrigger(), ['recordType', 'event']],
] as const)('The subtitle of %s', (_name, type, [after, before]) => {
	const [first, second] = before === 'event' ? [before, after] : [after, before];
	const all = choices(type, first, second).map(({ one, two }) => ({
		parameters: { [first]: one.value, [second]: two.value },
		words: before === 'event' ? `${one.name}: ${two.name}` : `${two.name}: ${one.name}`,
	}));

	it.each(all)('is $words', ({ parameters, words }) => {
		expect(subtitleOf(type, parameters)).toBe(words);
	});

	it('is there for every entry', () => {
		expect(all.length).toBeGreaterThanOrEqual(4);
	});
});

describe('The subtitle of Agents Trigger', () => {
	const type = new AgentsTrigger();
	const entries = type.description.properties
		.filter(({ name }) => name === 'event')
		.flatMap(entriesOf);

	it.each(entries)('is $name', ({ name, value }) => {
		expect(subtitleOf(type, { event: value })).toBe(name);
	});
});
