import { readRows, rowsField } from '../../nodes/shared/form/bodyFields';
import { FieldReader } from '../../nodes/shared/form/reader';
import { problemOf } from './thrown';

/** What a row says, as n8n stores it. */
const readRow = (row: unknown, label: string) =>
	readRows(
		new FieldReader(() => ({ field: [row] })),
		rowsField(label, 'rows', 'What they are for'),
	);

describe('A row', () => {
	it.each([
		['text', 'open', 'open'],
		['text', '', ''],
		['text', 5, '5'],
		['text', true, 'true'],
		['text', ' blanks stay ', ' blanks stay '],
		['text', '[1]', '[1]'],
		['text', undefined, ''],
		['number', 5, 5],
		['number', '5', 5],
		['number', '-1.5', -1.5],
		['number', 0, 0],
		['number', '9007199254740991', 9007199254740991],
		['boolean', true, true],
		['boolean', 'true', true],
		['boolean', 'false', false],
		['boolean', 'yes', true],
		['boolean', 0, false],
		['json', '["a", 1]', ['a', 1]],
		['json', ['a', 1], ['a', 1]],
		['json', '{"a": {"b": null}}', { a: { b: null } }],
		['json', { a: { b: null } }, { a: { b: null } }],
		['json', 'null', null],
		['json', '"5"', '5'],
		['json', new Date(0), '1970-01-01T00:00:00.000Z'],
		['a type that rows do not have', 5, '5'],
		[undefined, 5, '5'],
	])('of type %s makes of %j the value %j', (type, value, expected) => {
		expect(readRow({ name: 'view', value, type }, 'Body')).toEqual({ view: expected });
	});

	it.each([
		['Text', null],
		['Text', { a: 1 }],
		['Number', 'x'],
		['Number', 'true'],
		['Number', { a: 1 }],
		['Number', ''],
		['Number', ' '],
		['Number', [1]],
		['Number', '0xFFFFFFFFFFFFFFFF'],
		['Number', ' 12345678901234567890 '],
		['Boolean', 'perhaps'],
		['Boolean', 5],
		['Boolean', ''],
		['Boolean', [1]],
	])('of type %s refuses %j and names label, row and type', (type, value) => {
		const row = { name: 'view', value, type: type.toLowerCase() };
		const problem = problemOf(() => readRow(row, 'Query Parameters'));
		expect(problem.message).toBe(`'Query Parameters → view' is not of the type ${type}`);
		expect(problem.description).toBe('Enter another value, or choose another type for the row.');
	});

	it.each([['x'], [''], ['{a: 1}'], [undefined]])(
		'of type json refuses %j and names label and row',
		(value) => {
			const problem = problemOf(() => readRow({ name: 'view', value, type: 'json' }, 'Body'));
			expect(problem.message).toBe("'Body → view' is not valid JSON");
		},
	);

	it.each(['text', 'number', 'boolean', 'json'])(
		'of type %s refuses an object in a text',
		(type) => {
			const row = { name: 'view', value: '"[object Object]"', type };
			expect(problemOf(() => readRow(row, 'Body')).message).toMatch(
				/^'Body → view' has a text that /,
			);
		},
	);

	it('makes ISO text of a date in a row of type text', () => {
		const row = { name: 'start_date', value: new Date(0), type: 'text' };
		expect(readRow(row, 'Body')).toEqual({ start_date: '1970-01-01T00:00:00.000Z' });
	});

	it.each([[{ name: '', value: 1 }], [{ name: '  ' }], [{ value: 1 }], [null], ['x']])(
		'refuses the row %j, which has no name',
		(row) => {
			const problem = problemOf(() => readRow(row, 'Body'));
			expect(problem.message).toBe("'Name' is empty");
			expect(problem.description).toBe("Enter a value in 'Body' → 'Name', such as status.");
		},
	);

	it('drops blanks around the name', () => {
		expect(readRow({ name: ' view ', value: 'list', type: 'text' }, 'Body')).toEqual({
			view: 'list',
		});
	});

	it('keeps a row named __proto__ harmless', () => {
		const row = { name: '__proto__', value: '{"polluted": true}', type: 'json' };
		const made = readRow(row, 'Body');
		expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
		expect('polluted' in {}).toBe(false);
	});
});
