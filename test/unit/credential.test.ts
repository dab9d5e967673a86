import fc from 'fast-check';
import { displayParameter } from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { credentialText, prepareCredential } from '../../nodes/shared/api/credential';
import { anyText, samples } from '../samples';
import { userTime } from '../userTime';

const credential = new AgentsGeoApi().properties;

describe('The fields of the credential', () => {
	it.each([
		['agentsBaseUrl', 'Agents API Base URL'],
		['geoBaseUrl', 'GEO API Base URL'],
	])('has a notice about %s that names the field', (field, label) => {
		const notices = credential.filter(({ name }) => name.startsWith(`${field}S`));
		expect(notices).toHaveLength(1);
		for (const { type, displayName, displayOptions } of notices) {
			expect([type, displayName]).toEqual(['notice', expect.stringContaining(label)]);
			expect(displayName).toMatch(/\.$/);
			const { show, hide } = displayOptions ?? {};
			expect(Object.keys({ ...show, ...hide })).toEqual([field]);
		}
	});

	it.each([
		['', []],
		['https://agents.example.com', []],
		['http://127.0.0.1:4010/proxy/', []],
		['agents.example.com', ['Start']],
	])('complains about the address %j: %j', (agentsBaseUrl, complaints) => {
		const values = { agentsBaseUrl };
		const shown = credential
			.filter(({ name }) => /^agentsBaseUrl.*Notice$/.test(name))
			.filter((notice) => displayParameter(values, notice, null, null))
			.map(({ name }) => name.replace(/agentsBaseUrl|Notice/g, ''));
		expect(shown).toEqual(complaints);
	});

	it('asks n8n for no regular expressions, which can run out of time at any request', () => {
		expect(JSON.stringify(credential)).not.toContain('regex');
	});
});

describe('The values of the credential', () => {
	it('give the key without blanks around it, and a mask', () => {
		const values = { agentsBaseUrl: 'https://a.example', geoBaseUrl: 5, other: 1 };
		const access = prepareCredential({ apiKey: ' key-1234\n', ...values });
		expect(access.credential).toEqual({ apiKey: 'key-1234', ...values });
		expect(credentialText(access.credential, 'agentsBaseUrl')).toBe('https://a.example');
		expect(credentialText(access.credential, 'geoBaseUrl')).toBe('');
		expect(access.mask('It is key-1234.')).toBe('It is *****.');
		expect(prepareCredential({ apiKey: 1234567890123 }).credential).toEqual({
			apiKey: '1234567890123',
		});
		expect(prepareCredential({ apiKey: 'key-\n12\u200b34' }).credential).toEqual({
			apiKey: 'key-1234',
		});
	});

	it.each([
		[{}, 'The credential has no API key'],
		[{ apiKey: ' ' }, 'The credential has no API key'],
		[{ apiKey: '\u200b' }, 'The credential has no API key'],
		[{ apiKey: 'key-123' }, /not complete: it has fewer than 8 characters/],
	])('%j are refused', (credential, message) => {
		expect(() => prepareCredential(credential)).toThrow(message);
	});
});

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The forms in which a service may write a key back. */
const FORMS = [(key: string) => key, encodeURIComponent, jsonEscaped];

