import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ActiveTrigger, TriggerName } from '../../../dev/engine';
import { type Bench, project, useBench } from './fixture';
import { type ListService, pageOf, type Sending, useListService } from './listService';
import { placed } from '../../../dev/placed';

/** A request to read a part of a list. */
export interface ListRequest {
	readonly limit: number;
	readonly offset: number;
}

/** What an odd service answers: JSON, or what sends itself. */
export type Answers = (request: ListRequest) => IDataObject | IDataObject[] | Sending;

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

/** Triggers of the built package whose service is an odd one. */
export class OddBench {
	/** How many requests there were for the start of a list. */
	readings = 0;

	constructor(
		private readonly bench: Bench,
		private readonly list: { readonly service: ListService },
	) {}

	/** Says what the service answers from now on. */
	serve(answers: Answers): void {
		this.list.service.answers = (asked) => {
			const { limit, offset } = pageOf(asked);
			if (offset === 0) this.readings += 1;
			return answers({ limit, offset });
		};
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
		// So that a busy machine reaches no deadline: time is scaled in these tests.
		const patient = { maxWait: 100_000, ...options };
		const fields = { project: project('p'), ...parameters, ...placed(patient) };
		return this.bench.trigger(name, fields, this.list.service.credential);
	}
}

/** A new odd service before each test of a file. */
export function useOddBench(): OddBench {
	const odd = new OddBench(useBench(), useListService());
	beforeEach(() => {
		odd.readings = 0;
	});
	return odd;
}
