import { readFileSync } from 'node:fs';
import FakeTimers from '@sinonjs/fake-timers';
import { LIMITED_SERVICES } from '../../dev/gate/services';
import { gateRows, gateTable, ROUND_TRIPS, type GateRow } from '../../dev/gate/table';
import { createClient, DEFAULT_SETTINGS } from '../../nodes/shared/api';
import { callerOf, READ } from './caller';

describe('Gate behind a rate limit, in virtual time', () => {
	let rows: GateRow[] = [];
	beforeAll(async () => {
		rows = await gateRows();
	});

	const scenes = LIMITED_SERVICES.flatMap(({ name, isSilent }) =>
		ROUND_TRIPS.map((roundTrip) => [isSilent ? `${name}, silent` : name, roundTrip] as const),
	);

	it.each(scenes)('%s, %i ms: all get through in little more than the least time', (name, ms) => {
		const row = rows.find(
			(known) =>
				known.roundTrip === ms && (known.isSilent ? `${known.name}, silent` : known.name) === name,
		);
		expect(row?.answered).toBe(row?.requests);
		expect(row?.ratio).toBeLessThanOrEqual(1.25);
		expect(row?.refused).toBeLessThanOrEqual(row?.isSilent === true ? 0.4 : 0.2);
	});

	it('is what docs/maintainers/performance.md says: npm run bench -- --only 8 prints the table', () => {
		const page = readFileSync('docs/maintainers/performance.md', 'utf8').replace(/ {2,}/g, ' ');
		for (const row of gateTable(rows)) expect(page).toContain(`| ${row.join(' | ')} |`);
	});
});

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
		const caller = callerOf(async () => {
			const isTaken = counts.atWork < 3;
			if (isTaken) counts.atWork += 1;
			else counts.refused += 1;
			await later(isTaken ? roundTrip : roundTrip / 10);
			if (!isTaken) return { body: '', ...refusal };
			counts.atWork -= 1;
			return {};
		});
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
	it.each<[object, number]>([
		[{ statusCode: 429 }, 20],
		[{ statusCode: 429 }, 200],
		[{ statusCode: 503 }, 20],
		[{ statusCode: 503 }, 1000],
		// Three at once take 50 round trips, or longer where it says when to come back.
		[{ statusCode: 503, headers: { 'retry-after': '1' } }, 200],
	])(
		'cost few refusals with %j, answered in %i ms, and none is lost',
		async (refusal, roundTrip) => {
			const { refused, failed, ms } = await readsOf(refusal, roundTrip);
			expect(failed).toBe(0);
			expect(refused).toBeLessThanOrEqual(15);
			if (!('headers' in refusal)) expect(ms).toBeLessThan(90 * roundTrip + 1500);
		},
	);
});
