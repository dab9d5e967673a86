import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, type Bench } from '../../dev/engine';
import { ListService, type Run } from './listService';
import type { ServiceServer } from './server';
import type { Case, Reading } from './service';

/** What runs need: n8n's engine, and one server for all services. */
export interface Stand {
	readonly bench: Bench;
	readonly server: ServiceServer;
}

/** Runs a node against a service in n8n's engine. */
export async function run({ bench, server }: Stand, { service, reading }: Case): Promise<Run> {
	const asked = new ListService(service, reading.list);
	const open = server.open((path, body) => asked.serve(path, body));
	try {
		const credential = { agentsBaseUrl: open.url, geoBaseUrl: open.url };
		const { onError } = reading;
		const node = reading.list === 'tasks' ? 'agents' : 'geo';
		const result = await bench.run(node, parametersOf(reading), { credential, onError });
		return asked.runWith({
			rows: result.rows.filter((row) => !isFailure(row)),
			errorItems: [...result.rows.filter(isFailure), ...result.errorItems.map(({ json }) => json)],
			// What the user has asked for is no complaint.
			hints: result.hints.filter((hint) => !hint.includes("'Limit'")),
			error: result.error?.message,
		});
	} finally {
		open.close();
	}
}

function parametersOf({ list, limit, pageSize }: Reading): INodeParameters {
	const options = { maxRetries: 0, ...(pageSize === null ? {} : { pageSize }) };
	const common = { project: project('proj-1'), output: 'records' };
	if (list === 'tasks') {
		return { ...common, resource: 'task', operation: 'query', view: 'list', options };
	}
	return {
		...{ ...common, resource: 'prompt', operation: 'getAll', options },
		...(limit === null ? { returnAll: true } : { returnAll: false, limit }),
	};
}

/** Whether an item is what the node gives in place of records if it fails and continues. */
function isFailure({ error, message, ...rest }: IDataObject): boolean {
	const isText = typeof error === 'string' && typeof message === 'string';
	return isText && Object.keys(rest).length === 0;
}
