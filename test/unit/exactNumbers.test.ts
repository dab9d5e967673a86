import fc from 'fast-check';
import {
	exactNumber,
	isHeld,
	parseWithTexts,
	toJson,
	withExactNumbers,
} from '../../nodes/shared/base/exactNumbers';
import { parse, unescaped } from '../../nodes/shared/api/outcome';
import { asTexts, parseJson, toExactNumber, toNumber } from '../../nodes/shared/form/values';

const LONG = '12345678901234567890';

/** Integers that JavaScript cannot hold, as digits. */
const longIntegers = fc
	.bigInt({ min: 2n ** 53n, max: 10n ** 400n })
	.chain((number) => fc.constantFrom(String(number), String(-number)));

/** JSON with long integers in it as exact numbers, and the same with texts in their place. */
const { tree } = fc.letrec<{ tree: { sent: unknown; read: unknown } }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: 'small' },
		fc
			.oneof(fc.string(), fc.constantFrom(LONG, `"${LONG}`, `: ${LONG}`, `[\\"${LONG}`))
			.map((value) => ({ sent: value, read: value })),
		fc.oneof(fc.boolean(), fc.constant(null), fc.maxSafeInteger()).map((value) => {
			return { sent: value, read: Object.is(value, -0) ? 0 : value };
		}),
		longIntegers.map((digits) => ({ sent: exactNumber(digits), read: digits })),
		fc.array(tie('tree'), { maxLength: 3 }).map((entries) => ({
			sent: entries.map(({ sent }) => sent),
			read: entries.map(({ read }) => read),
		})),
		fc
			.dictionary(fc.oneof(fc.string(), fc.constant(LONG)), tie('tree'), { maxKeys: 3 })
			.map((object) => ({
				sent: Object.fromEntries(Object.entries(object).map(([name, { sent }]) => [name, sent])),
				read: Object.fromEntries(Object.entries(object).map(([name, { read }]) => [name, read])),
			})),
	),
}));

describe('Numbers that JavaScript cannot hold', () => {
	it.each([
		[`{"id": ${LONG}}`, { id: LONG }],
		[`{"id":-${LONG}}`, { id: `-${LONG}` }],
		[`[1,${LONG},[${LONG}]]`, [1, LONG, [LONG]]],
		[LONG, LONG],
		[`-${LONG}`, `-${LONG}`],
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['9007199254740992', '9007199254740992'],
		['[9007199254740993]', ['9007199254740993']],
		['{"id": 9007199254740993}', { id: '9007199254740993' }],
		['[1e999, -1E+999]', ['1e999', '-1E+999']],
		['[1.25e999]', ['1.25e999']],
		['-1.25E-999', '-1.25E-999'],
		['{"a": 1e-999}', { a: '1e-999' }],
		['[0e-999, 0.0, -0]', [0, 0, -0]],
		['[12345678901234567.5]', ['12345678901234567.5']],
		['[0.7234567890123456]', [0.7234567890123456]],
		['[0.1234567890123456789012]', [0.12345678901234568]],
		['[1.2345678901234567e+250, 1e22]', [1.2345678901234567e250, 1e22]],
		[`{"text": "${LONG}", "also": ": ${LONG}"}`, { text: LONG, also: `: ${LONG}` }],
		[`{"a\\": ${LONG}": 1, "b": "\\\\", "c": ${LONG}}`, { [`a": ${LONG}`]: 1, b: '\\', c: LONG }],
		[`{"${LONG}": ${LONG}}`, { [LONG]: LONG }],
		[`{"a":\n\t${LONG}\n}`, { a: LONG }],
	])('in the answer %s are texts: %j', (text, value) => {
		expect(parse(text)).toStrictEqual(value);
	});

	it.each([`{${LONG}: 1}`, `[0${LONG}]`, `[+${LONG}]`, `[${LONG}.]`, `{"a": ${LONG}`, `x${LONG}`])(
		'do not make JSON of %s',
		(text) => {
			expect(parse(text)).toBeUndefined();
			expect(() => parseWithTexts(text)).toThrow();
		},
	);

	it('keep every digit from the field to the wire, and from the wire to the item', () => {
		const check = ({ sent, read }: { sent: unknown; read: unknown }) => {
			const wire = toJson(sent);
			expect(parse(wire)).toEqual(read);
			expect(toJson(parseJson(wire, 'Body'))).toBe(wire);
		};
		fc.assert(fc.property(tree, check), { numRuns: 500 });
	});

	it('keep every digit where escapes are taken out', () => {
		const text = `{"path":"a\\/b","id":${LONG},"rank":1e999}`;
		expect(parse(unescaped(text))).toEqual({ path: 'a/b', id: LONG, rank: '1e999' });
	});

	it('leave those beside them as they are', () => {
		const text = `{"rank":1,"ids":[2,${LONG}]}`;
		const value = { rank: 1, ids: [2, Number(LONG)] };
		expect(withExactNumbers(text, value)).toEqual({ rank: 1, ids: [2, [LONG]] });
	});

	it('are not found where none are, and what was parsed is not parsed again', () => {
		const value = { id: 1 };
		expect(withExactNumbers('{"id":1}', value)).toBe(value);
	});

	it.each([
		['9007199254740991', true],
		['9007199254740992', false],
		['0x1F', true],
		['0xFFFFFFFFFFFFFFFF', false],
		['+9007199254740993', false],
		['Infinity', false],
		['0.1', true],
	])('%s is held as it is: %s', (text, isExact) => {
		expect(isHeld(text)).toBe(isExact);
	});
});

