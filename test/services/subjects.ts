import { Bench } from '../../dev/engine';
import { classesOf, examine, type Failure, type Subject, type Tally } from './examine';
import type { History } from './history';
import type { Verdict } from './judge';
import { reads } from './reads';
import { classLines } from './report';
import { run, type Stand } from './run';
import { ServiceServer } from './server';
import type { Case } from './service';
import { watches } from './watch';

/** What is examined, by name. */
export const SUBJECTS = ['lists', 'triggers'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** One engine and one server for everything that is examined in this process. */
export class Examination {
	private readonly reads: Subject<Case>;

	private constructor(private readonly stand: Stand) {
		this.reads = reads(async (one) => await run(stand, one));
	}

	static async open(): Promise<Examination> {
		const bench = await new Bench().open();
		return new Examination({ bench, server: await new ServiceServer().listen() });
	}

	async close(): Promise<void> {
		await this.stand.server.close();
		await this.stand.bench.close();
	}

	/** Makes so many of a seed and judges each. */
	async examine(name: SubjectName, seed: number, count: number): Promise<Tally> {
		return name === 'lists'
			? await examine(this.reads, seed, count)
			: await examine(watches(this.stand), seed, count);
	}

	/** Judges one list or history, as a report shows it. */
	async judge(sample: Case | History): Promise<Verdict> {
		return 'service' in sample
			? await this.reads.judge(sample)
			: await watches(this.stand).judge(sample);
	}

	/** Failures in classes, in words, each with its smallest example. */
	async explain(name: SubjectName, failures: readonly Failure[], most: number): Promise<string[]> {
		return name === 'lists'
			? classLines(await classesOf(this.reads, failures, most))
			: classLines(await classesOf(watches(this.stand), failures, most));
	}
}
