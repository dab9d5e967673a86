import type { Effect } from '../../nodes/shared/api/apis';
import { trailOf } from '../../nodes/shared/api/exchange';
import { judge } from '../../nodes/shared/api/outcome';

/** What an answer to a request with this effect is worth. */
function judged(status: number, text: string, headers = {}, effect: Effect = 'read') {
	const path = '/v2/geo/business/prompts';
	const trail = trailOf({ api: 'geo', effect, method: 'POST', path }, 'https://host.example');
	return judge(trail, { status, headers, text }, (words) => words.replace('my-key', '*****'));
}

describe('An answer', () => {
	it.each<[number, string, string, number | undefined]>([
		[200, '{}', 'answered', undefined],
		[299, '', 'answered', undefined],
		[199, '{}', 'answered', undefined],
		[300, '{}', 'answered', undefined],
		[422, '{}', 'answered', undefined],
		[500, '{}', 'answered', undefined],
		[200, 'no JSON', 'answered', undefined],
		[429, '{}', 'refused', 5_000],
		[503, '{}', 'failed', 5_000],
		[200, '{"cut', 'failed', 5_000],
	])('with %i and %j is %s, and asks to wait %p ms', (status, text, verdict, wait) => {
		const outcome = judged(status, text, { 'retry-after': '5' });
		expect(outcome.verdict).toBe(verdict);
		expect(outcome.retryAfter).toBe(wait);
	});

	it.each([
		[199, false],
		[200, true],
		[299, true],
		[300, false],
	])('with %i succeeds: %s', (status, isSuccess) => {
		expect(judged(status, '{}').error === undefined).toBe(isSuccess);
	});

	it('comes with its headers and its length, and without the key', () => {
		const headers = { link: 'x' };
		expect(judged(200, '{"a":"my-key"}', headers)).toEqual({
			verdict: 'answered',
			answer: { body: { a: '*****' }, headers, size: '{"a":"*****"}'.length },
		});
		expect(judged(200, ' ')).toMatchObject({ answer: { body: undefined, size: 1 } });
	});

	it.each<Effect>(['read', 'once'])('in invalid JSON is an error that stays (%s)', (effect) => {
		const outcome = judged(200, '{"a": NaN}', {}, effect);
		expect(outcome).toMatchObject({ verdict: 'answered', failure: { status: 200 } });
		expect(outcome.error?.message).toBe('The GEO API returned invalid JSON: "{"a": NaN}"');
		expect(outcome.error?.description).not.toContain('Page Size');
	});

	it('with 202 is not there yet for a read, and may be all that a call returns', () => {
		const { error, verdict } = judged(202, '{"projects":[]}', { 'retry-after': '5' });
		expect(verdict).toBe('answered');
		expect(error?.status).toBe(202);
		expect(error?.message).toBe('The GEO API has not finished the response yet');
		expect(error?.description).toMatch(/^It answered 202: .+\nRun the workflow again later\./);
		for (const text of ['', 'Accepted', '<p>Accepted</p>', '[{"id":1}]']) {
			expect(judged(202, text).error?.message).toBe(error?.message);
		}
		for (const effect of ['once', 'repeatable'] as const) {
			const answer = { body: { job: 7 } };
			expect(judged(202, '{"job":7}', {}, effect)).toMatchObject({ answer });
		}
	});

	it('with 202 may be the state of a job, where a call asks for that', () => {
		const request = { api: 'geo', effect: 'read', method: 'GET', path: '/jobs/7' } as const;
		const raw = { status: 202, headers: {}, text: '{"status":"processing"}' };
		const asked = (mayBePending?: boolean) =>
			judge(trailOf({ ...request, mayBePending }, 'https://host.example'), raw, (text) => text);
		expect(asked(true)).toMatchObject({ answer: { body: { status: 'processing' } } });
		expect(asked().error?.status).toBe(202);
	});

	it('in words is the result of a call, and an error of a read', () => {
		const result = { success: true, text: 'Done' };
		expect(judged(200, 'Done', {}, 'once')).toMatchObject({ answer: { body: result } });
		expect(judged(200, 'Done').error).toBeDefined();
		expect(judged(200, '<p>Done</p>', {}, 'once').error).toBeDefined();
	});
});
