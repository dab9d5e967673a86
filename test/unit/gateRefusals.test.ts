import FakeTimers from '@sinonjs/fake-timers';
import { Gate, type Attempt } from '../../nodes/shared/api/gate';
import { statusError } from '../../nodes/shared/api/serviceErrors';
import { ServiceError } from '../../nodes/shared/base/errors';

const MINUTE = 60_000;
const WIDTH = 20;
const WAY = { api: 'geo', url: 'https://host.example', timeout: 1 } as const;

const ANSWERED: Attempt = { verdict: 'answered' };
const FAILED: Attempt = { verdict: 'failed', error: new ServiceError('Down', 'Wait.') };

const refused = (retryAfter?: number): Attempt => ({
	...{ verdict: 'refused', retryAfter, error: new ServiceError('Too many requests', 'Wait.', 429) },
});

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
	const { clock, send, sent } = openedTo((at, place) => {
		return at < 500 ? ANSWERED : service(at, place);
	}, maxWait);
	send(300);
	await clock.runAllAsync();
	return sent().filter(([at]) => at >= 500);
}

describe('After a refusal', () => {
	it('that says how long to wait, as many go out at once as the service is known to take', async () => {
		const sent = await sentTo((at) => (at === 500 ? refused(1_000) : ANSWERED));
		expect(sent.slice(0, 3)).toEqual([
			[500, 20],
			[1_600, 18],
			[1_700, 18],
		]);
	});

	it('without a word, one request alone finds out whether the service takes any', async () => {
		const sent = await sentTo((at) => (at === 500 ? refused() : ANSWERED));
		expect(sent.slice(0, 4)).toEqual([
			[500, 20],
			[850, 1],
			[950, 18],
			[1_050, 18],
		]);
	});

	it('of such a request, it waits longer, and as many go out afterwards', async () => {
		const sent = await sentTo((at) => (at < 1_500 ? refused() : ANSWERED));
		expect(sent.slice(0, 5)).toEqual([
			[500, 20],
			[850, 1],
			[1_300, 1],
			[1_890, 1],
			[1_990, 18],
		]);
	});

	it('it waits as short as the first time, if anything was answered in between', async () => {
		const sent = await sentTo((at) => (at === 500 || at === 1_050 ? refused() : ANSWERED));
		expect(sent.slice(2, 5)).toEqual([
			[950, 18],
			[1_050, 18],
			[1_400, 1],
		]);
	});

	it('it waits no longer for one that comes late, unless that says so', async () => {
		const late = (last: Attempt, others: Attempt): Service => {
			return (at, place) => {
				if (at > 500) return ANSWERED;
				return place === 20 ? { ...last, ms: 200 } : others;
			};
		};
		const times = async (service: Service) => (await sentTo(service)).slice(1, 3);
		expect(await times(late(refused(), refused()))).toEqual([
			[850, 1],
			[950, 18],
		]);
		expect(await times(late(refused(), refused(1_000)))).toEqual([
			[1_600, 18],
			[1_700, 18],
		]);
		expect(await times(late(refused(1_000), refused()))).toEqual([
			[1_700, 18],
			[1_800, 18],
		]);
	});

	it('an answer to what was sent before does not open the gate, nor for more than one', async () => {
		const sent = await sentTo((at, place) => {
			if (at > 500) return ANSWERED;
			return place === 20 ? { ...ANSWERED, ms: 200 } : refused();
		});
		expect(sent.slice(1, 3)).toEqual([
			[850, 1],
			[950, 18],
		]);
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

describe('Requests that are answered', () => {
	it('follow each other without a pause', async () => {
		const { clock, send, counts } = openedTo(() => ANSWERED);
		send(100);
		await clock.runAllAsync();
		expect(counts).toEqual({ done: 100, ticks: 0 });
	});
});

describe('A wait of more than a day', () => {
	it('is told in days, and not to be waited for', async () => {
		const error = statusError(WAY, { headers: {}, text: '', status: 429 }, undefined);
		const retryAfter = 3 * 24 * 60 * MINUTE;
		const { clock, send, errors } = openedTo(() => ({ verdict: 'refused', retryAfter, error }));
		send(1);
		await clock.runAllAsync();
		const told = errors[0]?.error;
		if (!(told instanceof ServiceError)) throw new Error('There is no error of the service');
		for (const words of [told.description, told.forModel]) {
			expect(words).toContain('The service asks to wait 3 days before the next request.');
			expect(words).toContain('after that.');
			expect(words).not.toContain('Max Wait');
		}
	});
});

describe('A model is told once whether to call again', () => {
	const RAW = { headers: {}, text: '{"message":"Busy"}' };

	it.each([
		[429, 61_000, 'The service asks to wait 61 seconds before the next request.', 'after that'],
		[503, 61_000, 'The service asks to wait 61 seconds before the next request.', 'after that'],
		[429, undefined, 'The service has accepted no request for 60 seconds.', 'later'],
	])('after %i with a wait of %s ms', async (status, retryAfter, what, when) => {
		const error = statusError(WAY, { ...RAW, status }, { message: 'Busy' });
		const { clock, send, errors } = openedTo(() => ({ verdict: 'refused', retryAfter, error }));
		send(1);
		await clock.runAllAsync();
		const raise = / or to raise 'Max Wait' under 'Options'( \(now 60 seconds\))?\.$/;
		const told = errors[0]?.error;
		if (!(told instanceof ServiceError)) throw new Error('There is no error of the service');
		const [meaning, todo = '', ...more] = told.forModel.split('\n');
		expect(more).toEqual([]);
		expect(meaning).toMatch(new RegExp(`^The GEO API answered ${status}: `));
		expect(todo.replace(raise, '')).toBe(
			`${what} Do not call the tool again now. Tell the user to ask again ${when},`,
		);
		expect(todo).toMatch(raise);
		expect(told.description).toContain(what);
		expect(told.status).toBe(status);
	});
});
