import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { readPeriod } from '../../nodes/shared/form/dateRange';
import { periodBody } from '../../nodes/shared/form/period';
import { readOptions } from '../../nodes/shared/form/options';
import { Parameters } from '../../nodes/shared/form/parameters';
import { readMessage, RECORDS_AT } from '../../nodes/shared/form/output';
import { FieldReader } from '../../nodes/shared/form/reader';
import { restartingNames, restartsWatch } from '../../nodes/shared/watch/fields';
import { PAGE_SIZE } from '../../nodes/shared/reading';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';
import { valueAt } from './valueAt';

const isContext = (value: object): value is IExecuteFunctions => 'getNodeParameter' in value;

/** A node with these stored parameters; `reads` are the fields that n8n was asked for, with the item. */
function nodeWith(parameters: INodeParameters) {
	const reads: string[] = [];
	const context = {
		getNode: () => ({ parameters }),
		getTimezone: () => 'UTC',
		getNodeParameter(name: string, itemIndex: number) {
			reads.push(`${name} ${itemIndex}`);
			return valueAt(parameters, name);
		},
	};
	if (!isContext(context)) throw new Error('Not a context');
	return { parametersOf: Parameters.ofItems(context), reads };
}

const textField: INodeProperties = {
	...{ displayName: 'Some Text', name: 'field', type: 'string', default: '' },
};

const fieldOf = (
	type: INodeProperties['type'],
	change: Partial<INodeProperties> = {},
): INodeProperties => ({ ...textField, displayName: 'Some Field', type, ...change });

/** Reads one value. */
const readerOf = (value: unknown) => new FieldReader(() => value);

describe('The fields of several items', () => {
	it('have the same period for the whole run, also in a message that is written after midnight', () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T23:59:59Z'));
		try {
			const { parametersOf } = nodeWith({ dateRange: 'yesterday', output: 'message' });
			clock.mockReturnValue(Date.parse('2026-11-21T00:00:01Z'));
			expect(periodBody(readPeriod(parametersOf(0))).start_date).toBe('2026-11-19T00:00:00Z');
			const day = '2026-11-19';
			expect(readMessage(parametersOf(0), 'A')?.period).toEqual({ start: day, end: day });
		} finally {
			clock.mockRestore();
		}
	});

	it.each<[string, INodeParameters[string]]>([
		['text', 'a = b'],
		['a list', ['a', 'b']],
		['an object', { a: { b: [1, true, null] } }],
		['nothing', undefined],
	])('are read once where they hold %s without an expression', (_, field) => {
		const { parametersOf, reads } = nodeWith({ field });
		for (const itemIndex of [0, 1, 2]) {
			expect(parametersOf(itemIndex).value(textField)).toEqual(field ?? null);
		}
		expect(reads).toEqual(['field 0']);
	});

	it.each<[string, INodeParameters[string]]>([
		['it is one', '={{ 1 }}'],
		['it has one in a list', ['a', '={{ 1 }}']],
		['it has one deep inside', { rows: [{ value: { mode: 'id', value: '={{ 1 }}' } }] }],
	])('are read for each item where %s', (_, field) => {
		const { parametersOf, reads } = nodeWith({ other: 'fixed', field });
		for (const itemIndex of [0, 1]) parametersOf(itemIndex).value(textField);
		expect(reads).toEqual(['field 0', 'field 1']);
	});
});

describe('An expression that gives nothing', () => {
	const limit = fieldOf('number', { default: 50 });
	const picker = fieldOf('resourceLocator', { modes: [] });
	const rows: INodeProperties = {
		...fieldOf('fixedCollection'),
		options: [{ displayName: 'Row', name: 'row', values: [textField] }],
	};
	const given = (stored: INodeParameters, value: IDataObject) => parametersOf(value, { stored });
	const own = '={{ $json.none }}';

	it.each<[string, INodeParameters, IDataObject, (fields: Parameters) => unknown]>([
		['of a text', { field: own }, {}, (fields) => fields.requiredText(textField)],
		['of a choice', { field: own }, {}, (fields) => fields.choice(textField, [])],
		['of a number', { field: own }, { field: '' }, (fields) => fields.number(limit)],
		[
			'of a picker',
			{ field: { __rl: true, mode: 'id', value: own } },
			{ field: { mode: 'id', value: null } },
			(fields) => fields.requiredText(picker),
		],
		[
			'of a row',
			{ field: { row: [{ field: 'a' }, { field: own }] } },
			{ field: { row: [{ field: 'a' }, { field: ' ' }] } },
			(fields) => fields.rows(rows).map((row) => row.requiredText(textField)),
		],
		[
			'of a group',
			{ options: { field: { row: { field: own } } } },
			{ options: { field: { row: { field: '' } } } },
			(fields) => fields.options.group(rows).requiredText(textField),
		],
		[
			'of an option',
			{ options: { field: own } },
			{},
			({ options }) => options.requiredText(textField),
		],
	])('is said to do so: that %s', (_what, stored, values, read) => {
		const { message, description } = problemOf(() => read(given(stored, values)));
		expect(message).toMatch(/^The expression in 'Some (Text|Field)' gives nothing$/);
		expect(description).toMatch(/^Correct the expression in .*'Some (Text|Field)': /);
	});

	it.each<[INodeParameters, IDataObject]>([
		[{ field: '' }, { field: '' }],
		[{ field: '={{ $fromAI("Field") }}' }, { field: '' }],
	])('is not a field that is empty, or that a model left out: %j', (stored, values) => {
		const problem = problemOf(() => given(stored, values).requiredText(textField));
		expect(problem.message).toBe("'Some Text' is empty");
	});

	it('is not one that gives something wrong', () => {
		const problem = problemOf(() => given({ field: own }, { field: 'x' }).number(limit));
		expect(problem.message).toBe("'Some Field' is not a number");
	});
});

