import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { AUTOMATIC_CONCURRENCY } from '../../nodes/shared/api';
import { ConcurrencyWindow } from '../../nodes/shared/api/concurrencyWindow';
import { type AttemptResult, RateLimiter } from '../../nodes/shared/api/rateLimiter';
import { errorForStatus } from '../../nodes/shared/api/serviceErrors';
import { ServiceError } from '../../nodes/shared/base';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What happens to a request that is sent at a time: as which of all that are sent then, from 1 on. */
type Service = (at: number, place: number) => AttemptResult & { readonly ms?: number };

const DONE: AttemptResult = { verdict: 'answered' };
const FAILED: AttemptResult = { verdict: 'failed', error: new ServiceError('Down', 'Wait.') };

const refused = (retryAfter?: number): AttemptResult => ({
	...{ verdict: 'refused', retryAfter, error: new ServiceError('Too many requests', 'Wait.', 429) },
});

/** A service with these ends, one for each request; the last one stays. */
const inTurn = (...attempts: AttemptResult[]): Service => {
	return () => (attempts.length > 1 ? attempts.shift() : attempts[0]) ?? DONE;
};

/** A gate in virtual time, and services behind it that answer after 100 ms. */
function opened(start: number, { max = start, wait = 3 * MINUTE } = {}) {
	const clock = FakeTimers.createClock(0, Infinity);
	const later = async (ms: number) =>
		await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
	const gate = new RateLimiter({ initial: start, max }, wait, {
		now: () => clock.now,
		pause: later,
		tick: async () => await later(0),
		random: () => 1,
	});
	const sent: Array<{ name: string; at: number }> = [];
	const ended: Array<{ name: string; error?: unknown; at: number }> = [];
	const inFlight = { now: 0, most: 0 };
	const perTime = new Map<number, number>();
	const send = (name: string, service: Service = () => DONE) => {
		const attempt = async (): Promise<AttemptResult> => {
			sent.push({ name, at: clock.now });
			perTime.set(clock.now, (perTime.get(clock.now) ?? 0) + 1);
			inFlight.most = Math.max(inFlight.most, ++inFlight.now);
			const { ms = 100, ...end } = service(clock.now, perTime.get(clock.now) ?? 0);
			await later(ms);
			inFlight.now -= 1;
			return end;
		};
		void gate.run(attempt).then(
			() => ended.push({ name, at: clock.now }),
			(error: unknown) => ended.push({ name, error, at: clock.now }),
		);
	};
	const sendAll = (count: number, service?: Service) => {
		for (let n = 0; n < count; n++) send(String(n), service);
	};
	return { clock, gate, sent, ended, inFlight, perTime, send, sendAll };
}

/** What was sent or ended, as `a 100, b 200!`: with a mark if it ended with an error. */
const told = (events: ReadonlyArray<{ name: string; at: number; error?: unknown }>) =>
	events.map(({ name, at, error }) => `${name} ${at}${error === undefined ? '' : '!'}`).join(', ');

