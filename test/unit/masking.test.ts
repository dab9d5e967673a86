import fc from 'fast-check';
import { masking } from '../../nodes/shared/api/masking';

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** All characters as entities, in one of the ways to write them. */
const inHtml = (entity: (code: number) => string) => (key: string) =>
	Array.from(key, (character) => entity(character.codePointAt(0) ?? 0)).join('');

/** The forms in which a service may write a key back. */
const FORMS = [
	(key: string) => key,
	encodeURIComponent,
	jsonEscaped,
	inHtml((code) => `&#${code};`),
	inHtml((code) => `&#x${code.toString(16).toUpperCase()};`),
];

/** The encodings that people know as base64. */
const BASE64 = ['base64', 'base64url'] as const;

/** The mask is made of stars, so a key with a star in it can stand in a text by coincidence. */
const keys = fc
	.oneof(fc.stringMatching(/^[A-Za-z0-9+/=_.~%"\\-]{1,48}$/), fc.string({ unit: 'binary' }))
	.filter((key) => key !== '' && !key.includes('*'));

describe('masking', () => {
	it('leaves no form of the key in any text around it', () => {
		const pieces = fc.array(fc.oneof(fc.string(), fc.nat({ max: FORMS.length - 1 })), {
			minLength: 1,
			maxLength: 6,
		});
		const check = (key: string, parts: Array<string | number>) => {
			const form = (index: number) => FORMS[index]?.(key) ?? key;
			const text = parts.map((part) => (typeof part === 'number' ? form(part) : part)).join('');
			const masked = masking(key)(text + key);
			expect(masked.includes(key)).toBe(false);
			expect(masked).toContain('*****');
		};
		fc.assert(fc.property(keys, pieces, check), { numRuns: 500 });
	});

	it('leaves no escaped form of a realistic key', () => {
		const check = (key: string, before: string, after: string) => {
			for (const form of FORMS) {
				const masked = masking(key)(`${before}${form(key)}${after}`);
				for (const other of FORMS) expect(masked).not.toContain(other(key));
			}
		};
		const realistic = fc.stringMatching(/^[A-Za-z0-9+/=_"\\-]{16,48}$/);
		const around = fc.stringMatching(/^[ -~]{0,20}$/);
		fc.assert(fc.property(realistic, around, around, check));
	});

	it.each([
		['raw', 'Invalid key sk-12/34+5= given'],
		['percent-encoded', 'Invalid key sk-12%2F34%2B5%3D given'],
		['percent-encoded in small letters', 'Invalid key sk-12%2f34%2b5%3d given'],
	])('takes the key out where it stands %s', (_form, text) => {
		expect(masking('sk-12/34+5=')(text)).toBe('Invalid key ***** given');
	});

	it('takes the key out where it stands JSON-escaped', () => {
		expect(masking('a"b\\c')('{"key":"a\\"b\\\\c"}')).toBe('{"key":"*****"}');
	});

	it.each([
		'sk&#x2d;12&lt;34',
		'sk&#45;12&#60;34',
		'sk&#045;12&#x3c;34',
		'sk-12&#X3C;34',
		'sk-12&#x003C34',
		'&#115;&#107;-12&lt;&#51;4',
	])('takes the key out where HTML has it as %s', (text) => {
		expect(masking('sk-12<34')(`No key ${text}!`)).toBe('No key *****!');
	});

	it.each([
		['a&b-12345', 'a&amp;b-12345'],
		[`a"b'12345`, 'a&quot;b&apos;12345'],
		['a>b-12345', 'a&gt;b-12345'],
	])('takes the key %s out where HTML has it as %s', (key, text) => {
		expect(masking(key)(text)).toBe('*****');
	});

	it.each([
		['in capitals', 'WSK-3F+A/8C1B=2D4E'],
		['in mixed case', 'Wsk-3f+A/8c1b=2D4e'],
		['with a blank for a plus', 'wsk-3f a/8c1b=2d4e'],
		['percent-encoded twice', 'wsk-3f%252Ba%252F8c1b%253D2d4e'],
		['percent-encoded three times', 'wsk-3f%25252Ba%25252f8c1b%25253D2d4e'],
		['percent-encoded in every byte', '%77%73%6B%2D%33%66%2B%61%2F%38%63%31%62%3D%32%64%34%65'],
		['in hex', '77736b2d33662b612f386331623d32643465'],
		['in hex with capitals', '77736B2D33662B612F386331623D32643465'],
		['escaped', '\\u0077sk-3f\\u002ba\\u002F8c1b\\x3d2d4e'],
		['as HTML in HTML', 'wsk-3f&amp;#43;a&amp;#x2F;8c1b&amp;#61;2d4e'],
		['in two lines', 'wsk-3f+a/\n  8c1b=2d4e'],
		['in two lines of text', 'wsk-3f+a/\r\n  8c1b=2d4e'],
		['in groups', 'wsk-3 f+a/ 8c1b =2d4e'],
		['letter by letter', Array.from('wsk-3f+a/8c1b=2d4e').join(' ')],
		['with characters without width', 'w\u200bsk\u200d-3f+a\ufeff/8c1b=\u00ad2d4\u2060e'],
		['with escapes of such characters', 'wsk-3f\\u200B+a/8c1b=\\ufeff2d4e'],
	])('takes the key out where it stands %s', (_form, text) => {
		const mask = masking('wsk-3f+a/8c1b=2d4e');
		expect(mask(`Invalid key ${text}, and ${text}.`)).toBe('Invalid key *****, and *****.');
	});

	it.each([
		'wsk-3f+a/8c1b=2d4',
		'wsk-3f-a/8c1b=2d4e',
		'wsk-wsk-3f',
		'wsk-3f%2Ba%2F8c1b%3D',
		'wsk-3f&#43;a&#47;9c1b&#61;2d4e',
		'"wsk-3f+a/", "8c1b=2d4e"',
	])('leaves what only starts like the key as it is: %s', (text) => {
		expect(masking('wsk-3f+a/8c1b=2d4e')(text)).toBe(text);
	});

	it.each(['\\', '%25', '&amp;', '&#0', 'w', 'wsk-', 'wsk- ', 'w '])(
		'takes no longer for a text of nothing but %j than for others',
		(piece) => {
			const text = piece.repeat(1_000_000 / piece.length);
			const start = performance.now();
			expect(masking('wsk-3f+a/8c1b=2d4e')(text)).toBe(text);
			expect(performance.now() - start).toBeLessThan(1000);
		},
	);

	it('takes no longer for blanks where a blank may be the first character of the key', () => {
		const text = ' '.repeat(100_000);
		const start = performance.now();
		expect(masking('+wsk3f/8c1b=2d4e')(text)).toBe(text);
		expect(performance.now() - start).toBeLessThan(1000);
	});

	it('takes the key out where it goes on in the next line, after forty blanks', () => {
		const text = `wsk-3f+a\n${' '.repeat(39)}/8c1b=2d4e`;
		expect(masking('wsk-3f+a/8c1b=2d4e')(text)).toBe('*****');
	});

	it('is ready at once for a key of any length', () => {
		const key = `wsk-${'3f+a/8c1b=2d4e'.repeat(1000)}`;
		const start = performance.now();
		expect(masking(key)(`no ${key.toUpperCase()}!`)).toBe('no *****!');
		expect(performance.now() - start).toBeLessThan(1000);
	});

	it('takes the key out where it stands in base64, whatever is around it', () => {
		const around = fc.string({ unit: 'binary', maxLength: 12 });
		const realistic = fc.stringMatching(/^[!-~]{8,48}$/);
		const check = (key: string, before: string, after: string) => {
			for (const encoding of BASE64) {
				const text = Buffer.from(`${before}${key}${after}`).toString(encoding);
				const masked = masking(key)(`"Basic ${text}"`);
				expect(masked).toContain('*****');
				const left = Buffer.from(masked.slice(7, -1).split('*****')[0] ?? '', encoding);
				expect(left.length).toBeLessThanOrEqual(Buffer.from(before).length);
			}
		};
		fc.assert(fc.property(realistic, around, around, check), { numRuns: 300 });
	});

	it.each(BASE64)('takes the key alone in %s out whole', (encoding) => {
		for (const key of ['sk-?>~12345', 'sk-?>~123456', 'sk-?>~1234567']) {
			const text = Buffer.from(key).toString(encoding);
			expect(masking(key)(`The key is ${text}.`)).toBe('The key is *****.');
		}
	});

	it.each([
		['u', 'd'],
		['me', 'bW'],
		['me:', 'bWU6'],
	])('takes out the characters of base64 that hold a part of the key after %s', (before, left) => {
		const text = Buffer.from(`${before}sk-?>~12345`).toString('base64');
		expect(masking('sk-?>~12345')(text)).toBe(`${left}*****`);
	});

	it('takes nothing out for a few characters of base64', () => {
		const text = 'A text with c2st in it';
		expect(masking('sk-')(text)).toBe(text);
	});

	it('takes out every occurrence and keeps the rest', () => {
		expect(masking('sk-1')('sk-1, sk-1 and sk-2')).toBe('*****, ***** and sk-2');
	});

	it('reads the key as text, not as a pattern', () => {
		expect(masking('a.c$&')('abc a.c$& a.c')).toBe('abc ***** a.c');
	});

	it('leaves a text without the key as it is', () => {
		const check = (text: string) => {
			expect(masking('sk-1234567890')(text)).toBe(text);
		};
		fc.assert(fc.property(fc.string(), check));
	});

	it('hides nothing where there is no key', () => {
		const check = (text: string) => {
			expect(masking('')(text)).toBe(text);
		};
		fc.assert(fc.property(fc.string(), check));
	});
});
