import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { resources as geoResources } from '../../nodes/Geo/operations';
import type { Operation, Resource } from '../../nodes/shared/run';
import { loadContract } from '../../sandbox';
import { routeOf } from '../../sandbox/contract';
import { HANDLERS } from '../../sandbox/handlers';
import { parametersOf } from './parametersOf';

const DOCUMENT = 'docs/openapi.yaml';

const documented = loadContract().operations;

const isInNode = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.includes(true) !== true;

/** A value that a person may have entered. */
function entered({ default: start, required, type }: INodeProperties): IDataObject[string] {
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'any' };
	return required === true && start === '' ? 'any' : start;
}

/** The request with which an operation starts. */
function requestOf(operation: Operation): { method: string; path: string } {
	const fields = operation.fields.filter(isInNode);
	const values = Object.fromEntries(fields.map((field) => [field.name, entered(field)]));
	const plan = operation.plan(parametersOf(values));
	if (!('request' in plan)) throw new Error(`${operation.action} does not start with a request`);
	return plan.request;
}

/** What a node can do, but for Call, whose paths people enter. */
const operationsOf = (node: string, resources: readonly Resource[]) =>
	resources
		.filter(({ value }) => value !== 'endpoint')
		.flatMap(({ name, operations }) =>
			operations.map((operation) => ({
				title: `${node}: ${name} → ${operation.name}`,
				...requestOf(operation),
			})),
		);

describe(DOCUMENT, () => {
	it.each([
		['Agents', agentsResources],
		['GEO', geoResources],
	])('has the path of each operation of the node %s', (node, resources) => {
		const operations = operationsOf(node, resources);
		const missing = operations.filter(({ method, path }) => {
			return !documented.some((one) => one.method === method && routeOf(one.path).test(path));
		});
		expect(operations).not.toHaveLength(0);
		expect(
			missing.map(({ title, method, path }) => `${DOCUMENT} has no ${method} ${path} for ${title}`),
		).toEqual([]);
	});

	it('has the path of everything that the sandbox has data for', () => {
		const known = new Set(documented.map(({ method, path }) => `${method} ${path}`));
		const missing = Object.keys(HANDLERS).filter((path) => !known.has(path));
		expect(missing.map((path) => `${DOCUMENT} has no ${path}`)).toEqual([]);
	});
});
