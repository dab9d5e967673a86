import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fitNotes, lengthOf } from '../../nodes/shared/run/answerParts';
import { toolAnswer, type ToolResult } from '../../nodes/shared/run/toolAnswer';

const field = (name: string, displayName: string) => ({
	...{ name, displayName },
	...{ type: 'string' as const, default: '' },
});

const FILTER_BY = field('filterBy', 'Filter By');
const LIMIT = field('limit', 'Limit');

/** A limit has cut the records, and nobody knows how many more there are. */
const OPEN = { isCut: true, isOpen: true };

/** What a run gave of which nothing is known but these parts. */
const result = ({ records = [], ...rest }: Partial<ToolResult>): ToolResult => ({
	...{ records, total: records.length, isCut: false, isOpen: false, isRaw: false },
	...{ errors: [], notices: [], fields: [] },
	...rest,
});

const answer = (rest: Partial<ToolResult>, size = Infinity, form: 'list' | 'table' = 'table') =>
	toolAnswer(result(rest), { form, size });

const rows = (count: number, text = 'some text'): JsonObject[] =>
	Array.from({ length: count }, (_, id) => ({ id, text }));

/** The records of an answer in any form, and what is said about them. */
function read(items: JsonObject[]) {
	const [first = {}] = items;
	const { columns, rows: cells } = first;
	if (Array.isArray(columns) && Array.isArray(cells)) {
		const records = cells.map((row) =>
			Object.fromEntries(
				columns.map((name, place) => [
					typeof name === 'string' ? name : '',
					Array.isArray(row) ? row[place] : null,
				]),
			),
		);
		return { records, about: first };
	}
	const last = items.at(-1) ?? {};
	const isAbout = 'notes' in last || 'returned' in last;
	return { records: isAbout ? items.slice(0, -1) : items, about: isAbout ? last : {} };
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

const notesOf = ({ notes }: JsonObject): string => JSON.stringify(notes ?? []);

describe('The answer of a tool', () => {
	it('has the names of the fields once', () => {
		expect(answer({ records: rows(3) })).toEqual([
			{ columns: ['id', 'text'], rows: [0, 1, 2].map((id) => [id, 'some text']) },
		]);
	});

	it('has null where a record has no such field', () => {
		const records: JsonObject[] = [...rows(9), { id: 9, more: 1 }];
		expect(answer({ records })[0]?.rows).toContainEqual([9, null, 1]);
	});

	it.each<[string, JsonObject[]]>([
		['a single record', rows(1)],
		['records without a field in common', [{ a: 1 }, { b: 2 }, { c: 3 }]],
	])('is a list for %s, which is shorter', (_what, records) => {
		expect(answer({ records })).toEqual(records);
	});

	it('is a list if that is chosen, with the notes at its end', () => {
		const records = rows(3);
		expect(answer({ records, notices: ['The list changed'] }, Infinity, 'list')).toEqual([
			...records,
			{ notes: ['The list changed'] },
		]);
	});

	it('has the notices beside the table', () => {
		const [{ notes } = {}] = answer({ records: rows(3), notices: ['One', 'Two'] });
		expect(notes).toEqual(['One', 'Two']);
	});

	it.each([
		[
			'with which fields to request fewer',
			[LIMIT, FILTER_BY],
			"Request fewer at once with 'Filter By'. If that does not help, tell the user that the answer may not be complete.",
		],
		[
			'to tell the user, if no field helps',
			[],
			'Tell the user that the answer may not be complete.',
		],
	])('says before the notices that records may be missing, and %s', (_what, fields, todo) => {
		const notices = ['The service keeps some back'];
		const [{ notes } = {}] = answer({ records: rows(3), notices, missing: 'records', fields });
		expect(notes).toEqual([`Records may be missing; the reason is below. ${todo}`, ...notices]);
	});

	it('does not ask for fewer records where it is projects that may be missing', () => {
		const notices = ['The list of projects is cut off'];
		const fields = [LIMIT, FILTER_BY];
		const [{ notes } = {}] = answer({ records: rows(3), notices, missing: 'projects', fields });
		expect(notes).toEqual([
			'Projects may be missing; the reason is below. Tell the user that the answer may not be complete.',
			...notices,
		]);
	});

	it('says neither that no record matches nor to request fewer where all may be missing', () => {
		const notices = ['The service keeps all back'];
		const fields = [LIMIT, FILTER_BY];
		const [{ notes } = {}] = answer({ notices, missing: 'records', fields });
		expect(notes).toEqual([
			expect.stringMatching(/^Records may be missing.*below\. Tell the user/),
			'The service keeps all back',
		]);
	});

	it('says in words that there are no records', () => {
		expect(answer({ fields: [FILTER_BY] })).toEqual([
			{
				notes: [
					"No records match: the service returned none. If you expected some, check 'Filter By'.",
				],
			},
		]);
	});

	it('says what failed, and not that there are no records', () => {
		expect(answer({ errors: ['No access. Use another key.'] })).toEqual([
			{ notes: ['Failed: No access. Use another key.'] },
		]);
	});

	it('says how many records there are if the limit has cut them', () => {
		const fields = [LIMIT, FILTER_BY];
		const [about] = answer({ records: rows(3), total: 257, isCut: true, fields });
		expect(about).toMatchObject({
			...{ returned: 3, total: 257 },
			notes: [
				"Returned 3 of 257 records, as many as 'Limit' allows. To get others, raise 'Limit', or narrow them down with 'Filter By'.",
			],
		});
	});

	it('says that there may be more if nobody knows', () => {
		const [about = {}] = answer({ records: rows(3), ...OPEN, fields: [LIMIT] });
		expect(about).not.toHaveProperty('total');
		expect(about.notes).toEqual([
			"Returned 3 records, as many as 'Limit' allows. There may be more. To get them, raise 'Limit'.",
		]);
	});

	it('says who can raise a limit that is none of the fields of the tool', () => {
		const [about = {}] = answer({ records: rows(3), ...OPEN });
		expect(about.notes).toEqual([
			"Returned 3 records, as many as 'Limit' allows. There may be more. To get them, let a person raise 'Limit' in n8n.",
		]);
	});

	it('says how many records do not fit, and how to get others', () => {
		const { records, about } = read(answer({ records: rows(200), fields: [FILTER_BY] }, 1000));
		expect(about).toMatchObject({ returned: records.length, total: 200 });
		expect(about.notes).toEqual([
			`Returned ${records.length} of 200 records; more do not fit into 'Max Output Size' (1000 characters). To get others, narrow them down with 'Filter By'.`,
		]);
		expect(records).toEqual(rows(records.length));
		expect(records.length).toBeGreaterThan(20);
	});

	it('says both where the limit has cut them and more do not fit', () => {
		const known = read(answer({ records: rows(200), total: 257, isCut: true }, 1000));
		expect(notesOf(known.about)).toContain(' of 257 records; more do not fit');
		const unknown = read(answer({ records: rows(200), ...OPEN }, 1000));
		expect(notesOf(unknown.about)).toContain(' of at least 200 records; more do not fit');
	});

	it('shortens a record that is too long on its own, and has the others', () => {
		const long = { id: 'long', text: 'x'.repeat(5000), list: rows(100) };
		const { records, about } = read(answer({ records: [long, ...rows(3)] }, 2000));
		expect(records).toHaveLength(4);
		expect(records[0]).toMatchObject({ id: 'long', list_count: 100 });
		expect(records[0]?.text).toBe(`${'x'.repeat(299)}…`);
		expect(notesOf(about)).toContain('1 record is too long');
	});

	it('has the start of a response that is too long', () => {
		const page = { data: rows(200) };
		const items = answer({ records: [page], isRaw: true, total: 200 }, 2000);
		const [{ text } = {}, about = {}] = items;
		expect(JSON.stringify(page)).toContain(textOf(text).slice(0, -1));
		expect(textOf(text).length).toBeGreaterThan(500);
		expect(notesOf(about)).toContain('only the start of its text');
		expect(about).not.toHaveProperty('total');
	});

	it('says how many pages of a response do not fit', () => {
		const pages = Array.from({ length: 4 }, () => ({ data: rows(20) }));
		const [, ...rest] = answer({ records: pages, isRaw: true }, 1500, 'list');
		expect(notesOf(rest.at(-1) ?? {})).toMatch(/Returned the first \d of 4 pages/);
	});

	it('speaks of one note where one does not fit', () => {
		const [first, second] = ['a'.repeat(69), 'b'.repeat(69)];
		expect(fitNotes([first, second], 142)).toEqual([first, '1 more note did not fit.']);
	});

	it('says how many notes do not fit', () => {
		const notices = Array.from({ length: 50 }, (_, place) => `${place} ${'x'.repeat(100)}`);
		const [{ notes } = {}] = answer({ records: rows(3), notices }, 1000);
		expect(Array.isArray(notes) ? notes.at(-1) : notes).toMatch(/^4\d more notes did not fit\.$/);
	});
});

describe('Any answer of a tool', () => {
	const name = fc.constantFrom('id', 'name', 'text', 'answers', 'topic');
	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('x', '\u0000', '"', '😀').map((part) => part.repeat(3000)),
		fc.constantFrom('x', '\u0001', ' ').map((part) => part.repeat(700)),
	);
	const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 2 },
			...[text, fc.integer(), fc.constant(null)],
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(name, tie('value'), { maxKeys: 3 }),
		),
	}));
	const records = fc.oneof(
		fc.array(fc.dictionary(name, value), { maxLength: 12 }),
		fc.integer({ min: 0, max: 400 }).map((count) => rows(count)),
	);
	const words = fc.array(text, { maxLength: 6 });
	const results = fc.record({
		...{ records, errors: words, notices: words },
		...{ isCut: fc.boolean(), isRaw: fc.boolean(), more: fc.integer({ min: 0, max: 1000 }) },
	});
	const form = fc.constantFrom<'list' | 'table'>('list', 'table');
	const check = fc.assert;

	it('has no more characters than were chosen, and says of each record where it is', () => {
		check(
			fc.property(results, form, fc.integer({ min: 1000, max: 30_000 }), (found, as, size) => {
				const total = found.records.length + (found.isCut ? found.more : 0);
				const items = toolAnswer(result({ ...found, total }), { form: as, size });
				expect(lengthOf(items)).toBeLessThanOrEqual(size);
				expect(items.length).toBeGreaterThan(0);
				const { records: shown, about } = read(items);
				if (found.isRaw) return;
				const isWhole = shown.length === total;
				expect(about).toEqual(
					isWhole
						? expect.not.objectContaining({ total })
						: expect.objectContaining({ returned: shown.length, total }),
				);
				if (!isWhole) expect(notesOf(about)).toContain(`Returned ${shown.length} of `);
			}),
		);
	});

	it('has all records without a maximum', () => {
		check(
			fc.property(results, form, (found, as) => {
				const items = toolAnswer(result(found), { form: as, size: Infinity });
				const { records: shown } = read(items);
				expect(shown).toHaveLength(found.records.length);
				for (const [place, record] of found.records.entries()) {
					expect(shown[place]).toMatchObject(record);
				}
			}),
		);
	});
});
