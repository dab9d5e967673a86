import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';
import { toJson } from '../../nodes/shared/base/exactNumbers';
import { asText, asTexts, parseJson, plainJson, toNumber } from '../../nodes/shared/form/values';
import { problemOf } from './thrown';

const LABEL = 'Body (JSON)';

/** JSON text with `levels` lists in one another. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Objects in one another, made without a text. */
function nestedObjects(levels: number): unknown {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = { inner: value };
	return value;
}

/** Whether the prototype of all objects got a member that it must not have. */
const isPolluted = () => 'polluted' in {};

/** A date of n8n that is none, as an expression on a wrong date gives it. */
const noDate = tryToParseDateTime('2026-11-01', 'utc').plus({ years: 1e9 });

describe('Text', () => {
	it.each([
		[' a ', 'a'],
		[0, '0'],
		[-1.5, '-1.5'],
		[9007199254740991, '9007199254740991'],
		[true, 'true'],
		[null, ''],
		[undefined, ''],
		['Infinity', 'Infinity'],
		['object Object', 'object Object'],
	])('is read from %j as %j', (value, text) => {
		expect(asText(value, LABEL)).toBe(text);
	});

	it.each<[string, unknown]>([
		['NaN', NaN],
		['Infinity', Infinity],
		['-Infinity', -Infinity],
		['9007199254740992', 9007199254740992],
		['1e+21', 1e21],
		['an object', { a: 1 }],
		['an invalid date', new Date(NaN)],
		['an invalid date', noDate],
		['a list', []],
		['[object Object]', '[object Object]'],
		['tasks/[object Object]', 'tasks/[object Object]'],
		['[object Object],[object Object]', ' [object Object],[object Object]'],
		['[object Map]', '[object Map]'],
		['Invalid DateTime', 'Invalid DateTime'],
		['Invalid Date', 'Invalid Date'],
	])('is never made of %s', (name, value) => {
		const problem = problemOf(() => asText(value, LABEL));
		expect(problem.message).toBe(`'${LABEL}' is not text, but ${name}`);
		expect(problem.description).toBe(`Enter text in '${LABEL}', or correct its expression.`);
		expect(problemOf(() => asTexts(['a', value], LABEL)).message).toBe(problem.message);
	});
});

describe('A number', () => {
	it.each([
		['9007199254740991', 9007199254740991],
		['1e21', 1e21],
		['0.1', 0.1],
		[1e300, 1e300],
	])('is read from %j', (value, number) => {
		expect(toNumber(value)).toBe(number);
	});

	it.each(['9007199254740993', '-12345678901234567890', NaN, -Infinity, '1e999', 'NaN'])(
		'is not read from %j, which would become another one',
		(value) => {
			expect(toNumber(value)).toBeUndefined();
		},
	);
});

describe('JSON that would lose something', () => {
	const lost: Array<[string, unknown]> = [
		['NaN', NaN],
		['Infinity', Infinity],
		['an invalid date', new Date(NaN)],
		['an invalid date', noDate],
		['an object', new Map([['a', 1]])],
		['an object', new Set([1])],
		['an object', /a/],
		['[object Object]', '[object Object]'],
		['Invalid DateTime', 'Invalid DateTime'],
	];

	it.each(lost)('is refused: %s', (name, value) => {
		const problem = problemOf(() => plainJson(value, LABEL));
		expect(problem.message).toBe(`'${LABEL}' has a value that cannot be sent (${name})`);
		expect(problem.description).toContain(`'${LABEL}'`);
	});

	it.each(lost)('is refused with its name, deep inside: %s', (name, value) => {
		const body = { list: [{ since: value, other: 1 }] };
		const problem = problemOf(() => plainJson(body, LABEL));
		expect(problem.message).toBe(`'${LABEL}' has a value that cannot be sent (since: ${name})`);
	});

	it('is refused as text', () => {
		const problem = problemOf(() => parseJson('{ "topic": ["[object Object]"] }', LABEL));
		expect(problem.message).toContain('cannot be sent (0: [object Object])');
	});

	it('is not a text that only has such words in it', () => {
		const value = { prompt: 'Why is it "[object Object]"?', note: 'NaN', none: null };
		expect(plainJson(value, LABEL)).toEqual(value);
		expect(parseJson(JSON.stringify(value), LABEL)).toEqual(value);
	});
});

