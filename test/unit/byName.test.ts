import { byName } from '../../nodes/shared/base/names';

describe('Sorted by name', () => {
	it.each([
		['in the order of the alphabet', 'b c a', 'a b c'],
		['capitals among the other letters', 'b C A', 'A b C'],
		['equal names in the order that they had', 'b a:1 a:2', 'a:1 a:2 b'],
	])('are %s', (_how, names, sorted) => {
		const entries = names.split(' ').map((text) => ({ text, name: text.replace(/:.*/, '') }));
		expect(entries.sort(byName).map(({ text }) => text)).toEqual(sorted.split(' '));
	});
});