describe('A number', () => {
	it.each([
		[5, {}, 5],
		['5', {}, 5],
		[' -1.5 ', {}, -1.5],
		[0, { minValue: 0 }, 0],
		[100, { minValue: 0, maxValue: 100, numberPrecision: 0 }, 100],
	])('is read from %j in the range %j', (value, typeOptions, number) => {
		expect(readerOf(value).number(fieldOf('number', { typeOptions }))).toBe(number);
	});

	it.each([
		['ten', {}, 'a number'],
		['', {}, 'a number'],
		[null, {}, 'a number'],
		[true, {}, 'a number'],
		[[1], {}, 'a number'],
		[Infinity, {}, 'a number'],
		[-0.5, { minValue: 0 }, 'a number of 0 or more'],
		[1.5, { minValue: 1, numberPrecision: 0 }, 'a whole number of 1 or more'],
		[2 ** 53, { minValue: 1, numberPrecision: 0 }, 'a whole number of 1 or more'],
		[101, { minValue: 0, maxValue: 100, numberPrecision: 0 }, 'a whole number from 0 to 100'],
		[-1, { minValue: 0, maxValue: 100, numberPrecision: 0 }, 'a whole number from 0 to 100'],
	])(
		'is not read from %j in the range %j, and the error says the range',
		(value, typeOptions, wanted) => {
			const field = fieldOf('number', { typeOptions });
			const problem = problemOf(() => readerOf(value).number(field));
			expect(problem.message).toBe(`'Some Field' is not ${wanted}`);
			expect(problem.description).toBe(`Enter ${wanted} in 'Some Field'.`);
		},
	);
});

describe('A switch', () => {
	it.each([
		...[true, 'true', ' TRUE ', 1, '1', 'yes', 'Yes'].map((value) => [value, true] as const),
		...[false, 'false', 0, '0', 'no', '', ' ', null, undefined].map(
			(value) => [value, false] as const,
		),
	])('reads %j as %j', (value, flag) => {
		expect(readerOf(value).flag(fieldOf('boolean'))).toBe(flag);
	});

	it.each(['maybe', 2, [], {}, NaN])('refuses %j', (value) => {
		const problem = problemOf(() => readerOf(value).flag(fieldOf('boolean')));
		expect(problem.message).toBe("'Some Field' is neither true nor false");
	});
});

describe('Options', () => {
	const optionsOf = (options: INodeParameters) => nodeWith({ options }).parametersOf(0);

	it.each<[string, INodeParameters]>([
		['were not added', {}],
		['are empty', { maxRetries: '', timeout: ' ', pageSize: null, batching: {} }],
	])('have their defaults where they %s', (_, options) => {
		expect(readOptions(optionsOf(options))).toStrictEqual({
			settings: { ...DEFAULT_SETTINGS, proxy: undefined },
			...{ batch: { size: 5, interval: 0 }, reuse: true, flatten: false, pageSize: PAGE_SIZE },
		});
	});

	it('bound the requests at once only where Batching was added', () => {
		const { settings } = readOptions(optionsOf({ batching: { batch: {} } }));
		expect(settings.concurrency).toEqual({ start: 5, max: 5 });
	});

	it('are worked out each by itself, for each item only where they have an expression', () => {
		const options = { recordsAt: 'rows', proxy: '={{ $json.proxy }}' };
		const { parametersOf, reads } = nodeWith({ options });
		for (const itemIndex of [0, 1]) {
			const parameters = parametersOf(itemIndex);
			expect(parameters.options.text(RECORDS_AT)).toBe('rows');
		}
		expect(reads).toEqual(['options.recordsAt 0']);
	});

	it('say where they are when a value is wrong', () => {
		const batching = { batch: { batchSize: 0 } };
		const problem = problemOf(() => readOptions(optionsOf({ batching })));
		expect(problem.message).toBe("'Items per Batch' is not a whole number from 1 to 100");
		expect(problem.description).toContain(
			"in 'Options' → 'Batching' → 'Items per Batch', such as 5.",
		);
	});
});

describe('The mark of a field that starts a watch over', () => {
	const marked = restartsWatch({ ...textField, name: 'marked' });
	const copy = { ...marked, name: 'copy', displayOptions: {} };
	const options = [textField, restartsWatch({ ...textField, name: 'entry' })];

	it('is found on the field, on copies of it and in collections', () => {
		const fields = [marked, copy, textField, fieldOf('collection', { options })];
		expect(restartingNames(fields)).toEqual(['copy', 'entry', 'marked']);
	});

	it('does not get into the description', () => {
		expect(JSON.stringify(marked)).toBe(JSON.stringify({ ...textField, name: 'marked' }));
	});
});
