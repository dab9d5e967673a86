import type { JsonObject } from 'n8n-workflow';
import {
	asError,
	isObject,
	type Notice,
	noticeAbout,
	noticeFor,
	Notices,
	runAgain,
	ServiceError,
	withPlace,
} from '../base';
import { EndpointMemory, type ListResult, readList } from '../reading';
import { type ApiRequest, APIS, type Client, MAY_HAVE_RUN } from '../api';
import type { RunOptions } from '../form';
import { comparePeriods, type Comparison, type Marked, sortRecords } from '../compare';
import { unmarked } from './marks';
import type { RequestPlan } from './types';

/** The answers to a plan, before they get the form that the user chose. */
export interface Reading {
	readonly pages: readonly Marked[];
	readonly records: readonly Marked[];
	/** How many records there are, as far as that is known. */
	readonly total: number;
	/** Whether there are more, or may be, because there is a limit. */
	readonly isCut: boolean;
	/** What ended the reading before its time; the records until then are there. */
	readonly error?: Error;
}

/** Reads what single plans ask for, and collects what the user should know about it. */
export class PlanReader {
	/** What the user should know about how the service answered, each thing once. */
	readonly hints = new Notices();

	/** Whether a list changed while it was read, so that records may be missing. */
	hasMoved = false;

	/** What says that records are missing, if anything does. */
	gap?: string;

	/** @param memories what was seen of the endpoints in this run, by their paths */
	constructor(
		private readonly client: Client,
		private readonly options: RunOptions,
		private readonly memories = new Map<string, EndpointMemory>(),
	) {}

	/**
	 * Reads the records of a plan, compared with the period before if the plan says so.
	 *
	 * @param place the mark of the project, for what is said about it
	 * @throws DescribedError as the client does, or if the answer is empty or no list where one is
	 * needed, before there is any record
	 */
	async read(plan: RequestPlan, place: JsonObject): Promise<Reading> {
		if (plan.compare !== undefined) return await this.compared(plan, plan.compare, place);
		if (plan.isDistinct === true) return await this.distinct(plan, place);
		const answers = await this.answersTo(plan, place);
		const { pages, records, total = 0, isCut = false, error } = answers;
		const isWhole = !isCut && error === undefined && plan.output.mode !== 'raw';
		const sorted = this.sorted(unmarked(records), plan, isWhole);
		return { pages: unmarked(pages), records: sorted, total, isCut, error };
	}

	private sorted(
		records: readonly Marked[],
		{ sort = [] }: RequestPlan,
		isWhole: boolean,
	): readonly Marked[] {
		if (sort.length === 0) return records;
		const { records: sorted, notices } = sortRecords(records, sort, isWhole);
		this.hints.addAll(notices);
		return sorted;
	}

	/** Keeps what is worth knowing of how the service answered. */
	private hear(remarks: readonly Notice[], { project_name: name }: JsonObject): void {
		const what = typeof name === 'string' ? `data of ${name}` : 'data';
		for (const remark of remarks) {
			const { kind, message } = remark;
			this.hints.add(noticeFor(remark, what));
			if (kind === 'gap') this.gap ??= message;
			this.hasMoved ||= kind === 'doubt';
		}
	}

	/** The list is read whole: with a limit, a record that comes twice would take the place of another. */
	private async distinct(plan: RequestPlan, place: JsonObject): Promise<Reading> {
		const answers = await this.answersTo({ ...plan, limit: Infinity }, place);
		const { pages, records, total = 0, isCut = false, error } = answers;
		const byText = new Map(records.map((record) => [JSON.stringify(record), record]));
		const once = [...byText.values()];
		return {
			pages: unmarked(pages),
			records: unmarked(once.slice(0, plan.limit)),
			total: total - (records.length - once.length),
			isCut: isCut || once.length > plan.limit,
			error,
		};
	}

	/** Both periods are read whole: with a limit, a row could miss the one it is compared with. */
	private async compared(
		plan: RequestPlan,
		compare: Comparison,
		place: JsonObject,
	): Promise<Reading> {
		const whole = { ...plan, limit: Infinity };
		const [now, before] = await Promise.all([
			this.answersTo(whole, place),
			this.periodBefore({ ...whole, request: withBody(plan.request, compare.body) }),
		]);
		const said = now.remarks.filter(({ kind }) => kind === 'note').map(({ message }) => message);
		const others = before.remarks.filter(({ message }) => !said.includes(message));
		this.hear(
			others.map((remark) => noticeAbout(remark, compare.period)),
			place,
		);
		const error =
			now.error ??
			(before.error && withPlace(before.error, compare.period, 'The comparison period'));
		// Rows that are compared with a part of the others would show changes that there are not.
		const { rows, notices } =
			error === undefined
				? comparePeriods(now.records, before.records, compare)
				: { rows: this.sorted(unmarked(now.records), plan, now.error === undefined), notices: [] };
		this.hints.addAll(notices);
		return {
			pages: unmarked(now.pages),
			records: rows.slice(0, plan.limit),
			total: rows.length,
			isCut: rows.length > plan.limit,
			error,
		};
	}

	/** What there is of the period before. Its failure must not take the period itself along. */
	private async periodBefore(
		plan: RequestPlan,
	): Promise<Pick<ListResult, 'error' | 'records' | 'remarks'>> {
		try {
			return await this.list(plan);
		} catch (error) {
			return { records: [], remarks: [], error: asError(error) };
		}
	}

	private async answersTo(plan: RequestPlan, place: JsonObject): Promise<ListResult> {
		const answers = await this.list(plan);
		if (answers.isNoList === true && plan.noList !== undefined) throw plan.noList;
		this.hear(answers.remarks, place);
		return answers;
	}

	private async list(plan: RequestPlan): Promise<ListResult> {
		const { request, shape, names, recordsAt = '', paging, offersPaging, limit } = plan;
		const { settings, pageSize } = this.options;
		const memory = this.memories.get(request.path) ?? new EndpointMemory();
		this.memories.set(request.path, memory);
		const source = {
			send: async (page: ApiRequest) => await this.client.send(page),
			request,
			look: {
				...{ api: request.api, names, at: recordsAt, kind: shape },
				isWrite: request.effect !== 'read',
			},
			paging,
			offersPaging,
		};
		const result = await readList(source, limit, {
			concurrency: settings.concurrency.max,
			pageSize,
			memory,
		});
		if (result.pages.length > 0) return result;
		// Where anything may come back, nothing at all means success.
		if (shape === 'any' && paging === undefined) {
			return { ...result, pages: [{ success: true }], records: [{ success: true }] };
		}
		throw emptyError(request);
	}
}

/** The same request with these members in its body. */
export function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}

function emptyError({ api, effect }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		effect === 'read' ? runAgain(`check '${baseUrlLabel}' in the credential`) : MAY_HAVE_RUN,
	);
}
