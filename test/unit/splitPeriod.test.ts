import fc from 'fast-check';
import { edgeText, momentOf, type PeriodUnit, splitPeriod } from '../../nodes/shared/form/period';

const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata', 'America/Sao_Paulo'];

function period(start: string, end: string, zone: string) {
	const [from, to] = [momentOf(start, zone, 'start', 'Start'), momentOf(end, zone, 'end', 'End')];
	if (from === undefined || to === undefined) throw new Error(`No period: ${start} to ${end}`);
	return { start: from, end: to };
}

/** The parts as their days and their moments in UTC, to the second. */
function parts(start: string, end: string, unit: PeriodUnit, zone: string) {
	return splitPeriod(period(start, end, zone), unit).map((part) => {
		const [first, last] = [edgeText(part.start, 'start'), edgeText(part.end, 'end')];
		const [from, to] = [part.start, part.end].map((at) => at.toJSDate().toISOString().slice(0, 19));
		return [first, last, from, to];
	});
}

describe('A period', () => {
	it('is split into days of 23 hours where the clocks go forward', () => {
		expect(parts('2026-03-28', '2026-03-30', 'day', 'Europe/Berlin')).toEqual([
			['2026-03-28', '2026-03-28', '2026-03-27T23:00:00', '2026-03-28T22:59:59'],
			['2026-03-29', '2026-03-29', '2026-03-28T23:00:00', '2026-03-29T21:59:59'],
			['2026-03-30', '2026-03-30', '2026-03-29T22:00:00', '2026-03-30T21:59:59'],
		]);
	});

	it('is split into days of 25 hours where they go back', () => {
		expect(parts('2026-10-25', '2026-10-26', 'day', 'Europe/Berlin')).toEqual([
			['2026-10-25', '2026-10-25', '2026-10-24T22:00:00', '2026-10-25T22:59:59'],
			['2026-10-26', '2026-10-26', '2026-10-25T23:00:00', '2026-10-26T22:59:59'],
		]);
		expect(parts('2026-11-01', '2026-11-02', 'day', 'America/New_York')).toEqual([
			['2026-11-01', '2026-11-01', '2026-11-01T04:00:00', '2026-11-02T04:59:59'],
			['2026-11-02', '2026-11-02', '2026-11-02T05:00:00', '2026-11-03T04:59:59'],
		]);
	});

	it('is split into weeks from Monday on, over the new year, cut at both ends', () => {
		expect(parts('2026-12-24', '2027-01-06', 'week', 'Europe/Berlin')).toEqual([
			['2026-12-24', '2026-12-27', '2026-12-23T23:00:00', '2026-12-27T22:59:59'],
			['2026-12-28', '2027-01-03', '2026-12-27T23:00:00', '2027-01-03T22:59:59'],
			['2027-01-04', '2027-01-06', '2027-01-03T23:00:00', '2027-01-06T22:59:59'],
		]);
	});

	it('is split into weeks of the zone, in which the clocks may change', () => {
		expect(parts('2026-03-08', '2026-03-16', 'week', 'America/New_York')).toEqual([
			['2026-03-08', '2026-03-08', '2026-03-08T05:00:00', '2026-03-09T03:59:59'],
			['2026-03-09', '2026-03-15', '2026-03-09T04:00:00', '2026-03-16T03:59:59'],
			['2026-03-16', '2026-03-16', '2026-03-16T04:00:00', '2026-03-17T03:59:59'],
		]);
	});

	it('is split into months of their length', () => {
		expect(parts('2024-01-31', '2024-03-01', 'month', 'UTC').map(([one, to]) => [one, to])).toEqual(
			[
				['2024-01-31', '2024-01-31'],
				['2024-02-01', '2024-02-29'],
				['2024-03-01', '2024-03-01'],
			],
		);
	});

	it('keeps its times at both ends, and is marked with them', () => {
		const given = ['2026-11-02T09:30:00Z', '2026-11-03T18:00:00Z'] as const;
		expect(parts(...given, 'day', 'UTC')).toEqual([
			['2026-11-02T09:30:00Z', '2026-11-02', '2026-11-02T09:30:00', '2026-11-02T23:59:59'],
			['2026-11-03', '2026-11-03T18:00:00Z', '2026-11-03T00:00:00', '2026-11-03T18:00:00'],
		]);
	});

	it('has all of the last day, if its end is midnight', () => {
		const given = ['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'] as const;
		expect(parts(...given, 'day', 'UTC')).toEqual([
			['2026-11-02', '2026-11-02', '2026-11-02T00:00:00', '2026-11-02T23:59:59'],
			['2026-11-03', '2026-11-03', '2026-11-03T00:00:00', '2026-11-03T23:59:59'],
		]);
		const moment = '2026-11-02T00:00:00Z';
		expect(parts(moment, moment, 'day', 'UTC')).toHaveLength(1);
	});

	it('is its parts together, without a gap, each in one day, week or month', () => {
		const text = (at: Date) => at.toISOString().slice(0, 10);
		const given = fc.record({
			from: fc.date({
				min: new Date('2024-01-01'),
				max: new Date('2028-01-01'),
				noInvalidDate: true,
			}),
			days: fc.nat(120),
			unit: fc.constantFrom<PeriodUnit>('day', 'week', 'month'),
			zone: fc.constantFrom(...ZONES),
		});
		fc.assert(
			fc.property(given, ({ from, days, unit, zone }) => {
				const whole = period(text(from), text(new Date(+from + days * 86_400_000)), zone);
				const split = splitPeriod(whole, unit);
				expect(+(split[0]?.start ?? 0)).toBe(+whole.start);
				expect(+(split.at(-1)?.end ?? 0)).toBe(+whole.end);
				for (const [place, { start, end }] of split.entries()) {
					expect(start.hasSame(end, unit)).toBe(true);
					const next = split[place + 1];
					if (next === undefined) continue;
					expect(+next.start).toBe(+end + 1);
					expect(next.start.hasSame(end, unit)).toBe(false);
				}
				if (unit === 'day') expect(split).toHaveLength(days + 1);
			}),
		);
	});
});