describe('The gate', () => {
	it('sends exactly as many at once as it is told, in the order in which they came', async () => {
		const { clock, sendAll, sent, inFlight } = opened(3);
		sendAll(8);
		await clock.runAllAsync();
		expect(told(sent)).toBe('0 0, 1 0, 2 0, 3 100, 4 100, 5 100, 6 200, 7 200');
		expect(inFlight.most).toBe(3);
	});

	it('starts four at a time, so that a refusal that is there holds up those that have room', async () => {
		const { clock, sendAll, sent } = opened(20);
		sendAll(20, (at) => (at < 1000 ? { ...refused(1000), ms: 0 } : DONE));
		await clock.runAllAsync();
		// The second four start beside the answers to the first.
		expect(sent.filter(({ at }) => at < 1000)).toHaveLength(8);
	});

	it('starts with 5 by default, and doubles per round trip up to 100', async () => {
		const { clock, sendAll, perTime } = opened(AUTOMATIC_CONCURRENCY.initial, {
			max: AUTOMATIC_CONCURRENCY.max,
		});
		sendAll(400);
		await clock.runAllAsync();
		expect([...perTime.values()].slice(0, 6)).toEqual([5, 10, 20, 40, 80, 100]);
	});

	it('does not grow by requests that go one by one', async () => {
		const { clock, send, sendAll, perTime } = opened(5, { max: 100 });
		for (let count = 0; count < 50; count++) {
			send('alone');
			await clock.runAllAsync();
		}
		const { now } = clock;
		sendAll(20);
		await clock.runAllAsync();
		expect(perTime.get(now)).toBe(5);
	});

	it('lets nothing out after an error that stops the run', async () => {
		const { clock, gate, send, sent } = opened(1);
		const error = new ServiceError('Wrong', 'Correct it.', 422);
		const stopped = gate.run(async () => await Promise.resolve({ ...DONE, error }));
		send('b');
		await stopped;
		for (let ticks = 0; ticks < 50; ticks++) await Promise.resolve();
		gate.stop(error);
		await clock.runAllAsync();
		expect(sent).toEqual([]);
	});

	it('frees the slot of a request that throws', async () => {
		const { clock, gate, send, ended } = opened(1);
		const failing = gate.run(async () => await Promise.reject(new Error('lost')));
		send('b');
		await expect(failing).rejects.toThrow('lost');
		await clock.runAllAsync();
		expect(told(ended)).toBe('b 100');
	});

	it('lets nothing out any more once it is stopped', async () => {
		const { clock, gate, send, sent, ended } = opened(1);
		send('a', inTurn(refused(1000), DONE));
		send('b');
		await clock.tickAsync(50);
		const end = new Error('over');
		gate.stop(end);
		gate.stop(new Error('over again'));
		send('c');
		await clock.runAllAsync();
		expect(told(sent)).toBe('a 0');
		expect(ended.map(({ error }) => error)).toEqual([end, end, end]);
	});

	const long: AttemptResult = { ...FAILED, retryAfter: 30_000 };
	const brief: AttemptResult = { ...FAILED, retryAfter: 3000 };
	const none = refused(0);

	it.each<[string, number, AttemptResult[][], string]>([
		[
			'the refused first',
			1,
			[[refused(7000), DONE], [DONE]],
			'a 0, a 7100, b 7200 | a 7200, b 7300',
		],
		[
			'after the longest of several waits',
			3,
			[
				[refused(2000), DONE],
				[refused(5000), DONE],
				[refused(9), DONE],
			],
			'a 0, b 0, c 0, c 5100, b 5200, a 5300 | c 5200, b 5300, a 5400',
		],
		['later if twice told 0', 1, [[none, none, none, DONE]], 'a 0, a 100, a 550, a 1140 | a 1240'],
		['after a failure with a wait', 1, [[brief], [DONE]], 'a 0, b 3100 | a 100, b 3200'],
		['after exactly Max Wait', 1, [[refused(MINUTE), DONE]], 'a 0, a 60100 | a 60200'],
		['none after a longer wait', 1, [[refused(MINUTE + 1)], [DONE]], 'a 0 | a 100!, b 100!'],
		['none after Max Wait in all', 1, [[refused(MINUTE - 100)]], 'a 0, a 60000 | a 60100!'],
		[
			'none after failures with waits',
			1,
			[[long], [long], [long], [long]],
			'a 0, b 30100, c 60200 | a 100, b 30200, c 60300, d 60300!',
		],
	])('sends requests in the order of time, and %s', async (_what, width, requests, expected) => {
		const { clock, send, sent, ended } = opened(width, { wait: MINUTE });
		for (const [at, attempts] of requests.entries()) send('abcd'.charAt(at), inTurn(...attempts));
		await clock.runAllAsync();
		expect(`${told(sent)} | ${told(ended)}`).toBe(expected);
		// Nobody waits any more: a list in the editor has nothing that would end the wait.
		expect(clock.now).toBe(ended.at(-1)?.at);
	});

	it.each([
		[MINUTE, ' no request for 60 seconds.'],
		[1000, ' no request for 1 second.'],
	])('gives up for all at once when nothing was answered for %i ms', async (wait, words) => {
		const { clock, gate, sendAll, sent, ended } = opened(4, { wait });
		sendAll(500, () => refused());
		await clock.runAllAsync();
		const [{ error, at } = { error: null, at: 0 }] = ended;
		expect(ended).toEqual(ended.map(({ name }) => ({ name, at, error })));
		expect(error).toMatchObject({ message: 'Too many requests', status: 429 });
		expect(error).toHaveProperty('description', expect.stringContaining(words));
		expect(at).toBeGreaterThanOrEqual(wait);
		expect(at).toBeLessThan(1.2 * wait + 500);
		expect([ended.length, sent.length < 30]).toEqual([500, true]);
		await expect(gate.run(async () => await Promise.resolve(DONE))).rejects.toBe(error);
	});

	it('does not count the time in which nobody asks for anything', async () => {
		const { clock, send, ended } = opened(1, { wait: MINUTE });
		send('a', inTurn(refused(1000), FAILED));
		await clock.tickAsync(5 * MINUTE);
		send('b', inTurn(refused(1000), DONE));
		await clock.runAllAsync();
		expect(told(ended)).toBe('a 1200, b 301200');
	});

	it('goes on for as long as anything is answered', async () => {
		const { clock, send, ended } = opened(2, { wait: MINUTE });
		for (let count = 0; count < 10; count++) send('a', inTurn(refused(50_000), DONE));
		await clock.runAllAsync();
		expect(ended.map(({ error }) => error)).toEqual(Array(10).fill(undefined));
	});

	it('counts on while other requests fail, as long as one waits for an answer', async () => {
		const { clock, sendAll, ended } = opened(20, { wait: MINUTE });
		const service: Service = (at, place) => {
			if (at < 500) return DONE;
			return place === 2 ? { ...FAILED, ms: 50 } : refused(20_000);
		};
		sendAll(100, service);
		await clock.tickAsync(500);
		sendAll(1, service);
		await clock.tickAsync(20_100);
		sendAll(1, service);
		await clock.runAllAsync();
		// Refused at 600 first, and every 20.1 seconds from then on.
		expect([ended.length, told(ended.slice(-1))]).toEqual([102, `0 ${600 + 3 * 20_100}!`]);
	});
});

