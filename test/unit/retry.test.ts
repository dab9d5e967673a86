import fc from 'fast-check';
import { isForAll, isRetryable, waitFor } from '../../nodes/shared/api/retry';

const EFFECTS = ['read', 'repeatable', 'once'] as const;

/** What is sent again after which status. */
const STATUSES = {
	read: [429, 502, 503, 504],
	repeatable: [429, 502, 503, 504],
	once: [429],
};

/** Refused connections and names that nobody knows: nothing of the request was sent. */
const BEFORE_SENDING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Resets and timeouts: nobody knows whether the request arrived. */
const AFTER_SENDING = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE'];

/** What another try does not mend. */
const HOPELESS = ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO', 'ERR_CANCELED'];

const effect = fc.constantFrom(...EFFECTS);
const status = fc.integer({ min: 100, max: 999 });
const ms = fc.integer({ min: 0, max: 1_000_000 });
const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('isRepeated', () => {
	it('goes by the table of statuses and nothing else, for every status', () => {
		for (const kind of EFFECTS) {
			const all = Array.from({ length: 900 }, (_, index) => index + 100);
			const repeated = all.filter((known) => isRetryable(kind, { status: known }));
			expect(repeated).toEqual(STATUSES[kind]);
		}
	});

	it('goes by the status where there is one, whatever else is known', () => {
		const codes = fc.constantFrom(...BEFORE_SENDING, ...AFTER_SENDING, ...HOPELESS);
		fc.assert(
			fc.property(effect, status, codes, fc.option(ms, { nil: undefined }), (kind, ...rest) => {
				const [known, code, asked] = rest;
				const wanted = STATUSES[kind].includes(known);
				expect(isRetryable(kind, { status: known, code, asked })).toBe(wanted);
			}),
		);
	});

	it.each(BEFORE_SENDING)('sends anything again after %s', (code) => {
		expect(EFFECTS.map((kind) => isRetryable(kind, { code }))).toEqual([true, true, true]);
	});

	it.each(AFTER_SENDING)('sends what may be repeated again after %s, and nothing else', (code) => {
		expect(EFFECTS.map((kind) => isRetryable(kind, { code }))).toEqual([true, true, false]);
	});

	it.each(HOPELESS)('sends nothing again after %s', (code) => {
		expect(EFFECTS.map((kind) => isRetryable(kind, { code }))).toEqual([false, false, false]);
	});

	it('sends nothing again after what it does not know', () => {
		fc.assert(
			fc.property(effect, fc.string(), (kind, text) => {
				expect(isRetryable(kind, { code: text })).toBe(false);
				expect(isRetryable(kind, { code: text.toLowerCase() })).toBe(false);
			}),
		);
		expect(EFFECTS.map((kind) => isRetryable(kind, {}))).toEqual([false, false, false]);
	});
});

describe('isForAll', () => {
	it('holds everybody back for every 429, and for whatever says how long to wait', () => {
		fc.assert(
			fc.property(status, fc.option(ms, { nil: undefined }), (known, asked) => {
				expect(isForAll({ status: known, asked })).toBe(known === 429 || asked !== undefined);
			}),
		);
		expect(isForAll({ code: 'ECONNRESET' })).toBe(false);
	});
});

describe('waitFor', () => {
	const tries = fc.integer({ min: 1, max: 5000 });

	it('waits as long as the service asks, exactly', () => {
		fc.assert(
			fc.property(ms, tries, ms, random, (asked, count, longest, draw) => {
				fc.pre(asked > 0 || count === 1);
				expect(waitFor({ status: 429, asked }, count, longest, draw)).toBe(asked);
			}),
		);
	});

	it('waits a growing time where it is told more than once to wait for none', () => {
		expect(waitFor({ status: 429, asked: 0 }, 1, 60_000, 1)).toBe(0);
		expect(waitFor({ status: 429, asked: 0 }, 2, 60_000, 1)).toBe(1000);
		expect(waitFor({ status: 429, asked: 0 }, 3, 60_000, 1)).toBe(2000);
	});

	it('otherwise waits no time, the longest time allowed, or anything between', () => {
		fc.assert(
			fc.property(tries, ms, random, (count, longest, draw) => {
				const wait = waitFor({ status: 503 }, count, longest, draw);
				expect(wait).toBeGreaterThanOrEqual(0);
				expect(wait).toBeLessThanOrEqual(longest);
			}),
		);
	});

	it('doubles the most that it waits with every try, up to the longest time allowed', () => {
		fc.assert(
			fc.property(tries, ms, (count, longest) => {
				const first = waitFor({}, 1, Infinity, 1);
				expect(first).toBeGreaterThan(0);
				expect(waitFor({}, count, longest, 1)).toBe(Math.min(longest, first * 2 ** (count - 1)));
			}),
		);
	});

	it('spreads the waits evenly from nothing on, so that not all come back at once', () => {
		fc.assert(
			fc.property(tries, ms, random, (count, longest, draw) => {
				const most = waitFor({}, count, longest, 1);
				expect(waitFor({}, count, longest, draw)).toBeCloseTo(most * draw);
			}),
		);
	});
});
