import { lastWord } from '../../nodes/shared/base/names';

describe('The last word of a name', () => {
	it.each([
		['code', 'code'],
		['postal_code', 'code'],
		['postalCode', 'code'],
		['Postal Code', 'code'],
		['POSTAL-CODE', 'code'],
		['pageURL', 'url'],
		['page2Url', 'url'],
		['geo.city.name', 'name'],
		['barcode', 'barcode'],
		['größe', 'größe'],
		['name_', ''],
		['', ''],
	])('of %j is %j', (name, word) => {
		expect(lastWord(name)).toBe(word);
	});
});
