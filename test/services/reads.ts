import { cases } from './cases';
import type { Subject } from './examine';
import { judge, type Verdict } from './judge';
import { isKnownForm } from './known';
import type { Run } from './listService';
import { ORDINARY, PLAIN, type Case } from './service';

/**
 * Lists that are read in one run.
 *
 * @param run reads the list of a service
 */
export function reads(run: (one: Case) => Promise<Run>): Subject<Case> {
	return {
		name: 'Lists',
		arbitrary: cases,
		judge: async (one) => whole(one, judge(one, await run(one))),
		isKnown: isKnownForm,
		oddities: ({ service, reading }) => [
			...(service.size === 0 ? ['no records'] : []),
			...differences(service, ORDINARY),
			...differences(reading, PLAIN),
		],
	};
}

/** Whatever does not come complete of a known form is wrong, however loud. */
function whole(one: Case, verdict: Verdict): Verdict {
	const { outcome, wrong = `a known form ends ${outcome}` } = verdict;
	const isWhole = outcome === 'complete' || outcome === 'noise';
	return isWhole || !isKnownForm(one) ? verdict : { ...verdict, wrong };
}

/** The members that are not as usual, in words; of numbers only that there is another one. */
function differences<Values extends object>(values: Values, usual: Values): string[] {
	const others = new Map<string, unknown>(Object.entries(usual));
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		if (name === 'size' || JSON.stringify(value) === JSON.stringify(others.get(name))) return [];
		const words = JSON.stringify(value, (_, member: unknown) => {
			return typeof member === 'number' ? 'n' : member;
		});
		return [`${name}: ${words.replaceAll('"', '')}`];
	});
}
