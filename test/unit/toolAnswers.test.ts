import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Notice } from '../../nodes/shared/base/notices';
import {
	fitNotes,
	lengthOf,
	toolAnswer,
	type ToolResult,
} from '../../nodes/shared/output/toolAnswer';
import { EMPTY_TABLE, type Row, type Table } from '../../nodes/shared/table';

const field = (name: string, displayName: string) => ({
	...{ name, displayName, default: '' },
	type: 'string' as const,
});

const LIMIT = field('limit', 'Limit');
const SEARCH = field('search', 'Search');
const DATES = field('dateRange', 'Date Range');
const FILTER_BY = field('filterBy', 'Filter By');
const OTHER = field('other', 'Other');

/** What a run gave of which nothing is known but these parts. */
const result = ({
	records = [],
	total = records.length,
	isCut,
	isTotalMinimum,
	...rest
}: Parts) => {
	const rows = records.map(({ project_id: id, ...record }): Row => {
		const project = typeof id === 'string' ? { project: { id, name: id } } : {};
		return { record, ...project };
	});
	const table = {
		...EMPTY_TABLE,
		rows,
		total,
		isCut: isCut === true,
		isTotalMinimum: isTotalMinimum === true,
	};
	return { table, records, isRaw: false, errors: [], notices: [], fields: [], ...rest };
};

type Parts = Partial<ToolResult & Pick<Table, 'isCut' | 'isTotalMinimum' | 'total'>>;

/** Notices of a kind with these words. */
const noticesOf = (messages: readonly string[], more: Partial<Notice> = {}): Notice[] =>
	messages.map((text) => ({ kind: 'note', text, ...more }));

const answer = (rest: Parts, size = Infinity) => toolAnswer(result(rest), size);

const rows = (count: number, text = 'some text'): JsonObject[] =>
	Array.from({ length: count }, (_, id) => ({ id, text }));

/** The records of an answer in any form, and what is said about them. */
function read(items: JsonObject[]) {
	const [{ columns, rows: cells, ...about } = {}] = items;
	if (Array.isArray(columns) && Array.isArray(cells)) {
		const valueAt = (row: JsonValue, place: number) => (Array.isArray(row) ? row[place] : null);
		const records = cells.map((row) =>
			Object.fromEntries(
				columns.map((name, place) => [typeof name === 'string' ? name : '', valueAt(row, place)]),
			),
		);
		return { records, about };
	}
	const last = items.at(-1) ?? {};
	const isAbout = 'notes' in last || 'returned' in last;
	return { records: isAbout ? items.slice(0, -1) : items, about: isAbout ? last : {} };
}

