import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { baseUrlOf } from '../../nodes/shared/api/address';
import { accessWith } from '../../nodes/shared/api/credential';
import {
	cancelledError,
	codeError,
	MAY_HAVE_RUN,
	redirectError,
	refusedError,
	statusError,
} from '../../nodes/shared/api/serviceErrors';
import { proxyOf } from '../../nodes/shared/api/settings';
import { DescribedError, isPlace, ServiceError, withPlace } from '../../nodes/shared/base/errors';
import { asListError, asNodeError } from '../../nodes/shared/base/nodeErrors';
import { NO_LIST_ERROR, noEndError, tooLongError } from '../../nodes/shared/reading/notices';
import { failedItem, failureText } from '../../nodes/shared/run/failedItem';
import { problemOf } from './thrown';

const ADVICE = { forPeople: "Change 'Limit'.", forModel: 'Change "Limit".' };

describe('The place of an error', () => {
	it.each([
		['a wrong field', new DescribedError("'Limit' is too high", ADVICE)],
		['a refusal', new ServiceError("'Limit' is too high", ADVICE, 422)],
	])('is a line of its own below what to do about %s', (_what, error) => {
		const placed = withPlace(error, "project 'Tea'", 'Tea');
		expect(placed).toBeInstanceOf(error.constructor);
		expect(placed).toMatchObject({
			message: "'Limit' is too high",
			description: "Change 'Limit'.\nThis happened in project 'Tea'.",
			forModel: 'Change "Limit".\nThis happened in project \'Tea\'.',
			missing: 'Tea',
			...('status' in error && { status: 422 }),
		});
	});

	it('is not added to an error that says nothing of what to do', () => {
		const error = new Error('No');
		expect(withPlace(error, "project 'Tea'", 'Tea')).toBe(error);
	});

	it('is told from the other lines', () => {
		const placed = withPlace(new DescribedError('No', 'Wait.'), 'page 2', 'Page 2');
		const lines = placed instanceof DescribedError ? placed.description.split('\n') : [];
		expect(lines.map(isPlace)).toEqual([false, true]);
	});
});

describe('Errors of n8n', () => {
	const NODE: INode = {
		...{ id: 'n1', name: 'Agents', type: 'agents', typeVersion: 1, position: [0, 0] },
		parameters: {},
	};
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

	describe("n8n's error", () => {
		it.each([
			['a wrong entry', EMPTY, NodeOperationError],
			['a refusal', NO_ACCESS, NodeApiError],
			['an answer that did not come', NO_ANSWER, NodeApiError],
		])('for %s says what happened and what to do, and has the item', (_what, cause, kind) => {
			const error = asNodeError(NODE, cause, 3);
			expect(error).toBeInstanceOf(kind);
			const { message, description } = cause;
			expect(shown(error)).toEqual({ message, description, item: 3 });
		});

		it.each([
			['a refusal', NO_ACCESS, '403'],
			['an answer that did not come', NO_ANSWER, null],
		])('for %s has its status', (_what, cause, status) => {
			expect(asNodeError(NODE, cause)).toHaveProperty('httpCode', status);
		});

		it.each([
			["'Path' is empty. Tell the user.", EMPTY],
			['No answer. Tell the user.', NO_ANSWER],
		])('says all in the message where a model reads it: %s', (message, cause) => {
			const { forModel } = ADVICE;
			expect(shown(asNodeError(TOOL, cause, 0))).toEqual({
				message,
				description: forModel,
				item: 0,
			});
		});

		it('says the same to a model where nothing is meant for it alone', () => {
			const cause = new DescribedError('Stopped', { ...ADVICE, forModel: '' });
			const { message, description } = cause;
			expect(shown(asNodeError(TOOL, cause))).toMatchObject({ message, description });
		});

		it('for any other error has its words and the item', () => {
			for (const cause of [new RangeError('Invalid array length'), 'Invalid array length']) {
				const error = asNodeError(NODE, cause, 2);
				expect(error).toBeInstanceOf(NodeOperationError);
				expect(shown(error)).toMatchObject({ message: 'Invalid array length', item: 2 });
			}
		});

		it('stays as it is', () => {
			const error = new NodeOperationError(NODE, 'No input');
			expect(asNodeError(NODE, error, 2)).toBe(error);
			expect(asListError(NODE, error)).toBe(error);
		});

		it('for a list in the editor is one whose description the editor shows', () => {
			for (const cause of [EMPTY, NO_ACCESS]) {
				const { message, description } = cause;
				const error = asListError(NODE, cause);
				expect(error).toBeInstanceOf(NodeApiError);
				expect(shown(error)).toMatchObject({ message, description });
			}
			expect(asListError(NODE, new Error('No list'))).toBeInstanceOf(NodeOperationError);
		});
	});
});

const way = { api: 'geo', url: 'https://host.example/v2/geo/x', timeout: 1500 } as const;
const answer = (status: number) => ({ status, headers: {}, text: '' });

type Named = readonly [what: string, error: DescribedError];

