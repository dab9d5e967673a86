import type { Bench } from '../engine';
import { factsOf } from './facts';
import { type Part, type Question, QUESTIONS } from './questions';
import { callTool } from './tools';

const ASK = { kind: 'geo', parameters: { resource: 'any', operation: 'ask' } } as const;

/** An answer, and what is wrong with it. */
export interface Tried {
	readonly question: string;
	readonly answer: string;
	readonly faults: readonly string[];
}

/** Asks all questions, with the sandbox as it is, or as one that has only what is documented. */
export async function tryQuestions(bench: Bench, documentedOnly: boolean): Promise<Tried[]> {
	await bench.reset();
	bench.sandbox.behave({ documentedOnly });
	const facts = factsOf(bench.sandbox, bench.sandbox.world.now());
	const tried: Tried[] = [];
	for (const asked of QUESTIONS) {
		const answer = await callTool(bench, ASK, asked.call);
		const must = (documentedOnly ? asked.documented : undefined) ?? asked.must(facts);
		tried.push({ question: asked.question, answer, faults: faultsIn(answer, asked, must) });
	}
	return tried;
}

function faultsIn(answer: string, { mustNot }: Question, must: readonly Part[]): string[] {
	const lacks = (part: Part) => {
		if (part instanceof RegExp) return !part.test(answer);
		return typeof part === 'string' ? !answer.includes(part) : !hasNumber(answer, part);
	};
	const claimed = mustNot?.exec(answer)?.[0];
	return [
		...must.filter(lacks).map((part) => `lacks ${String(part)}`),
		...(claimed === undefined ? [] : [`claims ${claimed}`]),
	];
}

function hasNumber(answer: string, number: number): boolean {
	return new RegExp(`(?<![\\d.])${String(number).replace('.', '\\.')}(?![\\d.])`).test(answer);
}
