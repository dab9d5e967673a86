import { matching } from '../../nodes/shared/pickers/listSearch';

const ENTRIES = [
	{ name: 'Coffee', value: 'p-1' },
	{ name: 'Outdoor', value: 'coffee-2' },
	{ name: 'Tea', value: 3 },
];

describe('The entries of a list that match what is typed', () => {
	it.each([
		['', ['Coffee', 'Outdoor', 'Tea']],
		['coff', ['Coffee', 'Outdoor']],
		['COFFEE', ['Coffee', 'Outdoor']],
		['p-', ['Coffee']],
		['3', ['Tea']],
		['cocoa', []],
	])('for "%s" are %j', (typed, names) => {
		expect(matching(ENTRIES, typed).map(({ name }) => name)).toEqual(names);
	});
});
