import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, type Bench } from '../../dev/engine';
import { askedIn, List, type Answer } from './answer';
import { sentFor, type Sent } from './form';
import type { ServiceServer } from './server';
import type { Case, Reading } from './service';

/** More requests than any of these lists needs, also where each page is read twice. */
const MOST_REQUESTS = 120;

/** What became of a run, and what the service sent meanwhile. */
export interface Run {
	readonly rows: readonly IDataObject[];
	/** The error that stopped the run. */
	readonly error?: string;
	/** The items that stand for a failure, wherever they came out. */
	readonly errorItems: readonly IDataObject[];
	readonly hints: readonly string[];
	readonly answers: readonly Answer[];
	/** What was in the list at the start, and at the end. */
	readonly before: readonly number[];
	readonly after: readonly number[];
	readonly list: List;
	/** Whether it did not stop to ask. */
	readonly isEndless: boolean;
}

const PATHS = {
	prompts: '/v2/geo/business/prompts',
	tasks: '/api/v1/business/tasks/query',
};

const TOO_MUCH: Sent = { status: 500, headers: {}, body: '{"message":"Too many requests by far"}' };
const NOT_THERE: Sent = { status: 404, headers: {}, body: '{"message":"No such path"}' };

/** What runs need: n8n's engine, and one server for all services. */
export interface Stand {
	readonly bench: Bench;
	readonly server: ServiceServer;
}

/** Runs a node against a service in n8n's engine. */
export async function run({ bench, server }: Stand, { service, reading }: Case): Promise<Run> {
	const list = new List(service, reading.list);
	const before = [...list.places];
	const answers: Answer[] = [];
	const open = server.open((path, body) => {
		if (path !== PATHS[reading.list]) return NOT_THERE;
		if (list.turns >= MOST_REQUESTS) return TOO_MUCH;
		const answer = list.next(askedIn(body));
		answers.push(answer);
		return sentFor(list, answer);
	});
	try {
		const credential = { agentsBaseUrl: open.url, geoBaseUrl: open.url };
		const { onError } = reading;
		const node = reading.list === 'tasks' ? 'agents' : 'geo';
		const result = await bench.run(node, parametersOf(reading), { credential, onError });
		return {
			rows: result.rows.filter((row) => !isFailure(row)),
			errorItems: [...result.rows.filter(isFailure), ...result.errorItems.map(({ json }) => json)],
			hints: result.hints,
			...(result.error === undefined ? {} : { error: result.error.message }),
			...{ answers, before, after: [...list.places], list },
			isEndless: list.turns >= MOST_REQUESTS,
		};
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
