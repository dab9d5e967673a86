import { QUESTIONS } from '../../dev/questions/questions';
import { askTool } from '../../dev/questions/tools';
import { type Tried, tryQuestions } from '../../dev/questions/try';
import { drawn } from '../samples';
import { useBench } from './harness/fixture';

const bench = useBench();

describe('Ask answers the questions of marketers', () => {
	const some = drawn(QUESTIONS, 0.2);
	let tried: Tried[];
	beforeAll(async () => {
		tried = await tryQuestions(bench, some);
	});

	it('with the truth', () => {
		expect(tried).toHaveLength(some.length);
		expect(QUESTIONS.length).toBeGreaterThanOrEqual(50);
		expect(tried.filter(({ faults }) => faults.length > 0)).toEqual([]);
	});

	it('with words for people in no answer', () => {
		const answers = tried.map(({ answer }) => answer).join('\n');
		expect(answers).not.toMatch(/'Options'|'Settings'|from the list|in n8n|'Limit'|'Sort'/);
	});
});

it('What a model is told of Ask is short', () => {
	// A token is about four characters.
	expect(JSON.stringify(askTool()).length).toBeLessThanOrEqual(4_400);
});
