import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { type RequestEffect, createClient, OUTAGE_STATUSES_TEXT } from '../../nodes/shared/api';
import {
	isRetryable,
	readRetryAfter,
	retryDelay,
	wasAnswered,
	wasNotExecuted,
} from '../../nodes/shared/api/failures';
import { ServiceError } from '../../nodes/shared/base';
import { anyText, samples } from '../samples';
import { callerOf, type End, endsOf, lost, READ, SETTINGS } from './caller';

const EFFECTS = ['safe', 'idempotent', 'unsafe'] as const;

/** The statuses after which reads, and calls that may be repeated, are sent again. */
const OUTAGE_STATUSES = [502, 503, 504, 520, 521, 522, 523, 524];

/** What is sent again after which status. */
const STATUSES: Readonly<Record<(typeof EFFECTS)[number], number[]>> = {
	...{ safe: OUTAGE_STATUSES, idempotent: OUTAGE_STATUSES, unsafe: [] },
};

/** Refused connections and names that nobody knows: nothing of the request was sent. */
const BEFORE_SENDING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Resets, timeouts and answers cut short: nobody knows what the request has done. */
const AFTER_SENDING = [
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH'],
	...['ENETUNREACH', 'NOT_JSON', 'Z_BUF_ERROR', 'Z_DATA_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'],
];

