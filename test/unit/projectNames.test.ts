import { asAddress, asName, distinct, nearestTo, someOf } from '../../nodes/shared/projects/names';

describe('Names and addresses', () => {
	it('are compared without regard to case, blanks and how they are written', () => {
		expect(asName(' Straße \n x ')).toBe('STRASSE X');
		expect(asName('Müller'.normalize('NFD'))).toBe(asName('MÜLLER'));
		expect(asAddress('HTTPS://WWW.www.example//')).toBe('WWW.EXAMPLE');
		expect(asAddress('www')).toBe('WWW');
		expect(asAddress('my.www.example')).toBe('MY.WWW.EXAMPLE');
		expect(asAddress('https://')).toBe('');
	});

	it('are taken once for each ID, the first one', () => {
		const one = { id: 1, name: 'A' };
		expect(distinct([one, { id: 2 }, { id: 1 }])).toEqual([one, { id: 2 }]);
	});
});

describe('The nearest names', () => {
	const NAMES = ['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Müller & Söhne', 'H & M', 'Coffee'];

	it.each([
		['Ember and Oak Coffee', ['Ember & Oak Coffee', 'Coffee']],
		['cofee', ['Ember & Oak Coffee', 'Coffee']],
		['Ridgline', ['Ridgeline Outfitters']],
		['https://ridgeline.example', ['Ridgeline Outfitters']],
		['the outfits', ['Ridgeline Outfitters']],
		['MÜLLER'.normalize('NFD'), ['Müller & Söhne']],
		['m', ['H & M']],
		['Mu', []],
		['Nothing like it', []],
		['???', []],
		['', []],
	])('to "%s" share a word or its beginning: %j', (text, similar) => {
		const nearest = nearestTo(text, NAMES);
		expect(nearest.similar).toEqual(similar);
		expect(nearest.others).toEqual(NAMES.filter((name) => !similar.includes(name)));
	});

	it('are those first that share most, each once', () => {
		const names = ['Shop Rome', 'Shop', 'Shop', 'Cafe', 'Shop Bern Old', 'Old'];
		expect(nearestTo('old shop bern', names)).toEqual({
			similar: ['Shop Bern Old', 'Shop Rome', 'Shop', 'Old'],
			others: ['Cafe'],
		});
	});
});

describe('Some of many names', () => {
	it('are ten, and the number of the others', () => {
		const names = 'a b c d e f g h i j k l'.split(' ');
		expect(someOf(names.slice(0, 10))).toBe('a, b, c, d, e, f, g, h, i, j');
		expect(someOf(names)).toBe('a, b, c, d, e, f, g, h, i, j and 2 more');
	});
});