/** How many of 300 requests are sent when, from 500 ms on: until then, all 100 are answered. */
async function sentTo(service: Service, wait = MINUTE) {
	const { clock, sendAll, perTime } = opened(20, { wait });
	sendAll(300, (at, place) => (at < 500 ? DONE : service(at, place)));
	await clock.runAllAsync();
	return [...perTime].filter(([at]) => at >= 500);
}

describe('After a refusal', () => {
	/** The last of 20 requests ends so, a little later, and the others in another way. */
	const late =
		(last: AttemptResult, others: AttemptResult): Service =>
		(at, place) => {
			if (at > 500) return DONE;
			return place === 20 ? { ...last, ms: 200 } : others;
		};
	const refusedAt =
		(...times: number[]): Service =>
		(at) =>
			times.includes(at) ? refused() : DONE;

	const until =
		(end: number, wait?: number): Service =>
		(at) =>
			at < end ? refused(wait) : DONE;

	it.each<[string, Service, string]>([
		[
			'as many go out as are known to be taken',
			until(501, 1000),
			'20 at 500, 18 at 1600, 18 at 1700',
		],
		['one alone tries first', refusedAt(500), '20 at 500, 1 at 850, 18 at 950, 18 at 1050'],
		[
			'one alone, later each time',
			until(1500),
			'20 at 500, 1 at 850, 1 at 1300, 1 at 1890, 18 at 1990',
		],
		// Anything that was answered in between makes the wait short again.
		['one as soon', refusedAt(500, 1050), '20 at 500, 1 at 850, 18 at 950, 18 at 1050, 1 at 1400'],
		['a late one moves nothing', late(refused(), refused()), '20 at 500, 1 at 850, 18 at 950'],
		['nor where others wait', late(refused(), refused(1000)), '20 at 500, 18 at 1600, 18 at 1700'],
		['but by its own wait', late(refused(1000), refused()), '20 at 500, 18 at 1700, 18 at 1800'],
		['a late answer opens nothing', late(DONE, refused()), '20 at 500, 1 at 850, 18 at 950'],
	])('%s', async (_what, service, expected) => {
		const sent = (await sentTo(service)).map(([at, count]) => `${count} at ${at}`);
		expect(sent.slice(0, expected.split(', ').length).join(', ')).toBe(expected);
	});

	it('a Retry-After of 1 ms costs hardly more requests than one of 0, which is obeyed once', async () => {
		const sentFor = async (wait: number) =>
			(await sentTo((at) => (at < 2500 ? refused(wait) : DONE))).length;
		expect(await sentFor(1)).toBeLessThanOrEqual((await sentFor(0)) + 1);
	});

	it('it waits eight seconds at most, however often the service refuses', async () => {
		const sent = await sentTo((at) => (at < 2 * MINUTE ? refused() : DONE), 3 * MINUTE);
		const times = sent.map(([at]) => at);
		expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBe(8_100);
	});
});

