import fc from 'fast-check';
import {
	type IExecuteFunctions,
	type INode,
	jsonParse,
	type JsonValue,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import {
	type ApiName,
	errorMessagesIn,
	MAY_HAVE_RUN,
	createRefusalError,
	parseProxy,
} from '../../nodes/shared/api';
import { parseBaseUrl } from '../../nodes/shared/api/apis';
import { prepareCredential } from '../../nodes/shared/api/credential';
import { cancelledError, errorForCode, errorForStatus } from '../../nodes/shared/api/serviceErrors';
import { asListError, asNodeError, DescribedError, ServiceError } from '../../nodes/shared/base';
import { toErrorItem } from '../../nodes/shared/output';
import { anyText, samples } from '../samples';
import { readFrom, rowsFrom } from './pageServer';
import { problemOf } from './thrown';
import { userTime } from '../userTime';

const ADVICE = { forPeople: "Change 'Limit'.", forModel: 'Change "Limit".' };

describe('The place of an error', () => {
	it.each([
		['a wrong field', new DescribedError("'Limit' is too high", ADVICE)],
		['a refusal', new ServiceError("'Limit' is too high", ADVICE, 422)],
	])('is a line of its own below what to do about %s, and above it for a model', (_what, error) => {
		const placed = error.copyWithPlace("project 'Tea'", 'Tea');
		expect(placed).toBeInstanceOf(error.constructor);
		expect(placed).toMatchObject({
			message: "'Limit' is too high",
			description: "Change 'Limit'.\nThis happened in project 'Tea'.",
			forModel: 'This happened in project \'Tea\'.\nChange "Limit".',
			missingData: 'Tea',
			...('status' in error && { status: 422 }),
		});
	});
});

const NODE: INode = {
	...{ id: 'n1', name: 'Agents', type: 'agents', typeVersion: 1, position: [0, 0] },
	parameters: {},
};

describe("An error in n8n's words", () => {
	const TOOL: INode = { ...NODE, type: 'agentsTool' };
	const ADVICE = { forPeople: 'Use another key.', forModel: 'Tell the user.' };
	const EMPTY = new DescribedError("'Path' is empty", ADVICE);
	const NO_ACCESS = new ServiceError('No access', ADVICE, 403);
	const NO_ANSWER = new ServiceError('No answer.', ADVICE);

	/** What n8n shows of an error. */
	const shown = ({ message, description, context }: NodeApiError | NodeOperationError) => ({
		...{ message, description },
		item: context.itemIndex,
	});

	it.each<[DescribedError, unknown, object]>([
		[EMPTY, NodeOperationError, {}],
		[NO_ACCESS, NodeApiError, { httpCode: '403' }],
		[NO_ANSWER, NodeApiError, { httpCode: null }],
	])('says what happened and what to do, and has the item: %s', (cause, kind, status) => {
		const error = asNodeError(NODE, cause, 3);
		expect(error.constructor).toBe(kind);
		const { message, description } = cause;
		expect(shown(error)).toEqual({ message, description, item: 3 });
		expect(error).toMatchObject(status);
		const forList = asListError(NODE, cause);
		// The editor shows the description of a NodeApiError only.
		expect(forList).toBeInstanceOf(NodeApiError);
		expect(shown(forList)).toMatchObject({ message, description });
	});

	it('advises no Timeout in a list of the editor, which has none', () => {
		const { description } = asListError(NODE, errorForCode(way('geo'), 'ETIMEDOUT'));
		expect(description).toBe('Open the list again later, or enter the name or ID instead.');
	});

	it.each([
		["'Path' is empty. Tell the user.", EMPTY],
		['No answer. Tell the user.', NO_ANSWER],
	])('says all in the message where a model reads it, and nothing twice: %s', (message, cause) => {
		const { description, ...rest } = shown(asNodeError(TOOL, cause, 0));
		expect(description ?? '').toBe('');
		expect(rest).toEqual({ message, item: 0 });
	});

	it('for any other error has its words and the item', () => {
		for (const cause of [new RangeError('Invalid array length'), 'Invalid array length']) {
			const error = asNodeError(NODE, cause, 2);
			expect(error).toBeInstanceOf(NodeOperationError);
			expect(shown(error)).toMatchObject({ message: 'Invalid array length', item: 2 });
			expect(asListError(NODE, cause)).toBeInstanceOf(NodeOperationError);
		}
	});

	it('stays as it is if n8n has thrown it', () => {
		for (const error of [new NodeOperationError(NODE, 'No input'), new NodeApiError(NODE, {})]) {
			expect(asNodeError(NODE, error, 2)).toBe(error);
			expect(asListError(NODE, error)).toBe(error);
		}
	});
});

const way = (api: ApiName) => ({ api, url: 'https://host.example:8443/prefix/x', timeout: 1500 });

const TITLES = { agents: 'Agents API', geo: 'GEO API' };

const ofStatus = (api: ApiName, status: number, body: JsonValue = '') => {
	const [text, json] = typeof body === 'string' ? [body] : [JSON.stringify(body), body];
	return [`${TITLES[api]}, ${status}`, errorForStatus(way(api), status, text, json)] as const;
};

const ofCode = (code: string, text = '') =>
	[
		`GEO API, ${code}`,
		errorForCode(way('geo'), code, text === '' ? undefined : 200, text),
	] as const;

const WORDS = {
	detail: [
		{ loc: ['body', 'view'], msg: 'Field required' },
		{ loc: ['body', 'page'], msg: 'Unknown field' },
	],
};
const REFUSAL = { success: false, errors: ['view is unknown', "name can't be blank"] };

/** Errors of the connection to the service, and of reading a list. */
const ERRORS: Array<readonly [what: string, error: DescribedError]> = [
	...[401, 403, 404, 422, 429].map((status) => ofStatus('agents', status)),
	...[400, 401, 402, 403, 404, 405, 408, 409, 410].map((status) => ofStatus('geo', status)),
	...[413, 418, 422, 429, 499, 500, 599].map((status) => ofStatus('geo', status)),
	ofStatus('agents', 422, WORDS),
	ofStatus('geo', 502, '<html><h1>Bad Gateway</h1></html>'),
	ofStatus('geo', 401, '<html><title>Access denied</title></html>'),
	ofStatus('geo', 403, '<html><title>Access denied</title></html>'),
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((c) =>
		ofCode(c),
	),
	...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'Z_DATA_ERROR'].map((c) => ofCode(c)),
	...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO'].map((c) => ofCode(c)),
	...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'].map((c) => ofCode(c)),
	...['HPE_HEADER_OVERFLOW', 'EWHATEVER', 'constructor', 'NOT_READY'].map((c) => ofCode(c)),
	ofCode('NOT_JSON', 'Unexpected token N'),
	ofCode('PLAIN_TEXT', '  pong\n pong '),
	ofCode('FILE', 'application/pdf'),
	ofCode('WEB_PAGE', '<title>Sign in</title><script>track()</script><h1>Welcome</h1>'),
	['A refusal with 200', createRefusalError('agents', REFUSAL)],
	['A refusal without words', createRefusalError('geo', {})],
	['A redirect to another host', errorForCode(way('geo'), '3xx', 302, 'https://a.b/')],
	['A stopped execution', cancelledError()],
	['A call that was lost', errorForCode(way('geo'), 'EPIPE').withAdvice(MAY_HAVE_RUN)],
	['No key', problemOf(() => prepareCredential({ apiKey: '' }))],
	['No base URL', problemOf(() => parseBaseUrl('geo', ''))],
	['A wrong proxy', problemOf(() => parseProxy('::'))],
];

