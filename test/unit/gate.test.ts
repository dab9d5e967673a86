import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { type Attempt, Gate, inWords } from '../../nodes/shared/api/gate';
import { statusError } from '../../nodes/shared/api/serviceErrors';
import { AUTOMATIC, DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { ConcurrencyWindow } from '../../nodes/shared/api/window';
import { ServiceError } from '../../nodes/shared/base/errors';

const { maxWait } = DEFAULT_SETTINGS;
const MINUTE = 60_000;

/** A gate in virtual time, and a service behind it that answers as the test says. */
function opened(start: number, max = start, wait = maxWait) {
	const clock = FakeTimers.createClock(0, Infinity);
	const later = async (ms: number) =>
		await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
	const gate = new Gate({ start, max }, wait, {
		now: () => clock.now,
		pause: later,
		tick: async () => await later(0),
		random: () => 1,
	});
	const sent: Array<{ name: string; at: number }> = [];
	const ended: Array<{ name: string; error?: unknown; at: number }> = [];
	let inFlight = 0;
	const most = { inFlight: 0 };
	const send = (name: string, ...attempts: Array<Attempt | number>) => {
		const next = async (): Promise<Attempt> => {
			sent.push({ name, at: clock.now });
			most.inFlight = Math.max(most.inFlight, ++inFlight);
			const attempt = attempts.length > 1 ? attempts.shift() : attempts[0];
			await later(typeof attempt === 'number' ? attempt : 100);
			inFlight -= 1;
			return typeof attempt === 'object' ? attempt : ANSWERED;
		};
		void gate.run(next).then(
			() => ended.push({ name, at: clock.now }),
			(error: unknown) => ended.push({ name, error, at: clock.now }),
		);
	};
	return { clock, gate, sent, ended, most, send, names: () => sent.map(({ name }) => name) };
}

const ANSWERED: Attempt = { verdict: 'answered' };
const FAILED: Attempt = { verdict: 'failed', error: new ServiceError('Down', 'Wait.') };

const refused = (retryAfter?: number): Attempt => ({
	...{ verdict: 'refused', retryAfter, error: new ServiceError('Too many requests', 'Wait.', 429) },
});

describe('The gate', () => {
	it('sends exactly as many at once as it is told, in the order in which they came', async () => {
		const { clock, send, names, most } = opened(3);
		const all = 'abcdefgh'.split('');
		for (const name of all) send(name);
		await clock.tickAsync(1);
		expect(names()).toEqual(['a', 'b', 'c']);
		await clock.runAllAsync();
		expect(names()).toEqual(all);
		expect(most.inFlight).toBe(3);
	});

	it('starts with 5 by default, and doubles per round trip up to 100', async () => {
		const { clock, send, sent } = opened(AUTOMATIC.start, AUTOMATIC.max);
		for (let count = 0; count < 400; count++) send(String(count));
		await clock.runAllAsync();
		const rounds = [0, 100, 200, 300, 400, 500].map(
			(time) => sent.filter(({ at }) => at === time).length,
		);
		expect(rounds).toEqual([5, 10, 20, 40, 80, 100]);
	});

	it('does not grow by requests that go one by one', async () => {
		const { clock, gate, send, most } = opened(5, 100);
		for (let count = 0; count < 50; count++) {
			const answered = gate.run(async () => await Promise.resolve(ANSWERED));
			await clock.runAllAsync();
			await answered;
		}
		for (let count = 0; count < 20; count++) send(String(count));
		await clock.tickAsync(1);
		expect(most.inFlight).toBe(5);
	});

	it('lets nothing out after an error that stops the run', async () => {
		const { clock, gate, send, names } = opened(1);
		const error = new ServiceError('Wrong', 'Correct it.', 422);
		const stopped = gate.run(async () => await Promise.resolve({ ...ANSWERED, error }));
		send('b');
		await stopped;
		for (let ticks = 0; ticks < 50; ticks++) await Promise.resolve();
		gate.stop(error);
		await clock.runAllAsync();
		expect(names()).toEqual([]);
	});

	it('lets nothing out while the service asks to wait, and repeats the refused request first', async () => {
		const { clock, send, sent, ended } = opened(1);
		send('a', refused(7000), ANSWERED);
		send('b');
		await clock.runAllAsync();
		expect(sent).toEqual([
			{ name: 'a', at: 0 },
			{ name: 'a', at: 7100 },
			{ name: 'b', at: 7200 },
		]);
		expect(ended.map(({ error }) => error)).toEqual([undefined, undefined]);
	});

	it('waits for the longest of several waits', async () => {
		const { clock, send, sent } = opened(3);
		send('a', refused(2000), ANSWERED);
		send('b', refused(5000), ANSWERED);
		send('c', refused(1000), ANSWERED);
		await clock.runAllAsync();
		expect(sent.slice(3).map(({ at }) => at)).toEqual([5100, 5200, 5300]);
	});

	it('backs off all the same when it is told twice to wait for no time at all', async () => {
		const { clock, send, sent } = opened(1);
		send('a', refused(0), refused(0), refused(0), ANSWERED);
		await clock.runAllAsync();
		expect(sent.map(({ at }) => at)).toEqual([0, 100, 550, 1140]);
	});

	it('gives up for all at once when nothing was answered for so long', async () => {
		const { clock, send, sent, ended } = opened(4, 4, MINUTE);
		for (let count = 0; count < 500; count++) send(String(count), refused());
		await clock.runAllAsync();
		expect(ended).toHaveLength(500);
		expect(new Set(ended.map(({ error }) => error)).size).toBe(1);
		expect(ended[0]?.error).toMatchObject({
			message: 'Too many requests',
			description: expect.stringMatching(/ no request for 60 seconds\..*raise 'Max Wait'/),
			status: 429,
		});
		const times = ended.map(({ at }) => at);
		expect(Math.min(...times)).toBeGreaterThanOrEqual(MINUTE);
		expect(Math.max(...times)).toBeLessThan(1.2 * MINUTE);
		expect(sent.length).toBeLessThan(30);
	});

	it('gives up for a request that is alone, too', async () => {
		const { clock, send, ended } = opened(1, 1, 1_000);
		send('a', refused());
		await clock.tickAsync(MINUTE);
		expect(ended).toEqual([{ name: 'a', at: 1_490, error: expect.any(ServiceError) }]);
		expect(ended[0]?.error).toMatchObject({
			description: expect.stringContaining(' no request for 1 second.'),
		});
	});

	it('gives up for all that wait where each request fails with a wait', async () => {
		const { clock, send, ended } = opened(1, 1, MINUTE);
		const outage: Attempt = { ...FAILED, retryAfter: 30_000 };
		for (const name of 'abcde') send(name, outage);
		await clock.runAllAsync();
		const done = ended.filter(({ error }) => error === undefined).map(({ name }) => name);
		expect(done).toEqual(['a', 'b', 'c']);
		expect(ended).toHaveLength(5);
	});

	it('does not count the time in which nobody asks for anything', async () => {
		const { clock, send, ended } = opened(1, 1, MINUTE);
		send('a', refused(1000), FAILED);
		await clock.tickAsync(5 * MINUTE);
		send('b', refused(1000), ANSWERED);
		await clock.runAllAsync();
		expect(ended.map(({ name, error }) => [name, error])).toEqual([
			['a', undefined],
			['b', undefined],
		]);
	});

	it('goes on for as long as anything is answered', async () => {
		const { clock, send, ended } = opened(2, 2, MINUTE);
		for (let count = 0; count < 10; count++) send(String(count), refused(50_000), ANSWERED);
		await clock.runAllAsync();
		expect(ended.map(({ error }) => error)).toEqual(Array(10).fill(undefined));
	});

	it('gives up at once when the service asks to wait longer than that', async () => {
		const { clock, send, ended, gate } = opened(1, 1, MINUTE);
		send('a', refused(61_000));
		send('b');
		await clock.runAllAsync();
		expect(ended.map(({ name, at }) => `${name} ${at}`).sort()).toEqual(['a 100', 'b 100']);
		// Nobody waits any more: a list in the editor has nothing that would end the wait.
		expect(clock.now).toBe(100);
		expect(ended[0]?.error).toMatchObject({
			description: expect.stringMatching(/wait 61 seconds .*'Max Wait' .*\(now 60 seconds\)/),
		});
		await expect(gate.run(async () => await Promise.resolve(ANSWERED))).rejects.toBe(
			ended[0]?.error,
		);
	});

	it('closes for a failure with a wait, too, and hands the failure back', async () => {
		const { clock, send, sent, ended } = opened(1);
		send('a', { ...FAILED, retryAfter: 3000 });
		send('b');
		await clock.runAllAsync();
		expect(sent).toEqual([
			{ name: 'a', at: 0 },
			{ name: 'b', at: 3100 },
		]);
		expect(ended.map(({ at }) => at)).toEqual([100, 3200]);
	});

	it('frees the slot of a request that throws', async () => {
		const { clock, gate, send, ended } = opened(1);
		const failing = gate.run(async () => await Promise.reject(new Error('lost')));
		send('b');
		await expect(failing).rejects.toThrow('lost');
		await clock.runAllAsync();
		expect(ended.map(({ name }) => name)).toEqual(['b']);
	});

	it('lets nothing out any more once it is stopped', async () => {
		const { clock, gate, send, names, ended } = opened(1);
		send('a', refused(1000), ANSWERED);
		send('b');
		await clock.tickAsync(50);
		const end = new Error('over');
		gate.stop(end);
		gate.stop(new Error('over again'));
		send('c');
		await clock.runAllAsync();
		expect(names()).toEqual(['a']);
		expect(ended.map(({ error }) => error)).toEqual([end, end, end]);
	});
});

const WIDTH = 20;
const WAY = { api: 'geo', url: 'https://host.example', timeout: 1 } as const;

/** What happens to the request that is sent at a time: as which of all that are sent then, from 1 on. */
type Service = (at: number, place: number) => Attempt & { readonly ms?: number };

/** A gate for 20 requests at once, in virtual time, with a service that answers after 100 ms. */
function openedTo(service: Service, maxWait = MINUTE) {
	const clock = FakeTimers.createClock(0, Infinity);
	const later = async (ms: number) =>
		await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
	const counts = { ticks: 0, done: 0 };
	const gate = new Gate({ start: WIDTH, max: WIDTH }, maxWait, {
		now: () => clock.now,
		pause: later,
		tick: async () => await Promise.resolve(void (counts.ticks += 1)),
		random: () => 1,
	});
	const sentAt = new Map<number, number>();
	const errors: Array<{ error: unknown; at: number }> = [];
	const task = async (): Promise<Attempt> => {
		const place = (sentAt.get(clock.now) ?? 0) + 1;
		sentAt.set(clock.now, place);
		const { ms = 100, ...attempt } = service(clock.now, place);
		await later(ms);
		return attempt;
	};
	const send = (count: number) => {
		for (let n = 0; n < count; n++) {
			void gate.run(task).then(
				() => (counts.done += 1),
				(error: unknown) => errors.push({ error, at: clock.now }),
			);
		}
	};
	return { clock, send, counts, errors, sent: () => [...sentAt] };
}

/** How many of 300 requests are sent when, from 500 ms on: until then, all 100 are answered. */
async function sentTo(service: Service, maxWait?: number) {
	const until500: Service = (at, place) => (at < 500 ? ANSWERED : service(at, place));
	const { clock, send, sent } = openedTo(until500, maxWait);
	send(300);
	await clock.runAllAsync();
	return sent().filter(([at]) => at >= 500);
}

/** The last of 20 requests ends so, a little later, and the others in another way. */
const late =
	(last: Attempt, others: Attempt): Service =>
	(at, place) => {
		if (at > 500) return ANSWERED;
		return place === 20 ? { ...last, ms: 200 } : others;
	};

describe('After a refusal', () => {
	const refusedAt =
		(...times: number[]): Service =>
		(at) =>
			times.includes(at) ? refused() : ANSWERED;

	it.each<[string, Service, string]>([
		[
			'that says how long to wait, as many go out at once as the service is known to take',
			(at) => (at === 500 ? refused(1_000) : ANSWERED),
			'20 at 500, 18 at 1600, 18 at 1700',
		],
		[
			'without a word, one request alone finds out whether the service takes any',
			refusedAt(500),
			'20 at 500, 1 at 850, 18 at 950, 18 at 1050',
		],
		[
			'of such a request, it waits longer, and as many go out afterwards',
			(at) => (at < 1_500 ? refused() : ANSWERED),
			'20 at 500, 1 at 850, 1 at 1300, 1 at 1890, 18 at 1990',
		],
		[
			'it waits as short as the first time, if anything was answered in between',
			refusedAt(500, 1_050),
			'20 at 500, 1 at 850, 18 at 950, 18 at 1050, 1 at 1400',
		],
		[
			'it waits no longer for one that comes late without a word',
			late(refused(), refused()),
			'20 at 500, 1 at 850, 18 at 950',
		],
		[
			'it goes by the wait of the others, where the late one has none',
			late(refused(), refused(1_000)),
			'20 at 500, 18 at 1600, 18 at 1700',
		],
		[
			'it goes by the wait of the late one, where that has one',
			late(refused(1_000), refused()),
			'20 at 500, 18 at 1700, 18 at 1800',
		],
		[
			'an answer to what was sent before does not open the gate, nor for more than one',
			late(ANSWERED, refused()),
			'20 at 500, 1 at 850, 18 at 950',
		],
	])('%s', async (_what, service, expected) => {
		const sent = (await sentTo(service)).map(([at, count]) => `${count} at ${at}`);
		expect(sent.slice(0, expected.split(', ').length).join(', ')).toBe(expected);
	});

	it('it waits eight seconds at most, however often the service refuses', async () => {
		const sent = await sentTo((at) => (at < 2 * MINUTE ? refused() : ANSWERED), 3 * MINUTE);
		const times = sent.map(([at]) => at);
		const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(Math.max(...gaps)).toBe(8_100);
	});
});

describe('The longest wait', () => {
	it('is still waited for, where the service asks for exactly that', async () => {
		const { clock, send, sent, errors } = openedTo((at) => (at === 0 ? refused(MINUTE) : ANSWERED));
		send(1);
		await clock.runAllAsync();
		expect(sent()).toEqual([
			[0, 1],
			[MINUTE + 100, 1],
		]);
		expect(errors).toEqual([]);
	});

	it('is over once the service has refused for exactly that long', async () => {
		const { clock, send, errors } = openedTo(() => refused(MINUTE - 100));
		send(1);
		await clock.runAllAsync();
		expect(errors).toEqual([{ error: expect.any(ServiceError), at: MINUTE + 100 }]);
	});

	it('counts on while other requests fail, as long as one waits for an answer', async () => {
		const { clock, send, errors, counts } = openedTo((at, place) => {
			if (at < 500) return ANSWERED;
			return place === 2 ? { ...FAILED, ms: 50 } : refused(20_000);
		});
		send(100);
		await clock.tickAsync(500);
		send(1);
		await clock.tickAsync(20_100);
		send(1);
		await clock.runAllAsync();
		expect(counts.done).toBe(101);
		// Refused at 600 first, and every 20.1 seconds from then on.
		expect(errors).toEqual([{ error: expect.any(ServiceError), at: 600 + 3 * 20_100 }]);
	});
});

describe('A model is told once whether to call again', () => {
	const RAW = { headers: {}, text: '{"message":"Busy"}' };
	const WAIT = 'The service asks to wait 61 seconds before the next request.';
	const RAISE = / or to raise 'Max Wait' under 'Options'( \(now 60 seconds\))?\.$/;

	it.each([
		[429, 61_000, WAIT, 'after that,', RAISE],
		[503, 61_000, WAIT, 'after that,', RAISE],
		[429, undefined, 'The service has accepted no request for 60 seconds.', 'later,', RAISE],
		[
			...[429, 72 * 60 * MINUTE, 'The service asks to wait 3 days before the next request.'],
			...['after that.', /$/],
		],
	] as const)('after %i with a wait of %s ms', async (status, retryAfter, what, when, raise) => {
		const error = statusError(WAY, { ...RAW, status }, { message: 'Busy' });
		const { clock, send, errors } = openedTo(() => ({ verdict: 'refused', retryAfter, error }));
		send(1);
		await clock.runAllAsync();
		const told = errors[0]?.error;
		if (!(told instanceof ServiceError)) throw new Error('There is no error of the service');
		const [meaning, todo = '', ...more] = told.forModel.split('\n');
		expect(more).toEqual([]);
		expect(meaning).toMatch(new RegExp(`^The GEO API answered ${status}: `));
		expect(todo).toMatch(raise);
		expect(todo.replace(raise, '')).toBe(
			`${what} Do not call the tool again now. Tell the user to ask again ${when}`,
		);
		expect(told.description).toContain(what);
		expect(told.status).toBe(status);
	});
});

interface Answered {
	readonly ms: number;
	readonly isFull: boolean;
}

/** Counts so many answers, each of which took `ms`. */
function answer(window: ConcurrencyWindow, count: number, { ms = 100, isFull = true } = {}) {
	for (let n = 0; n < count; n++) window.answered(ms, isFull);
}

/** A window of 40 that was refused after 110 answers: it is 20 wide, and knows of a limit. */
function limited(): ConcurrencyWindow {
	const window = new ConcurrencyWindow({ start: 40, max: 1000 });
	answer(window, 110, { isFull: false });
	window.refused();
	return window;
}

describe('The number of requests at once', () => {
	it('is one more with each answer, up to the most', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 12 });
		answer(window, 3);
		expect(window.width).toBe(8);
		answer(window, 20);
		expect(window.width).toBe(12);
	});

	it('stays as it is while it is not in full use', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 50, { isFull: false });
		expect(window.width).toBe(5);
	});

	it('is a part of what the service took before it refused', () => {
		expect(limited().width).toBe(20);
	});

	it('is a tenth less at least after a refusal, however much the service took', () => {
		const window = new ConcurrencyWindow({ start: 40, max: 1000 });
		answer(window, 10_000, { isFull: false });
		window.refused();
		expect(window.width).toBe(36);
	});

	it('remembers what the service took, where refusals follow each other', () => {
		const window = limited();
		// As if it had taken 88, 70, 56 and 45 requests before each.
		const widths = Array.from({ length: 4 }, () => {
			window.refused();
			return window.width;
		});
		expect(widths).toEqual([16, 12, 10, 8]);
	});

	it('grows slowly near a limit: from 20 to 21 with 420 answers', () => {
		const window = limited();
		answer(window, 400);
		expect(window.width).toBe(20);
		answer(window, 30);
		expect(window.width).toBe(21);
	});

	it('grows no faster when it is small: from 1 to 2 with 18 answers', () => {
		const window = new ConcurrencyWindow({ start: 1, max: 100 });
		answer(window, 2, { isFull: false });
		window.refused();
		answer(window, 16);
		expect(window.width).toBe(1);
		answer(window, 4);
		expect(window.width).toBe(2);
	});

	it('grows quickly again once the service has taken twenty times as much', () => {
		const window = limited();
		answer(window, 20 * 110 - 1, { isFull: false });
		answer(window, 1);
		expect(window.width).toBe(20);
		answer(window, 5);
		expect(window.width).toBe(25);
	});

	it('grows no more while answers take more than twice as long as the quickest', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 5, { ms: 100 });
		answer(window, 5 + 10, { ms: 201 });
		const { width } = window;
		answer(window, 200, { ms: 201 });
		expect(window.width).toBeLessThan(width + 10);
		const busy = window.width;
		answer(window, 2 * busy, { ms: 200 });
		expect(window.width).toBeGreaterThan(busy);
	});

	it('grows slowly also where not even the first request was taken', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		window.refused();
		answer(window, 3);
		expect(window.width).toBe(1);
	});

	it('goes by whole round trips: a slow answer among quick ones does not matter', () => {
		const window = new ConcurrencyWindow({ start: 10, max: 1000 });
		answer(window, 10);
		for (let trip = 0; trip < 5; trip++) {
			const { width } = window;
			answer(window, 1, { ms: 500 });
			answer(window, width - 1);
		}
		expect(window.width).toBe(640);
	});

	it('grows up to its start also where answers are slow', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 5, { ms: 1 });
		window.refused();
		expect(window.width).toBe(1);
		answer(window, 2_000, { ms: 1_000 });
		expect(window.width).toBe(5);
	});

	it('is always one at least and the most at most', () => {
		/** An answer, or `null` for a refusal. */
		const event = fc.option(fc.record({ ms: fc.nat(5_000), isFull: fc.boolean() }));
		const history = fc.array(event, { maxLength: 300 });
		const check = (start: number, more: number, events: Array<Answered | null>) => {
			const window = new ConcurrencyWindow({ start, max: start + more });
			for (const event of events) {
				const before = window.width;
				if (event === null) window.refused();
				else window.answered(event.ms, event.isFull);
				expect(window.width).toBeGreaterThanOrEqual(1);
				expect(window.width).toBeLessThanOrEqual(start + more);
				expect(window.width).toBeLessThanOrEqual(event === null ? before : before + 1);
			}
		};
		fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), history, check));
	});
});

const HOUR = 60 * MINUTE;

describe('A time in words', () => {
	it.each([
		[1, '1 second'],
		[600_000, '600 seconds'],
		[600_001, '11 minutes'],
		[2 * HOUR + 1, '3 hours'],
		[49 * HOUR, '3 days'],
		[Infinity, 'more than a year'],
	])('%d ms are %s', (ms, words) => {
		expect(inWords(ms)).toBe(words);
	});
});