describe('A model is told once whether to call again', () => {
	const RAISE = / or to raise 'Max Wait' under 'Settings' → 'Request Options'\.$/;
	const ASKS = 'The service asks to wait';

	it.each([
		[429, 61_000, `${ASKS} 61 seconds before the next request.`],
		[503, 61_000, `${ASKS} 61 seconds before the next request.`],
		[429, 600_000, `${ASKS} 600 seconds before the next request.`],
		[429, 600_001, `${ASKS} 11 minutes before the next request.`],
		[429, 2 * HOUR + 1, `${ASKS} 121 minutes before the next request.`],
		[429, 49 * HOUR, `${ASKS} 2,940 minutes before the next request.`],
		[429, undefined, 'The service has accepted no request for 60 seconds.'],
	] as const)('after %i with a wait of %s ms', async (status, retryAfter, what) => {
		const way = { api: 'geo', url: 'https://host.example', timeout: 1 } as const;
		const error = errorForStatus(way, status, '', { message: 'Busy' });
		const { clock, send, ended } = opened(20, { wait: MINUTE });
		send('a', () => ({ verdict: 'refused', retryAfter, error }));
		await clock.runAllAsync();
		const said = ended[0]?.error;
		if (!(said instanceof ServiceError)) throw new Error('There is no error of the service');
		const [meaning, todo = '', ...more] = said.forModel.split('\n');
		expect(meaning).toMatch(new RegExp(`^The GEO API answered ${status}: `));
		expect(todo).toMatch(RAISE);
		expect([todo.replace(RAISE, ''), more, said.status]).toEqual([
			...[`${what} Do not call the tool again now. Tell the user to ask again later,`, [], status],
		]);
		expect(said.description).toContain(what);
		expect(said.description).toMatch(/ later or less often, or raise 'Max Wait'/);
	});
});

interface Answered {
	readonly ms: number;
	readonly isFull: boolean;
}

/** Counts so many answers, each of which took `ms`. */
function answer(window: ConcurrencyWindow, count: number, { ms = 100, isFull = true } = {}) {
	for (let n = 0; n < count; n++) window.onAnswer(ms, isFull);
}

describe('The number of requests at once', () => {
	const from = (start: number, max = 1000) => new ConcurrencyWindow({ initial: start, max });

	/** A window of so many that was refused after answers that did not fill it. */
	function limited(start: number, answers: number): ConcurrencyWindow {
		const window = from(start);
		answer(window, answers, { isFull: false });
		window.onRefusal();
		return window;
	}

	it.each<[string, ConcurrencyWindow, (window: ConcurrencyWindow) => void, number]>([
		['grows slowly also where nothing was taken', limited(5, 0), (window) => answer(window, 3), 1],
		[
			'does not yet grow quickly where the service took twenty times as much',
			limited(40, 110),
			(window) => {
				answer(window, 20 * 110 - 1, { isFull: false });
				answer(window, 1);
			},
			20,
		],
		[
			'grows quickly again once it has taken more than that',
			limited(40, 110),
			(window) => {
				answer(window, 20 * 110, { isFull: false });
				answer(window, 5);
			},
			25,
		],
		[
			'goes by whole round trips: a slow answer among quick ones does not matter',
			from(10),
			(window) => {
				answer(window, 10);
				for (let trip = 0; trip < 5; trip++) {
					const { width } = window;
					answer(window, 1, { ms: 500 });
					answer(window, width - 1);
				}
			},
			640,
		],
		[
			'grows up to its start also where answers are slow',
			from(5),
			(window) => {
				answer(window, 5, { ms: 1 });
				window.onRefusal();
				answer(window, 2_000, { ms: 1_000 });
			},
			5,
		],
	])('%s', (_what, window, act, width) => {
		act(window);
		expect(window.width).toBe(width);
	});

	it('grows no more while answers take more than twice as long as the quickest', () => {
		const window = from(5, 100);
		answer(window, 5, { ms: 100 });
		answer(window, 5 + 10, { ms: 201 });
		const { width } = window;
		answer(window, 200, { ms: 201 });
		expect(window.width).toBeLessThan(width + 10);
		const busy = window.width;
		answer(window, 2 * busy, { ms: 200 });
		expect(window.width).toBeGreaterThan(busy);
	});

	it('is always one at least and the most at most', () => {
		/** An answer, or `null` for a refusal. */
		const event = fc.option(fc.record({ ms: fc.nat(5_000), isFull: fc.boolean() }));
		const history = fc.array(event, { maxLength: 300 });
		const check = (start: number, more: number, events: Array<Answered | null>) => {
			const window = from(start, start + more);
			for (const event of events) {
				const before = window.width;
				if (event === null) window.onRefusal();
				else window.onAnswer(event.ms, event.isFull);
				expect(window.width).toBeGreaterThanOrEqual(1);
				expect(window.width).toBeLessThanOrEqual(start + more);
				expect(window.width).toBeLessThanOrEqual(event === null ? before : before + 1);
			}
		};
		fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), history, check));
	});
});
