import { asAddress, asName, ProjectNames, someIds } from '../../nodes/shared/projects/projectNames';
import type { Project } from '../../nodes/shared/projects';

const PROJECTS: readonly Project[] = [
	{ id: 'p1', name: 'Ember & Oak Coffee', url: 'https://www.emberandoak.example/' },
	{ id: 'p2', name: 'Ridgeline Outfitters', url: 'http://ridgeline.example/shop' },
	{ id: 'p3', name: 'Müller & Söhne', url: 'mueller.example' },
	{ id: '42', name: '2024' },
	{ id: 'p5', name: 'p1' },
	{ id: 'p6', name: 'ACME' },
	{ id: 'p7', name: 'Acme ', url: 'https://acme.example' },
	{ id: 'p8', name: 'acme.example' },
	{ id: 'p9', name: 'p9', url: 'https://nameless.example' },
	{ id: 'p10', name: 'Unlaunched', url: 'https://' },
];

const names = new ProjectNames(PROJECTS);
const idsOf = (projects: readonly Project[]) => projects.map(({ id }) => id);

describe('The projects that match a name', () => {
	it.each([
		['Ember & Oak Coffee', ['p1']],
		['  ember & oak\u00a0 COFFEE\n', ['p1']],
		['Ember', []],
		['https://www.EmberAndOak.example', ['p1']],
		['emberandoak.example/', ['p1']],
		['ridgeline.example/shop', ['p2']],
		['ridgeline.example', []],
		['MÜLLER & SÖHNE'.normalize('NFD'), ['p3']],
		['https://mueller.example//', ['p3']],
		['2024', ['42']],
		['42', ['42']],
		['p2', ['p2']],
		['P2', []],
		// The ID of one is the name of another.
		['p1', ['p5', 'p1']],
		['acme', ['p6', 'p7']],
		['ACME', ['p6', 'p7']],
		// A name goes before a URL.
		['acme.example', ['p8']],
		['https://acme.example', ['p7']],
		['p9', ['p9']],
		['P9', []],
		['https://', []],
		['/', []],
	])('"%s" are %j', (name, ids) => {
		expect(idsOf(names.matching(name))).toEqual(ids);
	});

	it('are one if two APIs list it', () => {
		const twice = new ProjectNames([
			{ id: 'p1', name: 'Acme' },
			{ id: 'p1', name: 'Acme', url: 'https://acme.example' },
		]);
		expect(idsOf(twice.matching('acme'))).toEqual(['p1']);
		expect(idsOf(twice.matching('acme.example'))).toEqual(['p1']);
		expect(idsOf(twice.containing('acme'))).toEqual(['p1']);
	});

	it('are compared as names and as addresses', () => {
		expect(asName(' Straße  ')).toBe('STRASSE');
		expect(asAddress('HTTPS://WWW.www.example//')).toBe('WWW.EXAMPLE');
		expect(asAddress('www')).toBe('WWW');
		expect(asAddress('my.www.example')).toBe('MY.WWW.EXAMPLE');
	});
});

describe('The projects that contain a text', () => {
	it.each([
		['COFFEE', ['p1']],
		['/shop', ['p2']],
		['söhne'.normalize('NFD'), ['p3']],
		['acme', ['p6', 'p7', 'p8']],
		['nameless', ['p9']],
		// An ID in the place of a name is none.
		['p9', []],
		['p1', ['p5']],
		// Nothing that begins in the name and ends in the URL.
		['coffee https', []],
	])('"%s" are %j', (text, ids) => {
		expect(idsOf(names.containing(text))).toEqual(ids);
	});
});

describe('The nearest names', () => {
	it.each([
		['Ember and Oak Coffee', ['Ember & Oak Coffee']],
		['ember oak', ['Ember & Oak Coffee']],
		['Cofee', ['Ember & Oak Coffee']],
		['Ridgline Outfiters', ['Ridgeline Outfitters']],
		['https://ridgeline.example', ['Ridgeline Outfitters']],
		['Mueller', ['Müller & Söhne']],
		['Ridgeline Outfitters (old)', ['Ridgeline Outfitters']],
		['Nothing like it', []],
		['Outfiters', ['Ridgeline Outfitters']],
		['em', []],
		['rdglne', ['Ridgeline Outfitters']],
		['pqr', []],
		['???', []],
		['', []],
	])('to "%s" are %j', (text, nearest) => {
		expect(names.nearest(text)).toEqual(nearest);
	});

	it('are at most five, the nearest first, each once', () => {
		const shops = ['Shop 10', 'Shop 2', 'Shop', 'Shop', 'Shop 345', 'Shops', 'Shop 4', 'Shop 56'];
		const many = new ProjectNames(shops.map((name, index) => ({ id: `p${index}`, name })));
		expect(many.nearest('shop')).toEqual(['Shop', 'Shop 2', 'Shops', 'Shop 4', 'Shop 10']);
	});
});

describe('Some IDs', () => {
	it('are five, and the number of the others', () => {
		expect(someIds(PROJECTS.slice(0, 5))).toBe('p1, p2, p3, 42, p5');
		expect(someIds(PROJECTS.slice(0, 7))).toBe('p1, p2, p3, 42, p5 and 2 more');
	});
});
