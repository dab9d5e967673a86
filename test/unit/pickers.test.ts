import { type INodeProperties, NodeHelpers, type NodeParameterValueType } from 'n8n-workflow';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { listTypes, reportTypes } from '../../nodes/GeoTrigger/recordTypes';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { entriesOf } from '../../nodes/shared/form';
import { type FieldsOfChoice, mergeFields } from '../../nodes/shared/form/mergeForms';
import type { Resource } from '../../nodes/shared/run';

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
			title: `${resource.name} → ${operation.name}`,
			choice: { resource: resource.value, operation: operation.value },
			fields: operation.fields,
		})),
	);

	it.each(choices)('has the fields of $title in their order', (operation) => {
		expectOwnFields(fields, [operation]);
	});
});

describe('The form of the GEO Trigger', () => {
	const { properties } = new GeoTrigger().description;
	const dimensions = properties.filter(({ name }) => name === 'dimensions');
	const names = ['metrics', 'measures', 'otherDimensions', 'otherMeasures'];
	const entries = properties.flatMap(entriesOf).filter(({ name }) => names.includes(name));

	it.each([...listTypes, ...reportTypes])(
		'has the fields and options of the record type $name',
		({ value, fields, options }) => {
			const values = { recordType: value };
			expect(dimensions.filter((field) => isShown(field, values)).map(look)).toEqual(
				fields.map(look),
			);
			const shown = entries.filter((entry) =>
				NodeHelpers.displayParameter({}, entry, { typeVersion: 1 }, null, values),
			);
			const byTitle = (list: readonly INodeProperties[]) =>
				list.map(look).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
			expect(byTitle(shown)).toEqual(byTitle(options));
		},
	);
});

describe.each([
	{ description: new Agents().description, size: 26_000, count: 36 },
	{ description: new AgentsTrigger().description, size: 10_000, count: 8 },
	{ description: new Geo().description, size: 60_000, count: 72 },
	{ description: new GeoTrigger().description, size: 27_000, count: 14 },
])('What the editor downloads of $description.displayName', ({ description, size, count }) => {
	it(`has at most ${size} characters`, () => {
		expect(JSON.stringify(description).length).toBeLessThanOrEqual(size);
	});

	it(`has at most ${count} properties`, () => {
		expect(description.properties.length).toBeLessThanOrEqual(count);
	});
});
