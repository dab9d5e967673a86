import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldText, getOrCreate, groupBy, isObject, type Notice } from '../../nodes/shared/base';
import { createToolAnswer } from '../../nodes/shared/output/toolAnswer';
import type { OutputQuery } from '../../nodes/shared/output';
import {
	KEY_IS_ID,
	EMPTY_TABLE,
	type Project,
	type Row,
	type Table,
} from '../../nodes/shared/table';

/** The plan of a list whose pages a model can go through. */
const PLAN: OutputQuery = {
	output: { mode: 'records', fields: [], usefulFields: [] },
	key: KEY_IS_ID,
	selection: { limit: 50, offset: 0 },
};

const projects = new Map<string, Project>();
const projectOf = (id: string) => getOrCreate(projects, id, () => ({ id, name: id }));

/** What a run gave of which nothing is known but these parts. */
const result = ({
	records = [],
	total = records.length,
	isCut,
	isTotalMinimum,
	errors = [],
	notices = [],
}: Parts): Parameters<typeof createToolAnswer>[0] => {
	const rows = records.map(({ project_id: id, ...record }): Row => {
		return typeof id === 'string' ? { record, project: projectOf(id) } : { record };
	});
	const found = groupBy(rows, ({ project }) => project);
	const projectTables = [...found].flatMap(([project, own]) =>
		project === undefined ? [] : [{ project, table: { ...EMPTY_TABLE, total: own.length } }],
	);
	const table = {
		...EMPTY_TABLE,
		rows,
		total,
		isCut: isCut === true,
		isTotalMinimum: isTotalMinimum === true,
		errors: errors.map((text) => new Error(text)),
		projectTables,
	};
	return { operationTitle: 'Prompts', table, records, notices, query: PLAN };
};

interface Parts extends Partial<Pick<Table, 'isCut' | 'isTotalMinimum' | 'total'>> {
	readonly records?: readonly JsonObject[];
	readonly errors?: readonly string[];
	readonly notices?: readonly Notice[];
}

const jsonLength = (value: JsonValue) => JSON.stringify(value).length;

/** Notices of a kind with these words. */
const noticesOf = (messages: readonly string[], more: Partial<Notice> = {}): Notice[] =>
	messages.map((text) => ({ kind: 'note', text, ...more }));

const answer = (rest: Parts, size = Infinity) => createToolAnswer(result(rest), size);

const rows = (count: number, text = 'some text'): JsonObject[] =>
	Array.from({ length: count }, (_, id) => ({ id, text }));

/** The records of an answer in any form, and what is said about them. */
function read({ columns, rows: cells, records, by_project: byProject, ...about }: JsonObject) {
	if (Array.isArray(records)) return { records, about };
	const all = isObject(byProject) ? Object.values(byProject).flat() : cells;
	const names = Array.isArray(columns) ? columns.map(String) : [];
	const recordOf = (row: JsonValue) =>
		Object.fromEntries(names.map((name, at) => [name, Array.isArray(row) ? row[at] : null]));
	return { records: Array.isArray(all) ? all.map(recordOf) : [], about };
}

const ABOUT = { about: { what: 'Prompts', order: 'of the service, no ranking' } };

