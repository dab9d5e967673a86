import { baseUrlOf } from '../../nodes/shared/api/address';
import { accessWith } from '../../nodes/shared/api/credential';
import {
	cancelledError,
	codeError,
	MAY_HAVE_RUN,
	redirectError,
	refusedError,
	statusError,
} from '../../nodes/shared/api/serviceErrors';
import { proxyOf } from '../../nodes/shared/api/settings';
import type { DescribedError } from '../../nodes/shared/base/errors';
import { NO_LIST_ERROR, noEndError, tooLongError } from '../../nodes/shared/reading/notices';
import { problemOf } from './thrown';

const way = { api: 'geo', url: 'https://host.example/v2/geo/x', timeout: 1500 } as const;
const answer = (status: number) => ({ status, headers: {}, text: '' });

type Named = readonly [what: string, error: DescribedError];

const STATUSES = [302, 400, 401, 403, 404, 408, 413, 418, 422, 500, 503];
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'HPE_INVALID_CONSTANT', 'CUT_SHORT'];

/** Errors of the connection to the service, and of reading a list, after which calling again does no harm. */
const ERRORS: readonly Named[] = [
	...STATUSES.map((status): Named => [`${status}`, statusError(way, answer(status), undefined)]),
	...CODES.map((code): Named => [code, codeError(way, code)]),
	['a proxy that is down', codeError({ ...way, proxy: proxyOf('http://p.example') }, 'ENOTFOUND')],
	['text', codeError(way, 'PLAIN_TEXT', 200, 'pong')],
	['a refusal with 200', refusedError('agents', { message: 'limit must be at most 50' })],
	['a redirect', redirectError(way, new URL('https://a.example'), 302, String)],
	['a stopped execution', cancelledError()],
	['no key', problemOf(() => accessWith({ apiKey: '' }))],
	['no base URL', problemOf(() => baseUrlOf('geo', ''))],
	['no list', NO_LIST_ERROR],
	['a list that is too long', tooLongError(1_000_000)],
	['a list without an end', noEndError(100_000, 1_000)],
	['a wrong proxy', problemOf(() => proxyOf('::'))],
];

describe('What an error tells the model of an agent', () => {
	it.each(ERRORS)('is the same as people are told, and not to try again: %s', (_what, error) => {
		expect(error.forModel).toBe(error.description);
		expect(error.description).toMatch(/[A-Z].*\.$/s);
		expect(error.description).not.toMatch(/again later|the tool|[{}]/);
	});

	it('is not to call again, where that does harm', () => {
		const limit = statusError(way, answer(429), undefined);
		const [meaning] = limit.description.split('\n');
		expect(limit.forModel).toBe(
			`${meaning}\nDo not call the tool again now. Tell the user to ask again later.`,
		);
		const { forModel, description } = codeError(way, 'EPIPE').with(MAY_HAVE_RUN);
		expect(forModel).toContain('Do not call the tool again before the user has checked that.');
		expect(description).not.toContain('the tool');
	});
});
