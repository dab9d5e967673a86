import type { Bench } from '../engine';
import { factsOf } from './facts';
import { type Part, type Question, QUESTIONS } from './questions';
import { callAsk } from './tools';

/** An answer, and what is wrong with it. */
export interface Tried {
	readonly question: string;
	readonly answer: string;
	readonly faults: readonly string[];
}

/** Asks some questions, or all of them. */
export async function tryQuestions(bench: Bench, questions = QUESTIONS): Promise<Tried[]> {
	await bench.reset();
	const facts = factsOf(bench.sandbox, bench.sandbox.world.now());
	const tried: Tried[] = [];
	for (const asked of questions) {
		const answer = await callAsk(bench, asked.call);
		const faults = faultsIn(answer, asked, asked.must(facts));
		tried.push({ question: asked.question, answer, faults });
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
