import type { JsonValue } from 'n8n-workflow';
import type { Reading } from '../answer';
import type { ApiRequest } from '../api';
import { ServiceError } from '../base';
import { equalColumns, hasShifted, isSamePage } from './comparePages';
import type { FilteredPage } from './duplicateFilter';
import type { EndpointMemory } from './endpointMemory';
import type { PagedList } from './pagedList';
import type { Pager } from './pager';

/** How far beyond the end a request asks that finds out what is there. */
const FAR = 10_000;

/** Where no list that can be read has records: more than that are not read. */
const BEYOND_ALL = 1_000_000;

/** What a service may answer to a page that it does not have. */
const NOT_THERE = [404, 416];

/** What it may answer to that, or to a position that it finds too high. */
const REFUSED = [400, 422];

type Records = readonly JsonValue[];

/** Finds out by further requests whether a page that looks like an earlier one is that. */
export class PageProbe {
	/** What kept it from finding out. */
	failure?: Error;

	/** Whether the first page has other records now. */
	hasMoved = false;

	/** What came for pages beyond the end. */
	private readonly far: JsonValue[] = [];

	/** Whether there are no records where no list has any, once that is known. */
	private isBounded?: boolean;

	/** The first page, requested a second time. */
	private again?: Records;

	/**
	 * @param read sends a request and gives what its answer holds
	 * @param memory what was seen of the endpoint in this run
	 */
	constructor(
		private readonly read: (request: ApiRequest) => Promise<Reading | Error>,
		private readonly pager: Pager,
		private readonly list: PagedList,
		private readonly memory: EndpointMemory,
	) {}

	/**
	 * Whether a page is an earlier one once more, because the service ignores where the page should
	 * start, or sends an earlier page for one beyond the end. A page far beyond the end tells.
	 *
	 * @param page the same page compared with those before
	 * @param requested how many records were requested for it
	 */
	async isRepeated(records: Records, page: FilteredPage, requested: number): Promise<boolean> {
		const { pager, list, memory } = this;
		const { isKnown, isPartlyKnown, hasNewIds } = page;
		if (pager.hasSwitched) {
			// Records of another page may look alike. Their ids tell, unless those change by themselves.
			const isNew = hasNewIds && !isPartlyKnown && list.hasIds(records);
			return !(isNew && (await this.isSteady()) && (await this.endsByItself()));
		}
		if (pager.isLed) return isKnown;
		if (memory.endsEmpty) return false;
		const far = await this.beyondEnd(records.length, requested);
		this.far.push(...far);
		if (this.failure !== undefined) return true;
		memory.endsEmpty = far.length === 0;
		// The first page in place of one beyond the end shows what it has now.
		this.hasMoved ||= list.hasIds(far) && list.sharesIds(list.first, far) && !list.knowsIds(far);
		// The same request brings pages of the same length.
		if (far.length === 0 || far.length !== records.length) return false;
		if (isKnown) return list.knows(far);
		const { received, pages } = list.length;
		const again = await this.peek(requested, received, pages);
		if (!isSamePage(far, records, again)) return false;
		// Where an id stays with its record, a new one means another record.
		if (hasNewIds && list.hasIds(records) && list.hasSameIds(records, again)) return false;
		// A page that differs from earlier ones in what stays the same is another one.
		const isSame = JSON.stringify(await this.firstAgain()) === JSON.stringify(list.first);
		return !isSame && list.hasPageBy(records, await this.lastingFields());
	}

	/** Whether a record that came for a page beyond the end has not come since, unlike others there. */
	get hasLost(): boolean {
		const { list } = this;
		const far = this.far.filter((record) => list.hasIds([record]));
		const known = far.filter((record) => list.knowsIds([record]));
		return known.length > 0 && known.length < far.length;
	}

	/** Whether the service has no records where no list has any: then every list ends. */
	async endsByItself(): Promise<boolean> {
		this.isBounded ??= (await this.peek(1, BEYOND_ALL, BEYOND_ALL)).length === 0;
		return this.isBounded;
	}

	/**
	 * Whether the total that the service has sent is only that of the page: a shorter page tells, if
	 * the service takes the limit.
	 */
	async isTotalOfPage(): Promise<boolean> {
		const answer = await this.read(this.pager.firstRequest(1));
		return !(answer instanceof Error) && answer.signs.total === 1;
	}

	/**
	 * Whether the first page has the same records when it is requested again. If not, a record that
	 * comes a second time with other values may be the same one, and another be missing for it.
	 */
	async isSteady(): Promise<boolean> {
		const again = await this.firstAgain();
		return again.length === this.list.first.length && this.list.hasSameIds(this.list.first, again);
	}

	/** The fields of the records that stay as they are from answer to answer. */
	async lastingFields(): Promise<string[]> {
		return equalColumns(this.list.first, await this.firstAgain());
	}

	private async firstAgain(): Promise<Records> {
		const { first, pageSize = first.length } = this.list;
		if (this.again === undefined) {
			this.again = this.found(await this.read(this.pager.firstRequest(pageSize)));
			// If all ids are others, they change with every answer.
			const isSame = this.again.length === first.length && this.list.hasSameIds(first, this.again);
			const isShifted = !this.list.hasIds(first) && hasShifted(first, this.again);
			this.hasMoved = !isSame && (isShifted || this.list.sharesIds(first, this.again));
		}
		return this.again;
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

	private async ask(limit: number, offset: number, pages: number): Promise<Reading | Error> {
		return await this.read(this.pager.requestFor(limit, { offset, pages }));
	}

	private found(answer: Reading | Error): Records {
		if (!(answer instanceof Error)) return answer.records ?? [];
		const status = answer instanceof ServiceError ? answer.status : undefined;
		if (![...NOT_THERE, ...REFUSED].includes(status ?? 0)) this.failure ??= answer;
		return [];
	}
}
