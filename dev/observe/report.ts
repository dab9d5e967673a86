import { LISTS } from '../../nodes/Geo/operations/lists';
import { groupBy } from '../../nodes/shared/base';
import { loadContract } from '../../sandbox';
import { formOf, namesBy } from './form';
import { isGood, isRefused, USUAL_LISTS } from './judge';
import type { Reader } from './read';
import { READS } from './requests';

/** What is known after a run, without data: the content of `observed.json`. */
export type Observed = ReturnType<typeof observedBy>;

/** Sums up what a run has seen. */
export function observedBy({ judged, seen, requests }: Reader) {
	// All names in the document and in the nodes are nobody's data.
	const sources = JSON.stringify([loadContract().document, LISTS, READS, USUAL_LISTS]);
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
		const inBody = lengths.map(({ path }) => shown(path));
		const finding = {
			answer,
			/** The path to the records; empty if they are the answer. */
			records: list && shown(list.path),
			length: [...inBody, ...inHeaders.map((name) => `header ${name}`)],
			id: id && shown([id]),
			...{ heeds, form, refusals },
		};
		return [`${endpoint.kind === 'whoami' ? 'GET' : 'POST'} ${endpoint.path}`, finding] as const;
	});
	const headers = seen.flatMap((one) => [...(one.headers?.keys() ?? [])]);
	const limits = [...new Set(headers)].filter((name) => /rate|retry|quota/.test(name));
	return { requests, limits, endpoints: Object.fromEntries(endpoints) };
}

/** Returns the report for people. Endpoints of which the same is true share a line. */
export function reportOf({ endpoints, limits, requests }: Observed): string {
	const groups = groupBy(Object.entries(endpoints), ([, { answer, records, length, heeds }]) => {
		const place = records === undefined ? [] : [`records in ${records || 'the answer'}`];
		const counts = length.length > 0 ? [`count in ${length.join(', ')}`] : [];
		const verdicts = [...groupBy(Object.entries(heeds), ([, verdict]) => verdict)].map(
			([verdict, tried]) => `${verdict}: ${tried.map(([aspect]) => aspect).join(', ')}`,
		);
		return [answer, ...place, ...counts, ...verdicts].join(' · ');
	});
	return [
		'yes: makes a difference · no: makes none · ?: these answers cannot tell · beyond: far beyond the end',
		...[...groups].map(
			([text, all]) => `${all.map(([path]) => shortened(path)).join(', ')}: ${text}`,
		),
		`Rate limit headers: ${limits.join(', ') || 'none'} · Requests: ${requests}`,
	].join('\n');
}

const shortened = (path: string) => path.replace(/^.*?(?=reports\/|tasks\/|[^/]*$)/, '');
