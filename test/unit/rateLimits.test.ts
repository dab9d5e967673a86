import { readFileSync } from 'node:fs';
import { LIMITED_SERVICES } from '../../dev/gate/services';
import { gateRows, gateTable, ROUND_TRIPS, type GateRow } from '../../dev/gate/table';

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

	it('is what docs/performance.md says: npm run bench -- --only 8 prints the table', () => {
		const page = readFileSync('docs/performance.md', 'utf8').replace(/ {2,}/g, ' ');
		for (const row of gateTable(rows)) expect(page).toContain(`| ${row.join(' | ')} |`);
	});
});