describe('What is sent', () => {
	it('has an exact number as digits, and nothing that only looks like one', () => {
		const forged = JSON.parse(JSON.stringify([exactNumber(LONG), [LONG], { 0: LONG }]));
		expect(toJson(forged)).toBe(`[["${LONG}"],["${LONG}"],{"0":"${LONG}"}]`);
		expect(toJson({ a: exactNumber(LONG), b: LONG })).toBe(`{"a":${LONG},"b":"${LONG}"}`);
	});

	it('is otherwise what JSON.stringify gives', () => {
		const check = (value: unknown) => {
			expect(toJson(value)).toBe(JSON.stringify(value));
		};
		fc.assert(fc.property(fc.jsonValue(), check));
		expect(toJson({ a: undefined, b: [undefined], c: NaN })).toBe('{"b":[null],"c":null}');
		expect(toJson(JSON.parse('{"__proto__": {"a": 1}}'))).toBe('{"__proto__":{"a":1}}');
	});
});

describe('A field', () => {
	it('of JSON keeps the digits also under __proto__ and next to 64 levels', () => {
		const text = `{"__proto__":{"id":${LONG}}}`;
		expect(toJson(parseJson(text, 'Body'))).toBe(text);
		const deep = `${'['.repeat(64)}${LONG}${']'.repeat(64)}`;
		expect(toJson(parseJson(deep, 'Body'))).toBe(deep);
	});

	it.each([
		[LONG, LONG],
		[` -${LONG} `, `-${LONG}`],
		['12345678901234567.5', '12345678901234567.5'],
		['1e999', '1e999'],
		['5', '5'],
		['0x10', '16'],
	])('with the number %j sends %s', (text, wire) => {
		expect(toJson(toExactNumber(text))).toBe(wire);
	});

	it.each([`+${LONG}`, `0${LONG}`, '0xFFFFFFFFFFFFFFFF', 'Infinity', 'x', '', ' '])(
		'with %j has no number to send',
		(text) => {
			expect(toExactNumber(text)).toBeUndefined();
		},
	);

	it('that has to be a number here takes no text that would lose digits', () => {
		expect(toNumber(LONG)).toBeUndefined();
		expect(toNumber('9007199254740991')).toBe(9007199254740991);
		expect(toNumber(' 9007199254740991 ')).toBe(9007199254740991);
		expect(toNumber(' 9007199254740992 ')).toBeUndefined();
	});

	it('with names takes a JSON list of long numbers as they are written', () => {
		expect(asTexts(`[${LONG}, 5]`, 'Metrics')).toEqual([LONG, '5']);
	});
});
