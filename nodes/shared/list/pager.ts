import type { JsonValue } from 'n8n-workflow';
import type { Reading, Signs } from '../answer';
import type { ApiRequest } from '../api';
import { fieldIn, isObject } from '../base';
import { otherPagings, pageRequest, type Paging } from './paging';

/** Knows how the next page of a list is asked for, and switches to another kind of paging where one fails. */
export class Pager {
	private paging?: Paging;

	/** Other ways to the next page that are still to be tried. */
	private others?: Paging[];

	/** What the latest page says about the next one. */
	private signs: Signs = {};

	/** Where the next page starts, for a cursor or an address. */
	private cursor?: number | string;

	/** How many pages have said where the next one is. */
	private pages = 0;

	/**
	 * @param request the request, without the members for the page
	 * @param first how pages are asked for at first; without it, there is only one
	 */
	constructor(
		private readonly request: ApiRequest,
		private readonly first?: Paging,
	) {
		this.paging = first;
	}

	/** By what the next page is asked for. */
	get kind(): Paging['kind'] | 'none' {
		return this.paging?.kind ?? 'none';
	}

	/** Whether it has switched to a kind of paging that only new records can prove right. */
	get hasSwitched(): boolean {
		return this.paging !== this.first;
	}

	/** Whether the answer before says where the next page is. */
	get isLed(): boolean {
		return this.kind === 'cursor' || this.kind === 'url';
	}

	/**
	 * The request for a page.
	 *
	 * @param offset how many records are before it
	 * @param pages how many pages are before it
	 */
	requestFor(limit: number, { offset, pages }: { offset: number; pages: number }): ApiRequest {
		const { paging, request, cursor } = this;
		if (paging === undefined) return request;
		const positions = { offset, page: (paging.firstPage ?? 1) + pages, cursor, url: cursor };
		return pageRequest(request, paging, { limit, position: positions[paging.kind] });
	}

	/** The request for the first page. */
	firstRequest(limit: number): ApiRequest {
		const { first, request } = this;
		if (first === undefined) return request;
		const positions = { offset: 0, page: first.firstPage ?? 1, cursor: undefined, url: undefined };
		return pageRequest(request, first, { limit, position: positions[first.kind] });
	}

	/** Remembers what a page says about the next one. Gives `false` if there is none. */
	moveOn({ body, signs }: Reading): boolean {
		const { paging, cursor } = this;
		this.signs = signs;
		this.pages += 1;
		this.others = undefined;
		if (paging === undefined) return false;
		this.cursor =
			paging.cursorAt === undefined ? signs.next?.value : cursorIn(body, paging.cursorAt);
		return !this.isLed || (this.cursor !== undefined && this.cursor !== cursor);
	}

	/**
	 * Switches to another kind of paging, where the offset leads nowhere. One that has led to a page
	 * is tried in its other forms only if the service says that there is more.
	 *
	 * @param hasGap whether the service says that there is more
	 * @returns `false` if the service shows none that was not tried yet
	 */
	switchPaging(hasGap: boolean): boolean {
		const { first, signs } = this;
		const isProven = this.hasSwitched && this.others === undefined;
		const isPromising = hasGap || (signs.next !== undefined && !isProven);
		if (first?.kind !== 'offset' || !isPromising) return false;
		this.others ??= otherPagings(this.request, first, signs);
		const next = this.others.shift();
		if (next === undefined) return false;
		const { next: said } = signs;
		// The first page may have the number 0.
		const firstPage = said?.kind === 'page' ? Number(said.value) - this.pages : undefined;
		this.paging = { ...next, firstPage };
		this.cursor = said?.value;
		return true;
	}
}

function cursorIn(body: JsonValue, path: string): number | string | undefined {
	const value = isObject(body) ? fieldIn(body, path) : null;
	const isCursor = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isCursor ? value : undefined;
}
