import type { Effect } from '../../nodes/shared/api/apis';
import { outgoing } from '../../nodes/shared/api/exchange';
import { judge } from '../../nodes/shared/api/outcome';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';

const HOST = 'https://host.example';

/** What an answer to a request with this effect is worth. */
function judged(status: number, text: string, headers = {}, effect: Effect = 'read') {
	const path = '/v2/geo/business/prompts';
	const sent = outgoing({ api: 'geo', effect, method: 'POST', path }, HOST, DEFAULT_SETTINGS);
	return judge(sent, { status, headers, text }, (words) => words.replace('my-key', '*****'));
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
		[502, '{}', 'failed', 5_000],
		[503, '{}', 'overloaded', 5_000],
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
		expect(judged(200, 'null')).toMatchObject({ answer: { body: null, size: 4 } });
	});

	it.each<Effect>(['read', 'once'])('in invalid JSON is an error that stays (%s)', (effect) => {
		const outcome = judged(200, '{"a": NaN}', {}, effect);
		expect(outcome).toMatchObject({ verdict: 'answered', failure: { status: 200 } });
		expect(outcome.error?.message).toBe(
			'The GEO API returned JSON that is cut off or damaged: "{"a": NaN}"',
		);
	});

	it('with 202 is not there yet for a read, and may be all that a call returns', () => {
		const { error, verdict } = judged(202, '{"projects":[]}', { 'retry-after': '5' });
		expect(verdict).toBe('answered');
		expect(error?.status).toBe(202);
		expect(error?.message).toBe('The GEO API has not finished the response yet');
		expect(error?.description).toMatch(/^It answered 202: .+\. This may pass by itself\./);
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
			judge(outgoing({ ...request, mayBePending }, HOST, DEFAULT_SETTINGS), raw, String);
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

describe('A redirect', () => {
	it.each([
		[
			'another host',
			'https://other.example/v2/geo/x',
			'https://other.example',
			"'GEO API Base URL'",
		],
		['another port', 'https://host.example:8443/x', 'https://host.example:8443', 'Base URL'],
		['another protocol', 'http://host.example/v2/geo/x', 'http://host.example', 'Base URL'],
		['another path', '/login?next=/v2/geo/', '/login', "'Path'"],
		[
			'a path with a slash more',
			'/v2/geo/business/prompts/',
			'/v2/geo/business/prompts/',
			"'Path'",
		],
		['a path with the key in it', '/my-key/login', '/*****/login', "'Path'"],
		['a long path', `/${'a'.repeat(200)}`, `/${'a'.repeat(98)}…`, "'Path'"],
	])('to %s is an error that names it, and what to change', (_what, location, place, field) => {
		for (const status of [301, 302, 303, 307, 308]) {
			const { error, verdict } = judged(status, '', { location });
			expect(verdict).toBe('answered');
			expect(error?.message).toBe(`The GEO API redirects to another address: ${place}`);
			expect(error?.status).toBe(status);
			expect(error?.description).toContain('only sent to the address in the credential');
			expect(error?.description).toContain(field);
		}
	});

	it.each([
		[304, '/v2/geo/x'],
		[300, '/v2/geo/x'],
		[302, undefined],
		[302, 'https://'],
	])('with %i to %s is none that can be named', (status, location) => {
		const { error } = judged(status, '', { location });
		expect(error?.message).toBe('The GEO API refused the request: the redirect cannot be followed');
		expect(error?.description).toContain("'GEO API Base URL'");
	});
});
