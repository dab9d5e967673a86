import type { Json } from './json';
import { type GeoQuery, partOf } from './query';
import { fraction } from './random';
import { idKeyOf, type Resource } from './resources';
import type { World } from './world';

/** What is different in each period: the numbers of a record, and whether it is there at all. */
interface Moving {
	/** Each number that moves, with the most that it can be. */
	readonly numbers: Readonly<Record<string, number>>;
	/** The share of the records that a period has. */
	readonly share: number;
}

/** The lists that move with the period. The sandbox's own invention. */
const MOVING: Partial<Record<Resource, Moving>> = {
	prompts: {
		numbers: { total_mentions: 400, avg_visibility_score: 100, avg_rank: 10 },
		share: 1,
	},
	domains: { numbers: {}, share: 0.8 },
};

/**
 * Gives the records of a list as they are in a period, if a whole one is asked for. What was patched
 * is the same in every period.
 */
export function inPeriod(
	records: Json[],
	resource: Resource,
	query: GeoQuery,
	isPatched: World['isPatched'],
): Json[] {
	const moving = MOVING[resource];
	const { startDate, endDate } = query;
	if (moving === undefined || startDate === undefined || endDate === undefined) return records;
	const period = `${startDate}/${endDate}`;
	const drawn = (record: Json, name: string) =>
		fraction(`${String(record[idKeyOf(resource)])}/${name}/${period}`);
	const numbers = Object.entries(moving.numbers);
	return records
		.filter((record) => drawn(record, 'there') < moving.share)
		.map((record) => ({
			...record,
			...Object.fromEntries(
				numbers
					.filter(([name]) => !isPatched(record, name))
					.map(([name, most]) => [
						name,
						Math.round(drawn(record, name + partOf(query)) * most * 10) / 10,
					]),
			),
		}));
}
