import FakeTimers from '@sinonjs/fake-timers';
import type { IExecuteFunctions } from 'n8n-workflow';
import { createClient, DEFAULT_SETTINGS, type ApiRequest } from '../../nodes/shared/api';
import { isObject } from '../../nodes/shared/base/paths';

const CREDENTIAL = { apiKey: 'test-key-1', agentsBaseUrl: '', geoBaseUrl: 'https://host.example' };

const READ: ApiRequest = {
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
};

/** Whether `value` has what the client needs of n8n. */
function isCaller(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** Sends 150 reads in virtual time to a service that works on three at once and refuses the others. */
async function readsOf(refusal: object, roundTrip: number) {
	const clock = FakeTimers.install({
		loopLimit: 1e6,
		toFake: ['setTimeout', 'performance', 'Date'],
	});
	try {
		const counts = { atWork: 0, refused: 0, failed: 0, ms: 0 };
		const later = async (ms: number) =>
			await new Promise<void>((resolve) => void setTimeout(resolve, ms));
		const caller: unknown = {
			getCredentials: () => Promise.resolve(CREDENTIAL),
			helpers: {
				async httpRequestWithAuthentication() {
					const isTaken = counts.atWork < 3;
					if (isTaken) counts.atWork += 1;
					else counts.refused += 1;
					await later(isTaken ? roundTrip : roundTrip / 10);
					if (!isTaken) return { headers: {}, body: '', ...refusal };
					counts.atWork -= 1;
					return { statusCode: 200, headers: {}, body: '{}' };
				},
			},
		};
		if (!isCaller(caller)) throw new Error('This is no caller');
		const client = await createClient(caller, DEFAULT_SETTINGS);
		const start = performance.now();
		const all = Promise.all(
			Array.from({ length: 150 }, async () => {
				await client.send(READ).catch(() => (counts.failed += 1));
				counts.ms = performance.now() - start;
			}),
		);
		await clock.runAllAsync();
		await all;
		return counts;
	} finally {
		clock.uninstall();
	}
}

describe('150 reads of a service that takes three at once, in virtual time', () => {
	it.each([
		[429, 20],
		[429, 200],
		[503, 20],
		[503, 200],
		[503, 1000],
	])(
		'cost few refusals with %i, answered in %i ms, and none is lost',
		async (status, roundTrip) => {
			const { refused, failed, ms } = await readsOf({ statusCode: status }, roundTrip);
			expect(failed).toBe(0);
			expect(refused).toBeLessThanOrEqual(15);
			// Three at once take 50 round trips.
			expect(ms).toBeLessThan(90 * roundTrip + 1500);
		},
	);

	it('cost as few where it says with 503 when to come back', async () => {
		const headers = { 'retry-after': '1' };
		const { refused, failed } = await readsOf({ statusCode: 503, headers }, 200);
		expect(failed).toBe(0);
		expect(refused).toBeLessThanOrEqual(15);
	});
});
