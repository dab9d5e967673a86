import {
	type IDataObject,
	type INodeProperties,
	type INodePropertyCollection,
	isINodePropertyOptions,
	jsonParse,
} from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';
import { isObject } from '../../nodes/shared/base';
import { PROJECTS } from '../../sandbox';
import { CALLS } from './harness/calls';
import { project, useBench } from './harness/fixture';

/*
 * What saved workflows rely on from the first published version on: names, requests, the members of
 * items, and what a trigger keeps. A change here is a change for people: read the difference of the
 * snapshot, and write it into the CHANGELOG.
 */

const bench = useBench();

const NODES = [new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()];

const isGroup = (entry: object): entry is INodePropertyCollection => 'values' in entry;

/** A property and those inside it, a line each: name, type, values. */
function linesOf(property: INodeProperties, indent = ''): string[] {
	const { name, type, options = [], modes = [] } = property;
	const values = [
		...options.filter(isINodePropertyOptions).map(({ value }) => String(value)),
		...modes.map((mode) => mode.name),
	];
	const isChoice = type !== 'collection' && type !== 'fixedCollection';
	const shown = isChoice && values.length > 0 ? ` (${values.join(', ')})` : '';
	const inner = `${indent}  `;
	return [
		`${indent}${name}: ${type}${shown}`,
		...(isChoice ? [] : options).flatMap((entry) => {
			if (isGroup(entry)) {
				const group = entry.values.flatMap((value) => linesOf(value, `${inner}  `));
				return [`${inner}${entry.name}`, ...group];
			}
			return 'type' in entry ? linesOf(entry, inner) : [];
		}),
	];
}

/** The same for all properties, each line once. */
function surfaceOf(properties: readonly INodeProperties[]): string {
	return [...new Set(properties.flatMap((property) => linesOf(property)))].join('\n');
}

/** What kind of value each member has. */
function formOf(json: IDataObject): string[] {
	return Object.entries(json).map(([name, value]) => {
		if (value === null) return `${name}: null`;
		return `${name}: ${Array.isArray(value) ? 'list' : typeof value}`;
	});
}

/**
 * Stored JSON with a word for each digest and time, which are others in each run; but not for that of
 * what is watched: with another one, all saved triggers start over.
 */
function withoutDigests(value: unknown): unknown {
	if (typeof value === 'string') return /^[\w-]{11,}$/.test(value) ? '<digest>' : value;
	if (Array.isArray(value)) return value.map(withoutDigests);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			name,
			name === 'watchKey' ? member : withoutDigests(member),
		]),
	);
}

describe('What saved workflows rely on', () => {
	it.each(NODES.map(({ description }) => [description.displayName, description] as const))(
		'the parameters of %s',
		(_, { name, version, properties }) => {
			expect(`${name} ${String(version)}\n${surfaceOf(properties)}`).toMatchSnapshot();
		},
	);

	it('the credential', () => {
		const { name, properties } = new AgentsGeoApi();
		expect(`${name}\n${surfaceOf(properties)}`).toMatchSnapshot();
	});

	it.each(CALLS.map((call) => [call.title, call] as const))(
		'the requests and items of %s',
		async (_, { node, parameters, options }) => {
			const items = [{ id: PROJECTS.coffee, limit: 2, note: 'a' }];
			const { rows, error } = await bench.run(node, { ...parameters, options }, { items });
			expect(error).toBeUndefined();
			const requests = bench.sandbox.requests.map(({ method, path, query, body }) => {
				const asked =
					isObject(query) && Object.keys(query).length > 0 ? `${JSON.stringify(query)} ` : '';
				const request = `${method} ${path} ${asked}${JSON.stringify(body ?? null)}`;
				return request.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '<time>');
			});
			expect({ requests, item: rows.slice(0, 1).map(formOf) }).toMatchSnapshot();
		},
	);

	it.each([
		['geoTrigger', { event: 'newRecord', recordType: 'prompt' }],
		['geoTrigger', { event: 'changedMetric', recordType: 'prompt', metric: 'score' }],
		['geoTrigger', { event: 'competitorOvertakes', metric: 'score' }],
		['agentsTrigger', { event: 'newTask' }],
		['agentsTrigger', { event: 'changedTask' }],
		['agentsTrigger', { event: 'changedTask', watchedFields: 'status, title' }],
	] as const)('what %s keeps for %j', async (name, parameters) => {
		const { coffee } = PROJECTS;
		for (const [path, id] of [
			['prompts', 'prompt_id'],
			['tasks', 'id'],
			['websites', 'website_id'],
		] as const) {
			const records = [1, 2].map((score) => {
				return { [id]: `r${score}`, status: 'todo', score, is_self_website: score === 1 };
			});
			bench.sandbox.world.list(coffee, path).splice(0, Infinity, ...records);
		}
		const trigger = bench.trigger(name, { project: project(coffee), ...parameters });
		await trigger.activate();
		const stored = withoutDigests(jsonParse(trigger.stored));
		expect(stored).toMatchSnapshot();
	});
});
