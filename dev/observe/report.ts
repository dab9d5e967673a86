import type { Form } from './form';
import type { Finding } from './judge';
import type { Reading } from './nodes';
import type { Observed } from './observe';

const COLUMNS = ['limit', 'offset', 'beyond', 'dates', 'metrics'];
const TITLES = ['answer', 'records in', 'count in', ...COLUMNS, 'the nodes', 'endpoints'];
const LEGEND = `yes: makes a difference · no: makes none · ?: these answers cannot tell · -: not tried
beyond: the answer far beyond the end · the nodes: what the nodes of this package make of the answer`;
const TRIED: Readonly<Record<string, string>> = {
	bare: 'without dimension and measure',
	sort: 'sort by the ID',
	unsorted: 'sort by an unknown field',
	measure: 'measures',
	filter: 'filters of reports/performance',
};

/** Returns the report for people: one screen. Endpoints of which the same is true share a line. */
export function reportOf(observed: Observed, readings: ReadonlyMap<string, Reading>): string {
	const findings = Object.entries(observed.endpoints).map(
		([path, finding]) => [shortened(path), finding] as const,
	);
	const rows = findings.map(([name, { answer, records = '-', length, heeds, nodes = '-' }]) => {
		const start = [String(answer), records || '(the answer)'];
		const verdicts = COLUMNS.map((column) => heeds[column] ?? '-');
		return [[...start, length.join(' ') || '-', ...verdicts, nodes].join('\t'), name] as const;
	});
	const said = [...readings].map(([path, { words }]) => [inShort(words), shortened(path)] as const);
	const fields = findings.map(([name, finding]) => [fieldsOf(finding), name] as const);
	return [
		...aligned([TITLES, ...grouped(rows).map(([cells, names]) => [...cells.split('\t'), names])]),
		LEGEND,
		'FIELDS (? not always there, * the ID)',
		...grouped(fields).map(([text, names]) => `${names}: ${text}`),
		'WHAT ELSE WAS TRIED',
		...Object.entries(TRIED).flatMap(([what, title]) => {
			const own = findings.flatMap(([endpoint, { heeds }]) => {
				const names = Object.keys(heeds).filter((aspect) => aspect.split(' ')[0] === what);
				return names.map(
					(aspect) => [heeds[aspect] ?? '', aspect.split(' ')[1] ?? endpoint] as const,
				);
			});
			const groups = grouped(own);
			const texts = groups.map(([verdict, names]) =>
				groups.length === 1 && own.length > 9 ? `${verdict} (all)` : `${verdict} (${names})`,
			);
			return own.length > 0 ? [`${title}: ${texts.join(' · ')}`] : [];
		}),
		'WHAT THE NODES SAY',
		...grouped(said).map(([text, names]) => `${names}: ${text}`),
		`Rate limit headers: ${observed.limits.join(', ') || 'none'} · Requests: ${observed.requests}`,
	].join('\n');
}

/** Joins the names of which the same is said, and leaves out those of which nothing is said. */
function grouped(said: ReadonlyArray<readonly [text: string, name: string]>) {
	const texts = [...new Set(said.map(([text]) => text))].filter((text) => text !== '');
	const namesOf = (text: string) => said.flatMap(([own, name]) => (own === text ? [name] : []));
	return texts.map((text) => [text, namesOf(text).join(', ')] as const);
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
	const steps = records === undefined || records === '' ? [] : records.split('.');
	const around = steps.reduce<Form | undefined>((inner, step) => inner?.properties?.[step], form);
	const { properties = {}, required = [] } = (records === undefined ? around : around?.items) ?? {};
	const fields = Object.entries(properties).map(([name, { type, format }]) => {
		const mark = name === id ? '*' : required.includes(name) ? '' : '?';
		return `${name}${mark} ${format ?? [type].flat().join(' or ')}`;
	});
	return fields.join(', ');
}
