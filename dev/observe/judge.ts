import { isJson, type Json, json } from '../../sandbox/json';
import { formOf, type IsSafe } from './form';
import type { Seen } from './read';
import type { Endpoint } from './requests';

/** A list in an answer. */
interface Found {
	readonly path: readonly string[];
	readonly rows: readonly Json[];
}

const COMMON = ['data', 'items', 'results', 'records', 'rows'];
const LENGTH = /^(total.*|count|pages|has_?(more|next).*|next.*|.*cursor)$/i;

function listsIn(value: unknown, path: readonly string[] = []): Found[] {
	if (Array.isArray(value)) return [{ path, rows: value.filter(isJson) }];
	if (!isJson(value) || path.length > 2) return [];
	return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
}

/** Finds the records in an answer: the list of a usual name, else the first one with objects. */
function recordsIn(body: unknown, ownName: string): Found | undefined {
	const lists = listsIn(body);
	const named = (name: string) => lists.filter(({ path }) => path.at(-1) === name);
	const inOrder = [...[ownName, ...COMMON].flatMap(named), ...lists];
	return inOrder.find(({ rows }) => rows.length > 0) ?? inOrder[0];
}

/** Returns the paths to what tells how many records there are, down to two objects deep. */
function lengthIn(body: unknown, path: readonly string[] = []): Array<readonly string[]> {
	return Object.entries(json(body)).flatMap(([name, value]) => {
		if (isJson(value)) return path.length === 0 ? lengthIn(value, [name]) : [];
		return LENGTH.test(name) && !Array.isArray(value) ? [[...path, name]] : [];
	});
}

const isIn = (seen: Seen | undefined, low: number, high: number) =>
	seen?.status !== undefined && seen.status >= low && seen.status < high;
export const isGood = (seen?: Seen) => isIn(seen, 200, 300);
export const isRefused = (seen?: Seen) => isIn(seen, 400, 429) || isIn(seen, 430, 500);

/** What a request tries, if that is not its name alone. */
const ASPECTS: Readonly<Record<string, readonly string[]>> = {
	...{ first: [], second: ['limit', 'offset', 'dates', 'metrics'], days: ['dates'] },
	...{ withMetrics: ['dates'], alone: ['limit', 'offset'] },
};

export type Judged = ReturnType<typeof judge>;

/** Judges an endpoint by its answers: `yes` is what made a difference, `?` what cannot be told. */
export function judge(endpoint: Endpoint, all: readonly Seen[]) {
	const { figures, ids, kind, name: ownName } = endpoint;
	const own = all.filter(({ probe }) => probe.endpoint === endpoint);
	const answers = new Map(own.map((seen) => [seen.probe.name, seen]));
	const listOf = (name: string) => {
		const seen = answers.get(name);
		return isGood(seen) ? recordsIn(seen?.body, ownName) : undefined;
	};
	const rowsOf = (name: string) => listOf(name)?.rows ?? [];
	const [first, second] = [rowsOf('first'), rowsOf('second')];
	const others = Object.keys(first[0] ?? {}).filter((name) => /(^|_)(uu)?id$|Id$/.test(name));
	const id = [...ids, ...(kind === 'report' ? [] : others)].find((name) => {
		const values = new Set(first.map((row) => row[name]));
		return values.size > 0 && values.size === first.length && !values.has(undefined);
	});
	const keyOf = (row: Json) => {
		const texts = Object.values(row).filter((value) => typeof value === 'string');
		return id === undefined ? texts.join('\n') : String(row[id]);
	};
	const has = (rows: readonly Json[], fields: readonly string[]) => {
		if (rows.length === 0 || fields.length === 0) return fields.length > 0 ? '?' : '-';
		return rows.some((row) => fields.some((field) => field in row)) ? 'yes' : 'no';
	};

	function offset(rows: readonly Json[]): string {
		const [[one, two], [moved]] = [first.map(keyOf), rows.map(keyOf)];
		if (moved === undefined || two === undefined || one === two) return '?';
		return moved === two ? 'yes' : moved === one ? 'no' : '?';
	}

	/** Compares the numbers of the same records, the usual ones and those of a week. */
	function dates(): string {
		const usual = [...rowsOf('withMetrics'), ...first];
		const changes = second.flatMap((row) => {
			const before = Object.entries(usual.find((one) => keyOf(one) === keyOf(row)) ?? {});
			const numbers = before.filter(([name, value]) => typeof value === 'number' && name in row);
			return numbers.map(([name, value]) => row[name] !== value);
		});
		return changes.includes(true) ? 'yes' : changes.length > 0 ? 'no' : '?';
	}

	function verdict(name: string, aspect: string): string {
		const seen = answers.get(name);
		if (isRefused(seen) && name !== 'beyond') return 'refused';
		if (!isGood(seen)) return String(seen?.status ?? '?');
		const rows = rowsOf(name);
		const isFirst = rows[0] && first[0] && keyOf(rows[0]) === keyOf(first[0]);
		const isOfDays = rows.length === 3 ? 'yes' : rows.length > 3 ? 'no' : '?';
		if (name === 'beyond') return rows.length === 0 ? 'empty' : isFirst ? 'page 1' : 'records';
		if (aspect === 'limit') {
			return first.length > 2 ? 'no' : first.length + rows.length > 3 ? 'yes' : '?';
		}
		if (aspect === 'offset') return offset(rows);
		if (aspect === 'metrics') return has(rows, figures);
		if (aspect === 'dates' && kind === 'projects') return '-';
		if (aspect === 'dates') return name === 'days' ? isOfDays : dates();
		if (aspect.startsWith('measure ')) return has(rows, [aspect.slice(8)]);
		return JSON.stringify(rows) === JSON.stringify(first) ? 'no' : 'yes';
	}

	const tried = [...answers.keys()].flatMap((name) =>
		(ASPECTS[name] ?? [name]).map((aspect) => [aspect, verdict(name, aspect)] as const),
	);
	const heeds: Readonly<Record<string, string>> = Object.fromEntries(tried);
	return { endpoint, answers, rowsOf, list: listOf('first'), id, heeds };
}

export type Finding = ReturnType<typeof findingOf>;

/**
 * Sums up an endpoint without its data.
 *
 * @param nodes what the nodes make of it
 */
export function findingOf({ answers, list, id, heeds }: Judged, isSafe: IsSafe, nodes?: string) {
	const { status, failure = 'not asked', body, headers } = answers.get('first') ?? {};
	const seen = [...answers.values()];
	const safe = (path: readonly string[]) =>
		path.map((step) => (isSafe(step) ? step : '<name>')).join('.');
	const inHeaders = [...(headers?.keys() ?? [])].filter((name) => /total|^link$/.test(name));
	const refusals = new Set(seen.filter(isRefused).map((own) => own.status ?? 0));
	const form = (answered: readonly Seen[]) =>
		formOf(
			answered.map((own) => own.body),
			isSafe,
		);
	return {
		answer: status ?? failure,
		/** The path to the records; empty if they are the answer. */
		records: list && safe(list.path),
		length: [...lengthIn(body).map(safe), ...inHeaders.map((name) => `header ${name}`)],
		id: id && safe([id]),
		heeds,
		form: seen.some(isGood) ? form(seen.filter(isGood)) : undefined,
		refusals: Object.fromEntries(
			[...refusals].map((one) => [one, form(seen.filter((own) => own.status === one))]),
		),
		nodes,
	};
}
