import type { JsonValue } from 'n8n-workflow';
import { accessWith } from '../../nodes/shared/api/access';
import { connectionError } from '../../nodes/shared/api/connectionError';
import {
	brokenJsonError,
	cancelledError,
	invalidJsonError,
	MAY_HAVE_RUN,
	notJsonError,
	redirectError,
	refusedError,
	statusError,
} from '../../nodes/shared/api/responseErrors';
import { proxyOf } from '../../nodes/shared/api/settings';
import { baseUrlOf } from '../../nodes/shared/api/url';
import type { DescribedError } from '../../nodes/shared/base/errors';
import { noEndError, noListError, tooLongError } from '../../nodes/shared/list/listRemarks';
import { problemOf } from './thrown';

const answer = (status: number, text = '') => ({ status, headers: {}, text });
const url = 'https://host.example/v2/geo/x';
const PROXY = proxyOf('http://127.0.0.1:3128');
const tooMany: JsonValue = { message: 'limit must be at most 50' };

type Named = readonly [what: string, error: DescribedError];

const STATUSES = [399, 400, 401, 403, 404, 413, 418, 422, 429, 500, 503];
const REFUSALS = STATUSES.flatMap((status): Named[] => [
	[`${status}`, statusError('geo', answer(status), undefined)],
	[`${status} of a write`, statusError('agents', answer(status), undefined, false)],
]);

/** Every error of the connection to the service, and of reading a list. */
const ERRORS: readonly Named[] = [
	...REFUSALS,
	['too many records', statusError('geo', answer(422), tooMany)],
	['a refusal with 200', refusedError('agents', tooMany)],
	['a refusal that may be over later', refusedError('agents', { code: 429 })],
	['text', notJsonError('geo', answer(200, 'pong'))],
	['invalid JSON', invalidJsonError('geo', answer(200, '{"a":NaN}'))],
	['half a body', brokenJsonError('geo', answer(200, '{"a":'))],
	['half a body of a write', brokenJsonError('geo', answer(200, '{"a":'), false)],
	['a timeout', connectionError('geo', url, 'ETIMEDOUT', { timeout: 1500 })],
	['no connection', connectionError('geo', url, 'ECONNREFUSED', { timeout: 1500 })],
	[
		'a proxy that is down',
		connectionError('geo', url, 'ECONNREFUSED', { timeout: 1, proxy: PROXY }),
	],
	['a closed connection', connectionError('geo', url, 'ECONNRESET', { timeout: 1 })],
	['a damaged response', connectionError('geo', url, 'Z_DATA_ERROR', { timeout: 1 })],
	['no HTTP', connectionError('geo', url, 'HPE_INVALID_CONSTANT', { timeout: 1 })],
	['a redirect', redirectError('geo', new URL(url), new URL('https://a.example'), 302, String)],
	['a timeout of a write', connectionError('geo', url, 'ETIMEDOUT', { timeout: 1500 }, false)],
	[
		'a write with an open end',
		connectionError('geo', url, 'EPIPE', { timeout: 1 }, false).with(MAY_HAVE_RUN),
	],
	['a stopped execution', cancelledError()],
	['no list', noListError()],
	['a list that is too long', tooLongError(1_000_000)],
	['a list without an end', noEndError(1_000)],
	['no key', problemOf(() => accessWith({ apiKey: '' }))],
	['a key that is none', problemOf(() => accessWith({ apiKey: 'a\nb' }))],
	['no base URL', problemOf(() => baseUrlOf('geo', ''))],
	['a wrong base URL', problemOf(() => baseUrlOf('agents', 'ftp://a.example'))],
	['a wrong proxy', problemOf(() => proxyOf('::'))],
];

/** Errors after which a model has to leave calling again to the user. */
const HARMFUL = /^(429|a write with an open end)/;

describe('What an error tells the model of an agent', () => {
	it.each(ERRORS)('is what to do about it: %s', (_what, { description, forModel }) => {
		expect(forModel).toMatch(/[A-Z].*\.$/s);
		expect(forModel.split('\n')).toHaveLength(description.split('\n').length);
	});

	it.each(ERRORS.filter(([what]) => HARMFUL.test(what)))(
		'is not to call again, where that does harm: %s',
		(_what, { description, forModel }) => {
			expect(forModel).toContain('Do not call the tool again');
			expect(description).not.toContain('the tool');
		},
	);

	it.each(ERRORS.filter(([what]) => !HARMFUL.test(what)))(
		'is the same as people are told, unless they can wait: %s',
		(_what, { description, forModel }) => {
			if (/ again later/.test(description)) expect(forModel).toContain('Call the tool once more.');
			else expect(forModel).toBe(description);
			expect(forModel).not.toMatch(/later/);
		},
	);

	it('says the same as to people about what happened', () => {
		const { description, forModel } = statusError('geo', answer(429), undefined);
		const [meaning] = description.split('\n');
		expect(forModel).toBe(
			`${meaning}\nDo not call the tool again now. Tell the user to ask again later.`,
		);
	});
});
