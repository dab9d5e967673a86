import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeOf, figureOf } from '../../nodes/shared/compare/figures';
import { compare } from './comparing';

const LONG = '12345678901234567891';
const LESS = '12345678901234567890';

describe('A number that JavaScript cannot hold', () => {
	it.each<[now: JsonValue | undefined, before: JsonValue | undefined, values: JsonValue[]]>([
		[LONG, LESS, [LESS, null, null]],
		[LONG, 5, [5, null, null]],
		[5, LESS, [LESS, null, null]],
		[undefined, `-${LESS}`, [`-${LESS}`, null, null]],
		[`+${LONG}`, ` ${LESS}%`, [` ${LESS}%`, null, null]],
		['+9007199254740991', '9007199254740990', [9007199254740990, 1, 0]],
		['9007199254740992', '1', [1, null, null]],
		['12.5%', '+10', [10, 2.5, 25]],
		['text', 4, [4, null, null]],
	])('keeps its digits and has no change: %j after %j', (now, before, values) => {
		const found = changeOf(figureOf('n', []), now, before);
		expect(found.map(([, value]) => value)).toEqual(values);
	});
});

describe('Two periods with the same rows', () => {
	const SAME =
		'Compare With: The service returned the same records for both periods, so it may not look at the dates.';
	const hintOf = (now: JsonValue[], before: JsonValue[]) =>
		compare(now, before, { dimensions: [], names: ['id'], measures: [] }).hint;
	const NO_NUMBER = 'Compare With: No field has only numbers, so there is no change to show.';
	const rowsWith = (...numbers: JsonValue[]): JsonObject[] =>
		numbers.map((score, id) => ({ id: `r${id}`, score }));

	it.each<[string, JsonObject[], string | undefined]>([
		['three numbers', rowsWith(1, 2, 3), SAME],
		['numbers as text', rowsWith('1', '2%', '3', null), SAME],
		['several in a row', [{ id: 'a', x: 1, y: 2, z: 3 }], SAME],
		['two numbers', rowsWith(1, 2, 0, 0, null), undefined],
		['names only', ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id })), NO_NUMBER],
		['nothing', [], undefined],
	])('give a hint on that if it cannot be by chance: %s', (_what, rows, hint) => {
		expect(hintOf(rows, structuredClone(rows))).toBe(hint);
	});

	it.each([
		['one number has changed', rowsWith(1, 2, 3, 4), rowsWith(1, 2, 3, 5)],
		['one is new', rowsWith(1, 2, 3, 4), rowsWith(1, 2, 3)],
		['one is gone', rowsWith(1, 2, 3), rowsWith(1, 2, 3, 4)],
	])('give none if %s', (_what, now, before) => {
		expect(hintOf(now, before)).toBeUndefined();
	});
});
