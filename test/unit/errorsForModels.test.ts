import type { JsonValue } from 'n8n-workflow';
import {
	brokenJsonError,
	connectionError,
	notJsonError,
	redirectError,
	refusedError,
	statusError,
} from '../../nodes/shared/api/responseErrors';
import type { DescribedError } from '../../nodes/shared/errors';
import { noListError } from '../../nodes/shared/records/remarks';

const answer = (status: number, text = '') => ({ status, headers: {}, text });
const url = 'https://host.example/v2/geo/x';
const tooMany: JsonValue = { message: 'limit must be at most 50' };

type Named = readonly [what: string, error: DescribedError];

const STATUSES = [399, 400, 401, 403, 404, 418, 422, 429, 500, 503];
const REFUSALS = STATUSES.flatMap((status): Named[] => [
	[`${status}`, statusError('geo', answer(status), undefined)],
	[`${status} of a write`, statusError('agents', answer(status), undefined, false)],
]);

/** Every error of the connection to the service. */
const ERRORS: readonly Named[] = [
	...REFUSALS,
	['too many records', statusError('geo', answer(422), tooMany)],
	['a refusal with 200', refusedError('agents', tooMany)],
	['text', notJsonError('geo', answer(200, 'pong'))],
	['half a body', brokenJsonError('geo', answer(200, '{"a":'))],
	['half a body of a write', brokenJsonError('geo', answer(200, '{"a":'), false)],
	['a timeout', connectionError('geo', url, 'ETIMEDOUT', 1500)],
	['no connection', connectionError('geo', url, 'ECONNREFUSED', 1500)],
	['a redirect', redirectError('geo', new URL(url), new URL('https://a.example'), 302, String)],
	['no list', noListError()],
];

/** What only people have: they run workflows, choose from lists and see options and credentials. */
const ONLY_PEOPLE = /workflow|Choose|under 'Options'|credential|of the node|support/;

/** How a model is told to pass something on. */
const PASSED_ON = /^(tell the user|.*, tell the user|a person can change the tool in n8n: )/i;

describe('What an error tells the model of an agent', () => {
	it.each(ERRORS)('is what it can do itself, or pass on: %s', (_what, { forModel }) => {
		expect(forModel).not.toBe('');
		const sentences = forModel.split(/(?<=\.)\s+/);
		const wrong = sentences.filter((line) => ONLY_PEOPLE.test(line) && !PASSED_ON.test(line));
		expect(wrong).toEqual([]);
	});

	it('says the same as to people about what happened', () => {
		const { description, forModel } = statusError('geo', answer(429), undefined);
		const [meaning] = description.split('\n');
		expect(forModel).toBe(`${meaning}\nWait a little before you call the tool again.`);
	});
});
