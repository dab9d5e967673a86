import { readFileSync } from 'node:fs';
import FakeTimers from '@sinonjs/fake-timers';
import { createClient, AUTOMATIC_CONCURRENCY } from '../../nodes/shared/api';
import { type AttemptResult, RateLimiter } from '../../nodes/shared/api/rateLimiter';
import { ServiceError } from '../../nodes/shared/base';
import { seeded } from '../../sandbox/random';
import { drawn } from '../samples';
import { callerOf, READ, SETTINGS } from './caller';

/** A rate limit: how long a request at this moment has to wait, in milliseconds, or that it may pass. */
type Limiter = (now: number) => number | undefined;

/** Allows `limit` requests in each window; the first one starts `phase` milliseconds before the run. */
function fixedWindow(limit: number, windowMs: number, phase: number): Limiter {
	let [current, count] = [-1, 0];
	return (now) => {
		const index = Math.floor((now + phase) / windowMs);
		if (index !== current) [current, count] = [index, 0];
		count += 1;
		return count <= limit ? undefined : (index + 1) * windowMs - now - phase;
	};
}

/** Allows `limit` requests within any `windowMs` milliseconds. */
function slidingWindow(limit: number, windowMs: number): Limiter {
	const taken: number[] = [];
	return (now) => {
		while ((taken[0] ?? now) <= now - windowMs) taken.shift();
		if (taken.length >= limit) return (taken[0] ?? now) + windowMs - now;
		taken.push(now);
		return undefined;
	};
}

/** A bucket of `burst` tokens, one for each request, which gets `perSecond` new ones a second. */
function tokenBucket(perSecond: number, burst: number): Limiter {
	let [tokens, last] = [burst, 0];
	return (now) => {
		tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond);
		last = now;
		if (tokens < 1) return ((1 - tokens) / perSecond) * 1000;
		tokens -= 1;
		return undefined;
	};
}

/** A limit shared with another client, which sends a request every `everyMs` milliseconds. */
function sharedWith(everyMs: number, limiter: Limiter): Limiter {
	let next = 0;
	return (now) => {
		for (; next <= now; next += everyMs) limiter(next);
		return limiter(now);
	};
}

/** The least time is in milliseconds, without the round trip of the last request. */
const LIMITS = [
	...[0, 300, 700].map((phase) => ({
		...{ name: `100 a second, fixed window, started ${phase / 1000} s ago`, requests: 3000 },
		...{ leastMs: 29_000 - phase, limiterOf: () => fixedWindow(100, 1000, phase) },
	})),
	{
		...{ name: '100 a second, sliding window', requests: 3000 },
		...{ leastMs: 29_000, limiterOf: () => slidingWindow(100, 1000) },
	},
	{
		...{ name: '10 a second, bucket of 20', requests: 300 },
		...{ leastMs: 28_000, limiterOf: () => tokenBucket(10, 20) },
	},
	{
		...{ name: '60 a minute, fixed window, started 20 s ago', requests: 600 },
		...{ leastMs: 520_000, limiterOf: () => fixedWindow(60, 60_000, 20_000) },
	},
	{
		...{ name: '60 a minute, sliding window', requests: 600 },
		...{ leastMs: 540_000, limiterOf: () => slidingWindow(60, 60_000) },
	},
	{
		...{ name: '100 a second, half of it taken by another client', requests: 3000 },
		...{ leastMs: 58_700, limiterOf: () => sharedWith(20, fixedWindow(100, 1000, 300)) },
	},
];

/** The columns of the table in the docs: whether the service says how long to wait, and the round trip. */
const COLUMNS = [
	{ isSilent: false, roundTrip: 20 },
	{ isSilent: false, roundTrip: 200 },
	{ isSilent: true, roundTrip: 20 },
	{ isSilent: true, roundTrip: 200 },
];

type Column = (typeof COLUMNS)[number];

