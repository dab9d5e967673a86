import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyMode,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	isINodePropertyOptions,
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
import { LISTS } from '../../nodes/Geo/operations/lists';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { listTypes, reportTypes } from '../../nodes/GeoTrigger/recordTypes';
import { entriesOf } from '../../nodes/shared/form';
import { type FieldsOfChoice, mergeFields } from '../../nodes/shared/form/mergeForms';
import type { Resource } from '../../nodes/shared/run';

const SMALL_WORDS = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;

/** The modes beside the list, where it is not only By ID. */
const OTHER_MODES: Readonly<Record<string, string[]>> = {
	metric: ['By Name'],
	project: ['By ID', 'By Name'],
};

/** Those of the values in Filters. */
const FILTER_MODES = ['By Name or ID'];

const PICKERS = ['resource', 'operation'];

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const isProperty = (entry: Entry): entry is INodeProperties => 'type' in entry;

/** Groups of fields, as a fixedCollection has them. */
const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;

/** A property and all that lie in it. */
function within(property: INodeProperties): INodeProperties[] {
	const entries: Entry[] = property.options ?? [];
	const inner = entries.flatMap((entry) => {
		if (isGroup(entry)) return entry.values;
		return isProperty(entry) ? [entry] : [];
	});
	return [property, ...inner.flatMap(within)];
}

const groupsOf = (property: INodeProperties): INodePropertyCollection[] =>
	(property.options ?? []).filter(isGroup);

function optionsOf(property: INodeProperties): INodePropertyOptions[] {
	if (property.type !== 'options' && property.type !== 'multiOptions') return [];
	return (property.options ?? []).filter(isINodePropertyOptions);
}

/** The field whose options are in the order of a calendar, as people look for them. */
const IN_CALENDAR_ORDER = 'dateRange';

