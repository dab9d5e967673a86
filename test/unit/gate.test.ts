import FakeTimers from '@sinonjs/fake-timers';
import { Gate, type Attempt } from '../../nodes/shared/api/gate';
import { AUTOMATIC, DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
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
const FAILED: Attempt = { verdict: 'failed' };

function refused(retryAfter?: number): Attempt {
	return {
		verdict: 'refused',
		retryAfter,
		error: new ServiceError('Too many requests', 'Wait.', 429),
	};
}

describe('Gate', () => {
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

	it('stops growing where answers take longer for it', async () => {
		const { clock, gate } = opened(5, 500);
		const load = { now: 0, most: 0 };
		/** A service that works on ten requests at once and lets the others wait. */
		const send = async () => {
			load.now += 1;
			load.most = Math.max(load.most, load.now);
			const ms = 100 * Math.max(1, load.now / 10);
			await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
			load.now -= 1;
			return ANSWERED;
		};
		const all = Promise.all(Array.from({ length: 2000 }, async () => await gate.run(send)));
		await clock.runAllAsync();
		await all;
		// Twice as many as the service takes make it half as quick; it shows one round trip later.
		expect(load.most).toBeGreaterThan(20);
		expect(load.most).toBeLessThan(100);
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

	it('backs off longer each time where the service does not say, with one request to find out', async () => {
		const { clock, send, sent } = opened(4);
		const refusals = Array.from({ length: 6 }, () => refused());
		for (const name of 'abcd') send(name, ...refusals, ANSWERED);
		await clock.tickAsync(5000);
		const probes = sent.slice(4).map(({ at }) => at);
		const gaps = probes.map((at, index) => at - (probes[index - 1] ?? 100));
		expect(gaps[0]).toBe(250);
		for (const [index, gap] of gaps.slice(1, 5).entries()) {
			expect(gap).toBeGreaterThan((gaps[index] ?? 0) - 100);
		}
		expect(new Set(probes).size).toBe(probes.length);
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
		const outage: Attempt = { ...FAILED, retryAfter: 30_000, error: new ServiceError('Down', '') };
		for (const name of 'abcde') send(name, outage);
		await clock.runAllAsync();
		const done = ended.filter(({ error }) => error === undefined).map(({ name }) => name);
		expect(done).toEqual(['a', 'b', 'c']);
		expect(ended).toHaveLength(5);
	});

	it('does not count the time in which nobody asks for anything', async () => {
		const { clock, send, ended } = opened(1, 1, MINUTE);
		const failed: Attempt = { ...FAILED, error: new ServiceError('Lost', '') };
		send('a', refused(1000), failed);
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

	it('finds its way back to many at once after a refusal that meant nothing', async () => {
		const { clock, send, sent, ended } = opened(5, 100);
		send('a', refused(0), ANSWERED);
		for (let count = 0; count < 1000; count++) send(String(count));
		await clock.runAllAsync();
		expect(ended).toHaveLength(1001);
		expect(sent.at(-1)?.at).toBeLessThan(8000);
	});
});
