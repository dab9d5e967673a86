import type { ListResult } from '../../nodes/shared/reading';
import { samples } from '../samples';
import { cases, honestCases } from '../services/cases';
import { counterExample } from '../services/examine';
import { judge } from '../services/judge';
import { runInMemory } from '../services/memory';
import type { Case } from '../services/service';

/** `SEED=7 npx jest anyService` tries others. */
const SEED = Number(process.env.SEED ?? 2026);

/** Short parts, so that none stops before the oddest ones where the time of each is limited. */
const PARTS = [1, 2, 3, 4, 5];
const PER_PART = samples(100);

/** Requests beside one for each page: what comes after the end. */
const MOST_MORE = 1;

/** Services, and what becomes of each if it is read, or if what was read is changed. */
const readWith = (change?: (read: ListResult) => ListResult) => ({
	arbitrary: cases,
	judge: async (one: Case) => judge(one, await runInMemory(one, change)),
});

/** Honest services, and what is wrong with how they are read. */
const HONEST = {
	arbitrary: honestCases,
	async judge(one: Case) {
		const run = await runInMemory(one);
		const { outcome, gave } = judge(one, run);
		const tooMany = run.list.answers.length - pagesOf(one) - MOST_MORE;
		const wrong = [
			...(outcome === 'complete' ? [] : [`it is ${outcome}`]),
			...(tooMany > 0 ? [`${tooMany} requests too many`] : []),
		];
		return wrong.length === 0 ? { gave } : { gave, wrong: wrong.join(', ') };
	},
};

const losesLast = (read: ListResult) => ({ ...read, records: read.records.slice(0, -1) });
const passesOverErrors = (read: ListResult) => ({ ...read, error: undefined });

describe('Whatever a service does', () => {
	it.each(PARTS)('its list is read complete, or something is said: part %i', async (part) => {
		expect(await counterExample(readWith(), SEED + part, PER_PART)).toBe('');
	});

	it.each(PARTS)(
		'that of an honest service is read with few requests and not a word: part %i',
		async (part) => {
			expect(await counterExample(HONEST, SEED + part, PER_PART)).toBe('');
		},
	);

	it.each<[string, (read: ListResult) => ListResult, RegExp]>([
		['loses the last record', losesLast, /^SEED=2026: records missing/],
		['passes over errors', passesOverErrors, /^SEED=2026: records missing/],
	])('a reader that %s is found out, and how to see it', async (_what, change, wrong) => {
		const found = await counterExample(readWith(change), 2026, 1000);
		expect(found).toMatch(wrong);
		expect(found).toContain('npm run services -- --example \'{"');
	});
});

/** Pages of a service that pages by offset. */
function pagesOf({ service, reading }: Case): number {
	const { size, cap, ignoresLimit } = service;
	if (reading.list === 'tasks') return 1;
	const limit = reading.limit ?? Infinity;
	const page = ignoresLimit ? Infinity : Math.min(reading.pageSize ?? 100, limit);
	return Math.max(1, Math.ceil(Math.min(size, limit) / Math.min(cap ?? Infinity, page)));
}
