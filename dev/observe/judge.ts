import { isJson, type Json, json } from '../../sandbox/json';
import { formOf, HIDDEN, type IsSafe, isNumeric } from './form';
import type { Seen } from './read';
import type { Endpoint } from './requests';

/** A member of an answer, with the path to it. */
interface Member {
	readonly path: readonly string[];
	readonly name: string;
	readonly value: unknown;
}

const COMMON = ['data', 'items', 'results', 'records', 'rows'];
const LENGTH = /^(total.*|count|pages|has_?(more|next).*|next.*|.*cursor)$/i;
const FLAG = /more|next|cursor/i;

/** Returns the answer itself, and its members down to three objects deep. */
function membersOf(value: unknown, path: readonly string[] = []): Member[] {
	const inner = path.length > 2 ? [] : Object.entries(json(value));
	const own = { path, name: path.at(-1) ?? '', value };
	return [own, ...inner.flatMap(([name, member]) => membersOf(member, [...path, name]))];
}

/** Finds the records in an answer: the list of a usual name, else the first one with objects. */
function recordsIn(body: unknown, ownName: string) {
	const lists = membersOf(body).flatMap(({ path, name, value }) => {
		const rows =
			Array.isArray(value) && value.map((row) => (isJson(row) ? row : { '': String(row) }));
		return rows ? [{ path, name, rows }] : [];
	});
	const named = [ownName, ...COMMON].flatMap((name) => lists.filter((one) => one.name === name));
	const inOrder = [...named, ...lists];
	return inOrder.find(({ rows: [row = { '': '' }] }) => !('' in row)) ?? inOrder[0];
}

/** Returns what tells how many records there are. */
const lengthsIn = (body: unknown) =>
	membersOf(body).filter(({ name, value }) => LENGTH.test(name) && typeof value !== 'object');

export const isGood = (seen?: Seen) => /^2/.test(String(seen?.answer));
const isRefused = (seen?: Seen) => /^4/.test(String(seen?.answer)) && seen?.answer !== 429;

export type Judged = ReturnType<typeof judge>;

