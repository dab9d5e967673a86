import type { JsonObject, JsonValue } from 'n8n-workflow';
import { wordsOf } from '../../nodes/shared/answer/words';
import { readFrom, rowsFrom, slice } from './pageServer';

describe('What an answer without records says', () => {
	it.each<[JsonValue, string | undefined]>([
		[{ data: [], message: 'Quota exceeded' }, 'Quota exceeded'],
		[{ data: [], Msg: ' Quota exceeded\n' }, 'Quota exceeded'],
		[{ data: [], detail: 'Key expired', message: '' }, 'Key expired'],
		[{ data: [], details: 'Key expired' }, 'Key expired'],
		[{ data: [], reason: 'No access' }, 'No access'],
		[{ data: [], warning: '247 are hidden' }, '247 are hidden'],
		[{ data: [], notices: ['247 are hidden'] }, '247 are hidden'],
		[{ data: [], meta: { reason: 'No access' } }, 'No access'],
		[{ data: [], metadata: { message: 'No access' } }, 'No access'],
		[{ data: [], message: 'Done for this month: no quota' }, 'Done for this month: no quota'],
		[
			{ data: [], message: 'The index is ok now, the data is old' },
			'The index is ok now, the data is old',
		],
		[{ data: [], status: { code: 7, message: 'Not done' } }, 'Not done'],
		[{ data: [], message: 'Request was not successful' }, 'Request was not successful'],
		[{ data: [], message: 'Unsuccessful' }, 'Unsuccessful'],
		[{ data: [], message: 'x'.repeat(300) }, 'x'.repeat(200)],
		[{ data: [], notice: '247 are hidden' }, '247 are hidden'],
		[{ data: [], meta: { warnings: ['Cut at 3', { message: 'Old' }, 7] } }, 'Cut at 3 Old'],
		[{ data: [], warnings: [] }, undefined],
		[{ data: [], message: 'OK' }, undefined],
		[{ data: [], message: 'Request successful!' }, undefined],
		[{ data: [], status: 'success' }, undefined],
		[{ data: [], message: 'Prompts retrieved successfully.' }, undefined],
		[{ data: [], message: { text: 'Quota' }, status: 'open', title: 'Prompts' }, undefined],
		[{ data: [], messages: 3, detail: null }, undefined],
		[[], undefined],
		[null, undefined],
	])('is read from %j', (body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it('is told where there are no records at all', async () => {
		const { records, remarks } = await readFrom(() => ({ data: [], message: 'Quota exceeded' }));
		expect(records).toEqual([]);
		expect(remarks).toEqual([
			{ kind: 'note', message: 'The service returned no records and says: Quota exceeded' },
		]);
	});

	it('is told once where it is a warning', async () => {
		const { remarks } = await readFrom(() => ({ data: [], notice: '247 are hidden' }));
		expect(remarks).toEqual([
			{ kind: 'note', message: 'The service returned no records and says: 247 are hidden' },
		]);
	});

	it('is told where it comes in place of a page', async () => {
		const rows = rowsFrom(0, 200);
		const { records, remarks } = await readFrom((page) => ({
			data: slice(rows, page),
			message: Number(page.offset) < 200 ? 'Rows' : 'Quota exceeded',
		}));
		expect(records).toEqual(rows);
		expect(remarks.map(({ message }) => message)).toEqual([
			'The service returned no more than 200 records and says: Quota exceeded',
		]);
	});

	it('is not told where it says the same with records', async () => {
		const rows = rowsFrom(0, 200);
		const { remarks } = await readFrom((page) => ({ data: slice(rows, page), message: 'Rows' }));
		expect(remarks).toEqual([]);
	});

	it.each<[JsonObject]>([
		[{ notice: '247 are hidden' }],
		[{ meta: { warnings: ['247 are hidden'] } }],
		[{ warning: '247 are hidden', message: 'Prompts' }],
	])('is told with records if it is a warning: %j', async (beside) => {
		const { remarks } = await readFrom((page) => ({
			data: slice(rowsFrom(0, 3), page),
			...beside,
		}));
		expect(remarks).toEqual([
			{ kind: 'note', message: 'The service returned records and says: 247 are hidden' },
		]);
	});
});