/** A title with a capital on every word but the small ones in its middle. */
function isTitleCase(title: string): boolean {
	const words = title.split(/[\s(]+/);
	return words.every((word, place) => {
		const isEdge = place === 0 || place === words.length - 1;
		return /^[a-z]/.test(word) === (!isEdge && SMALL_WORDS.test(word.toLowerCase()));
	});
}

/** A sentence without a stop, or several with one. */
function isEndedRight(text: string): boolean {
	const sentences = text.split(/[.!?]\s+(?=[A-Z])/).length;
	return sentences > 1 ? text.endsWith('.') : !text.endsWith('.');
}

const nodes: ReadonlyArray<readonly [string, INodeTypeDescription]> = [
	['Agents', new Agents().description],
	['GEO', new Geo().description],
];

const triggers: typeof nodes = [
	['Agents Trigger', new AgentsTrigger().description],
	['GEO Trigger', new GeoTrigger().description],
];

const credential = new AgentsGeoApi().properties;

const sets = [
	...[...nodes, ...triggers].map(([title, { properties }]) => [title, properties] as const),
	['credential', credential] as const,
];

/** Every property with a title that tells it from the others. */
const everyProperty = sets.flatMap(([title, properties]) =>
	properties.flatMap(within).map((property, place) => {
		const { resource, operation } = property.displayOptions?.show ?? {};
		const where = [title, resource, operation, property.name]
			.flat()
			.filter((part) => typeof part === 'string')
			.join(' → ');
		return [`${where} (${place})`, property] as const;
	}),
);

/** What stands there in the variant for AI agents only has an expression to start with. */
const isInNode = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.includes(true) !== true;

const fields = everyProperty.filter(([, { type }]) => type !== 'notice');
const pick = (test: (property: INodeProperties) => boolean) =>
	everyProperty.filter(([, property]) => test(property));

/** Checks each of them, and names those that fail. */
function expectOfAll(
	cases: ReadonlyArray<readonly [where: string, property: INodeProperties]>,
	check: (property: INodeProperties) => void,
): void {
	const failed = cases.flatMap(([where, property]) => {
		try {
			check(property);
			return [];
		} catch (error) {
			return [`${where}: ${String(error)}`];
		}
	});
	expect(cases).not.toHaveLength(0);
	expect(failed).toEqual([]);
}

describe('Every field', () => {
	it('has a title, a name and a default', () =>
		expectOfAll(fields, (property) => {
			expect([property.displayName, isTitleCase(property.displayName)]).toEqual([
				property.displayName,
				true,
			]);
			expect(property.name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
			expect(property.default).toBeDefined();
		}));

	it('says what it is, in good form', () =>
		expectOfAll(
			fields.filter(([, { name }]) => !PICKERS.includes(name)),
			({ description = '', displayName, type }) => {
				expect(description).toMatch(/^\S.{9,}\S$/);
				expect(description.toLowerCase()).not.toBe(displayName.toLowerCase());
				expect([description, isEndedRight(description)]).toEqual([description, true]);
				expect(description.startsWith('Whether ')).toBe(type === 'boolean');
			},
		));

	it('has a placeholder in good form', () =>
		expectOfAll(
			pick(({ placeholder }) => placeholder !== undefined),
			({ placeholder, type }) => {
				const isGroup = type === 'fixedCollection' || type === 'collection';
				expect(placeholder).toMatch(isGroup ? /^Add / : /^e\.g\. \S/);
			},
		));

	it('has options in good form', () =>
		expectOfAll(
			pick((property) => optionsOf(property).length > 0 && isInNode(property)),
			(property) => {
				const options = optionsOf(property);
				const names = options.map(({ name }) => name);
				const sorted = [...names].sort((one, other) => one.localeCompare(other));
				const isSorted = names.length >= 5 && property.name !== IN_CALENDAR_ORDER;
				expect(names).toEqual(isSorted ? sorted : names);
				expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
				const values = options.map(({ value }) => value);
				expect(values).toEqual(expect.arrayContaining([property.default].flat()));
				for (const { name, description } of options) {
					expect([name, isTitleCase(name)]).toEqual([name, true]);
					if (description !== undefined) expect(isEndedRight(description)).toBe(true);
				}
			},
		));

	it('has groups of fields with distinct names', () =>
		expectOfAll(
			pick((property) => groupsOf(property).length > 0),
			(property) => {
				for (const { name, displayName, values } of groupsOf(property)) {
					expect(isTitleCase(displayName)).toBe(true);
					expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
					expect(new Set(values.map((value) => value.name)).size).toBe(values.length);
				}
			},
		));

	it('offers days without a time', () =>
		expectOfAll(
			pick(({ type }) => type === 'dateTime'),
			(one) => {
				expect(one.typeOptions?.dateOnly).toBe(true);
			},
		));

	it('offers a searchable list first, then an ID or a name', () =>
		expectOfAll(
			pick((property) => property.type === 'resourceLocator' && isInNode(property)),
			({ name, modes = [], required, default: start, displayOptions }) => {
				const [list, ...others]: Array<INodePropertyMode | undefined> = modes;
				const names = others.map((mode) => mode?.displayName);
				expect(list?.displayName).toBe('From List');
				expect(names).toEqual(OTHER_MODES[name] ?? FILTER_MODES);
				expect(list?.placeholder).toMatch(/^Select an? ([a-z]+|AI)( [a-z]+)*(…|\.\.\.)$/);
				expect(list?.typeOptions?.searchable).toBe(true);
				for (const other of others) expect(other?.placeholder).toMatch(/^e\.g\. \S/);
				expect(start).toEqual({ mode: 'list', value: '' });
				// A row of a collection cannot require anything: what it lacks is said when it is read.
				const isInRow = displayOptions?.show?.filter !== undefined;
				expect(required).toBe(isInRow ? undefined : true);
			},
		));
});

describe.each(sets)('The fields of %s', (_title, properties) => {
	it('are shown by fields and values that exist', () => {
		const named = new Map(properties.map(({ name }) => [name, new Set<unknown>()]));
		for (const property of properties) {
			for (const { value } of optionsOf(property)) named.get(property.name)?.add(value);
		}
		for (const { name, displayOptions } of properties) {
			for (const [shower, values = []] of Object.entries(displayOptions?.show ?? {})) {
				// n8n's own condition for tools of an AI agent.
				if (shower === '@tool') continue;
				expect([name, [...named.keys()]]).toEqual([name, expect.arrayContaining([shower])]);
				const known = named.get(shower) ?? new Set();
				if (known.size > 0) expect([...known]).toEqual(expect.arrayContaining(values));
			}
		}
	});
});

describe.each(nodes)('The %s node', (_title, description) => {
	const properties = description.properties.filter(isInNode);
	const operations = properties.filter(({ name }) => name === 'operation');
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(optionsOf);

	it('starts with the pickers, which take no expressions', () => {
		expect(properties[0]?.name).toBe('resource');
		expect(operations).toHaveLength(resources.length);
		expect(properties.slice(1, 1 + operations.length)).toEqual(operations);
		for (const picker of [properties[0], ...operations]) {
			expect(picker?.noDataExpression).toBe(true);
		}
	});

	it('has one operation picker for each resource, which is named in the singular', () => {
		const shown = operations.flatMap(({ displayOptions }) => displayOptions?.show?.resource);
		expect(shown).toEqual(resources.map(({ value }) => value));
		for (const { name } of resources) expect(name).not.toMatch(/s$/);
	});

	it('says what each operation does', () => {
		for (const option of operations.flatMap(optionsOf)) {
			const { name, action = '', description = '', value } = option;
			expect(action).toMatch(/^[A-Z][^A-Z]+([A-Z]{2,}[^A-Z]*)*[^.]$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			expect(description).toMatch(/^[A-Z].{9,}/);
			expect(description.toLowerCase()).not.toBe(action.toLowerCase());
			expect(value).toMatch(/^[a-z][a-zA-Z]*$/);
			expect(name === 'Get Many').toBe(value === 'getAll');
			expect(name === 'Get Many').toBe(action.startsWith('Get many '));
		}
	});

	it('words Return All and Limit as n8n does', () => {
		const all = properties.filter(({ name }) => name === 'returnAll');
		const limits = properties.filter(({ name }) => name === 'limit');
		const lists = operations
			.filter((picker) => optionsOf(picker).some(({ value }) => value === 'getAll'))
			.map((picker) => picker.displayOptions?.show?.resource?.[0] ?? '');
		for (const resource of lists) {
			const values = { resource, operation: 'getAll', returnAll: false };
			const shown = [...all, ...limits].filter((property) =>
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, null),
			);
			expect(shown.map(({ name }) => name)).toEqual(['returnAll', 'limit']);
		}
		for (const property of all) {
			expect(property).toMatchObject({
				...{ displayName: 'Return All', default: false },
				description: 'Whether to return all results or only up to a given limit',
			});
		}
		for (const property of limits) {
			expect(property).toMatchObject({
				...{ displayName: 'Limit', typeOptions: { minValue: 1 }, default: 50 },
				description: 'Max number of results to return',
				displayOptions: { show: { returnAll: [false] } },
			});
		}
	});
});

describe.each(triggers)('The %s node', (title, description) => {
	const { properties } = description;

	it("keeps n8n's rules for triggers", () => {
		expect(description.displayName).toBe(title);
		expect(description.name).toMatch(/Trigger$/);
		expect(description).toMatchObject({
			...{ group: ['trigger'], polling: true, inputs: [], outputs: ['main'] },
			defaults: { name: title },
		});
	});

	it('starts with the event, which takes no expressions, and says more of each than its name', () => {
		expect(properties[0]).toMatchObject({ name: 'event', type: 'options', noDataExpression: true });
		for (const { name, description: words = '' } of properties.slice(0, 1).flatMap(optionsOf)) {
			expect(words.length).toBeGreaterThan(name.length);
		}
	});
});

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

const TYPES = [new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()];

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
		.filter(({ type }) => type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map(({ displayName }) => displayName);
}

/** The line that n8n shows below the name of a node. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle } = type.description;
	const node = nodeOf(name, parameters);
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const own = [node, subtitle, 'internal', {}, undefined, 'nothing'] as const;
	return workflow.expression.getSimpleParameterValue(...own);
}

/** Every way to choose an entry in the pickers of a node, the second of which depends on the first. */
function choicesOf(type: INodeType): Array<Record<string, INodePropertyOptions>> {
	const { description } = type;
	const entries = (name: string, values: INodeParameters) =>
		description.properties
			.filter((property) => property.name === name)
			.filter((property) =>
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
			)
			.flatMap(optionsOf);
	const has = (wanted: string) => description.properties.some(({ name }) => name === wanted);
	const [first, second] = has('resource') ? ['resource', 'operation'] : ['event', 'recordType'];
	return entries(first, {}).flatMap((one) => {
		const others = entries(second, { [first]: one.value });
		return others.length === 0
			? [{ [first]: one }]
			: others.map((other) => ({ [first]: one, [second]: other }));
	});
}

const FORMS = TYPES.flatMap((type) =>
	choicesOf(type).map((chosen) => {
		const values = Object.fromEntries(
			Object.entries(chosen).map(([name, { value }]) => [name, value]),
		);
		const { resource, operation, event, recordType } = chosen;
		const names = [operation ?? event, resource ?? recordType].map((entry) => entry?.name);
		return {
			title: [type.description.displayName, ...Object.values(values).map(String)].join(' → '),
			words: names.filter((name) => name !== undefined).join(': '),
			...{ type, values },
		};
	}),
);

it('All operations and events have a form', () => {
	expect(FORMS.length).toBeGreaterThanOrEqual(18 + 3 + 21);
});

it.each(FORMS)(
	'The form of $title starts with few fields, in order, and has a subtitle',
	(form) => {
		const { type, values, words } = form;
		const blocks = blocksOf(type.description, values);
		expect(blocks.length).toBeLessThanOrEqual(MOST);
		expect(new Set(blocks).size).toBe(blocks.length);
		const places = blocks.map((title) => ORDER.indexOf(ORDER.includes(title) ? title : OWN));
		expect(places).toEqual(places.toSorted((one, other) => one - other));
		expect(blocks.at(-1)).toBe('Options');
		expect(subtitleOf(type, values)).toBe(words);
	},
);

type Values = Record<string, NodeParameterValueType>;

const isShown = (property: INodeProperties, values: Values) =>
	NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, null);

/** A property as the editor gets it, whatever it is that shows it. */
const look = (property: INodeProperties): unknown =>
	JSON.parse(JSON.stringify({ ...property, displayOptions: undefined }));

/** The same with only those entries of Options that it shows. */
function lookFor(property: INodeProperties, values: Values): unknown {
	if (property.type !== 'collection') return look(property);
	const shown = entriesOf(property).filter((entry) =>
		NodeHelpers.displayParameter({}, entry, { typeVersion: 1 }, null, values),
	);
	return { ...Object(look(property)), options: shown.map(look) };
}

function valuesOf({ type, options = [] }: INodeProperties): NodeParameterValueType[] {
	if (type === 'boolean') return [true, false];
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

/** Every combination of values of the fields that show others. */
function statesOf(fields: readonly INodeProperties[]): Values[] {
	const names = fields.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	return fields
		.filter(({ name }) => names.includes(name))
		.reduce<Values[]>(
			(states, field) =>
				states.flatMap((state) =>
					valuesOf(field).map((value) => ({ ...state, [field.name]: value })),
				),
			[{}],
		);
}

/** Expects the form of each choice to show exactly its own fields, in their order. */
function expectOwnFields(
	properties: readonly INodeProperties[],
	choices: readonly FieldsOfChoice[],
): void {
	for (const { choice, fields } of choices) {
		for (const state of statesOf(fields)) {
			const values = { ...choice, ...state };
			const shown = properties.filter((property) => isShown(property, values));
			const own = fields.filter((field) => isShown(field, values));
			const looks = (list: INodeProperties[]) => list.map((field) => lookFor(field, values));
			expect([values, looks(shown)]).toStrictEqual([values, looks(own)]);
		}
	}
}

const text = (name: string, description = name): INodeProperties => ({
	...{ displayName: name, name, type: 'string', default: '' },
	description,
});

const choice = (resource: string, operation: string, ...fields: INodeProperties[]) => ({
	choice: { resource, operation },
	fields,
});

describe('The operation that the form starts with', () => {
	const firstOf = (resources: readonly Resource[]) =>
		Object.fromEntries(resources.map(({ value, operations: [first] }) => [value, first.value]));

	it('stays the same, because saved workflows may rely on it', () => {
		expect(firstOf(agentsResources)).toMatchObject({
			...{ endpoint: 'call', identity: 'whoAmI', project: 'getAll', task: 'query' },
		});
		expect(firstOf(geoResources)).toMatchObject({
			...Object.fromEntries(LISTS.map(({ value }) => [value, 'getAll'])),
			...{ endpoint: 'call', project: 'getAll', report: 'getCitations' },
		});
	});
});

describe('Fields that several operations share', () => {
	const [a, b, c, d] = [text('a'), text('b'), text('c'), text('d')];
	const flag: INodeProperties = { ...a, name: 'flag', type: 'boolean', default: true };
	const conditional: INodeProperties = { ...d, displayOptions: { show: { flag: [false] } } };

	it.each([
		['the same fields in each', 3, [choice('x', 'get', a, b, c), choice('y', 'get', a, b, c)]],
		['an own field between them', 4, [choice('x', 'get', a, b, c), choice('y', 'get', a, d, c)]],
		['own fields at both ends', 4, [choice('x', 'get', b, c), choice('y', 'get', a, b, c, d)]],
		['two orders', 3, [choice('x', 'get', a, b), choice('y', 'get', b, a)]],
		[
			'different fields of one name',
			3,
			[choice('x', 'get', a, b), choice('y', 'get', text('a', 'other'), b)],
		],
		[
			'one that a switch shows',
			3,
			[choice('x', 'get', flag, conditional), choice('y', 'get', flag, d)],
		],
		['no field in common', 2, [choice('x', 'get', a), choice('y', 'get', b), choice('z', 'get')]],
	])('are one property, in the order of each operation: %s', (_, count, choices) => {
		const merged = mergeFields(choices);
		expectOwnFields(merged, choices);
		expect(merged).toHaveLength(count);
	});

	it('are shown by no more pickers than it takes', () => {
		const [one, two, three] = [choice('x', 'get', a), choice('x', 'find', a), choice('y', 'get')];
		expect(mergeFields([one, two, three])[0]?.displayOptions?.show).toEqual({ resource: ['x'] });
		expect(mergeFields([one, two])[0]?.displayOptions).toBeUndefined();
	});

	it('are one property for all resources and operations that have them', () => {
		const choices = [
			...[choice('x', 'get', a), choice('y', 'find', a), choice('y', 'drop')],
			choice('z', 'get'),
		];
		const [merged, ...others] = mergeFields(choices);
		expect(merged?.displayOptions?.show).toEqual({
			resource: ['x', 'y'],
			operation: ['get', 'find'],
		});
		expect(others).toEqual([]);
	});

	it('are split where one property would be shown for an operation that has no such field', () => {
		const choices = [
			...[choice('x', 'get', a, b), choice('x', 'find', a, c)],
			...[choice('y', 'get', a, c), choice('y', 'find', a, b)],
		];
		const merged = mergeFields(choices);
		expectOwnFields(merged, choices);
		expect(merged.map(({ name }) => name).sort()).toEqual(['a', 'b', 'b', 'c', 'c']);
	});
});

describe.each([
	['Agents', new Agents().description, agentsResources],
	['GEO', new Geo().description, geoResources],
])('The form of the %s node', (_, { properties }, resources) => {
	const fields = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
	const choices = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			choice: { resource: resource.value, operation: operation.value },
			fields: operation.fields,
		})),
	);

	it('has the fields of each operation in their order', () => {
		expectOwnFields(fields, choices);
	});
});

