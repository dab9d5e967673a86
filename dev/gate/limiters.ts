/** How a service refuses a request. */
export interface Refusal {
	/** How long it asks to wait, in milliseconds. */
	readonly retryAfter?: number;
}

/** A rate limit: takes a request that arrives at this moment, in milliseconds, or refuses it. */
export type Limiter = (now: number) => Refusal | undefined;

/**
 * Allows `limit` requests in each window of `windowMs` milliseconds.
 *
 * @param phase how much of the first window is over when the run starts, in milliseconds
 */
export function fixedWindow(limit: number, windowMs: number, phase: number): Limiter {
	let current = -1;
	let count = 0;
	return (now) => {
		const index = Math.floor((now + phase) / windowMs);
		if (index !== current) [current, count] = [index, 0];
		count += 1;
		return count <= limit ? undefined : after((index + 1) * windowMs - now - phase);
	};
}

/** Allows `limit` requests within any `windowMs` milliseconds. */
export function slidingWindow(limit: number, windowMs: number): Limiter {
	const taken: number[] = [];
	return (now) => {
		while ((taken[0] ?? now) <= now - windowMs) taken.shift();
		if (taken.length >= limit) return after((taken[0] ?? now) + windowMs - now);
		taken.push(now);
		return undefined;
	};
}

/** A bucket of `burst` tokens, one for each request, which gets `perSecond` new ones a second. */
export function tokenBucket(perSecond: number, burst: number): Limiter {
	let tokens = burst;
	let last = 0;
	return (now) => {
		tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond);
		last = now;
		if (tokens < 1) return after(((1 - tokens) / perSecond) * 1000);
		tokens -= 1;
		return undefined;
	};
}

/** A limit shared with another client, which sends a request every `everyMs` milliseconds. */
export function sharedWith(everyMs: number, limiter: Limiter): Limiter {
	let next = 0;
	return (now) => {
		for (; next <= now; next += everyMs) limiter(next);
		return limiter(now);
	};
}

/** The same limit, but it does not say how long to wait. */
export function silent(limiter: Limiter): Limiter {
	return (now) => (limiter(now) === undefined ? undefined : {});
}

/** How long to wait, in whole seconds, as services say it. */
function after(ms: number): Refusal {
	return { retryAfter: Math.max(1, Math.ceil(ms / 1000)) * 1000 };
}
