import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Bench } from '../../../dev/engine';
import { resources } from '../../../nodes/Geo/operations';
import { idsOf, LISTS } from '../../../nodes/Geo/operations/lists';
import { REPORTS } from '../../../nodes/Geo/operations/reports';
import { entriesOf } from '../../../nodes/shared/form';

export { Bench, project, type NodeRun, type TriggerName } from '../../../dev/engine';

/**
 * The built package in n8n's engine beside a running sandbox, for all tests of a file: opened before
 * them, put back before each, closed after them.
 */
export function useBench(): Bench {
	const bench = new Bench();
	beforeAll(async () => await bench.open());
	beforeEach(async () => await bench.reset());
	afterAll(async () => await bench.close());
	return bench;
}

/** Rows of names and typed values, as the editor stores them. */
export function rows(...entries: Array<[name: string, value: string, type?: string]>) {
	return { field: entries.map(([name, value, type = 'text']) => ({ name, value, type })) };
}

/** The members of the body that take several names (public), and the fields of people for them. */
const NAMES: Readonly<Record<string, INodeProperties['type']>> = {
	...{ metrics: 'string', dimensions: 'multiOptions', measures: 'multiOptions' },
};

/** A read of the GEO API with the fields that all of them share. */
export interface GeoRead {
	readonly title: string;
	readonly where: { readonly resource: string; readonly operation: string };
	/** The path that it has in the node's own tables. */
	readonly path: string;
	/** The names under which a record may have its ID; none for a row of a report. */
	readonly ids: readonly string[];
	readonly fields: readonly INodeProperties[];
	/** The fields that take several names: metrics, dimensions, measures. */
	readonly names: readonly string[];
	/** The members of the body that a new node sends beside the project and the page. */
	readonly defaults: IDataObject;
}

/** Every read of the GEO node with a Date Range, out of the node's own tables. */
export const GEO_READS: readonly GeoRead[] = resources.flatMap(({ name, value, operations }) =>
	operations
		.filter(({ fields }) => fields.some((field) => field.name === 'dateRange'))
		.map((operation): GeoRead => {
			const names = [...operation.fields, ...operation.fields.flatMap(entriesOf)]
				.filter(({ name: member, type }) => NAMES[member] === type)
				.map(({ name: member, default: start }) => [member, start] as const);
			return {
				title: `${name} → ${operation.name}`,
				where: { resource: value, operation: operation.value },
				...sourceOf(value, operation.value),
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
function sourceOf(resource: string, operation: string): Pick<GeoRead, 'ids' | 'path'> {
	const list = LISTS.find(({ value }) => value === resource);
	if (list !== undefined) return { path: `/v2/geo/business/${list.path}`, ids: idsOf(list) };
	const report = REPORTS.find(({ value }) => resource === 'report' && value === operation);
	if (report === undefined) throw new Error(`Neither a list nor a report: ${resource}`);
	return { path: `/v2/geo/reports/${report.path}`, ids: [] };
}