/** Certificates that n8n does not accept: nothing was sent, either. */
const CERTIFICATES = [
	...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** What another try does not mend, although the request was sent. */
const HOPELESS = [
	...['EPROTO', 'ERR_CANCELED', 'WEB_PAGE', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
];

const ALL_STATUSES = Array.from({ length: 900 }, (_, index) => index + 100);

describe('What is sent again', () => {
	it('goes by the table of statuses and nothing else, for every status', () => {
		for (const kind of EFFECTS) {
			const repeated = ALL_STATUSES.filter((status) => isRetryable(kind, { status }));
			expect(repeated).toEqual(STATUSES[kind]);
		}
	});

	it.each([
		['anything', [true, true, true], BEFORE_SENDING],
		['what may be repeated, and nothing else', [true, true, false], AFTER_SENDING],
		['nothing', [false, false, false], [...CERTIFICATES, ...HOPELESS]],
	])('is %s: %j after %j', (_what, expected, codes) => {
		const found = codes.map((code) => [
			code,
			...EFFECTS.map((kind) => isRetryable(kind, { code })),
		]);
		expect(found).toEqual(codes.map((code) => [code, ...expected]));
	});

	it('is nothing after what is not known', () => {
		const check = (kind: RequestEffect, code: string) => {
			expect(isRetryable(kind, { code })).toBe(false);
		};
		fc.assert(fc.property(fc.constantFrom(...EFFECTS), fc.string(), check));
		expect(EFFECTS.map((kind) => isRetryable(kind, {}))).toEqual([false, false, false]);
	});

	it('waits up to half a second first, and up to twice as long each time, but 30 seconds at most', () => {
		const longest = Array.from({ length: 9 }, (_, index) => retryDelay(index + 1, 1));
		expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
		expect(retryDelay(5000, 1)).toBe(30_000);
		expect([0, 0.5].map((random) => retryDelay(3, random))).toEqual([0, 1000]);
	});
});

describe('Outages', () => {
	it('are all of them in words', () => {
		const runs = [...OUTAGE_STATUSES_TEXT.matchAll(/(\d+)(?: to (\d+))?/g)];
		const numbers = runs.flatMap(([, first, last = first]) =>
			Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => Number(first) + place),
		);
		expect(numbers).toEqual(OUTAGE_STATUSES);
	});

	it.each(['docs/limits.md', 'docs/errors.md', 'CHANGELOG.md'])('stand in %s', (page) => {
		const text = readFileSync(page, 'utf8').replace(/\s+/g, ' ');
		const [, said] = /after (5\d\d\b.*?), (?:(?:a )?lost|the node)/i.exec(text) ?? [];
		expect(said).toBe(OUTAGE_STATUSES_TEXT);
	});
});

describe('The service has dealt with a request', () => {
	it('where it answers, but with an outage or with what is cut short', () => {
		const answered = ALL_STATUSES.filter((status) => wasAnswered({ status }));
		expect(answered).toEqual(ALL_STATUSES.filter((status) => !OUTAGE_STATUSES.includes(status)));
		expect(wasAnswered({ status: 200, code: 'NOT_JSON' })).toBe(false);
		expect([wasAnswered({}), wasAnswered({ code: 'ECONNRESET' })]).toEqual([false, false]);
	});

	it('but not done what it asks for, where it refuses it or sends it elsewhere', () => {
		const refusals = ALL_STATUSES.slice(300, 400).filter((status) => ![408, 499].includes(status));
		const undone = ALL_STATUSES.filter((status) => wasNotExecuted({ status }));
		expect(undone).toEqual([307, 308, ...refusals]);
		const unsent = [...BEFORE_SENDING, ...CERTIFICATES];
		const codes = [...unsent, ...AFTER_SENDING, ...HOPELESS];
		expect(codes.filter((code) => wasNotExecuted({ status: 422, code }))).toEqual(unsent);
		expect([wasNotExecuted({}), wasNotExecuted({ status: NaN })]).toEqual([false, false]);
	});
});

describe('Retry-After', () => {
	const NOW = Date.UTC(2026, 10, 20, 12);

	/** What the header is worth, by this machine's clock. */
	const asked = (value: unknown) => readRetryAfter({ 'retry-after': value }, NOW);

	/** Moments as an HTTP date can say them: whole seconds in years of four digits. */
	const moment = fc
		.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2999, 0) })
		.map((time) => Math.floor(time / 1000) * 1000);

	const dateOf = (time: number) => new Date(time).toUTCString();

	it('is nothing or a finite number from 0 up, whatever it says', () => {
		const digits = fc.stringMatching(/^[ 0-9.eE+-]{1,400}$/);
		const words = fc.stringMatching(/^[A-Za-z]{2,9}[ ,:-]{0,2}[0-9]{0,5}( GMT)?$/);
		const text = fc.oneof(fc.string(), anyText(), digits, words);
		const check = (value: string, date: string) => {
			const wait = readRetryAfter({ 'retry-after': value, date }, NOW);
			expect(wait === undefined || (Number.isFinite(wait) && wait >= 0)).toBe(true);
		};
		fc.assert(fc.property(text, text, check), { numRuns: samples(200) });
	});

	it('is exact in whole seconds, and never less than the parts of a second', () => {
		const blank = fc.constantFrom('', ' ', '\t');
		const check = (seconds: number, around: string) => {
			expect(asked(`${around}${seconds}${around}`)).toBe(seconds * 1000);
			const wait = asked((seconds / 100).toFixed(2)) ?? NaN;
			expect(wait).toBeGreaterThanOrEqual(seconds * 10);
			expect(wait).toBeLessThanOrEqual(seconds * 10 + 1);
		};
		fc.assert(fc.property(fc.nat(99_999_999), blank, check));
	});

	it('counts a date from the date of the answer, or from now where that has none', () => {
		const noDate = fc.constantFrom(undefined, '', 'yesterday', 'soon', '5', 'Wed', 5, null);
		const check = (until: number, date: number, other: unknown, part: number) => {
			const headers = { 'retry-after': dateOf(until), date: dateOf(date) };
			expect(readRetryAfter(headers, NOW)).toBe(Math.max(0, until - date));
			const wait = readRetryAfter({ ...headers, date: other }, NOW + part);
			expect(wait).toBe(Math.max(0, until - NOW - part));
		};
		fc.assert(fc.property(moment, moment, noDate, fc.nat(999), check));
		const value = ' sun, 06 nov 1994 08:49:44 gmt ';
		const headers = { 'retry-after': value, date: 'Sun, 06 Nov 1994 08:49:37 GMT' };
		expect(readRetryAfter(headers, NOW)).toBe(7000);
	});

	it.each<unknown>([
		...['', ' ', 'never', 'a while', '1e3', '0x10', '1,5', '-5', '5s', '5 seconds', 'NaN'],
		...['Infinity', '9'.repeat(400), 'in 5', 'retry: 5', 'Sun, 99 Foo 1994 08:49:44 GMT'],
		...['Sun, 06 Nov 1994 08:49:44 GMT or so', 'At Sun, 06 Nov 1994 08:49:44 GMT'],
		...[5, null, ['5'], undefined],
	])('is nothing for %j', (value) => {
		expect(asked(value)).toBeUndefined();
		expect(
			readRetryAfter({ 'ratelimit-reset': '5', 'x-ratelimit-reset': '5' }, NOW),
		).toBeUndefined();
	});
});

const MAY_HAVE_RUN = 'may have been carried out';

/** Sends a request that ends so; the last end stays. */
async function send(effect: RequestEffect, ends: End[], maxRetries = 0) {
	const { serve, sentAt } = endsOf(...ends);
	const settings = { ...SETTINGS, maxRetries, maxWait: 0 };
	const client = await createClient(callerOf(serve), settings);
	const end: { body?: JsonValue; words: string } = await client.send({ ...READ, effect }).then(
		({ body }) => ({ body, words: '' }),
		(error: unknown) => {
			if (error instanceof ServiceError) return { words: `${error.message}\n${error.description}` };
			throw error;
		},
	);
	return { ...end, sent: sentAt.length };
}

