import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { ServiceError } from '../errors';
import { isSamePage } from './columns';
import type { EndpointMemory } from './endpointMemory';
import type { PagedList } from './pagedList';
import type { Pager } from './pager';

/** How far beyond the end a request asks that finds out what is there. */
const FAR = 10_000;

/** What a service may answer to a page that it does not have. */
const NOT_THERE = [404, 416];

/** What it may answer to that, or to a position that it finds too high. */
const REFUSED = [400, 422];

type Records = readonly JsonValue[];

/** Finds out by further requests whether a page that looks like an earlier one is that. */
export class PageProbe {
	/** What kept it from finding out. */
	failure?: Error;

	/** The first page, requested a second time. */
	private again?: Records;

	/**
	 * @param read sends a request and gives the records of the answer
	 * @param memory what was seen of the endpoint in this run
	 */
	constructor(
		private readonly read: (request: ApiRequest) => Promise<Records | Error>,
		private readonly pager: Pager,
		private readonly list: PagedList,
		private readonly memory: EndpointMemory,
	) {}

	/**
	 * Whether a page is an earlier one once more, because the service ignores where the page should
	 * start, or sends an earlier page for one beyond the end. A page far beyond the end tells.
	 *
	 * @param isKnown whether all its records were there before
	 * @param requested how many records were requested for it
	 */
	async isRepeated(records: Records, isKnown: boolean, requested: number): Promise<boolean> {
		const { pager, list, memory } = this;
		if (pager.hasTurned) return true;
		if (pager.isLed) return isKnown;
		if (memory.endsEmpty) return false;
		const far = await this.beyondEnd(records.length, requested);
		if (this.failure !== undefined) return true;
		memory.endsEmpty = far.length === 0;
		// The same request brings pages of the same length.
		if (far.length === 0 || far.length !== records.length) return false;
		if (isKnown) return list.knows(far);
		const { received, pages } = list.length;
		const again = await this.peek(requested, received, pages);
		if (!isSamePage(far, records, again)) return false;
		// Where the first page is as it was, a page that differs from it is another one.
		return JSON.stringify(await this.firstAgain()) !== JSON.stringify(list.first);
	}

	/**
	 * Whether the first page has the same records when it is requested again. If not, a record that
	 * comes a second time with other values may be the same one, and another be missing for it.
	 */
	async isSteady(): Promise<boolean> {
		return this.list.hasSameIds(this.list.first, await this.firstAgain());
	}

	private async firstAgain(): Promise<Records> {
		const { first, pageSize = first.length } = this.list;
		this.again ??= this.found(await this.read(this.pager.firstRequest(pageSize)));
		return this.again.slice(0, first.length);
	}

	/** The records of a page that the list cannot have. A service may limit how far one can ask. */
	private async beyondEnd(count: number, requested: number): Promise<Records> {
		const { received, pages, total = 0 } = this.list.length;
		const end = Math.max(received, total);
		const far = await this.ask(requested, end + FAR, pages + FAR);
		const isRefused = far instanceof ServiceError && REFUSED.includes(far.status ?? 0);
		return this.found(
			isRefused ? await this.ask(requested, end + count + requested, pages + 2) : far,
		);
	}

	/** The records of any page; none if the service has none there. */
	private async peek(limit: number, offset: number, pages: number): Promise<Records> {
		return this.found(await this.ask(limit, offset, pages));
	}

	private async ask(limit: number, offset: number, pages: number): Promise<Records | Error> {
		return await this.read(this.pager.requestFor(limit, { offset, pages }));
	}

	private found(answer: Records | Error): Records {
		if (!(answer instanceof Error)) return answer;
		const status = answer instanceof ServiceError ? answer.status : undefined;
		if (![...NOT_THERE, ...REFUSED].includes(status ?? 0)) this.failure ??= answer;
		return [];
	}
}
