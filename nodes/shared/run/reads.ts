import { type ApiName, type ApiRequest, APIS, type Client, MAY_HAVE_RUN } from '../api';
import { asError, DescribedError, ServiceError } from '../base';
import type { RunOptions } from '../form';
import { FilterNames, KnownProjects } from '../projects';
import { type ListResult, type ListSource, readList, type ReadOptions } from '../reading';
import type { Place, RequestPlan } from './types';

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
	readonly filterNames: FilterNames;

	private projects?: KnownProjects;

	/** What was read, or is being read, by the text of what was asked for. */
	private readonly known = new Map<string, Promise<ListResult>>();

	private kept = 0;

	private readonly readOptions: ReadOptions;

	/** @param continuesOnError whether a leaf that fails holds up no other */
	constructor(
		private readonly client: Client,
		{ settings, pageSize }: RunOptions,
		private readonly continuesOnError = false,
	) {
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
	 * not sent again, unless it failed; everybody gets records of their own.
	 */
	async list(plan: RequestPlan): Promise<ListResult> {
		const { request, shape, names, recordsAt, paging, limit } = plan;
		if (request.effect !== 'read') return this.send(plan);
		const key = JSON.stringify([request, shape, names, recordsAt, paging, limit]);
		const known = this.known.get(key);
		if (known !== undefined) {
			const list = await known;
			const isFailed = list.error !== undefined && this.continuesOnError;
			return isFailed ? await this.send(plan) : copyOf(list);
		}
		if (this.kept > MOST_KEPT) {
			this.known.clear();
			this.kept = 0;
		}
		const sent = this.send(plan);
		this.known.set(key, sent);
		const list = await sent;
		if (list.error !== undefined) this.known.delete(key);
		return list;
	}

	/**
	 * An error that the others go on beside.
	 *
	 * @param place where it happened
	 * @throws it, unless they are to
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

function emptyError({ api, effect }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		effect === 'read'
			? `Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`
			: MAY_HAVE_RUN,
	);
}
