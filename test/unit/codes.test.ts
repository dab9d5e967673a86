import type { JsonValue } from 'n8n-workflow';
import type { Look } from '../../nodes/shared/answer/look';
import { readAnswer, type Reading } from '../../nodes/shared/answer/readAnswer';

const RECORDS = [{ id: 'a' }, { id: 'b' }];

const read = (body: JsonValue, kind: Look['kind'] = 'list', isWrite = false): Reading =>
	readAnswer(
		{ body, headers: {}, size: 0 },
		{ api: 'geo', names: ['prompts'], at: '', kind, isWrite },
	);

describe('An empty list that comes with a code', () => {
	it.each(
		'QUOTA_EXCEEDED quota PlanLimit E1234 NOT_READY NOT_OK NODE_DOWN INCOMPLETE UNFINISHED PARTIAL_SUCCESS'.split(
			' ',
		),
	)('is not believed: %s', (code) => {
		for (const kind of ['list', 'any'] as const) {
			expect(read({ code, data: [] }, kind)).toMatchObject({
				records: [],
				remarks: [
					{
						kind: 'gap',
						message: `The service returned no records and the code ${code}.`,
					},
				],
			});
		}
	});

	it('is not believed where there are blanks around the code', () => {
		expect(read({ code: ' QUOTA_EXCEEDED\n', data: [] }).remarks).toMatchObject([
			{ kind: 'gap', message: expect.stringContaining(' code QUOTA_EXCEEDED.') },
		]);
		expect(read({ code: ' success ', data: [] }).remarks).toEqual([]);
	});

	it.each(
		'ok OK success SUCCESS 200 0 00000 no_data NO_RESULTS EMPTY NOT_FOUND COMPLETED de EUR de-DE QUERY_OK HTTP_OK REQUEST_SUCCEEDED SUCCESS_200 Success. NoData noMatches'.split(
			' ',
		),
	)('is believed: %s', (code) => {
		expect(read({ code, data: [] })).toMatchObject({ records: [], remarks: [] });
	});

	it('is believed where the code is that of what the list lies in, or of what a call has done', () => {
		const project = { name: 'Acme', code: 'ACME_2', prompts: [] };
		expect(read(project).remarks).toEqual([]);
		expect(read({ code: 'QUEUED_JOB', data: [] }, 'any', true).remarks).toEqual([]);
		expect(read({ code: 'QUOTA_EXCEEDED', data: RECORDS }).remarks).toEqual([]);
	});

	it('says that records may be missing, if it is called an error', () => {
		expect(read({ error_code: 'QUOTA', data: RECORDS })).toMatchObject({
			records: RECORDS,
			remarks: [{ kind: 'gap' }],
		});
		expect(read({ error_code: 'SUCCESS', data: RECORDS }).remarks).toEqual([]);
	});
});
