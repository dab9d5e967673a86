import type { INodeProperties } from 'n8n-workflow';
import { FieldReader } from '../../nodes/shared/form/reader';
import { problemOf } from './thrown';

const textField: INodeProperties = {
	...{ displayName: 'Some Text', name: 'field', type: 'string', default: '' },
};

const fieldOf = (change: Partial<INodeProperties>): INodeProperties => ({
	...textField,
	...change,
});

/** Reads one value, whatever the field. */
const readerOf = (value: unknown) => new FieldReader(() => value);

/** What the user is told. */
const saidTo = (act: () => unknown) => {
	const { message, description } = problemOf(act);
	return [message, description];
};

describe('A field that must not be empty', () => {
	it('is read without blanks around its text', () => {
		expect(readerOf(' a ').requiredText(textField)).toBe('a');
		expect(readerOf(0).requiredText(textField)).toBe('0');
	});

	it.each([['', ' ', null, undefined]])('is asked for where it is %j', (value) => {
		expect(saidTo(() => readerOf(value).requiredText(textField))).toEqual([
			...["'Some Text' is empty", "Enter a value in 'Some Text'."],
		]);
	});

	it('has the example of the field', () => {
		const field = fieldOf({ placeholder: 'e.g. coffee' });
		const [, description] = saidTo(() => readerOf('').requiredText(field));
		expect(description).toBe("Enter a value in 'Some Text', such as coffee.");
	});

	it('names the other way to fill it in, where there is one', () => {
		const mode = (displayName: string) => ({
			displayName,
			name: displayName,
			type: 'string' as const,
		});
		const modes = [mode('From List'), mode('By ID')];
		const field = fieldOf({ type: 'resourceLocator', modes });
		const [, description] = saidTo(() => readerOf({ mode: 'list', value: '' }).requiredText(field));
		expect(description).toBe("Choose one from the list of 'Some Text', or enter it with 'By ID'.");
	});
});

describe('A choice', () => {
	const entries = [{ value: 'one' }, { value: 'two' }];

	it('is the entry with the value', () => {
		expect(readerOf(' two ').choice(textField, entries)).toBe(entries[1]);
	});

	it('that is none names those that there are', () => {
		expect(saidTo(() => readerOf('three').choice(textField, entries))).toEqual([
			"'Some Text' has no entry 'three'",
			"Use one of one, two in 'Some Text'.",
		]);
	});

	it('that is empty is asked for', () => {
		expect(saidTo(() => readerOf(' ').choice(textField, entries))).toEqual([
			...["'Some Text' is empty", "Choose one from the list of 'Some Text'."],
		]);
	});

	it('that may be more than an entry says what', () => {
		const [, description] = saidTo(() => readerOf('x').choice(textField, entries, 'Try 1.'));
		expect(description).toBe('Try 1.');
	});
});

describe('A number that is none', () => {
	it.each<[Partial<INodeProperties>, string]>([
		[{ default: 5 }, "Enter a number in 'Some Text', such as 5."],
		[{ default: '' }, "Enter a number in 'Some Text'."],
		[{ default: {} }, "Enter a number in 'Some Text'."],
	])('has the default as an example: %j', (change, description) => {
		expect(saidTo(() => readerOf('x').number(fieldOf(change)))[1]).toBe(description);
	});
});

describe('What is picked', () => {
	const field = fieldOf({ type: 'resourceLocator' });

	it.each<[unknown, string, unknown]>([
		['plain', '', 'plain'],
		[null, '', null],
		[{ mode: ' id ', value: 'a' }, 'id', 'a'],
		[{ mode: 5, value: 'a' }, '', 'a'],
		[{ value: 'a' }, '', 'a'],
		[{ mode: 'list', value: { mode: 'id', value: 'a' } }, 'id', 'a'],
		[{ mode: 'list', value: { mode: ' ', value: 'a' } }, 'list', 'a'],
		[{ mode: 'list', value: { value: 'a' } }, 'list', { value: 'a' }],
	])('in %j has the mode %j and the value %j', (stored, mode, value) => {
		expect(readerOf(stored).locator(field)).toEqual({ mode, value });
		expect(readerOf(stored).value(field)).toEqual(value);
	});

	it('is only taken out of a field that is a picker', () => {
		expect(readerOf({ mode: 'id', value: 'a' }).value(textField)).toEqual({
			mode: 'id',
			value: 'a',
		});
	});
});

describe('A fixed collection', () => {
	const entry: INodeProperties = fieldOf({ name: 'entry', displayName: 'Entry', default: 'start' });
	const amount: INodeProperties = fieldOf({ name: 'amount', type: 'number', default: 7 });
	const inner = fieldOf({ name: 'inner', type: 'fixedCollection', default: { rows: {} } });
	const options = [{ displayName: 'Group', name: 'group', values: [entry] }];
	const field = fieldOf({ displayName: 'Outer', type: 'fixedCollection', options });

	it('without rows is read as a group of fields with their defaults', () => {
		const given = readerOf({ group: { entry: 'a', amount: '' } }).group(field);
		expect([given.text(entry), given.number(amount)]).toEqual(['a', 7]);
		expect(given.value(inner)).toEqual({});
		for (const stored of [{}, null, { other: { entry: 'a' } }, { group: 'a' }]) {
			expect(readerOf(stored).group(field).text(entry)).toBe('start');
		}
	});

	it('was added if it has its group', () => {
		expect(readerOf({ group: {} }).hasGroup(field)).toBe(true);
		expect(readerOf({ other: {} }).hasGroup(field)).toBe(false);
		expect(readerOf(null).hasGroup(field)).toBe(false);
	});

	it('with rows is read as their fields', () => {
		const rows = readerOf({ group: [{ entry: 'a' }, 'b', { entry: 'c' }] }).rows(field);
		expect(rows.map((row) => row.text(entry))).toEqual(['a', '', 'c']);
		for (const stored of [{}, null, { group: { entry: 'a' } }]) {
			expect(readerOf(stored).rows(field)).toEqual([]);
		}
	});

	it('without any group has none', () => {
		for (const bare of [fieldOf({}), fieldOf({ options: [] })]) {
			expect(readerOf({ group: [], '': [1], undefined: [1] }).rows(bare)).toHaveLength(1);
			expect(readerOf({ group: {} }).hasGroup(bare)).toBe(false);
		}
	});

	it('is where an error says that its fields are', () => {
		const [, description] = saidTo(() =>
			readerOf({ group: { entry: '' } })
				.group(field)
				.requiredText(entry),
		);
		expect(description).toBe("Enter a value in 'Outer' → 'Entry'.");
	});
});

describe('An entry of a collection', () => {
	it('is there unless it was left empty', () => {
		const field = fieldOf({ type: 'number', default: 5 });
		for (const value of [0, false, 'a', {}]) expect(readerOf(value).has(field)).toBe(true);
		for (const value of ['', ' ', null, undefined]) expect(readerOf(value).has(field)).toBe(false);
	});

	it('that is a number has its default, if it was not added, but does not count as there', () => {
		const options = [{ displayName: 'Group', name: 'group', values: [] }];
		const outer = fieldOf({ type: 'fixedCollection', options });
		const amount = fieldOf({ name: 'amount', type: 'number', default: 7 });
		const group = readerOf({ group: { amount: '' } }).group(outer);
		expect([group.number(amount), group.has(amount)]).toEqual([7, false]);
	});
});