/** Judges an endpoint by its answers: `yes` is what made a difference, `?` what cannot be told. */
export function judge(endpoint: Endpoint, all: readonly Seen[]) {
	const { figures, ids, kind } = endpoint;
	const own = all.filter(({ probe }) => probe.endpoint === endpoint);
	const answers = new Map(own.map((seen) => [seen.probe.name, seen]));
	const bodyOf = (name: string) => (isGood(answers.get(name)) ? answers.get(name)?.body : null);
	const listOf = (name: string) => recordsIn(bodyOf(name), endpoint.name);
	const rowsOf = (name: string) => listOf(name)?.rows ?? [];
	const first = rowsOf('first');
	const others = Object.keys(first[0] ?? {}).filter((name) => /(^|_)(uu)?id$|Id$/.test(name));
	const id = [...ids, ...(kind === 'report' ? [] : others)].find((name) => {
		const values = new Set(first.map((row) => row[name]));
		return values.size > 0 && values.size === first.length && !values.has(undefined);
	});
	const keyOf = (row: Json) => {
		const texts = Object.values(row).filter((value) => typeof value === 'string');
		return id === undefined ? texts.filter((one) => !isNumeric(one)).join('\n') : String(row[id]);
	};
	const [one, two] = first.map(keyOf);
	const isMore = lengthsIn(bodyOf('first')).some(({ name, value }) =>
		FLAG.test(name) ? value : Number(value) > (/pages/i.test(name) ? 1 : first.length),
	);
	/** The request that tried something alone, or else the one that tried all together. */
	const requestFor = (aspect: string) => (answers.has(aspect) ? aspect : 'second');

	function limit(): string {
		const keys = new Set([...first, ...rowsOf(requestFor('offset'))].map(keyOf));
		if (first.length === 0 || (!isMore && keys.size < 3)) return '?';
		return first.length === 2 ? 'yes' : 'no';
	}

	function offset(rows: readonly Json[]): string {
		const [moved] = rows.map(keyOf);
		if (moved === undefined || one === undefined || one === two) return '?';
		if (moved === one) return 'no';
		return (two === undefined ? isMore : moved === two) ? 'yes' : '?';
	}

	/** Compares the numbers of the same records, and how many there are. */
	function dates(rows: readonly Json[], name: string): string {
		const usual = new Map([...first, ...rowsOf('metrics')].map((row) => [keyOf(row), row]));
		const changes = rows.flatMap((row) => {
			const before = Object.entries(usual.get(keyOf(row)) ?? {});
			const isCompared = (field: string) => isNumeric(row[field]) && !/id$/i.test(field);
			const numbers = before.filter(([field]) => isCompared(field));
			return numbers.map(([field, value]) => row[field] !== value);
		});
		const isOfAll = (member: Member) =>
			/^total/.test(member.name) || (name === 'dates' && member.value === true);
		const lengths = (of: string) =>
			String(lengthsIn(bodyOf(of)).map((member) => isOfAll(member) && member.value));
		if (changes.includes(true) || lengths(name) !== lengths('first')) return 'yes';
		return changes.length > 0 ? 'no' : '?';
	}

	/** Says whether figures come that do not come without being asked for. */
	function comes(rows: readonly Json[], names: readonly string[]): string {
		const [before, after] = [JSON.stringify(first), JSON.stringify(rows)];
		if (rows.length === 0) return '?';
		const isNew = (name: string) => after.includes(`"${name}"`) && !before.includes(`"${name}"`);
		return names.some(isNew) ? 'yes' : 'no';
	}

	function verdict(aspect: string): string {
		const name = requestFor(aspect);
		const seen = answers.get(name);
		const rows = rowsOf(name);
		if (aspect === 'limit') return limit();
		if (isRefused(seen) && aspect !== 'beyond') return 'refused';
		if (!isGood(seen)) return String(seen?.answer);
		if (aspect === 'bare') return 'answered';
		if (listOf(name) === undefined || first.length + rows.length === 0) return '?';
		if (aspect === 'beyond' && rows[0]) return keyOf(rows[0]) === one ? 'page 1' : 'records';
		if (aspect === 'beyond') return 'empty';
		if (aspect === 'offset') return offset(rows);
		if (aspect === 'metrics') return comes(rows, figures);
		if (aspect === 'dates' && kind === 'list') return dates(rows, name);
		if (aspect.startsWith('measure ')) return comes(rows, [aspect.slice('measure '.length)]);
		return JSON.stringify(rows) === JSON.stringify(first) ? 'no' : 'yes';
	}

	const ofList = figures.length > 0 ? ['dates', 'metrics'] : ['dates'];
	const together = ['limit', 'offset', ...(kind === 'list' ? ofList : [])];
	const aspects = [...answers.keys()].flatMap((name) => (name === 'second' ? together : [name]));
	const heeds: Readonly<Record<string, string>> = Object.fromEntries(
		aspects.filter((name) => name !== 'first').map((name) => [name, verdict(name)]),
	);
	return { endpoint, answers, rowsOf, list: listOf('first'), id, heeds };
}

export type Finding = ReturnType<typeof findingOf>;

/** Sums up an endpoint without its data, with what the nodes make of it. */
export function findingOf({ answers, list, id, heeds }: Judged, isSafe: IsSafe, nodes?: string) {
	const { answer = 'not asked', body, headers } = answers.get('first') ?? {};
	const seen = [...answers.values()];
	const safe = (path: readonly string[]) =>
		path.map((step) => (isSafe(step) ? step : HIDDEN)).join('.');
	const formFor = (isMeant: (seen: Seen) => boolean) => {
		const bodies = seen.filter(isMeant).map((one) => one.body);
		return bodies.length > 0 ? formOf(bodies, isSafe) : undefined;
	};
	const atEnd = heeds['beyond'] === 'empty' ? lengthsIn(answers.get('beyond')?.body) : [];
	const untrue = atEnd.filter(({ name, value }) => FLAG.test(name) && value);
	const lengths = lengthsIn(body).map(({ path, name }) => {
		return safe(path) + (untrue.some((one) => one.name === name) ? ' (also beyond the end)' : '');
	});
	const inHeaders = [...(headers?.keys() ?? [])].filter((name) => /total|next|^link$/.test(name));
	const refusals = seen.filter(isRefused).map(({ answer: refusal }) => {
		return [refusal, formFor((one) => one.answer === refusal)] as const;
	});
	return {
		answer,
		/** The path to the records; empty if they are the answer. */
		records: list && safe(list.path),
		length: [...lengths, ...inHeaders.map((name) => `header ${name}`)],
		id: id && safe([id]),
		heeds,
		form: formFor(isGood),
		refusals: Object.fromEntries(refusals),
		nodes,
	};
}