beforeAll(async () => {
	const { error } = await readFrom(({ offset }) => rowsFrom(Number(offset), 1), { pageSize: 1 });
	if (error instanceof DescribedError) ERRORS.unshift(['A list that is too long', error]);
});

describe('What an error says', () => {
	it('is in the committed snapshot, word for word, which people read', () => {
		const texts = ERRORS.map(([what, { message, description, forModel }]) => {
			const model = forModel === description ? [] : [`For a model: ${forModel}`];
			return [`# ${what}`, message, description, ...model].join('\n');
		});
		expect(texts.join('\n\n')).toMatchSnapshot();
	});

	it('is whole, and leaves to models alone what would make them do harm', () => {
		for (const [what, { description, forModel }] of ERRORS) {
			expect(description).toMatch(/[A-Z].*\.$/s);
			expect(description).not.toMatch(/again later|the tool|[{}]/);
			const doesHarm = /, 429$|was lost$/.test(what);
			expect(forModel).not.toMatch(/'Options'|'Settings'|from the list/);
			expect(/Do not call the tool again/.test(forModel)).toBe(doesHarm);
		}
	});

	it('quotes 100 characters of an answer', () => {
		const quoteOf = (text: string) => errorForCode(way('geo'), 'PLAIN_TEXT', 200, text).message;
		expect(quoteOf('a'.repeat(100))).toContain(`: "${'a'.repeat(100)}"`);
		expect(quoteOf('a'.repeat(101))).toContain(`: "${'a'.repeat(99)}…"`);
	});
});

