import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Look } from '../../nodes/shared/answer/look';
import { type Notice, noticeAbout } from '../../nodes/shared/base';
import { noListRemark } from '../../nodes/shared/answer/answerRemarks';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/list/paging';
import { readFrom, type Reader } from './pageServer';

describe('A response without a list of records', () => {
	it.each<[JsonValue, 'gap' | 'note']>([
		[{}, 'gap'],
		[{ data: {} }, 'gap'],
		[{ score: 5 }, 'note'],
		[{ nested: { far: { away: [{ id: 1 }] } } }, 'note'],
	])('%j, where one has to be, is a %s', (body, kind) => {
		expect(noListRemark(body, 'list').kind).toBe(kind);
	});

	it('is no gap where the response may be one record', () => {
		expect(noListRemark({}, 'record').kind).toBe('note');
	});

	it.each<[JsonValue, RegExp]>([
		[{ score: 5 }, /found no list .* one item\.$/],
		[{ nested: { far: { away: [{ id: 1 }] } } }, /one item\. .*nested\.far\.away/],
		[{}, /there are no items\. ./],
	])('%j is told with advice, where there is something to do: %s', (body, words) => {
		expect(noListRemark(body, 'list').message).toMatch(words);
	});
});

describe('A remark about a part of what was read', () => {
	it('says what it is about', () => {
		const about = (remark: Notice) => noticeAbout(remark, 'the project Tea');
		expect(about({ kind: 'gap', message: 'Some are missing.' })).toEqual({
			kind: 'gap',
			message: 'Some are missing. This is about the project Tea.',
		});
	});
});

describe('A first response without a list of records', () => {
	const PAGES = { paging: LIMIT_AND_OFFSET };
	const ONE = { paging: undefined };
	const DEEP = { view: 'list', nested: { far: { away: [{ id: 1 }] } } };

	it.each<[Look['kind'], string, Partial<Reader>, JsonObject, string[]]>([
		['list', 'asked for in pages', PAGES, { score: 5 }, ['note']],
		['list', 'asked for at once', ONE, { score: 5 }, ['note']],
		['any', 'asked for in pages', PAGES, { score: 5 }, ['note']],
		['any', 'asked for at once', ONE, { score: 5 }, []],
		['any', 'asked for at once', ONE, DEEP, ['note']],
		['record', 'asked for at once', ONE, { score: 5 }, []],
		['record', 'asked for at once', ONE, DEEP, []],
	])('of the kind %s, %s, is one item: %#', async (kind, _how, reader, body, said) => {
		const { records, kinds } = await readFrom(() => body, { ...reader, look: { kind } });
		expect(records).toEqual([body]);
		expect(kinds).toEqual(said);
	});

	it('and without content is a gap where it was asked for in pages', async () => {
		for (const kind of ['list', 'any'] as const) {
			expect((await readFrom(() => ({}), { look: { kind } })).kinds).toEqual(['gap']);
		}
	});

	it('says nothing more where it is null', async () => {
		const { pages, records, remarks } = await readFrom(() => null);
		expect({ pages, records, remarks }).toEqual({ pages: [], records: [], remarks: [] });
	});
});
