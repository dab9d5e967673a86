import { DEFAULT_SETTINGS, type Client } from '../../nodes/shared/api';
import { Notices } from '../../nodes/shared/base/notices';
import { withinDeadline } from '../../nodes/shared/watch/session';

/** A client whose waits end when a test says so. */
class WaitingClient implements Client {
	readonly hints = new Notices();

	readonly waits: number[] = [];

	stops = 0;

	endWait: () => void = () => undefined;

	offers(): boolean {
		return true;
	}

	async send(): Promise<never> {
		return await Promise.reject(new Error('Nothing is sent'));
	}

	async pause(ms: number): Promise<void> {
		this.waits.push(ms);
		await new Promise<void>((resolve) => (this.endWait = resolve));
	}

	stop(): void {
		this.stops += 1;
		this.endWait();
	}
}

const settings = { ...DEFAULT_SETTINGS, maxWait: 60_000, timeout: 120_000 };

describe('Work with a deadline', () => {
	it('gives what it found in time, and then stops its client', async () => {
		const client = new WaitingClient();
		const work = async () => await Promise.resolve(client.stops);
		expect(await withinDeadline(client, settings, work)).toBe(0);
		expect(client.stops).toBe(1);
	});

	it('fails as it does in time, and then stops its client', async () => {
		const client = new WaitingClient();
		const error = new Error('Out of order');
		const work = async () => await Promise.reject<string>(error);
		await expect(withinDeadline(client, settings, work)).rejects.toBe(error);
		expect(client.stops).toBeGreaterThan(0);
	});

	it('fails half an hour after all that may be waited for, though it goes on', async () => {
		const client = new WaitingClient();
		const poll = withinDeadline(
			client,
			settings,
			async (inTime) => await inTime(new Promise<string>(() => 0)),
		);
		expect(client.waits).toEqual([33 * 60_000]);
		expect(client.stops).toBe(0);
		client.endWait();
		await expect(poll).rejects.toMatchObject({
			message: 'The poll was not finished after 33 minutes',
			description: expect.stringContaining("raise 'Max Wait'"),
		});
		expect(client.stops).toBeGreaterThan(0);
	});

	it('keeps what is done in time, and lets nothing go out for the rest', async () => {
		const client = new WaitingClient();
		const found = await withinDeadline(client, settings, async (inTime) => {
			const late = inTime(new Promise<string>(() => 0)).catch(() => `late ${client.stops}`);
			const done = await inTime(Promise.resolve('done'));
			client.endWait();
			return [done, await late];
		});
		expect(found).toEqual(['done', 'late 1']);
	});
});