describe('The answer of a tool', () => {
	it('has the names of the fields once, null where a record has no such field, and notes in front', () => {
		const table = { columns: ['id', 'text'], rows: [0, 1, 2].map((id) => [id, 'some text']) };
		const count = { shown: 3, of: 3 };
		expect(answer({ records: rows(3) })).toEqual({ ...ABOUT, count, ...table });
		const words = ['One', 'Two'];
		const said = answer({ records: rows(3), notices: noticesOf(words) });
		expect(said).toEqual({ ...ABOUT, count, notes: words, ...table });
		expect(Object.keys(said)).toEqual(['about', 'count', 'notes', 'columns', 'rows']);
		const records: JsonObject[] = [...rows(9), { id: 9, more: 1 }];
		expect(answer({ records }).rows).toContainEqual([9, null, 1]);
	});

	it('is a list where that is shorter', () => {
		const other: JsonObject[] = [{ a: 1 }, { b: 2 }, { c: 3 }];
		for (const records of [rows(1), other]) expect(answer({ records })).toMatchObject({ records });
	});

	it('does not say that nothing matches where there are as many records as errors', () => {
		const { about } = read(answer({ records: rows(1), errors: ['Down.'] }));
		expect(about).toMatchObject({ complete: false, missing: { projects_failed: ['Down.'] } });
		expect(about).not.toHaveProperty('notes');
	});

	it('has the start of a record in which each character takes two', () => {
		const names = Array.from({ length: 400 }, (_, at) => `field${at}`);
		const records = [Object.fromEntries(names.map((name) => [name, '"'.repeat(20)]))];
		expect(jsonLength(answer({ records }, 5000))).toBeGreaterThan(2200);
	});

	it('takes from every project alike, and goes on there', () => {
		const { columns, by_project: byProject, ...about } = answer({ records: ofClients }, 3000);
		expect(columns).toEqual(['id', 'text']);
		const shown = isObject(byProject) ? Object.values(byProject) : [];
		expect(shown).toHaveLength(20);
		const depth = Array.isArray(shown[0]) ? shown[0].length : 0;
		expect(depth).toBeGreaterThan(3);
		for (const own of shown) expect(own).toHaveLength(depth);
		expect(about).toMatchObject({
			...{ complete: false, count: { shown: 20 * depth, of: 200 } },
			missing: { next: String(depth) },
		});
	});

	it('has the records of each of two projects Acme and of one Acme (2)', () => {
		const named = ['Acme', 'Acme', 'Acme (2)'].map((name, at) => ({ id: String(at + 1), name }));
		const own = { ...EMPTY_TABLE, total: 1 };
		const { by_project: byProject, count } = createToolAnswer(
			{
				...result({ records: rows(3) }),
				table: {
					...EMPTY_TABLE,
					rows: named.map((project, id) => ({ record: { id }, project })),
					total: 3,
					projectTables: named.map((project) => ({ project, table: own })),
				},
			},
			Infinity,
		);
		const names = ['Acme (1)', 'Acme (2)', 'Acme (2) (3)'];
		expect(Object.keys(isObject(byProject) ? byProject : {})).toEqual(names);
		expect(count).toMatchObject({ by_project: Object.fromEntries(names.map((name) => [name, 1])) });
	});

	it.each([1000, 5000])('has %d characters at most also with 400 projects', (size) => {
		const records = rows(400).map((row, at) => ({
			project_id: `Client ${at} of an agency`,
			...row,
		}));
		expect(jsonLength(answer({ records }, size))).toBeLessThanOrEqual(size);
	});

	it('names the projects for which there is no room at all', () => {
		const { by_project: byProject, missing } = answer({ records: wide }, 1000);
		expect(Object.keys(isObject(byProject) ? byProject : {}).length).toBeLessThan(20);
		expect(missing).toHaveProperty('projects_not_shown');
		expect(missing).not.toHaveProperty('next');
	});

	const cut = { records: rows(3), isCut: true };
	const many = { records: rows(200) };
	const ofClients = rows(200, 'a text of some words').map((row, at) => ({
		project_id: `p${Math.floor(at / 10)}`,
		...row,
	}));
	const wide = rows(90, 'x'.repeat(40)).map((row, at) => ({ project_id: `p${at}`, ...row }));
	const lack = { records: rows(3), notices: noticesOf(['The reason'], { kind: 'gap' }) };
	const long = { text: 'x'.repeat(2500) };
	const order = { total: 9, errors: ['No access.', 'Try later.'] };
	const why = noticesOf(['Why', 'Another'], { kind: 'gap' });

	/** What may be known of the records, and the most characters of an answer. */
	const SITUATIONS: Readonly<Record<string, [Parts, number?]>> = {
		'All is there': [{ records: rows(3) }],
		'No records': [{}],
		'An error': [{ errors: ['No access. Use another key.'] }],
		'Records may be missing': [lack],
		'All records may be missing': [{ ...lack, records: [] }],
		'Everything at once': [{ ...cut, ...order, notices: why }],
		'Cut by the limit': [{ ...cut, total: 9 }],
		'Cut by the limit, of at least so many': [{ ...cut, total: 9, isTotalMinimum: true }],
		'Cut by the limit, and nobody knows of how many': [{ ...cut, isTotalMinimum: true }],
		'No room': [many, 1000],
		'No room, and cut by the limit': [{ ...many, isCut: true, total: 257 }, 1000],
		'No room for all projects': [{ records: ofClients }, 3000],
		'A record that is too long': [{ records: [long, { id: 7 }] }, 2000],
		'Two records that are too long': [{ records: [long, long, { id: 7 }] }, 2000],
	};

	it('says what is known of the records in the words of the committed snapshot', () => {
		const texts = Object.entries(SITUATIONS).map(([what, [rest, size]]) => {
			const { about } = read(answer(rest, size));
			return `# ${what}\n${JSON.stringify({ ...about, about: undefined })}`;
		});
		expect(texts.join('\n\n')).toMatchSnapshot();
	});

	it('has as many records as fit, the first ones', () => {
		const { records } = read(answer({ records: rows(200) }, 1000));
		expect(records).toEqual(rows(records.length));
	});

	it('shortens a record that is too long on its own, and has the others', () => {
		const record = { id: 'long', text: 'x'.repeat(5000), list: rows(100) };
		const { records } = read(answer({ records: [record, ...rows(3)] }, 2000));
		expect(records).toHaveLength(4);
		expect(records[0]).toMatchObject({ id: 'long', text: `${'x'.repeat(299)}…` });
	});

	it.each([
		{ fields: 5, size: 5000, length: 300 },
		{ fields: 18, size: 5000, length: 100 },
		{ fields: 45, size: 5000, length: 30 },
	])(
		'keeps $length characters of each text of a record with $fields',
		({ fields, size, length }) => {
			const texts = Array.from({ length: fields }, (_, at) => [`field${at}`, 'x'.repeat(500)]);
			const { records } = read(answer({ records: [Object.fromEntries(texts)] }, size));
			const kept = records.flatMap((record) => (isObject(record) ? Object.values(record) : []));
			expect(kept.map((text) => fieldText(text ?? null).length)).toEqual(
				Array(fields).fill(length),
			);
		},
	);

	it('says how many notes do not fit', () => {
		const [first, second] = ['a'.repeat(69), 'b'.repeat(69)];
		const two = { records: rows(3), notices: noticesOf([first, second]) };
		expect(answer(two, 4 * 142).notes).toEqual([first, 'and 1 more notes']);
		const words = Array.from({ length: 50 }, (_, place) => `${place} ${'x'.repeat(100)}`);
		const { notes } = answer({ records: rows(3), notices: noticesOf(words) }, 1000);
		expect(Array.isArray(notes) ? notes.at(-1) : notes).toMatch(/^and 4\d more notes$/);
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
		...{ isCut: fc.boolean(), more: fc.integer({ min: 0, max: 1000 }) },
	});

	it('has no more characters than were chosen, and says of each record where it is', () => {
		const sizes = fc.integer({ min: 1000, max: 30_000 });
		const property = fc.property(results, sizes, ({ more, ...found }, size) => {
			const total = found.records.length + (found.isCut ? more : 0);
			const items = createToolAnswer(result({ ...found, total }), size);
			expect(jsonLength([items])).toBeLessThanOrEqual(size);
			const { records: shown, about } = read(items);
			const isWhole = shown.length === total;
			if (!isWhole) expect(about).toMatchObject({ complete: false });
			const of = found.isCut && isWhole ? expect.any(String) : total;
			expect(about.count).toEqual({ shown: shown.length, of });
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