describe('parseJson', () => {
	it('gives what any JSON text says', () => {
		const check = (text: string) => {
			const value = toJson(parseJson(text, LABEL));
			expect(JSON.parse(value)).toEqual(JSON.parse(text));
		};
		fc.assert(fc.property(fc.json({ maxDepth: 5 }), check));
	});

	it.each(['', ' ', '{a:1}', "{'a':1}", '{"a":1,}', '[1', 'undefined', '{"a":1} x', '\ufeff{}'])(
		'refuses %j and names the field',
		(text) => {
			const problem = problemOf(() => parseJson(text, LABEL));
			expect(problem.message).toBe(`'${LABEL}' is not valid JSON`);
			expect(problem.description).toContain(`'${LABEL}'`);
		},
	);

	it('takes 64 levels', () => {
		expect(JSON.stringify(parseJson(nested(64), LABEL))).toBe(nested(64));
		expect(parseJson(JSON.stringify(nestedObjects(64)), LABEL)).toEqual(nestedObjects(64));
	});

	it.each([65, 66, 10_000, 1_000_000])('refuses %d levels', (levels) => {
		const problem = problemOf(() => parseJson(nested(levels), LABEL));
		expect(problem.message).toContain(`'${LABEL}'`);
		expect(problem.description).toContain('64 levels');
	});

	it('keeps __proto__ harmless', () => {
		const value = parseJson('{"__proto__": {"polluted": true}, "view": "list"}', LABEL);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(value).toHaveProperty('view', 'list');
		expect(value).not.toHaveProperty('polluted');
		expect(isPolluted()).toBe(false);
	});
});

describe('plainJson', () => {
	it('gives JSON back unchanged, as a copy', () => {
		const check = (value: unknown) => {
			const text = JSON.stringify(value);
			expect(JSON.stringify(plainJson(value, LABEL))).toBe(text);
		};
		fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), check));
		const list = [1];
		expect(plainJson(list, LABEL)).not.toBe(list);
	});

	it('makes ISO text of dates and drops undefined members', () => {
		const value = { start_date: new Date(0), end_date: undefined, list: [undefined] };
		expect(plainJson(value, LABEL)).toStrictEqual({
			start_date: '1970-01-01T00:00:00.000Z',
			list: [null],
		});
	});

	it.each([
		['undefined', undefined],
		['a function', () => 1],
		['a symbol', Symbol('x')],
		['a value that refuses', { toJSON: () => problemOf(() => 1) }],
	])('refuses %s and names the field', (_what, value) => {
		const problem = problemOf(() => plainJson(value, LABEL));
		expect(problem.message).toBe(`'${LABEL}' is not valid JSON`);
	});

	it('refuses an object that holds itself', () => {
		const value: Record<string, unknown> = { view: 'list' };
		value.self = { value };
		expect(problemOf(() => plainJson(value, LABEL)).message).toContain(`'${LABEL}'`);
	});

	it('takes 64 levels', () => {
		expect(plainJson(nestedObjects(64), LABEL)).toEqual(nestedObjects(64));
	});

	it.each([65, 10_000, 200_000])('refuses %d levels', (levels) => {
		const problem = problemOf(() => plainJson(nestedObjects(levels), LABEL));
		expect(problem.description).toContain('64 levels');
	});

	it('keeps an own __proto__ harmless', () => {
		const value: unknown = JSON.parse('{"__proto__": {"polluted": true}, "view": "list"}');
		const plain = plainJson(value, LABEL);
		expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
		expect(plain).toHaveProperty('view', 'list');
		expect(plain).not.toHaveProperty('polluted');
		expect(isPolluted()).toBe(false);
	});
});
