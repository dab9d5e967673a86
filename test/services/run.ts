import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, type Bench } from '../../dev/engine';
import { cases } from './cases';
import type { Subject } from './examine';
import { judge } from './judge';
import { isHonest } from './known';
import { List, type Run } from './list';
import type { ServiceServer } from './server';
import { ORDINARY, PLAIN, type Case, type Reading } from './service';
import { placed } from '../../dev/placed';

/** What runs need: n8n's engine, and one server for all services. */
export interface Stand {
	readonly bench: Bench;
	readonly server: ServiceServer;
}

/** Lists that are read in one run. */
export function reads(stand: Stand): Subject<Case> {
	return {
		arbitrary: cases,
		judge: async (one) => judge(one, await run(stand, one)),
		isHonest,
		oddities: ({ service, reading }) => [
			...(service.size === 0 ? ['no records'] : []),
			...differences(service, ORDINARY),
			...differences(reading, PLAIN),
		],
	};
}

/** The members that are not as usual, in words; of numbers only that there is another one. */
function differences<Values extends object>(values: Values, usual: Values): string[] {
	const others = new Map<string, unknown>(Object.entries(usual));
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		if (name === 'size' || JSON.stringify(value) === JSON.stringify(others.get(name))) return [];
		const words = JSON.stringify(value, (_, member: unknown) => {
			return typeof member === 'number' ? 'n' : member;
		});
		return [`${name}: ${words.replaceAll('"', '')}`];
	});
}

/** Runs a node against a service in n8n's engine. */
async function run({ bench, server }: Stand, { service, reading }: Case): Promise<Run> {
	const list = new List(service, reading.list);
	const open = server.open((path, body) => list.serve(path, body));
	try {
		const credential = { agentsBaseUrl: open.url, geoBaseUrl: open.url };
		const { onError } = reading;
		const node = reading.list === 'tasks' ? 'agents' : 'geo';
		const result = await bench.run(node, parametersOf(reading), { credential, onError });
		return {
			list,
			rows: result.rows.filter((row) => !isFailure(row)),
			errorItems: [...result.rows.filter(isFailure), ...result.errorItems.map(({ json }) => json)],
			// What the user has asked for is no complaint.
			hints: result.hints.filter((hint) => !/'Limit'|^\d+ of .*records\./.test(hint)),
			error: result.error?.message,
		};
	} finally {
		open.close();
	}
}

function parametersOf({ list, limit, pageSize }: Reading): INodeParameters {
	const options = { maxRetries: 0, ...(pageSize === null ? {} : { pageSize }) };
	const common = { project: project('proj-1'), output: 'records', ...placed(options) };
	if (list === 'tasks') return { ...common, resource: 'task', operation: 'query', view: 'list' };
	const length = limit === null ? { returnAll: true } : { returnAll: false, limit };
	return { ...common, resource: 'prompt', operation: 'getAll', ...length };
}

/** Whether an item is what the node gives in place of records if it fails and continues. */
function isFailure({ error, message, ...rest }: IDataObject): boolean {
	const isText = typeof error === 'string' && typeof message === 'string';
	return isText && Object.keys(rest).length === 0;
}
