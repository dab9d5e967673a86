import { type ApiName, type ApiRequest, APIS, type Client, MAY_HAVE_RUN } from '../api';
import { asError, type Notice, ServiceError } from '../base';
import { mayLackFirst, MOST_SORTED, UNSORTED } from '../compare';
import type { RunOptions } from '../form';
import { FilterNames, KnownProjects } from '../projects';
import { type ListResult, readList, type ReadOptions } from '../reading';
import type { RequestPlan } from './types';

/**
 * The most records that are kept for reads that are still to come. With more than that, another list
 * makes all of them forgotten: a run over hundreds of lists must not hold every one until its end.
 */
const MOST_KEPT = 100_000;

/**
 * Sends what leaves ask for, the same read only once. There is one for each client of a run: what was
 * read with one key is not what another key would read.
 */
export class Reads {
	/** The entries of projects that filters name. */
	readonly filterNames: FilterNames;

	private projects?: KnownProjects;

	/** What was read, or is being read, by the text of what was asked for. */
	private readonly known = new Map<string, Promise<ListResult>>();

	private kept = 0;

	private readonly readOptions: ReadOptions;

	/** @param continuesOnError whether a leaf that fails holds up no other */
	constructor(
		private readonly client: Client,
		private readonly options: RunOptions,
		private readonly continuesOnError = false,
	) {
		const { settings, pageSize } = options;
		this.readOptions = { concurrency: settings.concurrency.max, pageSize };
		this.filterNames = new FilterNames(client, this.readOptions);
	}

	/** The projects of the API key. All plans of a node are for the same API. */
	projectsOf(api: ApiName): KnownProjects {
		this.projects ??= new KnownProjects(this.client, api);
		return this.projects;
	}

	/**
	 * The list that a plan asks for, with the error that ended it. A read that was asked for before is
	 * not sent again; everybody gets records of their own.
	 */
	async list(plan: RequestPlan): Promise<ListResult> {
		const isReusable = this.options.reuse && plan.request.effect === 'read';
		const key = keyOf(plan);
		try {
			const earlier = this.known.get(key);
			if (isReusable && earlier !== undefined) return checked(copyOf(await earlier), plan);
			const sent = this.send(plan);
			if (isReusable) this.remember(key, sent);
			const list = await sent;
			this.kept += list.records.length;
			return checked(list, plan);
		} catch (error) {
			return { records: [], pages: [], notices: [], error: asError(error) };
		}
	}

	/**
	 * The same so that Sort is kept: if what comes first may be beyond the limit, all of the list, unless
	 * that is too long or fails.
	 */
	async sortable(plan: RequestPlan): Promise<ListResult> {
		const list = await this.list(plan);
		const { sort = [], limit } = plan;
		const isCut = list.isCut === true && sort.length > 0 && !isRaw(plan);
		if (!isCut || !mayLackFirst(list.records, sort)) return list;
		const isLong = limit >= MOST_SORTED || (list.total ?? 0) > MOST_SORTED;
		const whole = isLong ? list : await this.list({ ...plan, limit: MOST_SORTED });
		if (whole.isCut !== true && whole.error === undefined) return whole;
		const why = whole.error === undefined ? [] : [unreadNotice(whole.error)];
		return { ...list, notices: [...list.notices, UNSORTED, ...why] };
	}

	/** How many requests these reads take at least. */
	countOf(plans: readonly RequestPlan[]): number {
		return this.options.reuse ? new Set(plans.map(keyOf)).size : plans.length;
	}

	/**
	 * An error that the others go on beside.
	 *
	 * @throws it, unless they are to
	 */
	settled(error: Error): Error {
		if (!this.continuesOnError) throw error;
		return error;
	}

	private send({ request, shape, names, recordsAt, ...plan }: RequestPlan): Promise<ListResult> {
		const expected = {
			...{ api: request.api, names, at: recordsAt ?? '', kind: shape },
			isWrite: request.effect !== 'read',
		};
		const { paging, offersPaging, limit } = plan;
		const send = (page: ApiRequest) => this.client.send(page);
		const source = { send, request, expected, paging, offersPaging };
		return readList(source, limit, this.readOptions);
	}

	private remember(key: string, list: Promise<ListResult>): void {
		if (this.kept > MOST_KEPT) {
			this.known.clear();
			this.kept = 0;
		}
		this.known.set(key, list);
	}
}

/** Whether a plan gives whole answers in place of records. */
export function isRaw(plan?: RequestPlan): boolean {
	return plan?.output.mode === 'raw';
}

/** The text of what a plan asks for: two plans with the same get the same list. */
function keyOf({ request, shape, names, recordsAt, paging, limit }: RequestPlan): string {
	return JSON.stringify([request, shape, names, recordsAt, paging, limit]);
}

function copyOf(list: ListResult): ListResult {
	const { records, pages } = list;
	return { ...list, ...structuredClone({ records, pages }) };
}

/**
 * What came, if it is what a plan is about.
 *
 * @throws DescribedError if nothing came, or no list where one is needed
 */
function checked(list: ListResult, { request, shape, paging, noList }: RequestPlan): ListResult {
	if (list.pages.length === 0) {
		// Where anything may come back, nothing at all means success.
		if (shape !== 'any' || paging !== undefined) throw emptyError(request);
		return { ...list, pages: [{ success: true }], records: [{ success: true }] };
	}
	if (list.isNoList === true && noList !== undefined) throw noList;
	return list;
}

/** What to say if a list could not be read whole, although its first records could. */
function unreadNotice({ message }: Error): Notice {
	return { message: `The node tried to read all records to sort them: ${message}` };
}

function emptyError({ api, effect }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		effect === 'read'
			? `Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`
			: MAY_HAVE_RUN,
	);
}
