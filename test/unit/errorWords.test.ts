import fc from 'fast-check';
import { jsonParse, type JsonValue } from 'n8n-workflow';
import { errorLines } from '../../nodes/shared/api/words';

const LONGEST = 200;

const PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title><style>h1 { color: red }</style>
<script type="text/javascript">var a = 1 < 2;</script></head>
<body class="x"><h1>The upstream is down</h1><hr/>nginx</body></html>`;

describe('errorLines', () => {
	it.each<[string, JsonValue, string[]]>([
		['detail as text', { detail: 'Invalid API key' }, ['Invalid API key']],
		[
			'detail as a list with the way to each field',
			{
				detail: [
					{ loc: ['body', 'view'], msg: 'Field required', type: 'missing' },
					{ loc: ['body', 'pagination', 'limit'], msg: 'Too high', type: 'value_error' },
				],
			},
			['body → view: Field required', 'body → pagination → limit: Too high'],
		],
		[
			'a way through a list',
			{ detail: [{ loc: ['body', 'order_by', 0, 'field'], msg: 'Unknown' }] },
			['body → order_by → 0 → field: Unknown'],
		],
		['detail as an object', { detail: { message: 'No credits left' } }, ['No credits left']],
		['detail as a list of texts', { detail: ['One', 'Two'] }, ['One', 'Two']],
		['message', { message: 'Rate limit exceeded' }, ['Rate limit exceeded']],
		['error as text', { error: 'Forbidden' }, ['Forbidden']],
		['error.message', { error: { code: 403, message: 'No access' } }, ['No access']],
		['errors as texts', { errors: ['One', 'Two'] }, ['One', 'Two']],
		[
			'errors as objects',
			{ errors: [{ message: 'One' }, { msg: 'Two' }, { detail: 'Three' }, { error: 'Four' }] },
			['One', 'Two', 'Three', 'Four'],
		],
		['a bare list', [{ msg: 'One' }, 'Two'], ['One', 'Two']],
		['a JSON text', 'Service unavailable', ['Service unavailable']],
		['detail before message', { message: 'Second', detail: 'First' }, ['First', 'Second']],
		[
			'an entry of errors with its way',
			{ errors: [{ loc: ['body', 'limit'], message: 'Too high' }, { error: 'No' }] },
			['body → limit: Too high', 'No'],
		],
		['errors in an error', { error: { errors: [{ message: 'One' }] } }, ['One']],
		[
			'a message before its errors, each once',
			{ errors: ['Too high', 'Odd'], message: 'Wrong', error: 'Odd' },
			['Wrong', 'Odd', 'Too high'],
		],
		[
			'nothing but the JSON where the words have other names',
			{ reason: 'Too many', errors: { limit: ['Too high'] } },
			['{"reason":"Too many","errors":{"limit":["Too high"]}}'],
		],
		['the same words once', { error: 'Too high', message: ' Too  high' }, ['Too high']],
		['the JSON where there are no words', { error: { code: 3 } }, ['{"error":{"code":3}}']],
		['the JSON where words are empty', { message: '', code: 7 }, ['{"message":"","code":7}']],
		['the JSON of a list without words', [1, 2], ['[1,2]']],
		['nothing in a number', 5, []],
		['message where detail is null', { detail: null, message: 'Real words' }, ['Real words']],
		['message where detail is empty', { detail: '', message: 'Real words' }, ['Real words']],
		['error where message is blank', { message: ' ', error: 'Real words' }, ['Real words']],
		['errors where error is a flag', { error: true, errors: ['Real words'] }, ['Real words']],
		['a text with a sign in it', { message: 'must be < 100' }, ['must be < 100']],
		[
			'a text with two signs in it',
			{ message: 'rank < 5 and visibility > 0 needed' },
			['rank < 5 and visibility > 0 needed'],
		],
		['nothing in an empty object', {}, []],
		['nothing in null', null, []],
		['nothing in an empty text', '', []],
		['nothing in an empty list', [], []],
	])('reads %s', (_shape, body, lines) => {
		expect(errorLines(JSON.stringify(body), body)).toEqual(lines);
	});

	it('reads a plain text', () => {
		expect(errorLines('  upstream connect error\n or disconnect ', undefined)).toEqual([
			'upstream connect error or disconnect',
		]);
	});

	it.each(['', '  \n\t ', '<br>', '<html><body></body></html>'])('finds none in %j', (text) => {
		expect(errorLines(text, undefined)).toEqual([]);
	});

	it('cuts the JSON of an answer without words', () => {
		const body = { code: Array.from({ length: 100 }, (_, code) => code) };
		const [line, ...more] = errorLines(JSON.stringify(body), body);
		expect(line).toBe(`${JSON.stringify(body).slice(0, LONGEST - 1)}…`);
		expect(more).toEqual([]);
	});

	it('takes ten lines at most', () => {
		const errors = Array.from({ length: 20 }, (_, index) => `Error ${String(index)}`);
		expect(errorLines('', { errors })).toEqual(errors.slice(0, 10));
	});

	it('is done with a hostile answer', () => {
		const deep = '{"errors":'.repeat(5000) + '"end"' + '}'.repeat(5000);
		expect(errorLines(deep, jsonParse<JsonValue>(deep))[0]).toMatch(/^\{"errors":.*…$/);
	});

	const silent = (count: number) => Array.from({ length: count }, () => ({ message: { code: 1 } }));

	it.each<[string, JsonValue]>([
		['a list', silent(300_000)],
		['lists in lists', Array<JsonValue>(100).fill(Array<JsonValue>(100).fill(silent(30)))],
		['an object', Object.fromEntries(Object.entries(silent(300_000)))],
	])('is done with hundreds of thousands of entries without words in %s', (_what, errors) => {
		const start = performance.now();
		expect(errorLines('{}', { errors })).toEqual(['{}']);
		// Entry by entry it would take many seconds, in which n8n does nothing else.
		expect(performance.now() - start).toBeLessThan(3_000);
	});

	it('looks through ten entries of a list', () => {
		const others = Array.from({ length: 9 }, (_, index) => ({ index }));
		expect(errorLines('{}', { errors: [...others, { error: 'No name' }] })).toEqual(['No name']);
		const more = [...others, { index: 9 }, { error: 'No name' }];
		expect(errorLines('{}', { errors: more })).toEqual(['{}']);
	});

	it('takes the text out of a web page, without scripts and styles', () => {
		expect(errorLines(PAGE, undefined)).toEqual(['502 Bad Gateway The upstream is down nginx']);
	});

	it('drops a script that has no end', () => {
		expect(errorLines('<p>Down</p><script>var secret = 1', undefined)).toEqual(['Down']);
	});

	it('drops markup inside a message', () => {
		expect(errorLines('', { message: '<b>No</b> access<br/>here' })).toEqual(['No access here']);
	});

	it('keeps a line of 200 characters and cuts a longer one', () => {
		expect(errorLines('', { message: 'a'.repeat(LONGEST) })).toEqual(['a'.repeat(LONGEST)]);
		expect(errorLines('', { message: 'a'.repeat(LONGEST + 1) })).toEqual([
			`${'a'.repeat(LONGEST - 1)}…`,
		]);
	});

	it('cuts between two characters, never inside one', () => {
		const [line] = errorLines('', { message: `${'a'.repeat(LONGEST - 2)}😀😀` });
		expect(line).toMatch(/…$/);
		expect(line).not.toMatch(/\p{Cs}/u);
	});

	it('is done with a large hostile page in no time that grows with its square', () => {
		const start = Date.now();
		errorLines('<script '.repeat(100_000), undefined);
		errorLines('<'.repeat(1_000_000), undefined);
		errorLines('', { message: '<style '.repeat(100_000) });
		// Squared, a million characters would take many minutes, on any machine.
		expect(Date.now() - start).toBeLessThan(20_000);
	});

	it('gives short, trimmed lines for any JSON', () => {
		const key = fc.constantFrom('detail', 'message', 'error', 'errors', 'msg', 'loc', 'other');
		const text = fc.oneof(fc.string(), fc.string({ minLength: 150, maxLength: 400 }));
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'small' },
				fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean()),
				fc.array(tie('tree'), { maxLength: 3 }),
				fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
			),
		}));
		const bodies = fc.oneof(
			tree.map((value) => JSON.stringify(value)),
			fc.json(),
		);
		const check = (body: string) => {
			for (const line of errorLines(body, jsonParse<JsonValue>(body))) {
				expect(line.length).toBeGreaterThan(0);
				expect(line.length).toBeLessThanOrEqual(LONGEST);
				expect(line).toBe(line.trim());
			}
		};
		fc.assert(fc.property(bodies, check), { numRuns: 500 });
	});

	it('gives at most one short line for any text that is no JSON', () => {
		const check = (text: string) => {
			const lines = errorLines(text, undefined);
			expect(lines.length).toBeLessThanOrEqual(1);
			expect(lines.join('').length).toBeLessThanOrEqual(LONGEST);
		};
		fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 600 }), check));
	});
});
