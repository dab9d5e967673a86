import { AUTOMATIC_CONCURRENCY, DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { LIMITED_SERVICES } from './services';
import { simulate, type Outcome } from './simulate';

/** From sending a request to its answer, in milliseconds. */
export const ROUND_TRIPS = [20, 200];

/** How the node comes through one rate limit. */
export interface GateRow {
	readonly name: string;
	readonly roundTrip: number;
	readonly isSilent: boolean;
	readonly requests: number;
	readonly answered: number;
	/** The time, as a multiple of the least that the limit allows. */
	readonly ratio: number;
	/** The part of all requests that the service refused, from 0 to 1. */
	readonly refused: number;
}

/** Sends requests through the gate to every limited service, in virtual time. */
export async function gateRows(): Promise<GateRow[]> {
	const scenes = LIMITED_SERVICES.flatMap((service) =>
		ROUND_TRIPS.map((roundTrip) => ({ service, roundTrip })),
	);
	return await Promise.all(
		scenes.map(async ({ service, roundTrip }) => {
			const { name, requests, leastMs, isSilent } = service;
			const outcome = await simulate({
				limiter: service.limiter(),
				requests,
				roundTrip,
				concurrency: AUTOMATIC_CONCURRENCY,
				maxWait: DEFAULT_SETTINGS.maxWait,
			});
			const ratio = outcome.ms / (leastMs + roundTrip);
			const { answered } = outcome;
			return {
				name,
				roundTrip,
				isSilent,
				requests,
				answered,
				ratio,
				refused: refusedPart(outcome),
			};
		}),
	);
}

function refusedPart({ answered, refused }: Outcome): number {
	return refused / (answered + refused);
}

/** The head of the table for people. */
export const GATE_HEAD = [
	'',
	...['says when', 'says nothing'].flatMap((says) =>
		ROUND_TRIPS.map((roundTrip) => `${says}, ${roundTrip} ms`),
	),
];

/** The rows of the table for people: one for each limit, `time, part of the requests refused`. */
export function gateTable(rows: readonly GateRow[]): string[][] {
	const names = [...new Set(rows.map(({ name }) => name))];
	return names.map((name) => [
		name,
		...rows
			.filter((row) => row.name === name)
			.map(({ ratio, refused }) => `${ratio.toFixed(2)} ×, ${Math.round(100 * refused)} %`),
	]);
}