/** Sends requests through the gate to a service with a rate limit, in virtual time. */
async function sentTo(limit: (typeof LIMITS)[number], { isSilent, roundTrip }: Column) {
	const clock = FakeTimers.createClock(0, Infinity);
	const later = async (ms: number) =>
		await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
	const gate = new RateLimiter(AUTOMATIC_CONCURRENCY, SETTINGS.maxWait, {
		now: () => clock.now,
		pause: later,
		tick: async () => await later(0),
		random: seeded(1),
	});
	const limiter = limit.limiterOf();
	const counts = { answered: 0, refused: 0, ms: 0 };
	const attempt = async (): Promise<AttemptResult> => {
		await later(roundTrip / 2);
		const wait = limiter(clock.now);
		await later(roundTrip / 2);
		if (wait === undefined) return { verdict: 'answered' };
		counts.refused += 1;
		// In whole seconds, as services say it.
		const told = isSilent ? {} : { retryAfter: Math.max(1, Math.ceil(wait / 1000)) * 1000 };
		return { verdict: 'refused', error: new ServiceError('Too many requests', ''), ...told };
	};
	const all = Array.from({ length: limit.requests }, async () => {
		await gate.run(attempt);
		counts.answered += 1;
		counts.ms = clock.now;
	});
	await clock.runAllAsync();
	await Promise.allSettled(all);
	return {
		answered: counts.answered,
		ratio: counts.ms / (limit.leastMs + roundTrip),
		refused: counts.refused / (counts.answered + counts.refused),
	};
}

it.each(drawn(LIMITS, 0.3))(
	'All requests pass a limit of $name, as fast and with as few refusals as the docs say',
	async (limit) => {
		const cells: string[] = [];
		for (const column of COLUMNS) {
			const { answered, ratio, refused } = await sentTo(limit, column);
			expect(answered).toBe(limit.requests);
			expect(ratio).toBeLessThanOrEqual(1.25);
			expect(refused).toBeLessThanOrEqual(column.isSilent ? 0.4 : 0.2);
			cells.push(`${ratio.toFixed(2)} ×, ${Math.round(100 * refused)} %`);
		}
		const page = readFileSync('docs/maintainers/performance.md', 'utf8').replace(/ {2,}/g, ' ');
		expect(page).toContain(`| ${[limit.name, ...cells].join(' | ')} |`);
	},
);

/** Sends 150 reads in virtual time to a service that works on three at once and refuses the others. */
async function readsOf(refusal: object, roundTrip: number) {
	const clock = FakeTimers.install({
		loopLimit: 1e6,
		toFake: ['setTimeout', 'performance', 'Date'],
	});
	try {
		const counts = { atWork: 0, refused: 0, failed: 0, ms: 0 };
		const later = async (ms: number) =>
			await new Promise<void>((resolve) => void setTimeout(resolve, ms));
		const caller = callerOf(async () => {
			const isTaken = counts.atWork < 3;
			if (isTaken) counts.atWork += 1;
			else counts.refused += 1;
			await later(isTaken ? roundTrip : roundTrip / 10);
			if (!isTaken) return { body: '', ...refusal };
			counts.atWork -= 1;
			return {};
		});
		const client = await createClient(caller, SETTINGS);
		const start = performance.now();
		const all = Promise.all(
			Array.from({ length: 150 }, async () => {
				await client.send(READ).catch(() => (counts.failed += 1));
				counts.ms = performance.now() - start;
			}),
		);
		await clock.runAllAsync();
		await all;
		return counts;
	} finally {
		clock.uninstall();
	}
}

describe('150 reads of a service that takes three at once, in virtual time', () => {
	it.each<[object, number]>([
		[{ statusCode: 429 }, 20],
		[{ statusCode: 429 }, 200],
		[{ statusCode: 503 }, 20],
		[{ statusCode: 503 }, 1000],
		// Three at once take 50 round trips, or longer where it says when to come back.
		[{ statusCode: 503, headers: { 'retry-after': '1' } }, 200],
	])(
		'cost few refusals with %j, answered in %i ms, and none is lost',
		async (refusal, roundTrip) => {
			const { refused, failed, ms } = await readsOf(refusal, roundTrip);
			expect(failed).toBe(0);
			expect(refused).toBeLessThanOrEqual(15);
			if (!('headers' in refusal)) expect(ms).toBeLessThan(90 * roundTrip + 1500);
		},
	);
});
