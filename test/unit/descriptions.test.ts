import {
	isINodePropertyOptions,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyMode,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';

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

describe('every field', () => {
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

describe.each(sets)('the fields of %s', (_title, properties) => {
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

describe.each(nodes)('the %s node', (_title, description) => {
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

	it('has one operation picker for each resource', () => {
		const shown = operations.flatMap(({ displayOptions }) => displayOptions?.show?.resource);
		expect(shown).toEqual(resources.map(({ value }) => value));
	});

	it('names resources in the singular', () => {
		for (const { name } of resources) expect(name).not.toMatch(/s$/);
	});

	it.each(operations.flatMap(optionsOf).map((option) => [option.name, option] as const))(
		'says what the operation %s does',
		(name, { action = '', description = '', value }) => {
			expect(action).toMatch(/^[A-Z][^A-Z]+([A-Z]{2,}[^A-Z]*)*[^.]$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/i);
			expect(description).toMatch(/^[A-Z].{9,}/);
			expect(description.toLowerCase()).not.toBe(action.toLowerCase());
			expect(value).toMatch(/^[a-z][a-zA-Z]*$/);
			expect(name === 'Get Many').toBe(value === 'getAll');
			expect(name === 'Get Many').toBe(action.startsWith('Get many '));
		},
	);

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
				displayName: 'Return All',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			});
		}
		for (const property of limits) {
			expect(property).toMatchObject({
				displayName: 'Limit',
				typeOptions: { minValue: 1 },
				default: 50,
				description: 'Max number of results to return',
				displayOptions: { show: { returnAll: [false] } },
			});
		}
	});
});

describe.each(triggers)('the %s node', (title, description) => {
	const { properties } = description;

	it("keeps n8n's rules for triggers", () => {
		expect(description.displayName).toBe(title);
		expect(description.name).toMatch(/Trigger$/);
		expect(description).toMatchObject({
			...{ group: ['trigger'], polling: true, inputs: [], outputs: ['main'] },
			defaults: { name: title },
		});
	});

	it('starts with the event, which takes no expressions', () => {
		expect(properties[0]).toMatchObject({ name: 'event', type: 'options', noDataExpression: true });
	});

	it('says more of each event than its name', () => {
		for (const { name, description: words = '' } of properties.slice(0, 1).flatMap(optionsOf)) {
			expect(words.length).toBeGreaterThan(name.length);
		}
	});
});