const isContext = (value: object): value is IExecuteFunctions => 'continueOnFail' in value;

/** A node that is set to continue, or not. */
function contextOf(continues: boolean, { type }: Pick<INode, 'type'> = NODE): IExecuteFunctions {
	const context = { getNode: () => ({ ...NODE, type }), continueOnFail: () => continues };
	if (!isContext(context)) throw new Error('Not a context');
	return context;
}

const NO_ACCESS = new ServiceError('No access', 'Use another key.', 403);

/** What a function throws. */
function thrownBy(act: () => unknown): unknown {
	try {
		return act();
	} catch (error) {
		return error;
	}
}

describe('What stands for an item that failed', () => {
	it.each<[unknown, object]>([
		[NO_ACCESS, { error: 'No access', message: 'Use another key.' }],
		[new ServiceError('No access', ''), { error: 'No access' }],
		[new Error('No access'), { error: 'No access' }],
	])('is what happened and what to do, linked to the item: %s', (cause, json) => {
		expect(toErrorItem(contextOf(true), cause, 3)).toEqual({ json, pairedItem: { item: 3 } });
	});

	it('is an error with the item, unless the node is set to continue', () => {
		expect(thrownBy(() => toErrorItem(contextOf(false), NO_ACCESS, 3))).toMatchObject({
			message: 'No access',
			context: { itemIndex: 3 },
		});
	});
});

const LONGEST = 200;

const PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title><style>h1 { color: red }</style>
<script type="text/javascript">var a = 1 < 2;</script></head>
<body class="x"><h1>The upstream is down</h1><hr/>nginx</body></html>`;

describe('The words of the service in an answer', () => {
	const field = { loc: ['body', 'order_by', 0, 'field'], msg: 'Unknown', type: 'value_error' };
	const errors = Array.from({ length: 20 }, (_, index) => `Error ${String(index)}`);

	it.each<[JsonValue, string[]]>([
		[{ detail: 'Invalid API key' }, ['Invalid API key']],
		[{ detail: [{ ...field, loc: ['body', 'view'] }] }, ['view: Unknown']],
		[{ detail: [field, 'Two'] }, ['order_by.0.field: Unknown', 'Two']],
		[{ error: 'Forbidden' }, ['Forbidden']],
		[{ error: { code: 403, message: 'No access' } }, ['No access']],
		[{ errors: ['One', 'Two'] }, ['One', 'Two']],
		[{ errors: [{ message: 'One' }, { msg: 'Two' }] }, ['One', 'Two']],
		[{ errors: [{ detail: 'One' }, { error: 'Two' }] }, ['One', 'Two']],
		[{ errors: [{ loc: ['query', 'limit'], message: 'High' }] }, ['limit: High']],
		[{ detail: [{ ...field, loc: ['body', 12] }] }, ['body → 12: Unknown']],
		[{ detail: [{ ...field, loc: ['body'] }] }, ['body: Unknown']],
		[{ detail: [{ ...field, loc: ['header', 'x'] }] }, ['header → x: Unknown']],
		[
			[{ msg: 'One' }, 'Two'],
			['One', 'Two'],
		],
		['Service unavailable', ['Service unavailable']],
		[{ message: 'Second', detail: 'First' }, ['First', 'Second']],
		[{ errors: ['High', 'Odd'], message: 'Wrong', error: 'Odd' }, ['Wrong', 'Odd', 'High']],
		[{ errors: { limit: ['High'] } }, ['{"errors":{"limit":["High"]}}']],
		[{ error: { code: 3 } }, ['{"error":{"code":3}}']],
		[{ message: '', code: 7 }, ['{"message":"","code":7}']],
		[[1, 2], ['[1,2]']],
		[{ detail: '', message: 'Real words' }, ['Real words']],
		[{ message: 'rank < 5 and visibility > 0 needed' }, ['rank < 5 and visibility > 0 needed']],
		[{ message: '<b>No</b> access<br/>here' }, ['No access here']],
		[null, []],
		[{ errors }, errors.slice(0, 10)],
	])('are read in %j', (body, lines) => {
		expect(errorMessagesIn(JSON.stringify(body), body)).toEqual(lines);
	});

	it.each([
		['a plain text', '  upstream error\n or so ', ['upstream error or so']],
		['a page, without scripts', PAGE, ['502 Bad Gateway The upstream is down nginx']],
		['a script that has no end', '<p>Down</p><script>var secret = 1', ['Down']],
		['nothing but markup', '<html><body> </body></html>', []],
		['nothing', '  \n\t ', []],
	])('are read in %s', (_what, text, lines) => {
		expect(errorMessagesIn(text, undefined)).toEqual(lines);
	});

	it('are found in a hostile answer', () => {
		const deep = '{"errors":'.repeat(5000) + '"end"' + '}'.repeat(5000);
		expect(errorMessagesIn(deep, jsonParse<JsonValue>(deep))[0]).toMatch(/^\{"errors":.*…$/);
	});

	const silent = (count: number) => Array.from({ length: count }, () => ({ message: { code: 1 } }));

	it.each<[string, JsonValue]>([
		['a list', silent(300_000)],
		['lists in lists', Array<JsonValue>(100).fill(Array<JsonValue>(100).fill(silent(30)))],
	])('are looked for among hundreds of thousands of entries without any in %s', (_what, errors) => {
		const start = userTime();
		expect(errorMessagesIn('{}', { errors })).toEqual(['{}']);
		// Entry by entry it would take many seconds, in which n8n does nothing else.
		expect(userTime() - start).toBeLessThan(3_000);
	});

	it('are looked for in ten entries of a list', () => {
		const linesAfter = (length: number) =>
			errorMessagesIn('{}', { errors: [...Array<JsonValue>(length).fill({ a: 1 }), 'No name'] });
		expect([linesAfter(9), linesAfter(10)]).toEqual([['No name'], ['{}']]);
	});

	it('are cut after 200 characters, and between two, never inside one', () => {
		const lineOf = (message: string) => errorMessagesIn('', { message }).join('\n');
		expect(lineOf('a'.repeat(LONGEST))).toBe('a'.repeat(LONGEST));
		expect(lineOf('a'.repeat(LONGEST + 1))).toBe(`${'a'.repeat(LONGEST - 1)}…`);
		expect(lineOf(`${'a'.repeat(LONGEST - 2)}😀😀`)).toBe(`${'a'.repeat(LONGEST - 2)}…`);
	});

	it('are found in a large hostile page in no time that grows with its square', () => {
		const start = Date.now();
		errorMessagesIn('<script '.repeat(100_000), undefined);
		errorMessagesIn('<'.repeat(1_000_000), undefined);
		errorMessagesIn('', { message: '<style '.repeat(100_000) });
		// Squared, a million characters would take many minutes, on any machine.
		expect(Date.now() - start).toBeLessThan(20_000);
	});

	it.each<[string, JsonValue]>([
		['scripts', '<script '.repeat(2_500)],
		['tags', '<a'.repeat(10_000)],
		['ends of scripts', `<script>${'</script '.repeat(2_000)}`],
		['nothing but tags', '<p>'],
	])('are looked for in ten texts of a body of %s', (_what, message) => {
		const texts = Array<JsonValue>(10).fill({ detail: message, message, error: message });
		const errors = Array<JsonValue>(10).fill({ errors: texts });
		const start = userTime();
		expect(errorMessagesIn('', { errors: [...errors, 'Never seen'] })).toBeDefined();
		expect(userTime() - start).toBeLessThan(300);
		const late = [...Array<JsonValue>(9).fill({ detail: '<p>', message: '<p>' }), 'Eleventh'];
		expect(errorMessagesIn('', { errors: late })).not.toContain('Eleventh');
	});

	it('are short, trimmed lines for any JSON', () => {
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
			for (const line of errorMessagesIn(body, jsonParse<JsonValue>(body))) {
				expect(line.length).toBeGreaterThan(0);
				expect(line.length).toBeLessThanOrEqual(LONGEST);
				expect(line).toBe(line.trim());
			}
		};
		fc.assert(fc.property(bodies, check), { numRuns: samples(200) });
	});

	it('are at most one short line for any text that is no JSON', () => {
		const check = (text: string) => {
			const lines = errorMessagesIn(text, undefined);
			expect(lines.length).toBeLessThanOrEqual(1);
			expect(lines.join('').length).toBeLessThanOrEqual(LONGEST);
		};
		fc.assert(fc.property(anyText({ maxLength: 600 }), check));
	});
});
