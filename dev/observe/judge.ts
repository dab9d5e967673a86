import type { ApiName } from '../../nodes/shared/api';
import { isIdName } from '../../nodes/shared/base';
import { isJson, type Json, json, list } from '../../sandbox/json';
import { isNumeric } from './form';

/** An endpoint that only reads. */
export interface Endpoint {
	readonly kind: 'list' | 'projects' | 'report' | 'tasks' | 'whoami';
	readonly api: ApiName;
	readonly path: string;
	/** The name under which the records may arrive. */
	readonly name: string;
	/** The likely names of the ID. */
	readonly ids: readonly string[];
	/** The documented metrics of a list, or the documented measure of a report. */
	readonly figures: readonly string[];
}

/** A request and its answer. */
export interface Seen {
	readonly endpoint: Endpoint;
	/** What the request tried, such as `first` or `filter topics`. */
	readonly name: string;
	/** The status, or why there is none. */
	readonly answer: number | string;
	readonly body?: unknown;
	readonly headers?: Headers;
}

type Member = Readonly<{ path: readonly string[]; name: string; value: unknown }>;

export const USUAL_LISTS = ['data', 'items', 'results', 'records', 'rows'];
const LENGTH = /^(total.*|count|pages|has_?(more|next).*|next.*|.*cursor)$/i;
/** Members that say whether there are more records, rather than how many. */
const FLAG = /more|next|cursor/i;

export const isGood = (seen?: Seen) => /^2/.test(String(seen?.answer));
export const isRefused = (seen?: Seen) => /^4/.test(String(seen?.answer)) && seen?.answer !== 429;

/** Returns the value itself, and its members down to three objects deep. */
function membersOf(value: unknown, path: readonly string[] = [], name = ''): Member[] {
	const inner = path.length > 2 ? [] : Object.entries(json(value));
	const members = inner.flatMap(([own, member]) => membersOf(member, [...path, own], own));
	return [{ path, name, value }, ...members];
}

const membersIn = (seen?: Seen) => (isGood(seen) ? membersOf(seen?.body) : []);

/** Returns what tells how many records there are. */
const lengthsIn = (seen?: Seen) =>
	membersIn(seen).filter(({ name, value }) => LENGTH.test(name) && typeof value !== 'object');

/** Finds the records in an answer: the list of a usual name, else the first one with objects. */
function recordsIn(seen?: Seen) {
	const lists = membersIn(seen).filter(({ value }) => Array.isArray(value));
	const usual = [seen?.endpoint.name, ...USUAL_LISTS];
	const inOrder = [...usual.flatMap((name) => lists.filter((one) => one.name === name)), ...lists];
	const found = inOrder.find(({ value }) => isJson(list(value)[0])) ?? inOrder[0];
	const rows = list(found?.value).map((row) => (isJson(row) ? row : { '': String(row) }));
	return found && { path: found.path, rows };
}

const rowsIn = (seen?: Seen): readonly Json[] => recordsIn(seen)?.rows ?? [];
const textOf = (row: Json) => JSON.stringify(row);

/** Returns the records and their total as a text, to be compared. */
const contentOf = (seen?: Seen) =>
	JSON.stringify([rowsIn(seen), lengthsIn(seen).find(({ name }) => /^total/.test(name))?.value]);

export type Judged = ReturnType<typeof judge>;

/** Judges an endpoint by its answers: `yes` is what made a difference, `?` what cannot be told. */
export function judge(endpoint: Endpoint, all: readonly Seen[]) {
	const { figures, ids, kind } = endpoint;
	const own = all.filter((seen) => seen.endpoint === endpoint);
	const answers = new Map(own.map((seen) => [seen.name, seen]));
	const first = rowsIn(answers.get('first'));
	const others = kind === 'report' ? [] : Object.keys(first[0] ?? {}).filter(isIdName);
	const id = [...ids, ...others].find((name) => {
		const values = new Set(first.map((row) => row[name]));
		return values.size > 0 && values.size === first.length && !values.has(undefined);
	});
	const [one, two] = first.map(textOf);
	const lengths = lengthsIn(answers.get('first'));
	const isMore = lengths.some(({ name, value }) =>
		FLAG.test(name) ? value : Number(value) > (/pages/i.test(name) ? 1 : first.length),
	);

	/** There is a limit if two records come where there are more. */
	function limit(): string {
		const keys = new Set([...first, ...rowsIn(answers.get('offset'))].map(textOf));
		if (first.length === 0 || (!isMore && keys.size < 3)) return '?';
		return first.length === 2 ? 'yes' : 'no';
	}

	function offset(moved: string | undefined): string {
		if (moved === undefined || one === undefined || one === two) return '?';
		if (moved === one) return 'no';
		return (two === undefined ? isMore : moved === two) ? 'yes' : '?';
	}

	function verdict(aspect: string): string {
		const seen = answers.get(aspect);
		const rows = rowsIn(seen);
		const [key] = rows.map(textOf);
		if (isRefused(seen) && aspect !== 'beyond') return 'refused';
		if (!isGood(seen)) return String(seen?.answer);
		if (aspect === 'bare') return 'answered';
		if (!recordsIn(seen) || first.length + rows.length === 0) return '?';
		if (aspect === 'beyond' && key === undefined) return 'empty';
		if (aspect === 'beyond') return key === one ? 'page 1' : 'records';
		if (aspect === 'offset') return offset(key);
		const isNew = (name: string) =>
			rows.some((row) => name in row) && !first.some((row) => name in row);
		if (aspect === 'metrics') return figures.some(isNew) ? 'yes' : 'no';
		// Dates are asked for with the metrics, if these come.
		const isBesideMetrics =
			aspect === 'dates' && answers.has('metrics') && verdict('metrics') === 'yes';
		const base = answers.get(isBesideMetrics ? 'metrics' : 'first');
		if (contentOf(seen) !== contentOf(base)) return 'yes';
		return aspect !== 'dates' || rows.some((row) => Object.values(row).some(isNumeric))
			? 'no'
			: '?';
	}

	const tried = [...answers.keys()].filter((name) => name !== 'first');
	const heeds: Readonly<Record<string, string>> = {
		...(answers.has('offset') && { limit: limit() }),
		...Object.fromEntries(tried.map((name) => [name, verdict(name)])),
	};
	return { endpoint, answers, list: recordsIn(answers.get('first')), lengths, id, heeds };
}
