import type { Form } from './form';
import type { Finding } from './judge';
import type { Reading } from './nodes';
import type { Observed } from './observe';

const COLUMNS = ['limit', 'offset', 'beyond', 'dates', 'metrics'];
const LEGEND = `yes: makes a difference · no: makes none · ?: these answers cannot tell · -: not asked
beyond: the answer far beyond the end · the nodes: what the nodes of this package make of the answer`;
/** What a status means, for those who do not know it. */
const STATUSES: Readonly<Record<string, string>> = {
	...{ 401: '401 key refused', 403: '403 no access', 404: '404 not there', 422: '422 refused' },
	429: '429 rate limit',
};
const TITLES: Readonly<Record<string, string>> = {
	...{
		bare: 'without dimension and measure',
		sort: 'sort by the ID',
		unsorted: 'by an unknown field',
	},
};

/** Returns the report for people: one screen. */
export function reportOf(observed: Observed, readings: ReadonlyMap<string, Reading>): string {
	const { endpoints, limits, requests } = observed;
	const short = (path: string) =>
		path.replace(/^.*\/(api\/v1\/business|v2\/geo)\/(business\/)?/, '');
	const findings = Object.entries(endpoints).map(([path, own]) => [short(path), own] as const);
	const table = findings.map(
		([name, { answer, records = '-', length, id = '-', heeds, nodes = '-' }]) => [
			...[
				name,
				STATUSES[answer] ?? String(answer),
				records || '(the answer)',
				length.join(', ') || '-',
				id,
			],
			...[...COLUMNS.map((column) => heeds[column] ?? '-'), nodes],
		],
	);
	const titles = ['', 'answer', 'records in', 'count in', 'ID', ...COLUMNS, 'the nodes'];
	const fields = findings.map(([name, finding]) => [name, fieldsOf(finding)]);
	const others = findings.flatMap(([name, { heeds }]) =>
		othersOf(heeds).map((line) => [name, line]),
	);
	const said = [...readings].map(([path, { words }]) => [short(path), words.replace(/\s+/g, ' ')]);
	return [
		...[...aligned([titles, ...table]), LEGEND],
		...['\nFIELDS, with ? where not always there', ...aligned(fields)],
		...['\nWHAT ELSE WAS TRIED', ...aligned(others)],
		...['\nWHAT THE NODES SAY', ...aligned(said)],
		`\nHeaders about rate limits: ${limits.join(', ') || 'none'} · Requests: ${requests}`,
	].join('\n');
}

/** Returns the rows with a text in their last column as lines, and breaks those that are too long. */
function aligned(rows: ReadonlyArray<readonly string[]>): string[] {
	const widths = (rows[0] ?? []).map((_, at) =>
		Math.max(...rows.map((row) => row[at]?.length ?? 0)),
	);
	const told = rows.filter((row) => row.at(-1) !== '');
	const indent = ' '.repeat((widths[0] ?? 0) + 4);
	const lines = told.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
	return lines.map((line) =>
		(line.trimEnd().match(/.{1,148}( |$)/g) ?? []).join(`
${indent}`),
	);
}

/** Returns a line for filters, one for measures, and one for each other thing that was tried. */
function othersOf(heeds: Finding['heeds']): string[] {
	const byKind = new Map<string, string[]>();
	for (const [aspect, verdict] of Object.entries(heeds)) {
		const [kind = '', name] = aspect.split(' ');
		const title = name === undefined ? (TITLES[kind] ?? '') : `${kind}s, ${verdict}`;
		if (title !== '') byKind.set(title, [...(byKind.get(title) ?? []), name ?? verdict]);
	}
	return [...byKind].map(([title, names]) => `${title}: ${names.join(', ')}`);
}

/** Returns the fields of the records, or of an answer without a list. */
function fieldsOf({ form, records }: Finding): string {
	const steps = records === undefined || records === '' ? [] : records.split('.');
	const around = steps.reduce<Form | undefined>((inner, step) => inner?.properties?.[step], form);
	const { properties = {}, required = [] } = (records === undefined ? around : around?.items) ?? {};
	const fields = Object.entries(properties).map(([name, { type, format }]) => {
		return `${name}${required.includes(name) ? '' : '?'} ${format ?? [type].flat().join(' or ')}`;
	});
	return fields.join(', ');
}
