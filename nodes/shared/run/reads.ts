import { type ApiName, type ApiRequest, APIS, type Client, MAY_HAVE_RUN } from '../api';
import { asError, DescribedError, ServiceError } from '../base';
import type { RunOptions } from '../form';
import { FilterNames, KnownProjects } from '../projects';
import { type ListResult, type ListSource, readList, type ReadOptions } from '../reading';
import type { Place, RequestPlan } from './types';

/**
 * Above so many kept records, the next list makes the node forget all: a run over hundreds of lists must
 * not hold every one until its end.
 */
const MOST_KEPT = 100_000;

/** Sends the requests of leaves, equal reads only once. Each client has its own: another key reads other records. */
export class Reads {
	readonly filterNames: FilterNames;

	private projects?: KnownProjects;

	/** Finished and running reads, by the text of the request. */
	private readonly known = new Map<string, Promise<ListResult>>();

	private kept = 0;

	private readonly readOptions: ReadOptions;

	/** @param continuesOnError whether a failed leaf stops no other */
	constructor(
		private readonly client: Client,
		{ settings, pageSize }: RunOptions,
		private readonly continuesOnError = false,
	) {
		this.readOptions = { concurrency: settings.concurrency.max, pageSize };
		this.filterNames = new FilterNames(client, this.readOptions);
	}

	/** All plans of a node are for the same API. */
	projectsOf(api: ApiName): KnownProjects {
		this.projects ??= new KnownProjects(this.client, api);
		return this.projects;
	}

	/**
	 * Returns the list for a plan, with the error that ended it. It does not send a read twice, unless the
	 * first one failed and may pass; each caller gets its own records.
	 */
	async list(plan: RequestPlan): Promise<ListResult> {
		const { request, shape, names, recordsAt, paging, limit } = plan;
		if (request.effect !== 'read') return this.send(plan);
		const key = JSON.stringify([request, shape, names, recordsAt, paging, limit]);
		const known = this.known.get(key);
		if (known !== undefined) {
			const list = await known;
			const isAgain = this.continuesOnError && mayPass(list.error);
			return isAgain ? await this.list(plan) : copyOf(list);
		}
		if (this.kept > MOST_KEPT) {
			this.known.clear();
			this.kept = 0;
		}
		const sent = this.send(plan);
		this.known.set(key, sent);
		const list = await sent;
		if (mayPass(list.error)) this.known.delete(key);
		return list;
	}

	/**
	 * Returns an error if the other leaves go on.
	 *
	 * @throws the error if they do not
	 */
	settled(error: Error, { project }: Place): Error {
		if (this.continuesOnError) return error;
		throw project !== undefined && error instanceof DescribedError ? error.with(GO_ON) : error;
	}

	private async send(plan: RequestPlan): Promise<ListResult> {
		const { request, shape, names, recordsAt = '', limit } = plan;
		const source: ListSource = {
			...plan,
			send: (page) => this.client.send(page),
			expected: {
				api: request.api,
				names,
				at: recordsAt,
				kind: shape,
				isWrite: request.effect !== 'read',
			},
		};
		try {
			const list = await readList(source, limit, this.readOptions);
			this.kept += list.records.length;
			return checked(list, plan);
		} catch (error) {
			return { records: [], pages: [], notices: [], error: asError(error) };
		}
	}
}

const GO_ON =
	"To get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.";

/** Whether the next item may have an answer: a refusal stays one. */
function mayPass(error?: Error): boolean {
	const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
	const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
	return error !== undefined && !isRefused;
}

function copyOf(list: ListResult): ListResult {
	const { records, pages } = list;
	return { ...list, ...structuredClone({ records, pages }) };
}

/** @throws DescribedError if nothing came, or no list where the plan needs one */
function checked(list: ListResult, { request, shape, paging, noList }: RequestPlan): ListResult {
	if (list.pages.length === 0) {
		// If anything may come back, an empty answer means success.
		if (shape !== 'any' || paging !== undefined) throw emptyError(request);
		return { ...list, pages: [{ success: true }], records: [{ success: true }] };
	}
	if (list.isNoList === true && noList !== undefined) throw noList;
	return list;
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
