import fc from 'fast-check';
import { firstUnheld, isHeld, parseWithTexts } from '../../nodes/shared/base/numbers';
import { parse, unescaped } from '../../nodes/shared/api/outcome';
import { asTexts, parseJson, plainJson, toNumber } from '../../nodes/shared/form/values';
import { problemOf } from './thrown';

const LONG = '12345678901234567890';

/** Integers that JavaScript cannot hold, as digits. */
const longIntegers = fc
	.bigInt({ min: 2n ** 53n, max: 10n ** 400n })
	.chain((number) => fc.constantFrom(String(number), String(-number)));

/** JSON with long integers in it, and what is to be read from it. */
const { tree } = fc.letrec<{ tree: { wire: string; read: unknown } }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: 'small' },
		fc
			.oneof(
				fc.oneof(fc.string(), fc.constantFrom(LONG, `"${LONG}`, `: ${LONG}`, `[\\"${LONG}`)),
				fc.oneof(fc.boolean(), fc.constant(null), fc.maxSafeInteger()),
			)
			.map((value) => ({ wire: JSON.stringify(value), read: Object.is(value, -0) ? 0 : value })),
		longIntegers.map((digits) => ({ wire: digits, read: digits })),
		fc.array(tie('tree'), { maxLength: 3 }).map((entries) => ({
			wire: `[${entries.map(({ wire }) => wire).join(',')}]`,
			read: entries.map(({ read }) => read),
		})),
		fc
			.dictionary(fc.oneof(fc.string(), fc.constant(LONG)), tie('tree'), { maxKeys: 3 })
			.map((object) => ({
				wire: `{${Object.entries(object)
					.map(([name, { wire }]) => `${JSON.stringify(name)}:${wire}`)
					.join(',')}}`,
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
		['[1.25e999, 1e22, 1e5]', ['1.25e999', '1e22', 100000]],
		['[0e9, 0.0, -0]', [0, 0, -0]],
		['[12345678901234567.5]', ['12345678901234567.5']],
		['[0.7234567890123456, 1e-7]', [0.7234567890123456, 1e-7]],
		['[0.1234567890123456789012]', [0.12345678901234568]],
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

	it('keep every digit wherever they are', () => {
		fc.assert(
			fc.property(tree, ({ wire, read }) => {
				expect(parse(wire)).toEqual(read);
			}),
			{ numRuns: 500 },
		);
	});

	it('keep every digit where escapes are taken out', () => {
		const text = `{"path":"a\\/b","id":${LONG},"rank":1e999}`;
		expect(parse(unescaped(text))).toEqual({ path: 'a/b', id: LONG, rank: '1e999' });
	});

	it.each([
		['9007199254740991', true],
		['9007199254740992', false],
		['0x1F', true],
		['0xFFFFFFFFFFFFFFFF', false],
		['+9007199254740993', false],
		['1e22', false],
		['Infinity', false],
		['0.1', true],
		['x', false],
		[' ', false],
	])('%j is held as it is: %s', (text, isExact) => {
		expect(isHeld(text)).toBe(isExact);
	});

	it.each([
		[`{"a":[1,-${LONG},${LONG}1]}`, `-${LONG}`],
		[`["${LONG}",1e3]`, undefined],
		[LONG, LONG],
	])('are found in %s', (text, digits) => {
		expect(firstUnheld(text)).toBe(digits);
	});
});

describe('A field', () => {
	it.each<[string, () => unknown]>([
		['of JSON', () => parseJson(`{"__proto__":{"id":${LONG}}}`, 'Body')],
		['of JSON in many lists', () => parseJson(`${'['.repeat(64)}${LONG}${']'.repeat(64)}`, 'Body')],
		['with an expression', () => plainJson({ id: Number(LONG) }, 'Body')],
	])('%s refuses such a number and says how to send it', (_what, read) => {
		const { message, description } = problemOf(read);
		expect(message).toMatch(/^'Body' has a number that cannot be sent exactly: 1234567890123456/);
		expect(description).toBe("To send it as text, put it into double quotes in 'Body'.");
	});

	it('of JSON sends such a number as text', () => {
		expect(parseJson(`{"id":"${LONG}"}`, 'Body')).toEqual({ id: LONG });
	});

	it('that has to be a number takes no text that would lose digits', () => {
		expect(toNumber(LONG)).toBeUndefined();
		expect(toNumber('9007199254740991')).toBe(9007199254740991);
		expect(toNumber(' 9007199254740991 ')).toBe(9007199254740991);
		expect(toNumber(' 9007199254740992 ')).toBeUndefined();
	});

	it('with names takes a JSON list of long numbers as they are written', () => {
		expect(asTexts(`[${LONG}, 5]`, 'Metrics')).toEqual([LONG, '5']);
	});
});
