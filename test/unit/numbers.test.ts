import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { fieldIn } from '../../nodes/shared/base/paths';
import { numbersOf } from '../../nodes/shared/watch/metricDetectors';

describe('The numbers of records', () => {
	it.each<[JsonObject[], string[]]>([
		[[{ a: 1, b: '2', c: null, d: [3], e: true }], ['a']],
		[
			[{ a: null }, { b: 1 }, { a: 2, b: 3 }],
			['b', 'a'],
		],
		[[{ platforms: { 'gpt-4.1': { visibility: 40 } } }], ['platforms.gpt-4.1.visibility']],
		[[{ 'a.b': 1, a: { b: 2, c: 3 } }], ['a.b', 'a.c']],
		[[{ '': 1, ' a': 2, b: { '': 3 } }], ['b.']],
		[[], []],
	])('of %j are %j', (records, names) => {
		expect(numbersOf(records)).toEqual(names);
	});

	it('are all there under the name that is given', () => {
		const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', '.', 'a.', '', ' a', '__proto__');
		const { record } = fc.letrec<{ record: JsonObject }>((tie) => ({
			record: fc.dictionary(name, fc.oneof(fc.integer(), fc.constant('x'), tie('record')), {
				maxKeys: 3,
			}),
		}));
		const check = (one: JsonObject) => {
			for (const path of numbersOf([one])) expect(typeof fieldIn(one, path)).toBe('number');
		};
		fc.assert(fc.property(record, check));
	});
});
