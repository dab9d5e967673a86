import { readFileSync } from 'node:fs';
import {
	generateSingleVersionTypeFile,
	type NodeTypeDescription,
} from '@n8n/workflow-sdk/scripts/generate-types';
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	isINodePropertyOptions,
	jsonParse,
	NodeHelpers,
	type NodeParameterValueType,
	Workflow,
} from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { ask } from '../../nodes/Geo/operations/ask';
import { LISTS, metricsOptionsOf } from '../../nodes/Geo/operations/lists';
import {
	dimensionsPickList,
	measuresPickListOf,
	REPORTS,
} from '../../nodes/Geo/operations/reports';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { readOvertakenDetector } from '../../nodes/GeoTrigger/overtakenEvent';
import { entriesOf } from '../entriesOf';
import { mergeFields } from '../../nodes/shared/form';
import type { Resource } from '../../nodes/shared/run';
import { createMetricDetector, crossingRule } from '../../nodes/shared/watch';
import { KEY_IS_ID } from '../../nodes/shared/table';
import { write } from './messages';
import { parametersOf } from './parametersOf';

const TYPES = [new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()];
const sets = [
	...TYPES.map(({ description }) => [description.displayName, description.properties] as const),
	['credential', new AgentsGeoApi().properties] as const,
];

const isGroup = (entry: object): entry is INodePropertyCollection => 'values' in entry;
const groupsOf = ({ options = [] }: INodeProperties) => options.filter(isGroup);

/** A property and all that lie in it. */
const within = (property: INodeProperties): INodeProperties[] => {
	const inner = [...groupsOf(property).flatMap(({ values }) => values), ...entriesOf(property)];
	return [property, ...inner.flatMap(within)];
};

const optionsOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	/^(multiO|o)ptions$/.test(type) ? options.filter(isINodePropertyOptions) : [];

/** The operations in a picker of them. */
const operationsIn = (property: INodeProperties) =>
	property.name === 'operation' ? optionsOf(property) : [];

const SMALL_WORDS = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;

