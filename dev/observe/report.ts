import { LISTS } from '../../nodes/Geo/operations/lists';
import { groupBy } from '../../nodes/shared/base';
import { readDocument } from '../../sandbox/openapi';
import { type Form, formOf, namesBy, typeText } from './form';
import { isGood, isRefused, USUAL_LISTS } from './seen';
import type { Readings } from './nodes';
import type { Reader } from './read';
import { READS, SPELLINGS } from './requests';

const COLUMNS = ['limit', 'offset', 'beyond', 'dates', 'metrics'];
const TITLES = ['answer', 'records in', 'count in', ...COLUMNS, 'the nodes', 'endpoints'];
const LEGEND = `yes: makes a difference · no: makes none · ?: these answers cannot tell · -: not tried
beyond: the answer far beyond the end · the nodes: what the nodes of this package make of the answer`;
const TRIED = {
	bare: 'without dimension and measure',
	sort: 'sort by the ID',
	unsorted: 'sort by an unknown field',
	measure: 'measures',
	filter: 'filters of reports/performance',
};

/** What is known after a run, without data: the content of `observed.json`. */
export type Observed = ReturnType<typeof observedBy>;
type Finding = Observed['endpoints'][string];

/** Sums up what a run has seen, and what the nodes make of it. */
export function observedBy(reader: Reader, readings: Readings) {
	const { judged, seen, requests } = reader;
	// All names in the document and in the nodes are nobody's data.
	const sources = JSON.stringify([readDocument(), LISTS, READS, SPELLINGS, USUAL_LISTS]);
	const documented = [...sources.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
	const names = namesBy(documented);
	const shown = (path: readonly string[]) => path.map(names.shown).join('.');
	const endpoints = judged.map(({ endpoint, answers, list, lengths, id, heeds }) => {
		const { answer = 'not asked', headers } = answers.get('first') ?? {};
		const readable = [...answers.values()].filter((one) => isGood(one) || isRefused(one));
		const groups = groupBy(readable, (one) => (isGood(one) ? 'form' : one.answer));
		const forms = [...groups].map(([group, all]) => {
			const bodies = all.map(({ body }) => body);
			return [group, formOf(bodies, names)] as const;
		});
		const { form, ...refusals } = Object.fromEntries(forms);
		const inHeaders = [...(headers?.keys() ?? [])].filter((name) => /total|next|^link$/.test(name));
		const inBody = lengths.map(({ path, isUntrue }) => {
			return shown(path) + (isUntrue ? ' (also beyond the end)' : '');
		});
		const finding = {
			answer,
			/** The path to the records; empty if they are the answer. */
			records: list && shown(list.path),
			length: [...inBody, ...inHeaders.map((name) => `header ${name}`)],
			id: id && shown([id]),
			...{ heeds, form, refusals },
			nodes: readings.get(endpoint.path)?.verdict,
		};
		return [`${endpoint.kind === 'whoami' ? 'GET' : 'POST'} ${endpoint.path}`, finding] as const;
	});
	const headers = seen.flatMap((one) => [...(one.headers?.keys() ?? [])]);
	const limits = [...new Set(headers)].filter((name) => /rate|retry|quota/.test(name));
	return { requests, limits, endpoints: Object.fromEntries(endpoints) };
}

/** Returns the report for people: one screen. Endpoints of which the same is true share a line. */
export function reportOf(observed: Observed, readings: Readings): string {
	const findings = Object.entries(observed.endpoints).map(([path, finding]) => ({
		name: shortened(path),
		...finding,
	}));
	const rows = grouped(findings, ({ answer, records = '-', length, heeds, nodes = '-' }) => {
		const start = [answer, records || '(the answer)', length.join(' ') || '-'];
		return [...start, ...COLUMNS.map((column) => heeds[column] ?? '-'), nodes].join('\t');
	});
	const said = [...readings].map(([path, { words }]) => ({ name: shortened(path), words }));
	const tried = findings.flatMap(({ name, heeds }) =>
		Object.entries(heeds).map(([aspect, verdict]) => {
			const [what, own = name] = aspect.split(' ');
			return { what, name: own, verdict };
		}),
	);
	return [
		...aligned([TITLES, ...rows.map(([cells, names]) => [...cells.split('\t'), names])]),
		LEGEND,
		'FIELDS (? not always there, * the ID)',
		...grouped(findings, fieldsOf).map(([text, names]) => `${names}: ${text}`),
		'WHAT ELSE WAS TRIED',
		...Object.entries(TRIED).flatMap(([what, title]) => {
			const own = tried.filter((one) => one.what === what);
			const groups = grouped(own, ({ verdict }) => verdict);
			const isAll = groups.length === 1 && own.length > 9;
			const texts = groups.map(([verdict, names]) => `${verdict} (${isAll ? 'all' : names})`);
			return own.length > 0 ? [`${title}: ${texts.join(' · ')}`] : [];
		}),
		'WHAT THE NODES SAY',
		...grouped(said, ({ words }) => inShort(words)).map(([text, names]) => `${names}: ${text}`),
		`Rate limit headers: ${observed.limits.join(', ') || 'none'} · Requests: ${observed.requests}`,
	].join('\n');
}

/** Joins the names of which the same is said, and leaves out those of which nothing is said. */
function grouped<Entry extends { readonly name: string }>(
	entries: readonly Entry[],
	textOf: (entry: Entry) => string,
) {
	const groups = [...groupBy(entries, textOf)].filter(([text]) => text !== '');
	return groups.map(([text, all]) => [text, all.map(({ name }) => name).join(', ')] as const);
}

const shortened = (path: string) =>
	path.replace(/^.*\/(api\/v1\/business|v2\/geo)\/(business\/)?/, '');

/** Returns the first sentence that says something of its own, of at most 120 characters. */
function inShort(words: string): string {
	const own = words.replace(/\s+/g, ' ').replace('Some data may be missing. ', '');
	const [sentence = ''] = own.split(/(?<=\.) /);
	return sentence.replace(/\d+ records/, '… records').slice(0, 120);
}

function aligned(rows: ReadonlyArray<readonly string[]>): string[] {
	const widths = TITLES.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
	return padded.map((cells) => cells.join('  ').trimEnd());
}

/** Returns the fields of the records, or of an answer without a list. */
function fieldsOf({ form, records, id }: Finding): string {
	const steps = records?.split('.').filter((step) => step !== '') ?? [];
	const around = steps.reduce<Form | undefined>((inner, step) => inner?.properties?.[step], form);
	const { properties = {}, required = [] } = (records === undefined ? around : around?.items) ?? {};
	const fields = Object.entries(properties).map(([name, own]) => {
		const mark = name === id ? '*' : required.includes(name) ? '' : '?';
		return `${name}${mark} ${typeText(own)}`;
	});
	return fields.join(', ');
}
