import { isIdName } from '../../nodes/shared/base';
import type { Json } from '../../sandbox/json';
import { isNumeric } from './form';
import {
	type Endpoint,
	isGood,
	isRefused,
	type Member,
	membersIn,
	recordsIn,
	rowsIn,
	type Seen,
} from './seen';

const LENGTH = /^(total.*|count|pages|has_?(more|next).*|next.*|.*cursor)$/i;
/** Members that say whether there are more records, rather than how many. */
const FLAG = /more|next|cursor/i;

/** Returns what tells how many records there are. */
const lengthsIn = (seen?: Seen) =>
	membersIn(seen).filter(({ name, value }) => LENGTH.test(name) && typeof value !== 'object');

export type Judged = ReturnType<typeof judge>;

/** Judges an endpoint by its answers: `yes` is what made a difference, `?` what cannot be told. */
export function judge(endpoint: Endpoint, all: readonly Seen[]) {
	const { figures, ids, kind } = endpoint;
	const own = all.filter((seen) => seen.endpoint === endpoint);
	const answers = new Map(own.map((seen) => [seen.name, seen]));
	/** Returns the answer to the request that tried something alone, or else all together. */
	const answerTo = (aspect: string) => answers.get(aspect) ?? answers.get('second');
	const first = rowsIn(answers.get('first'));
	const others = kind === 'report' ? [] : Object.keys(first[0] ?? {}).filter(isIdName);
	const id = [...ids, ...others].find((name) => {
		const values = new Set(first.map((row) => row[name]));
		return values.size > 0 && values.size === first.length && !values.has(undefined);
	});
	const keyOf = (row: Json) => {
		const texts = Object.values(row).filter((value) => typeof value === 'string');
		return id === undefined ? texts.filter((one) => !isNumeric(one)).join('\n') : String(row[id]);
	};
	const [one, two] = first.map(keyOf);
	const lengths = lengthsIn(answers.get('first'));
	const isMore = lengths.some(({ name, value }) =>
		FLAG.test(name) ? value : Number(value) > (/pages/i.test(name) ? 1 : first.length),
	);

	function limit(): string {
		const keys = new Set([...first, ...rowsIn(answerTo('offset'))].map(keyOf));
		if (first.length === 0 || (!isMore && keys.size < 3)) return '?';
		return first.length === 2 ? 'yes' : 'no';
	}

	function offset(moved: string | undefined): string {
		if (moved === undefined || one === undefined || one === two) return '?';
		if (moved === one) return 'no';
		return (two === undefined ? isMore : moved === two) ? 'yes' : '?';
	}

	/** Compares the numbers of the same records, and how many there are. */
	function dates(rows: readonly Json[], seen?: Seen): string {
		const usual = new Map(
			[...first, ...rowsIn(answers.get('metrics'))].map((row) => [keyOf(row), row]),
		);
		const changes = rows.flatMap((row) => {
			const before = Object.entries(usual.get(keyOf(row)) ?? {});
			const numbers = before.filter(([field]) => isNumeric(row[field]) && !isIdName(field));
			return numbers.map(([field, value]) => row[field] !== value);
		});
		// With the offset, a flag such as `has_more` may change by itself.
		const isOfAll = ({ name, value }: Member) =>
			/^total/.test(name) || (seen?.name === 'dates' && value === true);
		const totals = (of?: Seen) => String(lengthsIn(of).map((one) => isOfAll(one) && one.value));
		if (changes.includes(true) || totals(seen) !== totals(answers.get('first'))) return 'yes';
		return changes.length > 0 ? 'no' : '?';
	}

	/** Says whether figures come that do not come without being asked for. */
	function figuresIn(rows: readonly Json[], names: readonly string[]): string {
		const [before, after] = [JSON.stringify(first), JSON.stringify(rows)];
		if (rows.length === 0) return '?';
		const isNew = (name: string) => after.includes(`"${name}"`) && !before.includes(`"${name}"`);
		return names.some(isNew) ? 'yes' : 'no';
	}

	function verdict(aspect: string): string {
		const seen = answerTo(aspect);
		const rows = rowsIn(seen);
		const [key] = rows.map(keyOf);
		const [what, measure = ''] = aspect.split(' ');
		if (what === 'limit') return limit();
		if (isRefused(seen) && what !== 'beyond') return 'refused';
		if (!isGood(seen)) return String(seen?.answer);
		if (what === 'bare') return 'answered';
		if (!recordsIn(seen) || first.length + rows.length === 0) return '?';
		if (what === 'beyond' && key === undefined) return 'empty';
		if (what === 'beyond') return key === one ? 'page 1' : 'records';
		if (what === 'offset') return offset(key);
		if (what === 'dates' && kind === 'list') return dates(rows, seen);
		if (what === 'metrics') return figuresIn(rows, figures);
		if (what === 'measure') return figuresIn(rows, [measure]);
		return JSON.stringify(rows) === JSON.stringify(first) ? 'no' : 'yes';
	}

	const ofList = figures.length > 0 ? ['dates', 'metrics'] : ['dates'];
	const together = ['limit', 'offset', ...(kind === 'list' ? ofList : [])];
	const aspects = [...answers.keys()].flatMap((name) => (name === 'second' ? together : [name]));
	const heeds: Readonly<Record<string, string>> = Object.fromEntries(
		aspects.filter((name) => name !== 'first').map((name) => [name, verdict(name)]),
	);
	const atEnd = heeds['beyond'] === 'empty' ? lengthsIn(answers.get('beyond')) : [];
	const untrue = atEnd.flatMap(({ name, value }) => (FLAG.test(name) && value ? [name] : []));
	const told = lengths.map(({ path, name }) => ({ path, isUntrue: untrue.includes(name) }));
	return { endpoint, answers, list: recordsIn(answers.get('first')), lengths: told, id, heeds };
}
