import type { RateLimit, RetryAfterForm } from './behaviour';

/** Counts requests in fixed windows. */
export class Limiter {
	private windowStart = Number.NEGATIVE_INFINITY;
	private used = 0;

	/** Counts one request; gives the milliseconds until the window ends when it is one too many. */
	take(limit: RateLimit, now: number): number | undefined {
		if (now - this.windowStart >= limit.perMs) {
			this.windowStart = now;
			this.used = 0;
		}
		this.used += 1;
		return this.used > limit.requests ? limit.perMs - (now - this.windowStart) : undefined;
	}

	/** Starts a new window. */
	reset(): void {
		this.windowStart = Number.NEGATIVE_INFINITY;
	}
}

const FORMS: Record<RetryAfterForm, (waitMs: number) => string | undefined> = {
	seconds: (waitMs) => String(Math.max(1, Math.ceil(waitMs / 1000))),
	// An HTTP date has no fraction of a second, so it is rounded up like the seconds are.
	date: (waitMs) => new Date(Math.ceil((Date.now() + waitMs) / 1000) * 1000).toUTCString(),
	none: () => undefined,
};

/** Gives the Retry-After header for a wait in milliseconds, or nothing for the form `none`. */
export function retryAfter(form: RetryAfterForm | undefined, waitMs: number): string | undefined {
	return FORMS[form ?? 'seconds'](waitMs);
}
