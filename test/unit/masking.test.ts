import fc from 'fast-check';
import { masking } from '../../nodes/shared/api/masking';

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The forms in which a service may write a key back. */
const FORMS = [(key: string) => key, encodeURIComponent, jsonEscaped];

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
