import { functionsOf, toolsOf } from '../../dev/questions/tools';
import { QUESTIONS } from '../../dev/questions/questions';
import { tryQuestions } from '../../dev/questions/try';
import { useBench } from './harness/fixture';

const bench = useBench();

describe('Ask answers the questions of marketers with the truth', () => {
	it.each([
		['as it is', false],
		['with only what is documented', true],
	])('from a service %s', async (_what, documentedOnly) => {
		const tried = await tryQuestions(bench, documentedOnly);
		expect(tried).toHaveLength(QUESTIONS.length);
		expect(QUESTIONS.length).toBeGreaterThanOrEqual(50);
		expect(tried.filter(({ faults }) => faults.length > 0)).toEqual([]);
	});

	it('with words for people in no answer', async () => {
		const tried = await tryQuestions(bench, false);
		const answers = tried.map(({ answer }) => answer).join('\n');
		expect(answers).not.toMatch(/'Options'|'Settings'|from the list|in n8n|'Limit'|'Sort'/);
	});
});

it('What a model is told of all tools of the GEO node is short', () => {
	const tools = toolsOf().filter(({ kind }) => kind === 'geo');
	const sizeOf = (own: typeof tools) => JSON.stringify(functionsOf(own)).length;
	expect(tools).toHaveLength(14);
	expect(sizeOf(tools)).toBeLessThanOrEqual(22_000);
	// A token is about four characters.
	expect(sizeOf(tools.filter(({ name }) => name.startsWith('Ask')))).toBeLessThanOrEqual(4_400);
});
