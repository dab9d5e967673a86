import fc from 'fast-check';
import { firstUnheld } from '../../nodes/shared/base/exactNumbers';
import { asText, asTexts, parseJson, plainJson, toNumber } from '../../nodes/shared/form/values';
import { problemOf } from './thrown';

const LABEL = 'Body (JSON)';

/** Whether JavaScript holds all numbers in a JSON text. */
const isHeldWhole = (text: string) => firstUnheld(text) === undefined;

/** Whether the prototype of all objects got a member that it must not have. */
const isPolluted = () => 'polluted' in {};

describe('Text', () => {
	it.each([
		[' a ', 'a'],
		[0, '0'],
		[-1.5, '-1.5'],
		[9007199254740991, '9007199254740991'],
		[true, 'true'],
		[null, ''],
		[undefined, ''],
		['object Object', 'object Object'],
	])('is read from %j as %j', (value, text) => {
		expect(asText(value, LABEL)).toBe(text);
	});

	it.each<[string, unknown]>([
		['an object', { a: 1 }],
		['an object', new Date(0)],
		['a list', []],
		['[object Object]', '[object Object]'],
		['tasks/[object Object]', 'tasks/[object Object]'],
		['[object Object],[object Object]', ' [object Object],[object Object]'],
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
		['0.1', 0.1],
		[1e300, 1e300],
	])('is read from %j', (value, number) => {
		expect(toNumber(value)).toBe(number);
	});

	it.each(['9007199254740993', '-12345678901234567890', NaN, -Infinity, '1e999', '1e21', 'NaN'])(
		'is not read from %j, which would become another one',
		(value) => {
			expect(toNumber(value)).toBeUndefined();
		},
	);
});

describe('JSON with a text that an expression has put an object into', () => {
	it.each<[string, () => unknown]>([
		['as text', () => parseJson('{ "topic": ["About [object Object]"] }', LABEL)],
		['as an object', () => plainJson({ list: [{ topic: '[object Object]' }] }, LABEL)],
	])('is refused %s', (_what, read) => {
		const problem = problemOf(read);
		expect(problem.message).toMatch(
			/^'Body \(JSON\)' has a text .* an object into: \[object Object]$/,
		);
		expect(problem.description).toContain(`'${LABEL}'`);
	});
});

describe('parseJson', () => {
	it('gives what any JSON text says', () => {
		const check = (text: string) => {
			expect(parseJson(text, LABEL)).toEqual(JSON.parse(text));
		};
		fc.assert(fc.property(fc.json({ maxDepth: 5 }).filter(isHeldWhole), check));
	});

	it.each(['', ' ', '{a:1}', "{'a':1}", '{"a":1,}', '[1', 'undefined', '{"a":1} x', '\ufeff{}'])(
		'refuses %j and names the field',
		(text) => {
			const problem = problemOf(() => parseJson(text, LABEL));
			expect(problem.message).toBe(`'${LABEL}' is not valid JSON`);
			expect(problem.description).toContain(`'${LABEL}'`);
		},
	);

	it('refuses what is nested too deeply to be sent', () => {
		const text = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
		expect(problemOf(() => parseJson(text, LABEL)).message).toBe(`'${LABEL}' is not valid JSON`);
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
		const values = fc.jsonValue({ maxDepth: 5 });
		fc.assert(
			fc.property(
				values.filter((value) => isHeldWhole(JSON.stringify(value))),
				check,
			),
		);
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

	it('keeps an own __proto__ harmless', () => {
		const value: unknown = JSON.parse('{"__proto__": {"polluted": true}, "view": "list"}');
		const plain = plainJson(value, LABEL);
		expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
		expect(plain).toHaveProperty('view', 'list');
		expect(plain).not.toHaveProperty('polluted');
		expect(isPolluted()).toBe(false);
	});
});