/** The mask is made of stars, so a key with a star in it can stand in a text by coincidence. */
const keys = fc
	.oneof(fc.stringMatching(/^[A-Za-z0-9+/=_.~%"\\-]{8,48}$/), anyText({ minLength: 8 }))
	.filter((key) => !key.includes('*'));

/** Masks a key, or as the password of a proxy what cannot be a key. */
const maskOf = (secret: string) =>
	/^[!-~]{8,}$/.test(secret)
		? prepareCredential({ apiKey: secret }).mask
		: prepareCredential({ apiKey: 'key-1234' }, secret).mask;

describe('The mask of the key', () => {
	it('takes time in proportion to the text, whatever the text repeats', () => {
		const start = userTime();
		for (const part of ['\\', '%25', '&amp;', '&#00', 'k']) {
			maskOf('key-1234')(part.repeat(100_000));
		}
		expect(userTime() - start).toBeLessThan(5000);
	});

	it('leaves no form of the key in any text around it', () => {
		const pieces = fc.array(fc.oneof(fc.string(), fc.nat({ max: FORMS.length - 1 })), {
			minLength: 1,
			maxLength: 6,
		});
		const check = (key: string, parts: Array<string | number>) => {
			const form = (index: number) => FORMS[index]?.(key) ?? key;
			const text = parts.map((part) => (typeof part === 'number' ? form(part) : part)).join('');
			const masked = maskOf(key)(text + key);
			expect(masked.includes(key)).toBe(false);
			expect(masked).toContain('*****');
		};
		fc.assert(fc.property(keys, pieces, check), { numRuns: samples(200) });
	});

	it('leaves no escaped form of a realistic key', () => {
		const check = (key: string, before: string, after: string) => {
			for (const form of FORMS) {
				const masked = maskOf(key)(`${before}${form(key)}${after}`);
				for (const other of FORMS) expect(masked).not.toContain(other(key));
			}
		};
		const realistic = fc.stringMatching(/^[A-Za-z0-9+/=_"\\-]{16,48}$/);
		const around = fc.stringMatching(/^[ -~]{0,20}$/);
		fc.assert(fc.property(realistic, around, around, check));
	});

	it.each([
		['sk-12/34+5=', 'No sk-12/34+5= or sk-12%2f34%2b5%3d', 'No ***** or *****'],
		['sk-00001', 'sk-00001, sk-00001 and sk-00002', '*****, ***** and sk-00002'],
		['a.c$&(b)', 'abc$&(b) a.c$&(b) a.c', 'abc$&(b) ***** a.c'],
	])('of %j makes of %j %j', (key, text, masked) => {
		expect(maskOf(key)(text)).toBe(masked);
	});

	it.each([
		['JSON in a text', String.raw`sk-ab\/cd_ef+gh`],
		['JSON in JSON in a text', String.raw`sk\\u002dab\\\/cd_ef+gh`],
		['some percent signs', 'sk-%61b/c%64_ef%2bgh'],
		['percent signs twice', 'sk%252Dab%252fcd_ef+gh'],
		['HTML entities', '&#115;k&#x2D;ab&#x002f;cd&amp;#95;ef&#43;gh'],
		['other letters', 'SK-AB/CD_EF+GH'],
	])('finds it in %s', (_what, text) => {
		expect(maskOf('sk-ab/cd_ef+gh')(`No ${text}!`)).toBe('No *****!');
	});

	it('finds it in base64 behind any text, also with the letters of URLs', () => {
		const key = 'sk-ab/cd_ef+gh>?~~~';
		for (const before of ['', 'a', 'ab', 'user:', 'a longer text']) {
			for (const encoding of ['base64', 'base64url'] as const) {
				const text = Buffer.from(`${before}${key} and more`).toString(encoding);
				const [left = '', right = ''] = maskOf(key)(`"${text}"`).split('*****');
				expect(Buffer.from(left.slice(1), 'base64').toString()).not.toContain('k-');
				expect(Buffer.from(`${left}${right}`, 'base64').toString()).not.toContain('ab/cd');
				expect(right).not.toBe('');
			}
		}
	});

	it('hides the password of a proxy, unless it is shorter than 8 characters', () => {
		const { mask } = prepareCredential({ apiKey: 'key-1234' }, 'pass/word');
		expect(mask('user:pass%2Fword@proxy, key-1234')).toBe('user:*****@proxy, *****');
		expect(mask(Buffer.from('user:pass/word').toString('base64'))).toMatch(
			/^dXNlcj\S*\*{5}\S{0,2}$/,
		);
		const short = prepareCredential({ apiKey: 'key-1234' }, 'data');
		expect(short.mask('data')).toBe('data');
	});

	it('takes no longer for a long key or a long text', () => {
		const key = `wsk-${'3f+a/8c1b=2d4e'.repeat(1000)}`;
		const start = userTime();
		expect(maskOf(key)(`no ${key}!${'w'.repeat(1_000_000)}`)).toMatch(/^no \*{5}!w+$/);
		expect(userTime() - start).toBeLessThan(1000);
	});

	it('takes no longer for a text of what may stand in it', () => {
		const start = userTime();
		for (const piece of ['\\\\', '%25', '&amp;', 's', '&#000', 'sk-ab']) {
			maskOf('sk-ab/cd_ef+gh')(piece.repeat(500_000));
		}
		expect(userTime() - start).toBeLessThan(3000);
	});

	it('leaves a text without the key as it is', () => {
		const check = (text: string) => {
			expect(maskOf('sk-1234567890')(text)).toBe(text);
		};
		fc.assert(fc.property(fc.string(), check));
	});
});
