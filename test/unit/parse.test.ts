import fc from 'fast-check';
import { baseUrlOf, isUnprotected } from '../../nodes/shared/api/address';
import { codeOf, outgoing } from '../../nodes/shared/api/exchange';
import { judge, parse, unescaped } from '../../nodes/shared/api/outcome';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { isPage } from '../../nodes/shared/api/words';
import { problemOf } from './thrown';

describe('The text of an answer', () => {
	it.each([
		['{"a":[1]}', { a: [1] }],
		['null', null],
		['{"a":', undefined],
		['', undefined],
	])('%s is read as %j', (text, value) => {
		expect(parse(text)).toEqual(value);
	});

	const READ = { api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/x' } as const;
	const sent = outgoing(READ, 'https://host.example', DEFAULT_SETTINGS);
	const codeFor = (text: string) => {
		const outcome = judge(sent, { status: 200, headers: {}, text }, String);
		return outcome.error === undefined ? undefined : outcome.failure.code;
	};

	it.each([
		['{"a":', 'CUT_SHORT'],
		[' \n[1,', 'CUT_SHORT'],
		['{"a": "}', 'INVALID_JSON'],
		['{"a": NaN} \n', 'INVALID_JSON'],
		['[1, 2, /* three */]', 'INVALID_JSON'],
		['too [many', 'PLAIN_TEXT'],
		['too [many]', 'PLAIN_TEXT'],
		['<p>{}</p>', 'WEB_PAGE'],
		[' \n\t<p>Hello</p>', 'WEB_PAGE'],
		['', undefined],
		[' \n', undefined],
		['[]', undefined],
	])('%j is an answer with the fault %s', (text, code) => {
		expect(codeFor(text)).toBe(code);
	});

	it('is cut short wherever an object or a list ends too soon, but for behind a bracket', () => {
		const values = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
		const check = (value: unknown, share: number) => {
			const text = JSON.stringify(value);
			const part = text.slice(0, 1 + Math.floor(share * (text.length - 1)));
			const isCut = part.length < text.length && !/[}\]]\s*$/.test(part);
			expect(codeFor(part) === 'CUT_SHORT').toBe(isCut);
		};
		fc.assert(fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), check));
	});

	it.each([
		['<html>', true],
		[' \n\t<p>Hello</p>', true],
		['a <b>word</b>', false],
		['', false],
	])('%j is a web page: %s', (text, isOne) => {
		expect(isPage(text)).toBe(isOne);
	});

	it.each([
		['{ "a": "k\\u002de\\/y" }', '{ "a": "k-e/y" }'],
		['{ "a": 1 }', '{ "a": 1 }'],
		['{ "a": "\\u00e4" }', '{ "a": "\\u00e4" }'],
		['{ "a": "\\/', '{ "a": "/'],
		['{ "a": "\\\\/ \\\\u002d" }', '{ "a": "\\\\/ \\\\u002d" }'],
		['{ "a": "\\u0022\\u005C\\n" }', '{ "a": "\\"\\\\\\n" }'],
	])('%s is without needless escapes %s', (text, plain) => {
		expect(unescaped(text)).toBe(plain);
	});
});

describe('The code of a network error', () => {
	const coded = (code: unknown, cause?: unknown) =>
		Object.assign(new Error('Failed', { cause }), { code });

	it.each([
		['its own', coded('ECONNRESET'), 'ECONNRESET'],
		['that of its cause', new Error('Failed', { cause: coded('ENOTFOUND') }), 'ENOTFOUND'],
		['that of the innermost cause', coded('OUTER', coded('INNER')), 'INNER'],
		['none, where it has none', new Error('Failed'), undefined],
		['none, where it is no text', coded(7), undefined],
		['none, where nothing was thrown', undefined, undefined],
		['none, where no error was thrown', { code: 'ECONNRESET' }, undefined],
	])('is %s', (_what, error, code) => {
		expect(codeOf(error)).toBe(code);
	});
});

describe('An address', () => {
	it.each([
		['http://host.example/x', true],
		['http://localhost.example/x', true],
		['http://my-localhost/x', true],
		['http://1127.0.0.1.example/x', true],
		['https://host.example/x', false],
		['http://localhost:4010/x', false],
		['http://n8n.localhost/x', false],
		['http://127.10.20.30/x', false],
		['http://[::1]:80/x', false],
		['https://localhost/x', false],
	])('%s takes the key unprotected over a network: %s', (url, isOpen) => {
		expect(isUnprotected(url)).toBe(isOpen);
	});

	it('has to start with http', () => {
		const problem = problemOf(() => baseUrlOf('geo', 'ftp:https://host.example'));
		expect(problem.message).toBe('The base URL of the GEO API is not an address');
	});
});