/** A title with a capital on every word but the small ones in its middle. */
function isTitleCase(title: string): boolean {
	const words = title.split(/[\s(]+/);
	return words.every((word, place) => {
		const isEdge = place === 0 || place === words.length - 1;
		return /^[a-z]/.test(word) === (!isEdge && SMALL_WORDS.test(word.toLowerCase()));
	});
}

/** A sentence without a stop, or several with one. */
const isEndedRight = (text: string) => /[.!?]\s+(?=[A-Z])/.test(text) === text.endsWith('.');

const hasDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** What stands there in the variant for AI agents only has an expression to start with. */
const isInNode = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.includes(true) !== true;

/** The modes beside the list: of pickers, and of the values in Filters. */
const OTHER_MODES: Readonly<Record<string, string[]>> = {
	field: ['By Name'],
	metric: ['By Name'],
	project: ['By ID', 'By Name'],
};
const FILTER_MODES = ['By Name or ID'];

/** What is wrong with a picker: it has a searchable list first, then an ID or a name. */
function pickerHas({
	name,
	modes = [],
	required,
	default: start,
	displayOptions,
}: INodeProperties) {
	const [list, ...others] = modes;
	const names = others.map(({ displayName }) => displayName);
	return {
		list: list?.displayName === 'From List' && list.typeOptions?.searchable === true,
		example: /^Select an? ([a-z]+|AI)( [a-z]+)*(…|\.\.\.)$/.test(list?.placeholder ?? ''),
		modes: String(names) === String(OTHER_MODES[name] ?? FILTER_MODES),
		examples: others.every(({ placeholder = '' }) => /^e\.g\. \S/.test(placeholder)),
		start: /^\{"mode":"list","value":(""\}$|"is_self_website",)/.test(JSON.stringify(start)),
		// A row of a collection cannot require anything: what it lacks is said when it is read.
		required:
			required ===
			(name === 'field' || displayOptions?.show?.filter !== undefined ? undefined : true),
	};
}

const isToldToModel = ({ default: start }: INodeProperties) =>
	JSON.stringify(start).includes('$fromAI(');

/** What each property has to have, and whether it has. */
function propertyHas(property: INodeProperties): Record<string, boolean> {
	const { displayName, name, type, description = '', placeholder } = property;
	const options = isInNode(property) ? optionsOf(property) : [];
	const values = options.map(({ value }): unknown => value);
	const isPicker = name === 'resource' || name === 'operation';
	const isCollection = type === 'fixedCollection' || type === 'collection';
	// The editor shows what the model is told, and a list says what it is in its title.
	const isClear =
		isPicker ||
		isCollection ||
		type === 'hidden' ||
		type === 'resourceLocator' ||
		isToldToModel(property);
	return {
		title: isTitleCase(displayName),
		name: /^[a-z][a-zA-Z0-9]*$/.test(name),
		default: property.default !== undefined,
		description:
			(isClear && description === '') ||
			(/^\S.{9,}\S$/.test(description) && isEndedRight(description)),
		words: description.toLowerCase() !== displayName.toLowerCase(),
		'Whether at the start': description.startsWith('Whether ') === (type === 'boolean'),
		placeholder:
			placeholder === undefined || (isCollection ? /^Add / : /^e\.g\. \S/).test(placeholder),
		'distinct values': hasDistinct(values),
		'its default':
			values.length === 0 || [property.default].flat().every((one) => values.includes(one)),
		options: options.every((one) => isTitleCase(one.name) && isEndedRight(one.description ?? '')),
		groups: groupsOf(property).every(
			(group) => isTitleCase(group.displayName) && hasDistinct(group.values.map((one) => one.name)),
		),
		'days without a time': type !== 'dateTime' || property.typeOptions?.dateOnly === true,
		...(type === 'resourceLocator' && isInNode(property) ? pickerHas(property) : {}),
	};
}

describe.each(sets)('The fields of %s', (_title, properties) => {
	it('are named, described and filled in as n8n wants it', () => {
		const fields = properties.flatMap(within).filter(({ type }) => type !== 'notice');
		const wrong = fields.flatMap((field) => {
			const lacks = Object.entries(propertyHas(field)).filter(([, isThere]) => !isThere);
			return lacks.map(([what]) => `${field.displayName} (${field.name}): ${what}`);
		});
		expect(fields).not.toHaveLength(0);
		expect(wrong).toEqual([]);
	});

	it('are shown by fields and values that exist', () => {
		const valuesOf = (wanted: string) =>
			properties.filter(({ name }) => name === wanted).map((one) => optionsOf(one));
		const missing = properties.flatMap(({ name, displayOptions }) =>
			Object.entries(displayOptions?.show ?? {}).flatMap(([shower, values = []]) => {
				const showers = valuesOf(shower.replace(/^\//, ''));
				const known = showers.flat().map(({ value }): unknown => value);
				const isKnown = known.length === 0 || values.every((value) => known.includes(value));
				// The first is n8n's own condition for tools of an AI agent.
				return shower === '@tool' || (showers.length > 0 && isKnown)
					? []
					: [`${shower} of ${name}`];
			}),
		);
		expect(missing).toEqual([]);
	});
});

describe.each([
	['Agents', new Agents().description, agentsResources],
	['GEO', new Geo().description, geoResources],
])('The %s node', (_title, { properties }, resources) => {
	const pickers = properties.filter(({ name }) => name === 'resource' || name === 'operation');

	it('has these actions in the panel, and Any Data in tools only', () => {
		const inTools = pickers.flatMap(optionsOf).filter(({ displayOptions }) => displayOptions);
		expect({
			actions: pickers.flatMap(operationsIn).map(({ action }) => action),
			inTools: inTools.map(({ name, displayOptions }) => [name, displayOptions]),
		}).toMatchSnapshot();
	});

	it('starts with the pickers, which take no expressions, and says what each operation does', () => {
		expect(pickers).toEqual(properties.slice(0, 1 + resources.length));
		for (const picker of pickers) expect(picker.noDataExpression).toBe(true);
		for (const { name } of resources) expect(name).not.toMatch(/s$/);
		for (const option of pickers.slice(1).flatMap(optionsOf)) {
			const { name, action = '', description = '', value } = option;
			expect(action).toMatch(/^[A-Z][^A-Z]+(([A-Z]{2,}|\bI\b)[^A-Z]*)*[^.]$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			expect(description).toMatch(/^[A-Z].{9,}/);
			expect(description.toLowerCase()).not.toBe(action.toLowerCase());
			const isGetMany = value === 'getAll';
			expect([name === 'Get Many', action.startsWith('Get many ')]).toEqual([isGetMany, isGetMany]);
		}
	});

	it('has the fields of each operation in their order', () => {
		const choices = resources.flatMap(({ value: resource, operations }) =>
			operations.map(({ value, fields }) => ({ choice: { resource, operation: value }, fields })),
		);
		expectOwnFields(
			properties.filter((one) => !pickers.includes(one) && one.name !== 'requestOptions'),
			choices,
		);
	});
});

it.each([
	['Agents Trigger', new AgentsTrigger().description],
	['GEO Trigger', new GeoTrigger().description],
])("The %s keeps n8n's rules for triggers, and starts with the event", (title, description) => {
	expect(description).toMatchObject({
		...{ group: ['trigger'], polling: true, inputs: [], outputs: ['main'], displayName: title },
		defaults: { name: title },
	});
	const [event] = description.properties;
	expect(event).toMatchObject({ name: 'event', type: 'options', noDataExpression: true });
	for (const { name, description: words = '' } of event === undefined ? [] : optionsOf(event)) {
		expect(words.length).toBeGreaterThan(name.length);
	}
});

describe("What n8n's linter will ask, by its repository", () => {
	const fields = sets.flatMap(([, properties]) => properties.flatMap(within));

	it('Lists are in alphabetical order and have no entry twice', () => {
		// The presets of a Date Range follow the calendar.
		const lists = fields.filter(({ name }) => name !== 'dateRange').map(optionsOf);
		for (const list of lists) {
			const names = list.map(({ name }) => name);
			expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
			expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
		}
	});

	it('A switch among the options is on as soon as it is added', () => {
		const options = fields.filter(({ name }) => name === 'options').flatMap(entriesOf);
		const switches = options.filter(({ type }) => type === 'boolean');
		expect(switches.map(({ name }) => name)).toContain('flatten');
		expect(switches.filter(({ default: isOn }) => isOn !== true)).toEqual([]);
	});

	it('Hints have 120 characters at most', () => {
		const long = fields.flatMap(({ hint = '' }) => (hint.length > 120 ? hint : []));
		expect(long).toEqual([]);
	});

	it('Icons stand out from the background, light and dark', () => {
		for (const icon of ['nodes/Agents/agents', 'nodes/Geo/geo', 'credentials/agentsGeo']) {
			expect(contrast(fillOf(`${icon}.svg`), '#FFFFFF')).toBeGreaterThan(1.5);
			expect(contrast(fillOf(`${icon}.dark.svg`), '#1A1A1A')).toBeGreaterThan(1.5);
		}
	});
});

/** The colour of the largest shape, which is the first one. */
const fillOf = (file: string) => /fill="(#\w{6})"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

/** The contrast of two colours by WCAG, from 1 to 21. */
function contrast(one: string, other: string): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
		const part = parseInt(colour.slice(place, place + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([new Agents(), new Geo()])(
	'$description.displayName has one input and one output',
	(node) => {
		expect(node.description).toMatchObject({ inputs: ['main'], outputs: ['main'] });
	},
);

it.each([
	...['keyword', 'keywords', 'ranking', 'rank tracker', 'AI overview', 'visibility report'],
	...['client report', 'AI mentions'],
])("n8n's panel finds GEO by the words %s", (words) => {
	const { alias } = jsonParse<{ alias: string[] }>(readFileSync('nodes/Geo/Geo.node.json', 'utf8'));
	expect(alias.join('\n').toLowerCase()).toContain(words.toLowerCase());
});

it('Each entry of What in Ask has a name of its own', () => {
	const [, names = ''] = /What is one of: ([^.]+)\./.exec(ask.toolDescription) ?? [];
	const entries = names.split(', ');
	expect(entries).toContain('share of voice');
	expect(entries).toHaveLength(new Set(entries).size);
});

/** The most fields that a node shows when somebody puts it on the canvas. */
const MOST = 9;

/** Stands for the fields that only one operation has. */
const OWN = '';

/** In the order of n8n's guidelines: which, of what, what, when, filters, how many, in which form, the rest. */
const ORDER = [
	...['Resource', 'Operation', 'Event', 'Record Type', 'Method', 'Path'],
	...['Belongs to a Project', 'Project', 'Search', OWN, 'Fields to Watch'],
	...['Dimensions', 'Measures', 'Number to Watch', 'Margin', 'Condition', 'Amount', 'Unit', 'Body'],
	...['Date Range', 'Filters', 'Return All', 'Limit', 'Output', 'Options'],
];

const nodeOf = (type: string, parameters: INodeParameters): INode => ({
	...{ id: 'node', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters },
});

/** The titles of the fields that n8n shows, with the choices made and everything else as it starts. */
function blocksOf(description: INodeTypeDescription, choices: INodeParameters): string[] {
	const node = nodeOf(description.name, choices);
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, choices, true, false, node, description) ?? {};
	return properties
		.filter(({ type, isNodeSetting }) => type !== 'hidden' && isNodeSetting !== true)
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ displayName }) => displayName);
}

/** The line that n8n shows below the name of a node. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle } = type.description;
	const node = nodeOf(name, parameters);
	const nodeTypes = {
		...{ getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const own = [node, subtitle, 'internal', {}, undefined, 'nothing'] as const;
	return workflow.expression.getSimpleParameterValue(...own);
}

type Values = Record<string, NodeParameterValueType>;

/** The choices whose fields are merged. */
type Choices = Parameters<typeof mergeFields>[0];

const isShown = (property: INodeProperties, values: Values) =>
	NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, null);

/** Every way to choose an entry in the pickers of a node, the second of which depends on the first. */
const FORMS = TYPES.flatMap((type) => {
	const { displayName, properties } = type.description;
	const entries = (name: string, values: Values) =>
		properties.filter((one) => one.name === name && isShown(one, values)).flatMap(optionsOf);
	const isTrigger = !properties.some(({ name }) => name === 'resource');
	const [first, second] = isTrigger ? ['event', 'recordType'] : ['resource', 'operation'];
	return entries(first, {}).flatMap((one) => {
		const others = entries(second, { [first]: one.value });
		return [...others, ...(others.length === 0 ? [undefined] : [])].map((other) => {
			const values = { [first]: one.value, ...(other && { [second]: other.value }) };
			const names = [one.name, ...(other === undefined ? [] : [other.name])];
			const words = (isTrigger ? names : names.toReversed()).join(': ');
			return { title: [displayName, ...names].join(' → '), type, values, words };
		});
	});
});

it('All operations and events have a form', () => {
	expect(FORMS.length).toBeGreaterThanOrEqual(18 + 3 + 21);
});

it.each(FORMS)(
	'The form of $title starts with few fields, in order, and has a subtitle',
	({ type, values, words }) => {
		const blocks = blocksOf(type.description, values);
		expect(blocks.length).toBeLessThanOrEqual(MOST);
		expect(hasDistinct(blocks)).toBe(true);
		const places = blocks.map((title) => ORDER.indexOf(ORDER.includes(title) ? title : OWN));
		expect(places).toEqual(places.toSorted((one, other) => one - other));
		expect(blocks.at(-1)).toBe(words === 'Who Am I: Identity' ? 'Operation' : 'Options');
		expect(subtitleOf(type, values)).toBe(words);
	},
);

/** A property as the editor gets it, whatever it is that shows it. */
const look = (property: INodeProperties): unknown =>
	JSON.parse(JSON.stringify({ ...property, displayOptions: undefined }));

/** The entries of a collection that n8n shows beside these values. */
const shownEntries = (entries: readonly INodeProperties[], values: Values) =>
	entries.filter((entry) =>
		NodeHelpers.displayParameter({}, entry, { typeVersion: 1 }, null, values),
	);

/** Every combination of values of the fields that show others. */
function statesOf(fields: readonly INodeProperties[]): Values[] {
	const names = fields.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const valuesOf = ({ type, options = [] }: INodeProperties): NodeParameterValueType[] =>
		type === 'boolean'
			? [true, false]
			: options.flatMap((option) => ('value' in option ? [option.value] : []));
	return fields
		.filter(({ name }) => names.includes(name))
		.reduce<Values[]>(
			(states, field) =>
				states.flatMap((one) => valuesOf(field).map((value) => ({ ...one, [field.name]: value }))),
			[{}],
		);
}

/** Expects the form of each choice to show exactly its own fields, in their order. */
function expectOwnFields(properties: readonly INodeProperties[], choices: Choices): void {
	for (const { choice, fields } of choices) {
		for (const state of statesOf(fields)) {
			const values = { ...choice, ...state };
			const looks = (list: readonly INodeProperties[]) =>
				list
					.filter((field) => isShown(field, values))
					.map((field) =>
						field.type === 'collection'
							? [look({ ...field, options: [] }), shownEntries(entriesOf(field), values).map(look)]
							: look(field),
					);
			expect([values, looks(properties)]).toStrictEqual([values, looks(fields)]);
		}
	}
}

it('The operation that the form starts with stays the same, because saved workflows may rely on it', () => {
	const firstOf = (resources: readonly Resource[]) =>
		Object.fromEntries(resources.map(({ value, operations: [first] }) => [value, first?.value]));
	expect(firstOf(agentsResources)).toMatchObject({
		...{ endpoint: 'call', identity: 'whoAmI', project: 'getAll', task: 'query' },
	});
	expect(firstOf(geoResources)).toMatchObject({
		...Object.fromEntries(LISTS.map(({ value }) => [value, 'getAll'])),
		...{ endpoint: 'call', project: 'getAll', report: 'getCitations' },
	});
});

describe('Fields that several operations share', () => {
	const text = (name: string, description = name): INodeProperties => ({
		...{ displayName: name, name, type: 'string', default: '', description },
	});
	const choice = (where: string, ...fields: INodeProperties[]) => {
		const [resource = '', operation = ''] = where.split(' ');
		return { choice: { resource, operation }, fields };
	};
	const [a, b, c, d, other] = [text('a'), text('b'), text('c'), text('d'), text('a', 'other')];
	const flag: INodeProperties = { ...a, name: 'flag', type: 'boolean', default: true };
	const shown: INodeProperties = { ...d, displayOptions: { show: { flag: [false] } } };

	it.each<[string, string, Choices]>([
		['the same fields in each', 'abc', [choice('x get', a, b, c), choice('y get', a, b, c)]],
		['an own field between them', 'adbc', [choice('x get', a, b, c), choice('y get', a, d, c)]],
		['two orders', 'aba', [choice('x get', a, b), choice('y get', b, a)]],
		['different fields of one name', 'aab', [choice('x get', a, b), choice('y get', other, b)]],
		['one that a switch shows', 'fdd', [choice('x get', flag, shown), choice('y get', flag, d)]],
		['none in common', 'ba', [choice('x get', a), choice('y get', b), choice('z get')]],
		[
			'one for some of the combinations',
			'accbb',
			[
				...[choice('x get', a, b), choice('x find', a, c)],
				...[choice('y get', a, c), choice('y find', a, b)],
			],
		],
	])('are one property, in the order of each operation: %s', (_, names, choices) => {
		const merged = mergeFields(choices);
		expectOwnFields(merged, choices);
		expect(merged.map(({ name }) => name[0]).join('')).toBe(names);
	});

	it('are shown by no more pickers than it takes', () => {
		const shownBy = (...choices: Choices) =>
			mergeFields(choices).map(({ displayOptions }) => displayOptions?.show);
		const [one, two, three] = [choice('x get', a), choice('x find', a), choice('y get')];
		expect(shownBy(one, two, three)).toEqual([{ resource: ['x'] }]);
		expect(shownBy(one, two)).toEqual([undefined]);
		expect(shownBy(one, choice('y find', a), choice('y drop'), choice('z get'))).toEqual([
			{ resource: ['x', 'y'], operation: ['get', 'find'] },
		]);
	});
});

it('The form of the GEO Trigger has the fields and options of each record type', () => {
	const { properties } = new GeoTrigger().description;
	const dimensions = properties.filter(({ name }) => name === 'dimensions');
	const names = ['metrics', 'otherMetrics', 'measures', 'otherDimensions', 'otherMeasures'];
	const entries = properties.flatMap(entriesOf).filter(({ name }) => names.includes(name));
	const byText = (list: readonly INodeProperties[]) =>
		list.map((one) => JSON.stringify(look(one))).sort();
	const expectShown = (
		recordType: string,
		fields: INodeProperties[],
		options: INodeProperties[],
	) => {
		const own = dimensions.filter((field) => isShown(field, { recordType }));
		expect([recordType, byText(own)]).toEqual([recordType, byText(fields)]);
		const added = shownEntries(entries, { recordType });
		expect([recordType, byText(added)]).toEqual([recordType, byText(options)]);
	};
	for (const list of LISTS) expectShown(list.value, [], metricsOptionsOf(list));
	for (const report of REPORTS) {
		const { field: dimension, otherNamesField } = dimensionsPickList;
		const { field, otherNamesField: otherMeasures } = measuresPickListOf(report);
		expectShown(`${report.path}Report`, [dimension], [otherNamesField, field, otherMeasures]);
	}
});

/** What n8n's assistant and its MCP server read of a node, whatever operation is asked for. */
const typesOf = ({ description }: INodeType) =>
	generateSingleVersionTypeFile(jsonParse<NodeTypeDescription>(JSON.stringify(description)), 1);

/** The types of each operation, without those that only tools have. */
const operationTypesOf = (node: INodeType) =>
	typesOf(node)
		.split(/^export type (?=\w+Params = )/m)
		.slice(1)
		.map((text) => text.split(/^};$/m)[0] ?? '');

