import { GATE_HEAD, gateRows, gateTable } from '../../dev/gate/table';
import type { Section } from '../report';

/** The goals for services that say when to come back, and for those that do not. */
const MAX_REFUSED = { told: 20, silent: 40 };

/** What the gate does against rate limits, in virtual time: the same on every machine. */
export async function gate(): Promise<Section[]> {
	const rows = await gateRows();
	const most = (isSilent: boolean) =>
		100 *
		Math.max(...rows.filter((row) => row.isSilent === isSilent).map(({ refused }) => refused));
	const lost = rows.reduce((sum, { requests, answered }) => sum + requests - answered, 0);
	return [
		{
			title: '8. The gate against rate limits, in virtual time: time / least, requests refused',
			notes: ['3,000 requests where the limit is per second, 600 per minute, 300 for the bucket.'],
			head: GATE_HEAD,
			rows: gateTable(rows),
			goals: [
				{ words: 'requests lost', value: lost, most: 0, unit: '' },
				{
					words: 'time against the least',
					value: Math.max(...rows.map(({ ratio }) => ratio)),
					most: 1.25,
					unit: ' ×',
				},
				{ words: 'refused, told when', value: most(false), most: MAX_REFUSED.told, unit: ' %' },
				{ words: 'refused, silent', value: most(true), most: MAX_REFUSED.silent, unit: ' %' },
			],
			data: rows,
		},
	];
}
