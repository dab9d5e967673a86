import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
	backOff,
	isAnswer,
	isRetryable,
	isUndone,
	OUTAGES_IN_WORDS,
} from '../../nodes/shared/api/retry';
import { codeError } from '../../nodes/shared/api/serviceErrors';

const EFFECTS = ['read', 'repeatable', 'once'] as const;

/** What is sent again after which status. */
const STATUSES: Readonly<Record<(typeof EFFECTS)[number], number[]>> = {
	read: [502, 503, 504, 520, 521, 522, 523, 524],
	repeatable: [502, 503, 504, 520, 521, 522, 523, 524],
	once: [],
};

/** Refused connections and names that nobody knows: nothing of the request was sent. */
const BEFORE_SENDING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Resets, timeouts and answers cut short: nobody knows what the request has done. */
const AFTER_SENDING = [
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH'],
	...['ENETUNREACH', 'CUT_SHORT', 'Z_BUF_ERROR', 'Z_DATA_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'],
];

/** Certificates that n8n does not accept: nothing was sent, either. */
const CERTIFICATES = [
	...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** What another try does not mend. */
const HOPELESS = [...CERTIFICATES, 'EPROTO', 'ERR_CANCELED', 'INVALID_JSON', 'WEB_PAGE'];

const effect = fc.constantFrom(...EFFECTS);
const status = fc.integer({ min: 100, max: 999 });
const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('isRetryable', () => {
	it('goes by the table of statuses and nothing else, for every status', () => {
		for (const kind of EFFECTS) {
			const all = Array.from({ length: 900 }, (_, index) => index + 100);
			const repeated = all.filter((known) => isRetryable(kind, { status: known }));
			expect(repeated).toEqual(STATUSES[kind]);
		}
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

describe('The error of a failed connection', () => {
	const coded = [...BEFORE_SENDING, ...AFTER_SENDING, ...CERTIFICATES, 'EPROTO'];

	it.each(coded)('says what %s means: FAILURES in nodes/shared/api/failures.ts', (code) => {
		const way = { api: 'geo', url: 'https://host.example', timeout: 1 } as const;
		const { message, description } = codeError(way, code);
		expect(message).not.toContain(code);
		expect(`${message} ${description}`).not.toMatch(/[{}]/);
	});
});

describe('Outages', () => {
	it('are all of them in words', () => {
		const runs = [...OUTAGES_IN_WORDS.matchAll(/(\d+)(?: to (\d+))?/g)];
		const numbers = runs.flatMap(([, first, last = first]) =>
			Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => Number(first) + place),
		);
		expect(numbers).toEqual(STATUSES.read);
		expect(OUTAGES_IN_WORDS).toMatch(/^502 to 504\D+520 to /);
	});

	it.each(['docs/limits.md', 'CHANGELOG.md'])('stand in %s as in the form', (page) => {
		const [, said] = /after (5\d\d\b.*?), (?:a )?lost/.exec(readFileSync(page, 'utf8')) ?? [];
		expect(said).toBe(OUTAGES_IN_WORDS);
	});
});

describe('isAnswer', () => {
	it('is every status but that of an outage', () => {
		fc.assert(
			fc.property(status, (known) => {
				expect(isAnswer({ status: known })).toBe(!STATUSES.read.includes(known));
			}),
		);
	});

	it('is one that cannot be used and would be the same at another try', () => {
		expect(isAnswer({ status: 200, code: 'INVALID_JSON' })).toBe(true);
		expect(isAnswer({ status: 503, code: 'INVALID_JSON' })).toBe(false);
	});

	it('is nothing without a status, or whose body is cut short', () => {
		expect(isAnswer({})).toBe(false);
		expect(isAnswer({ code: 'ECONNRESET' })).toBe(false);
		expect(isAnswer({ status: 200, code: 'CUT_SHORT' })).toBe(false);
	});
});

describe('isUndone', () => {
	it('is every refusal but of time, and the redirects that ask to send the request elsewhere', () => {
		const all = Array.from({ length: 900 }, (_, index) => index + 100);
		const refusals = Array.from({ length: 100 }, (_, index) => index + 400).filter(
			(known) => ![408, 499].includes(known),
		);
		expect(all.filter((known) => isUndone({ status: known }))).toEqual([307, 308, ...refusals]);
	});

	it.each([...BEFORE_SENDING, ...CERTIFICATES])('is a request that ended with %s', (code) => {
		expect(isUndone({ code })).toBe(true);
	});

	it.each([...AFTER_SENDING, 'EPROTO', 'ERR_CANCELED'])('is none that ended with %s', (code) => {
		expect(isUndone({ code })).toBe(false);
		expect(isUndone({ status: 422, code })).toBe(false);
	});

	it('is nothing of which nothing is known', () => {
		expect(isUndone({})).toBe(false);
		expect(isUndone({ status: NaN })).toBe(false);
	});
});

describe('backOff', () => {
	it('waits up to half a second first, and up to twice as long each time, but 30 seconds at most', () => {
		const longest = Array.from({ length: 9 }, (_, index) => backOff(index + 1, 1));
		expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
		expect(backOff(5000, 1)).toBe(30_000);
	});

	it('spreads the waits evenly from nothing on, so that not all come back at once', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100 }), random, (tries, draw) => {
				expect(backOff(tries, draw)).toBeCloseTo(backOff(tries, 1) * draw);
			}),
		);
	});
});
