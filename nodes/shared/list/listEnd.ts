import { ServiceError } from '../base';
import type { ListResult, PagedList } from './pagedList';
import type { PageProbe } from './pageProbe';
import type { Pager } from './pager';
import {
	MOVED,
	refusedPageRemark,
	repeatedRemark,
	retractedRemark,
	uncheckedRemark,
} from './listRemarks';

/** What a service may answer to an offset beyond the last page, instead of an empty page. */
const END_STATUSES = [400, 404, 416, 422];

/** Decides what it means that a list has ended: whether it is whole, may go on, or was broken off. */
export class ListEnd {
	constructor(
		private readonly list: PagedList,
		private readonly pager: Pager,
		private readonly probe: PageProbe,
	) {}

	/** Switches to another kind of paging, if the service says or has said that there is a next page. */
	switchPaging(): boolean {
		const { list, pager } = this;
		const { isRetracted } = list.length;
		return (list.hasGap || (list.missing > 0 && isRetracted)) && pager.switchPaging(list.hasGap);
	}

	/** Whether the list goes on after its end, by the signs of the service, so that it may never end. */
	async seemsEndless(): Promise<boolean> {
		const { hasGoneOn, isFarBeyondTotal } = this.list.length;
		if (hasGoneOn || !isFarBeyondTotal) return hasGoneOn;
		return !this.pager.isLed && !(await this.probe.endsByItself());
	}

	/** Says that the list may go on, where the service sends one page only and nothing tells how long it is. */
	async remarkIfCut(): Promise<void> {
		const { list, pager } = this;
		const { isOpen, isFull, isDisputed, isRetracted, received } = list.length;
		if (isRetracted && !list.hasGap) list.remark(retractedRemark(received));
		// Another way that was tried in vain proves nothing where the service contradicts itself.
		const isTold = list.hasGap || (pager.hasSwitched && !isDisputed);
		if (isTold || received < 2) return;
		const isUnsure = isOpen || (list.length.pages === 1 && (await this.probe.isTotalOfPage()));
		if (isUnsure) list.remark(repeatedRemark(received, isFull));
	}

	/**
	 * The list after its last page.
	 *
	 * @param firstError what kept a page from coming, before another way to it was tried
	 * @param isLeftOut whether a page was left out, because nothing told whether it is an earlier one
	 */
	reached(firstError: Error | undefined, isLeftOut: boolean): ListResult {
		const { list, probe } = this;
		const { failure } = probe;
		if (probe.hasMoved || (list.missing > 0 && probe.hasLost)) list.remark(MOVED);
		if (failure !== undefined && (isLeftOut || list.hasGap)) return list.brokenOff(failure);
		if (failure !== undefined) list.remark(uncheckedRemark(list.length.received, failure));
		return firstError !== undefined && list.hasGap ? list.brokenOff(firstError) : list.result;
	}

	/** The list after a failed request. A refusal may be its end, if the service does not say that more records follow. */
	failed(error: Error): ListResult {
		const { list } = this;
		// The list seemed to be over before that: only another way to more of it has failed.
		if (list.length.isRetracted && !list.hasGap) {
			list.remark(retractedRemark(list.length.received));
			return list.result;
		}
		if (!isEndStatus(error) || list.hasGap) return list.brokenOff(error);
		const { total, received, isShort } = list.length;
		const isUsual = error.status === 416 || error.status === 404;
		if (total === undefined && !(isShort && isUsual)) {
			list.remark(refusedPageRemark(received, error));
		}
		return list.result;
	}
}

/** Whether an error may only mean that there is no such page. */
export function isEndStatus(error: Error): error is ServiceError {
	return error instanceof ServiceError && END_STATUSES.includes(error.status ?? 0);
}
