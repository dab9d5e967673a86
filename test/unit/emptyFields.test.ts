import type { JsonObject } from 'n8n-workflow';
import { emptyFieldsNotice } from '../../nodes/shared/run/emptyFields';
import { subtitleBy, subtitleOf } from '../../nodes/shared/run/pickers';
import { planOf } from './plans';

describe('Fields that were selected', () => {
	const words = (names: string) => `No record has a value in ${names}.`;

	it.each<[string, JsonObject[], string | undefined]>([
		['empty in all records', [{ a: null }, {}], "'a', 'b'"],
		['empty in all but one', [{ a: null, b: 1 }, {}, { a: 0 }], undefined],
		['empty in all, one of them', [{ a: '' }, { b: null }], "'b'"],
		['there', [{ a: 1, b: false }], undefined],
		['those of no record', [], undefined],
	])('are %s', (_what, records, names) => {
		expect(emptyFieldsNotice(records, ['a', 'b'])).toEqual(
			names === undefined
				? undefined
				: {
						message: words(names),
						details:
							"Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.",
					},
		);
	});
});

describe('The line below the name of a node', () => {
	const entry = (name: string, value: string) => ({ name, value });

	it('names what was chosen in each field', () => {
		const fields = { type: [entry('One', '1'), entry('Two', '2')], by: [entry('Day', 'day')] };
		expect(subtitleBy(fields)).toBe(
			'={{ ({"1":"One","2":"Two"})[$parameter["type"]] + ": " + ({"day":"Day"})[$parameter["by"]] }}',
		);
	});

	it('names the operation, then the resource', () => {
		const operation = (name: string, value: string) => ({
			...{ name, value, action: '', description: '', toolDescription: '', fields: [] },
			plan: () => planOf(),
		});
		expect(
			subtitleOf([
				{ name: 'Task', value: 'task', operations: [operation('Get Many', 'getAll')] },
				{ name: 'Endpoint', value: 'endpoint', operations: [operation('Call', 'call')] },
			]),
		).toBe(
			'={{ ({"getAll":"Get Many","call":"Call"})[$parameter["operation"]] + ": " + ({"task":"Task","endpoint":"Endpoint"})[$parameter["resource"]] }}',
		);
	});
});