const redirect = (statusCode: number, location: string): End => ({
	...{ statusCode, headers: { location }, body: '' },
});
const refusal = (statusCode: number): [string, End] => {
	return [`the status ${statusCode}`, { statusCode, body: '{"message":"Sorry"}' }];
};
const failure = (code: string): [string, End] => [`the error ${code}`, lost(code)];

/** What may have come after the service did what was asked for. */
const OPEN: Array<[string, End]> = [
	...[408, 499, 500, 501, 502, 503, 504, 520, 300, 304].map(refusal),
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'Z_DATA_ERROR', 'EHOSTUNREACH'].map(failure),
	['an error without a code', new Error('Failed')],
	['JSON that is cut off', { statusCode: 200, body: '{"id": 12' }],
	['a list that is cut off', { statusCode: 201, body: '[{"id": 12}' }],
	['a web page', { statusCode: 200, body: '\n<!doctype html><h1>Sign in</h1>' }],
	['a redirect without an address', { statusCode: 302, body: '' }],
	...[301, 302, 303].map((status): [string, End] => [`${status}`, redirect(status, '/login')]),
];

/** What shows that the service has done nothing. */
const UNDONE: Array<[string, End]> = [
	...[400, 401, 403, 404, 409, 422, 429].map(refusal),
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED'].map(failure),
	['a redirect (307)', redirect(307, '/login')],
	['a redirect (308)', redirect(308, '/v2/geo/business/tasks/')],
];

/** How often an error says, after each of these ends, that the call may have been carried out. */
const doubtsAfter = async (effect: RequestEffect, ends: Array<[string, End]>) =>
	await Promise.all(
		ends.map(async ([what, end]) => {
			const { words } = await send(effect, [end]);
			expect(words).toMatch(/\S/);
			if (effect !== 'safe') expect(words).not.toMatch(/(^|[.;] )run the workflow again/im);
			return [what, words.split(MAY_HAVE_RUN).length - 1];
		}),
	);

const each = (ends: Array<[string, End]>, count: number) => ends.map(([what]) => [what, count]);

describe.each(['unsafe', 'idempotent'] as const)('A call with the effect %s', (effect) => {
	it('may have been carried out unless it is certain that it was not, and the error says so', async () => {
		expect(await doubtsAfter(effect, OPEN)).toEqual(each(OPEN, 1));
		expect(await doubtsAfter(effect, UNDONE)).toEqual(each(UNDONE, 0));
	});

	it('has been carried out where the answer is JSON, words or nothing', async () => {
		const bodyOf = async (body: string) => (await send(effect, [{ statusCode: 201, body }])).body;
		for (const text of ['OK', ' Created 5 tasks\n', 'id,name', '"cut']) {
			expect(await bodyOf(text)).toEqual({ success: true, text });
		}
		expect(await bodyOf('"OK"')).toBe('OK');
		expect(await bodyOf('{"id": 12345678901234567890}')).toEqual({ id: '12345678901234567890' });
		expect(await bodyOf(' \n')).toBeUndefined();
	});

	it.each([301, 302, 303, 307, 308])('that is redirected with %d is sent once', async (status) => {
		const { sent, words } = await send(effect, [redirect(status, '/v2/geo/tasks/')], 5);
		expect(sent).toBe(1);
		expect(words).toContain('/v2/geo/tasks/');
	});
});

it('A call that may be repeated may have been carried out where a try before the refusal was lost', async () => {
	const exists = { statusCode: 409, body: '{"message":"It exists"}' };
	const { words, sent } = await send('idempotent', [lost('ECONNRESET'), exists], 1);
	expect(sent).toBe(2);
	expect(words).toMatch(/^It exists\n/);
	expect(words).toContain(MAY_HAVE_RUN);
	const again = await send('idempotent', [{ statusCode: 503, body: '' }], 1);
	expect(again.words).toContain('tried 2 times');
	expect(again.words.split(MAY_HAVE_RUN)).toHaveLength(2);
});

it('A read is never said to have been carried out, nor answered by words', async () => {
	expect(await doubtsAfter('safe', [...OPEN, ...UNDONE])).toEqual(each([...OPEN, ...UNDONE], 0));
	const { words } = await send('safe', [{ statusCode: 200, body: 'OK' }]);
	expect(words).toMatch(/^The GEO API answered with text instead of JSON: "OK"\n/);
});
