import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { DescribedError, withPlace } from '../../nodes/shared/base/errors';
import type { Notice } from '../../nodes/shared/base/notices';
import { withMessages } from '../../nodes/shared/run/messageOutput';
import type { Operation, Output } from '../../nodes/shared/run/types';
import { linesOf } from './messages';
import { parametersOf } from './parametersOf';
import { planOf } from './plans';

const NODE: INode = {
	...{ id: 'n1', name: 'GEO', type: 'geo', typeVersion: 1, position: [0, 0], parameters: {} },
};

const isContext = (value: object): value is IExecuteFunctions => 'continueOnFail' in value;

const operationOf = (action: string): Operation => ({
	...{ name: 'Get', value: 'get', action, description: '', toolDescription: '', fields: [] },
	plan: () => planOf(),
});

/** Messages of outputs, made with these fields of the node. */
function write(
	outputs: readonly Output[],
	values: IDataObject = {},
	{ continues = true, action = 'Get many prompts' } = {},
) {
	const context = { getNode: () => NODE, continueOnFail: () => continues };
	if (!isContext(context)) throw new Error('Not a context');
	return withMessages(outputs, {
		...{ context, operation: operationOf(action) },
		parametersOf: () => parametersOf({ output: 'message', options: {}, ...values }),
	});
}

const output = (rest: Partial<Output> = {}): Output => ({
	...{ records: [{ name: 'A', score: 1 }], total: 1, isCut: false, isOpen: false, isRaw: false },
	...{ pages: [], errors: [], failed: [], notices: [], itemIndex: 0, ...rest },
});

const FAILED = { json: { error: 'No access', message: 'Use another key.' } };

/** The lines of the message that an output has. */
function textOf({ records: [{ text = null } = {}] }: Output): string[] {
	return typeof text === 'string' ? linesOf(text) : [];
}

describe('The message of an output', () => {
	it('takes the place of the records', () => {
		const given = output({
			total: 5,
			isCut: true,
			itemIndex: 3,
			records: [{ name: 'A' }, { name: 'B' }],
		});
		const [{ records, ...rest } = output()] = write([given]);
		expect(rest).toEqual({
			total: 5,
			isCut: true,
			isOpen: false,
			isRaw: false,
			pages: [],
			errors: [],
			failed: [],
			notices: [],
			itemIndex: 3,
		});
		expect(records).toEqual([
			expect.objectContaining({ title: 'Prompts', rows: [{ name: 'A' }, { name: 'B' }] }),
		]);
	});

	it.each([
		['Get many prompts', 'Prompts'],
		['Get performance report', 'Performance report'],
		['Query tasks', 'Tasks'],
		['Forget Get many', 'Forget Get many'],
	])('for the action %s has the title %s', (action, title) => {
		expect(write([output()], {}, { action })[0]?.records[0]?.title).toBe(title);
	});

	it('is none where another output was chosen', () => {
		const outputs = [output(), output({ itemIndex: 1 })];
		expect(write(outputs, { output: 'records' })).toEqual(outputs);
	});

	it('says in the words of its reader what failed and what may be missing, and no more', () => {
		const failure = withPlace(new DescribedError('No access', "Change 'Key'."), 'a project', 'Tea');
		const notices: Notice[] = [
			{ message: "Turn on 'Return All'." },
			{ message: 'Some data may be missing.', details: "Set 'Limit'.", audience: 'reader' },
		];
		const given = output({ failed: [FAILED], errors: [failure, new Error('No')], notices });
		const [first = output()] = write([given]);
		expect(textOf(first).slice(-3)).toEqual([
			expect.stringContaining('Tea could not be read, so it is missing here.'),
			expect.stringContaining('Some data could not be read, so it is missing here.'),
			expect.stringContaining('Some data may be missing.'),
		]);
		expect(textOf(first).join()).not.toMatch(/'(Return All|Limit|Key)'|No access/);
		expect(first.failed).toEqual([FAILED]);
	});

	it('has the notes of its own item, where there are several', () => {
		const noted = (message: string) => output({ notices: [{ message, audience: 'reader' }] });
		const texts = write([noted('One is missing.'), noted('Two are missing.')]).map(textOf);
		expect(texts.map((lines) => lines.join())).toEqual([
			expect.stringMatching(/^(?!.*Two).*One is missing/),
			expect.stringMatching(/^(?!.*One).*Two are missing/),
		]);
	});

	it.each([
		[5, false, 'and 4 more'],
		[5, true, 'and at least 4 more'],
		[1, true, 'and perhaps more'],
	])(
		'says of a list that a limit has cut, of %s records (perhaps more: %s), that there are others',
		(total, isOpen, words) => {
			const [first = output()] = write([output({ total, isOpen, isCut: true })]);
			expect(textOf(first).join()).toContain(words);
		},
	);

	it('is there without records, unless there is only an error', () => {
		expect(write([output({ records: [] })])[0]?.records).toHaveLength(1);
		const failed = output({ records: [], failed: [FAILED] });
		expect(write([failed])).toEqual([failed]);
	});

	it('is an error where it cannot be written', () => {
		const values = { messageLanguage: 'no_such' };
		const [first] = write([output({ failed: [FAILED], total: 7, itemIndex: 2 })], values);
		expect(first).toEqual({
			...output({ records: [], total: 7, itemIndex: 2 }),
			failed: [
				FAILED,
				{
					json: { error: "There is no language 'no_such'", message: expect.any(String) },
					pairedItem: { item: 2 },
				},
			],
		});
		expect(() => write([output()], values, { continues: false })).toThrow('There is no language');
	});
});