it("n8n's AI builders read each operation that people can choose", () => {
	for (const node of TYPES) {
		const inNode = node.description.properties.filter(
			({ displayOptions }) => displayOptions?.show?.['/resource'] === undefined,
		);
		expect(operationTypesOf(node)).toHaveLength(inNode.flatMap(operationsIn).length);
	}
});

it('The nodes are as large as a reviewer has seen, in thousands of characters', () => {
	const thousands = (text: string) => Math.ceil(text.length / 1000);
	const sizes = TYPES.map((node) => ({
		node: node.description.displayName,
		fields: node.description.properties.length,
		editorDownloads: thousands(JSON.stringify(node.description)),
		buildersRead: thousands(typesOf(node)),
		longestOperation: Math.max(0, ...operationTypesOf(node).map(thousands)),
	}));
	expect(sizes).toMatchSnapshot();
});

const FALL = createMetricDetector('rank', KEY_IS_ID, crossingRule(2, ['down']));
const PASS = readOvertakenDetector(parametersOf({ metric: 'mentions', margin: 0 }), KEY_IS_ID);

it.each<[string, INodeType, object | undefined]>([
	['Agents', new Agents(), write([])],
	['GEO', new Geo(), write([])],
	['GEO Trigger', new GeoTrigger(), FALL.sampleEvent({ rank: 1 }, 1)],
	['GEO Trigger', new GeoTrigger(), PASS.sampleEvent({}, 1, { mentions: 2 })],
])("n8n's AI builders read each field that %s returns", (_title, node, returned = {}) => {
	const hints =
		typesOf(node)
			.match(/@builderHint .*/g)
			?.join(' ') ?? '';
	expect(Object.keys(returned)).not.toHaveLength(0);
	const names = Object.keys(returned).filter((name) => !new RegExp(`\\b${name}\\b`).test(hints));
	expect(names).toEqual([]);
});
