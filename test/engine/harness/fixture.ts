import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Bench, type NodeRun, project } from '../../../dev/engine';
import { resources } from '../../../nodes/Geo/operations';
import { LISTS } from '../../../nodes/Geo/operations/lists';
import { REPORTS } from '../../../nodes/Geo/operations/reports';
import { entriesOf } from '../../entriesOf';
import { ALL_PROJECTS } from '../../../nodes/shared/form';
import { type Fault, PROJECTS } from '../../../sandbox';
import { json, list, strings } from '../../../sandbox/json';

export { Bench, project, type NodeRun, type TriggerName } from '../../../dev/engine';

/**
 * The built package in n8n's engine beside a running sandbox, for all tests of a file: opened before
 * them, put back before each, closed after them.
 */
export function useBench(now?: number): Bench {
	const bench = new Bench(now);
	beforeAll(async () => await bench.open());
	beforeEach(async () => await bench.reset());
	afterAll(async () => await bench.close());
	return bench;
}

/** The project that most tests read, and all projects. */
export const COFFEE = project(PROJECTS.coffee);
export const EVERYWHERE = project(ALL_PROJECTS, 'list');

/** What most tests read, and a call that belongs to no project. */
export const ASK = { resource: 'any', operation: 'ask' };
export const PROMPTS = { resource: 'prompt', operation: 'getAll', project: COFFEE };
export const PERFORMANCE = { resource: 'report', operation: 'getPerformance', project: COFFEE };
export const TASKS = { resource: 'task', operation: 'query', project: COFFEE };
export const GET_PROJECTS = { resource: 'project', operation: 'getAll' };
export const WHO_AM_I = { resource: 'identity', operation: 'whoAmI' };
export const CALL = { resource: 'endpoint', operation: 'call', withProject: false };

/** Has the sandbox answer with this in place of its own: the next request, if nothing else is said. */
export function respond({ sandbox }: Bench, fault: Omit<Fault, 'kind'>): void {
	sandbox.faults.order({ kind: 'respond', status: 200, ...fault });
}

/** The bodies of all requests, and their paths. */
export const bodiesOf = ({ sandbox }: Bench) => sandbox.requests.map(({ body }) => body);
export const pathsOf = ({ sandbox }: Bench) => sandbox.requests.map(({ path }) => path);

/** The records in the table that a tool answers with. */
export const cellsOf = ({
	rows: [answer = {}],
}: Pick<NodeRun, 'rows'>): Array<Record<string, unknown>> => {
	if (answer.records !== undefined) return list(answer.records).map(json);
	const recordOf = (row: unknown) =>
		Object.fromEntries(strings(answer.columns).map((name, place) => [name, list(row)[place]]));
	if (answer.rows !== undefined) return list(answer.rows).map(recordOf);
	return Object.entries(json(answer.by_project)).flatMap(([project, rows]) =>
		list(rows).map((row) => ({ project_name: project, ...recordOf(row) })),
	);
};

/** So many input items, each with a word of its own, and a body that makes each request another one. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n: `m${String(n)}` }));
export const DISTINCT = { additionalBodyJson: '={{ ({ note: $json.n }) }}' };

/** Rows of names and typed values, as the editor stores them. */
export function rows(...entries: Array<[name: string, value: string, type?: string]>) {
	return { field: entries.map(([name, value, type = 'text']) => ({ name, value, type })) };
}

/** The members of the body that take several names (public), and the fields of people for them. */
const NAMES: Readonly<Record<string, INodeProperties['type']>> = {
	...{ metrics: 'multiOptions', dimensions: 'multiOptions', measures: 'multiOptions' },
};

/** A read of the GEO API with the fields that all of them share. */
export interface GeoRead {
	readonly title: string;
	readonly where: { readonly resource: string; readonly operation: string };
	/** The path that it has in the node's own tables. */
	readonly path: string;
	readonly fields: readonly INodeProperties[];
	/** The fields that take several names: metrics, dimensions, measures. */
	readonly names: readonly string[];
	/** The members of the body that a new node sends beside the project and the page. */
	readonly defaults: IDataObject;
}

/** Every read of the GEO node with a Date Range, out of the node's own tables. */
export const GEO_READS: readonly GeoRead[] = resources.flatMap(
	({ name, value, operations, isOnlyInTools }) =>
		operations
			.filter(({ fields }) => !isOnlyInTools && fields.some(({ name: own }) => own === 'dateRange'))
			.map((operation): GeoRead => {
				const names = [...operation.fields, ...operation.fields.flatMap(entriesOf)]
					.filter(({ name: member, type }) => NAMES[member] === type)
					.filter(
						({ displayOptions }) => displayOptions?.show?.['/resource']?.includes(value) ?? true,
					)
					.map(({ name: member, default: start }) => [member, start] as const);
				return {
					title: `${name} → ${operation.name}`,
					where: { resource: value, operation: operation.value },
					path: pathOf(value, operation.value),
					fields: operation.fields,
					names: names.map(([member]) => member),
					defaults: Object.fromEntries(
						names.flatMap(([member, start]) => (Array.isArray(start) ? [[member, start]] : [])),
					),
				};
			}),
);

/** One list and one report, for all that lists and reports do by the same code. */
export const WHOLE_READS = GEO_READS.filter(({ title }) =>
	['Prompt → Get Many', 'Report → Get Performance'].includes(title),
);

/** Where the records of a list come from, or the rows of a report. */
function pathOf(resource: string, operation: string): string {
	const list = LISTS.find(({ value }) => value === resource);
	if (list !== undefined) return `/v2/geo/business/${list.path}`;
	const report = REPORTS.find(({ value }) => resource === 'report' && value === operation);
	if (report === undefined) throw new Error(`Neither a list nor a report: ${resource}`);
	return `/v2/geo/reports/${report.path}`;
}
