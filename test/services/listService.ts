import type { IDataObject } from 'n8n-workflow';
import { askedIn, List, type Answer } from './answer';
import { sentFor, type Sent } from './form';
import type { ListName, Service } from './service';

/** More requests than the node sends for a list that does not say how long it is. */
const MOST_REQUESTS = 1_100;

/** Where each list is, with its API. */
export const PATHS = {
	prompts: '/v2/geo/business/prompts',
	tasks: '/api/v1/business/tasks/query',
} as const;

const TOO_MUCH: Sent = { status: 500, headers: {}, body: '{"message":"Too many requests by far"}' };
const NOT_THERE: Sent = { status: 404, headers: {}, body: '{"message":"No such path"}' };

/** What came out of a run. */
export interface Result {
	readonly rows: readonly IDataObject[];
	/** The error that stopped the run. */
	readonly error?: string;
	/** The items that stand for a failure, wherever they came out. */
	readonly errorItems: readonly IDataObject[];
	readonly hints: readonly string[];
}

/** What became of a run, and what the service sent meanwhile. */
export interface Run extends Result {
	readonly answers: readonly Answer[];
	/** What was in the list at the start, and at the end. */
	readonly before: readonly number[];
	readonly after: readonly number[];
	readonly list: List;
	/** Whether it did not stop to ask. */
	readonly isEndless: boolean;
}

/** A service with one list that answers requests, over a connection or in memory. */
export class ListService {
	private readonly list: List;

	private readonly before: readonly number[];

	private readonly answers: Answer[] = [];

	constructor(
		service: Service,
		private readonly name: ListName,
	) {
		this.list = new List(service, name);
		this.before = [...this.list.places];
	}

	/** The answer to a request. */
	serve(path: string, body: unknown): Sent {
		const { list, answers } = this;
		if (path !== PATHS[this.name]) return NOT_THERE;
		if (list.turns >= MOST_REQUESTS) return TOO_MUCH;
		const answer = list.next(askedIn(body));
		answers.push(answer);
		return sentFor(list, answer);
	}

	/** A run that is over, with what the service sent for it. */
	runWith(result: Result): Run {
		const { list, answers, before } = this;
		const isEndless = list.turns >= MOST_REQUESTS;
		return { ...result, answers, before, after: [...list.places], list, isEndless };
	}
}