const STATUSES = [302, 400, 401, 403, 404, 408, 413, 418, 422, 500, 503];
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'HPE_INVALID_CONSTANT', 'CUT_SHORT'];

/** Errors of the connection to the service, and of reading a list, after which calling again does no harm. */
const ERRORS: readonly Named[] = [
	...STATUSES.map((status): Named => [`${status}`, statusError(way, answer(status), undefined)]),
	...CODES.map((code): Named => [code, codeError(way, code)]),
	['a proxy that is down', codeError({ ...way, proxy: proxyOf('http://p.example') }, 'ENOTFOUND')],
	['text', codeError(way, 'PLAIN_TEXT', 200, 'pong')],
	['a refusal with 200', refusedError('agents', { message: 'limit must be at most 50' })],
	['a redirect', redirectError(way, new URL('https://a.example'), 302, String)],
	['a stopped execution', cancelledError()],
	['no key', problemOf(() => accessWith({ apiKey: '' }))],
	['no base URL', problemOf(() => baseUrlOf('geo', ''))],
	['no list', NO_LIST_ERROR],
	['a list that is too long', tooLongError(1_000_000)],
	['a list without an end', noEndError(100_000, 1_000)],
	['a wrong proxy', problemOf(() => proxyOf('::'))],
];

describe('What an error tells the model of an agent', () => {
	it.each(ERRORS)('is the same as people are told, and not to try again: %s', (_what, error) => {
		expect(error.forModel).toBe(error.description);
		expect(error.description).toMatch(/[A-Z].*\.$/s);
		expect(error.description).not.toMatch(/again later|the tool|[{}]/);
	});

	it('is not to call again, where that does harm', () => {
		const limit = statusError(way, answer(429), undefined);
		const [meaning] = limit.description.split('\n');
		expect(limit.forModel).toBe(
			`${meaning}\nDo not call the tool again now. Tell the user to ask again later.`,
		);
		const { forModel, description } = codeError(way, 'EPIPE').with(MAY_HAVE_RUN);
		expect(forModel).toContain('Do not call the tool again before the user has checked that.');
		expect(description).not.toContain('the tool');
	});
});

const NODE: INode = {
	...{ id: 'n1', name: 'Agents', type: 'agents', typeVersion: 1, position: [0, 0] },
	parameters: {},
};

const isContext = (value: object): value is IExecuteFunctions => 'continueOnFail' in value;

/** A node that is set to continue, or not. */
function contextOf(continues: boolean): IExecuteFunctions {
	const context = { getNode: () => NODE, continueOnFail: () => continues };
	if (!isContext(context)) throw new Error('Not a context');
	return context;
}

const NO_ACCESS = new ServiceError('No access', 'Use another key.', 403);

describe('What stands for an item that failed', () => {
	it('is what happened and what to do, linked to the item', () => {
		expect(failedItem(contextOf(true), NO_ACCESS, 3)).toEqual({
			json: { error: 'No access', message: 'Use another key.' },
			pairedItem: { item: 3 },
		});
	});

	it.each<[string, unknown]>([
		['an error without advice', new ServiceError('No access', '')],
		['an error of another kind', new Error('No access')],
	])('has no empty message for %s', (_what, cause) => {
		const { json } = failedItem(contextOf(true), cause, 0);
		expect(json).not.toHaveProperty('message', '');
		expect(json.error).toBe('No access');
	});

	it('has plain words for what is nested too deeply', () => {
		const endless = (depth: number): number => 1 + endless(depth + 1);
		let thrown: unknown;
		try {
			endless(0);
		} catch (error) {
			thrown = error;
		}
		expect(failedItem(contextOf(true), thrown, 0).json).toEqual({
			error: 'What was sent or received is nested too deeply',
			message: "If it is the response, contact the service's support.",
		});
	});

	it('is an error with the item, unless the node is set to continue', () => {
		let thrown: unknown;
		try {
			failedItem(contextOf(false), NO_ACCESS, 3);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({ message: 'No access', context: { itemIndex: 3 } });
	});
});

describe('What is said of an item that failed', () => {
	it.each<[string, IDataObject]>([
		['No access.', { error: 'No access' }],
		['No access.', { error: 'No access.' }],
		['No access.', { error: 'No access', message: '' }],
		['No access. Use another key.', { error: 'No access', message: 'Use another key' }],
		['No access. Use another key.', { error: 'No access.', message: 'Use another key.' }],
		[
			'No access. Use another key.',
			{ error: 'No access. Use another key.', message: 'Use another key.' },
		],
		[
			'No access. Try later.',
			{ status: 403, error: 'No access', details: {}, message: 'Try later' },
		],
		['.', {}],
	])('is %j for %j', (text, json) => {
		expect(failureText({ json })).toBe(text);
	});

	it('says where it happened before what to do, which may be cut off', () => {
		const place = 'This happened in the project Tea (p1).';
		const error = new ServiceError('No access', `Use another key.\n${place}`, 403);
		const item = failedItem(contextOf(true), error, 0);
		expect(failureText(item)).toBe(`No access. ${place} Use another key.`);
	});
});
