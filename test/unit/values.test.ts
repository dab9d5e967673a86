import fc from 'fast-check';
import { toJson } from '../../nodes/shared/exactNumbers';
import { parseJson, plainJson } from '../../nodes/shared/fields/values';
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
