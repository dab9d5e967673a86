import { typedRow as typedRowOf } from '../../nodes/shared/form/bodyFields';
import { FieldReader } from '../../nodes/shared/form/reader';
import { isObject } from '../../nodes/shared/base/paths';
import { problemOf } from './thrown';

/** A row as n8n stores it. */
const typedRow = (row: unknown, label: string) =>
	typedRowOf(new FieldReader(({ name }) => (isObject(row) ? row[name] : undefined)), label);

describe('typedRow', () => {
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
		expect(typedRow({ name: 'view', value, type }, 'Body')).toEqual(['view', expected]);
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
		const problem = problemOf(() => typedRow(row, 'Query Parameters'));
		expect(problem.message).toBe(`'Query Parameters → view' is not of the type ${type}`);
		expect(problem.description).toMatch(
			/^Enter a value of the type \w+ in '.+', or choose another type for the row\.$/,
		);
	});

	it.each([['x'], [''], ['{a: 1}'], [undefined]])(
		'of type json refuses %j and names label and row',
		(value) => {
			const problem = problemOf(() => typedRow({ name: 'view', value, type: 'json' }, 'Body'));
			expect(problem.message).toBe("'Body → view' is not valid JSON");
		},
	);

	it.each(['text', 'number', 'boolean', 'json'])(
		'of type %s refuses an object in a text',
		(type) => {
			const row = { name: 'view', value: '"[object Object]"', type };
			expect(problemOf(() => typedRow(row, 'Body')).message).toMatch(
				/^'Body → view' has a text that /,
			);
		},
	);

	it('makes ISO text of a date in a row of type text', () => {
		const row = { name: 'start_date', value: new Date(0), type: 'text' };
		expect(typedRow(row, 'Body')).toEqual(['start_date', '1970-01-01T00:00:00.000Z']);
	});

	it.each([
		[{ name: '', value: 1 }],
		[{ name: '  ' }],
		[{ value: 1 }],
		[{ name: 7 }],
		[null],
		['x'],
	])('refuses the row %j, which has no name', (row) => {
		const problem = problemOf(() => typedRow(row, 'Body'));
		expect(problem.message).toBe("A row of 'Body' has no name");
		expect(problem.description).toBe('Name the row, or remove it.');
	});

	it('drops blanks around the name', () => {
		expect(typedRow({ name: ' view ', value: 'list', type: 'text' }, 'Body')[0]).toBe('view');
	});

	it('keeps a row named __proto__ harmless', () => {
		const row = { name: '__proto__', value: '{"polluted": true}', type: 'json' };
		const made = Object.fromEntries([typedRow(row, 'Body')]);
		expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
		expect('polluted' in {}).toBe(false);
	});
});
