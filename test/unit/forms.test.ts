import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	isINodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';

/** The most fields that a node shows when somebody puts it on the canvas. */
const MOST = 9;

/** Stands for the fields that only one operation has. */
const OWN = '';

/** In the order of n8n's guidelines: which, of what, what, when, filters, how many, in which form, the rest. */
const ORDER = [
	...['Resource', 'Operation', 'Event', 'Record Type', 'Method', 'Path'],
	...['Belongs to a Project', 'Project', 'Search', OWN, 'Fields to Watch'],
	...['Dimensions', 'Measures', 'Number to Watch', 'Condition', 'Amount', 'Unit', 'Body'],
	...['Date Range', 'Filters', 'Return All', 'Limit', 'Output', 'Options'],
];

const DESCRIPTIONS = [new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()].map(
	({ description }) => description,
);

/** The titles of the fields that n8n shows, with the choices made and everything else as it starts. */
function blocksOf(description: INodeTypeDescription, choices: INodeParameters): string[] {
	const node: INode = {
		...{ id: 'node', name: 'Node', type: description.name, typeVersion: 1, position: [0, 0] },
		parameters: choices,
	};
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, choices, true, false, node, description) ?? {};
	return properties
		.filter(({ type }) => type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ displayName }) => displayName);
}

const valuesOf = ({ options = [] }: INodeProperties) =>
	options.filter(isINodePropertyOptions).map(({ value }) => String(value));

/** What may be chosen in the pickers, the second of which depends on the first. */
function choicesOf({ properties }: INodeTypeDescription, first: string, second: string) {
	const [picker] = properties.filter(({ name }) => name === first);
	return (picker === undefined ? [] : valuesOf(picker)).flatMap((value): INodeParameters[] => {
		const seconds = properties.filter(
			({ name, displayOptions }) =>
				name === second && displayOptions?.show?.[first]?.includes(value) === true,
		);
		if (seconds.length === 0) return [{ [first]: value }];
		return seconds.flatMap(valuesOf).map((other) => ({ [first]: value, [second]: other }));
	});
}

const FORMS = DESCRIPTIONS.flatMap((description) =>
	[
		...choicesOf(description, 'resource', 'operation'),
		...choicesOf(description, 'event', 'recordType'),
	].map((choices) => ({
		title: [description.displayName, ...Object.values(choices).map(String)].join(' → '),
		blocks: blocksOf(description, choices),
	})),
);

it('All operations and events have a form', () => {
	expect(FORMS.length).toBeGreaterThanOrEqual(18 + 3 + 21);
});

describe.each(FORMS)('The form of $title', ({ blocks }) => {
	it(`has at most ${MOST} fields as it is put on the canvas, each of them once`, () => {
		expect(blocks.length).toBeLessThanOrEqual(MOST);
		expect(new Set(blocks).size).toBe(blocks.length);
	});

	it('has them in the order of all forms, and Options last', () => {
		const places = blocks.map((title) => ORDER.indexOf(ORDER.includes(title) ? title : OWN));
		expect(places).toEqual(places.toSorted((one, other) => one - other));
		expect(blocks.at(-1)).toBe('Options');
	});
});
