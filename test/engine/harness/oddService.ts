import { createServer, type ServerResponse } from 'node:http';
import { jsonParse, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { ActiveTrigger, TriggerName } from '../../../dev/engine';
import { type Bench, project, useBench } from './fixture';

/** A request to read a part of a list. */
export interface ListRequest {
	readonly limit: number;
	readonly offset: number;
	/** How often the list was read before, counted by the requests for its start. */
	readonly reading: number;
}

/** Sends an answer by itself, in whatever way. */
export type Answering = (response: ServerResponse) => void;

/** What an odd service answers: JSON, or a way to answer. */
export type Answers = (request: ListRequest) => Answering | IDataObject | IDataObject[];

/** A service that answers every request as a test says. */
export interface OddService {
	readonly url: string;
	/** What it answers from now on. */
	answers: Answers;
	/** How many requests there were for the start of a list. */
	readings: number;
	close(): Promise<void>;
}

/** Starts one on any free port. */
async function startOddService(): Promise<OddService> {
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const { pagination } = jsonParse<{ pagination?: { limit: number; offset: number } }>(text);
			const { limit = Infinity, offset = 0 } = pagination ?? {};
			if (offset === 0) service.readings += 1;
			const answer = service.answers({ limit, offset, reading: service.readings - 1 });
			if (typeof answer === 'function') answer(response);
			else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	const service: OddService = {
		url: `http://127.0.0.1:${String(port)}`,
		answers: () => [],
		readings: 0,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return service;
}

/** A page of a list, and how many records the list has in all. */
export function page(records: IDataObject[], { limit, offset }: ListRequest, total?: number) {
	return { data: records.slice(offset, offset + limit), total: total ?? records.length };
}

/** So many records, each with an ID and a number. */
export function numbered(count: number, change: IDataObject = {}): IDataObject[] {
	return Array.from({ length: count }, (_, place) => ({
		...{ prompt_id: `p${String(place)}`, score: 50 },
		...change,
	}));
}

/** The answers of a service that always has these records. */
export function always(records: IDataObject[]): Answers {
	return (request) => page(records, request);
}

/** Other answers for one reading: 0 is the next one of a new service. */
export function onceAt(reading: number, odd: Answers, answers: Answers): Answers {
	return (request) => (request.reading === reading ? odd : answers)(request);
}

/** The titles of the failed executions. */
export function messagesOf({ failures }: ActiveTrigger): string[] {
	return failures.map(({ message }) => message);
}

/** Triggers of the built package whose service is an odd one. */
export class OddBench {
	private opened?: OddService;

	constructor(private readonly bench: Bench) {}

	get service(): OddService {
		if (this.opened === undefined) throw new Error('The service is not there');
		return this.opened;
	}

	async open(): Promise<void> {
		this.opened = await startOddService();
	}

	async close(): Promise<void> {
		await this.opened?.close();
	}

	/** The GEO Trigger, New Record. */
	newPrompt(options: IDataObject = {}): ActiveTrigger {
		return this.trigger('geoTrigger', { event: 'newRecord', recordType: 'prompt' }, options);
	}

	/** The GEO Trigger, Changed Metric: `score` falls by 10 points. */
	fall(fields: INodeParameters = {}): ActiveTrigger {
		return this.trigger('geoTrigger', {
			...{ event: 'changedMetric', recordType: 'prompt', metric: 'score' },
			...{ condition: 'fallsBy', amount: 10, unit: 'points', ...fields },
		});
	}

	/** The Agents Trigger. */
	tasks(event: string, fields: INodeParameters = {}, options: IDataObject = {}): ActiveTrigger {
		return this.trigger('agentsTrigger', { event, view: 'list', ...fields }, options);
	}

	private trigger(
		name: TriggerName,
		parameters: INodeParameters,
		options: IDataObject = {},
	): ActiveTrigger {
		const { url } = this.service;
		const credential = { agentsBaseUrl: url, geoBaseUrl: url };
		// So that a busy machine reaches no deadline: time is scaled in these tests.
		const patient = { maxWait: 100_000, ...options };
		const fields = { project: project('p'), ...parameters, options: patient };
		return this.bench.trigger(name, fields, credential);
	}
}

/** A new odd service before each test of a file. */
export function useOddBench(): OddBench {
	const odd = new OddBench(useBench());
	beforeEach(async () => await odd.open());
	afterEach(async () => await odd.close());
	return odd;
}