describe('The answer of a tool', () => {
	it('has the names of the fields once, null where a record has no such field, and notes beside them', () => {
		const table = { columns: ['id', 'text'], rows: [0, 1, 2].map((id) => [id, 'some text']) };
		expect(answer({ records: rows(3) })).toEqual([table]);
		const words = ['One', 'Two'];
		const notices = noticesOf(words);
		expect(answer({ records: rows(3), notices })).toEqual([{ ...table, notes: words }]);
		const records: JsonObject[] = [...rows(9), { id: 9, more: 1 }];
		expect(answer({ records })[0]?.rows).toContainEqual([9, null, 1]);
	});

	it('is a list, with the notes at its end, where that is shorter', () => {
		const other: JsonObject[] = [{ a: 1 }, { b: 2 }, { c: 3 }];
		const words = ['The list changed'];
		const notices = noticesOf(words);
		for (const records of [rows(1), other]) {
			expect(answer({ records })).toEqual(records);
			expect(answer({ records, notices })).toEqual([...records, { notes: words }]);
		}
	});

	it('does not say that nothing matches where there are as many records as errors', () => {
		const { about } = read(answer({ records: rows(1), errors: ['Down.'] }));
		expect(about).toEqual({ notes: ['Failed: Down.'] });
	});

	it('says which days were asked for', () => {
		const period = '2026-11-01';
		expect(answer({ records: rows(1), period })).toEqual([...rows(1), { period }]);
	});

	it('has the start of a record in which each character takes two', () => {
		const records = [{ text: '"'.repeat(9000) }];
		const [shown] = toolAnswer(result({ records, isRaw: true }), 5000);
		expect(lengthOf(shown ?? {})).toBeGreaterThan(2500);
	});

	const cut = { records: rows(3), isCut: true };
	const many = { records: rows(200) };
	const ofClients = rows(200).map((row, at) => ({ project_id: `p${Math.floor(at / 10)}`, ...row }));
	const fields = [LIMIT, SEARCH, OTHER];
	const lack = { records: rows(3), notices: noticesOf(['The reason'], { kind: 'gap' }) };
	const pages = Array.from({ length: 4 }, (_, page) => ({ page, data: 'x'.repeat(300) }));
	const long = { text: 'x'.repeat(2500) };
	const order = { total: 9, errors: ['No access.', 'Try later.'] };
	const why = noticesOf(['Why', 'Another'], { kind: 'gap' });

	/** What may be known of the records, and the most characters of an answer. */
	const SITUATIONS: Readonly<Record<string, [Parts, number?]>> = {
		'All is there': [{ records: rows(3), fields }],
		'No records': [{}],
		'No records, and a limit': [{ fields: [LIMIT, OTHER] }],
		'No records, and something to search with': [{ fields }],
		'No records, and several ways': [{ fields: [FILTER_BY, SEARCH, { ...FILTER_BY }, DATES] }],
		'An error': [{ errors: ['No access. Use another key.'] }],
		'Records may be missing': [{ ...lack, fields: [LIMIT] }],
		'All records may be missing': [{ ...lack, records: [], fields }],
		'Everything at once': [{ ...cut, ...order, notices: why, fields: [LIMIT] }],
		'Cut by the limit': [{ ...cut, total: 9, fields }],
		'Cut by the limit, which the model has not': [{ ...cut, total: 9, fields: [SEARCH, DATES] }],
		'Cut by the limit, with nothing to narrow them down': [{ ...cut, total: 9, fields: [OTHER] }],
		'Cut by the limit, of at least so many': [{ ...cut, total: 9, isTotalMinimum: true, fields }],
		'Cut by the limit, and nobody knows of how many': [{ ...cut, isTotalMinimum: true, fields }],
		'No room': [many, 1000],
		'No room, and something to search with': [{ ...many, fields }, 1000],
		'No room, and cut by the limit': [{ ...many, isCut: true, total: 257 }, 1000],
		'No room, and nobody knows how many': [{ ...many, isCut: true, isTotalMinimum: true }, 1000],
		'No room for all projects': [{ records: ofClients, fields }, 1000],
		'No room for all projects, without a limit': [{ records: ofClients, fields: [OTHER] }, 1000],
		'A record that is too long': [{ records: [long, { id: 7 }] }, 2000],
		'Two records that are too long': [{ records: [long, long, { id: 7 }] }, 2000],
		'A response without room': [{ records: pages, isRaw: true, total: 80, fields }, 1000],
		'A response without room or limit': [{ records: pages, isRaw: true, total: 80 }, 1000],
		'A response with a page that is too long': [{ records: [long], isRaw: true, fields }, 1000],
	};

	it('says what is known of the records in the words of the committed snapshot', () => {
		const texts = Object.entries(SITUATIONS).map(([what, [rest, size]]) => {
			const { notes = [], returned, total } = read(answer(rest, size)).about;
			const count = returned === undefined ? [] : [JSON.stringify({ returned, total })];
			const words = Array.isArray(notes) ? notes.map(String) : [];
			return [`# ${what}`, ...count, ...words].join('\n');
		});
		expect(texts.join('\n\n')).toMatchSnapshot();
	});

	it('has as many records as fit, the first ones', () => {
		const { records } = read(answer({ records: rows(200), fields }, 1000));
		expect(records).toEqual(rows(records.length));
	});

	it('shortens a record that is too long on its own, and has the others', () => {
		const record = { id: 'long', text: 'x'.repeat(5000), list: rows(100) };
		const { records } = read(answer({ records: [record, ...rows(3)] }, 2000));
		expect(records).toHaveLength(4);
		expect(records[0]).toEqual({ id: 'long', text: `${'x'.repeat(299)}…`, list_count: 100 });
		// Half of the size is for notes, and a hundred characters are for what stands between.
		const ofLength = (length: number) => ({ text: 'x'.repeat(length - '{"text":""}'.length) });
		expect(answer({ records: [ofLength(400)] }, 1000)).toEqual([ofLength(400)]);
		const [short] = answer({ records: [ofLength(401)] }, 1000);
		expect(short).toEqual({ text: `${'x'.repeat(299)}…` });
	});

	it('has the first pages of a response, or the start of one that is too long', () => {
		const raw = { isRaw: true, total: 80 };
		expect(read(answer({ records: pages, ...raw }, 1000)).records).toEqual(pages.slice(0, 2));
		expect(read(answer({ records: pages, ...raw })).records).toEqual(pages);
		const [text = {}] = answer({ records: [{ data: 'x'.repeat(3000) }], ...raw }, 1000);
		expect(text).toEqual({ text: expect.stringMatching(/^\{"data":"x{300,}…$/) });
	});

	it('says how many notes do not fit', () => {
		const [first, second] = ['a'.repeat(69), 'b'.repeat(69)];
		expect(fitNotes([first, second], 142)).toEqual([first, '1 more note did not fit.']);
		const words = Array.from({ length: 50 }, (_, place) => `${place} ${'x'.repeat(100)}`);
		const notices = noticesOf(words);
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
		...{ records, errors: words, notices: words.map((texts) => noticesOf(texts)) },
		...{ isCut: fc.boolean(), isRaw: fc.boolean(), more: fc.integer({ min: 0, max: 1000 }) },
	});

	it('has no more characters than were chosen, and says of each record where it is', () => {
		const sizes = fc.integer({ min: 1000, max: 30_000 });
		const property = fc.property(results, sizes, ({ more, ...found }, size) => {
			const total = found.records.length + (found.isCut ? more : 0);
			const items = toolAnswer(result({ ...found, total }), size);
			expect(lengthOf(items)).toBeLessThanOrEqual(size);
			expect(items.length).toBeGreaterThan(0);
			const { records: shown, about } = read(items);
			if (found.isRaw) return;
			const isWhole = shown.length === total;
			const { notes, ...counts } = about;
			expect(counts).toEqual(isWhole ? {} : { returned: shown.length, total });
			if (!isWhole) expect(JSON.stringify(notes)).toContain(`Returned ${shown.length} of `);
		});
		fc.assert(property);
	});

	it('has all records without a maximum', () => {
		const property = fc.property(results, (found) => {
			const { records: shown } = read(answer(found));
			expect(shown).toMatchObject(found.records);
		});
		fc.assert(property);
	});
});
