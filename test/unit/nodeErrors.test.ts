import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { asListError, asNodeError } from '../../nodes/shared/base/nodeErrors';

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
		expect(shown(asNodeError(TOOL, cause, 0))).toEqual({ message, description: forModel, item: 0 });
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
