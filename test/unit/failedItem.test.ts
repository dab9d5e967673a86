import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { failedItem, failureText } from '../../nodes/shared/run/failedItem';

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
