import { Bench } from '../../dev/engine';
import type { Subject } from './examine';
import type { History } from './history';
import { reads } from './run';
import { ServiceServer } from './server';
import type { Case } from './service';
import { watches } from './watch';

/** What is examined, by name. */
export const SUBJECTS = ['lists', 'triggers'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** One engine and one server for everything that is examined in a process. */
export class Examination {
	private constructor(
		private readonly bench: Bench,
		private readonly server: ServiceServer,
		readonly subjects: Readonly<Record<SubjectName, Subject<Case | History>>>,
	) {}

	static async open(): Promise<Examination> {
		const bench = await new Bench().open();
		const server = await new ServiceServer().listen();
		const stand = { bench, server };
		return new Examination(bench, server, { lists: reads(stand), triggers: watches(stand) });
	}

	async close(): Promise<void> {
		await this.server.close();
		await this.bench.close();
	}
}