describe('The form of the GEO Trigger', () => {
	const { properties } = new GeoTrigger().description;
	const dimensions = properties.filter(({ name }) => name === 'dimensions');
	const names = ['metrics', 'measures', 'otherDimensions', 'otherMeasures'];
	const entries = properties.flatMap(entriesOf).filter(({ name }) => names.includes(name));

	it('has the fields and options of each record type', () => {
		const byTitle = (list: readonly INodeProperties[]) =>
			list.map(look).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
		for (const { value, fields, options } of [...listTypes, ...reportTypes]) {
			const values = { recordType: value };
			const shown = entries.filter((entry) =>
				NodeHelpers.displayParameter({}, entry, { typeVersion: 1 }, null, values),
			);
			const own = dimensions.filter((field) => isShown(field, values));
			expect([value, own.map(look)]).toEqual([value, fields.map(look)]);
			expect([value, byTitle(shown)]).toEqual([value, byTitle(options)]);
		}
	});
});

it.each<[string, INodeType, number, number]>([
	['Agents', new Agents(), 26_000, 36],
	['Agents Trigger', new AgentsTrigger(), 10_000, 8],
	['GEO', new Geo(), 60_000, 72],
	['GEO Trigger', new GeoTrigger(), 27_000, 14],
])('What the editor downloads of %s is small', (_name, { description }, size, count) => {
	expect(JSON.stringify(description).length).toBeLessThanOrEqual(size);
	expect(description.properties.length).toBeLessThanOrEqual(count);
});
