import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OUTPUT_MODES } from '../../nodes/shared/form/output';
import { GEO_READS, project, useBench, WHOLE_READS, type GeoRead } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';

type Read = readonly [title: string, parameters: INodeParameters];

const inProject = ({ title, where }: GeoRead): Read => [
	title,
	{ ...where, project: project(PROJECT) },
];

/** A list, a report, and the projects, which take no project. */
const READS: readonly Read[] = [
	...WHOLE_READS.map(inProject),
	['Project → Get Many', { resource: 'project', operation: 'getAll' }],
];

/** Records that are all different, as nothing is known about the real ones. */
const ODD: unknown[] = [
	{ id: 1, topic: { id: 't1', name: 'T', more: { deep: [1, 2] } }, topic_name: 'other' },
	{ name: 'N', tags: ['a', 'b'], list: [{ a: 1 }], id: null },
	{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, prompt_id: 'p' },
	'just text',
	{},
];

const answer = (data: unknown) =>
	bench.sandbox.faults.order({
		kind: 'respond',
		status: 200,
		body: { data, total: ODD.length },
		times: 1,
	});

const columnsOf = (rows: IDataObject[]) => rows.map((row) => Object.keys(row));

const isCell = (value: unknown) => value === null || typeof value !== 'object';

describe.each(GEO_READS.map(inProject))('%s', (_title, read) => {
	it('has a most useful field that its records really have, and starts with it', async () => {
		const parameters = { ...read, output: 'simplified', limit: 1 };
		const [row = {}] = (await bench.run('geo', parameters)).rows;
		expect(Object.keys(row)[0]).toMatch(/^(?!created_at|updated_at|status)[a-z_]+$/);
	});
});

describe.each(READS)('%s', (_title, read) => {
	const run = async (parameters: INodeParameters) =>
		await bench.run('geo', { ...read, returnAll: true, ...parameters });

	it('gives records by default, and the same as in the raw response', async () => {
		const { rows } = await run({});
		const raw = await run({ output: 'raw' });
		expect((await run({ output: 'records' })).rows).toEqual(rows);
		expect(raw.rows.flatMap(({ data }) => data)).toEqual(rows);
		expect(raw.rows[0]).toMatchObject({ offset: 0, total: rows.length });
	});

	it('gives at most ten fields as Simplified, ids among them', async () => {
		const { rows } = await run({ output: 'simplified' });
		const records = (await run({})).rows;
		expect(rows).toHaveLength(records.length);
		for (const [place, row] of rows.entries()) {
			const ids = Object.keys(records[place] ?? {}).filter((name) => /(^|_)id$/.test(name));
			expect(Object.keys(row).length).toBeLessThanOrEqual(10);
			expect(Object.keys(row)).toEqual(expect.arrayContaining(ids));
			expect(records[place]).toMatchObject(row);
		}
	});

	it('gives the fields that are named as Selected Fields, in that order', async () => {
		const [record = {}] = (await run({})).rows;
		const names = [...Object.keys(record).reverse(), 'missing.field'];
		const { rows, hints } = await run({ output: 'selected', outputFields: names.join(', ') });
		expect(hints).toEqual([
			"No record has a value in 'missing.field'. Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.",
		]);
		expect(Object.entries(rows[0] ?? {})).toEqual(
			names.map((name) => [name, record[name] ?? null]),
		);
	});

	it.each(['={{ "" }}'])('refuses no Selected Fields: "%s"', async (outputFields) => {
		const { error } = await run({ output: 'selected', outputFields });
		expect(error?.message).toMatch(
			/^('Fields' is empty|The expression in 'Fields' gives nothing)$/,
		);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each(OUTPUT_MODES.map(({ value }) => value))(
		'gives rows of one sheet of %s with Flatten for Sheets',
		async (output) => {
			answer(ODD.slice(0, 2));
			answer(ODD.slice(2));
			const parameters = { output, outputFields: 'id, topic.name, list', returnAll: false };
			const { rows, error } = await bench.run(
				'geo',
				{ ...read, ...parameters, limit: '={{ $json.limit }}', options: { flatten: true } },
				{ items: [{ limit: 2 }, { limit: 3 }] },
			);
			expect(error).toBeUndefined();
			expect(rows).toHaveLength(output === 'raw' ? 2 : ODD.length);
			for (const columns of columnsOf(rows)) expect(columns).toEqual(columnsOf(rows)[0]);
			for (const row of rows) expect(Object.values(row).every(isCell)).toBe(true);
		},
	);

	it('loses nothing of records that are all different', async () => {
		answer(ODD);
		const { rows } = await run({ options: { flatten: true }, returnAll: false, limit: 5 });
		expect(rows[0]).toMatchObject({
			...{ id: 1, topic_id: 't1', topic_name: 'other', topic_name_2: 'T', topic_more_deep: '1, 2' },
			...{ name: null, tags: null, prompt_id: null, value: null },
		});
		expect(rows[1]).toMatchObject({ id: null, name: 'N', tags: 'a, b', list: '[{"a":1}]' });
		expect(rows[2]).toMatchObject({ k: 11, prompt_id: 'p' });
		expect(rows[3]).toMatchObject({ id: null, value: 'just text' });
		expect(Object.values(rows[4] ?? {}).every((value) => value === null)).toBe(true);
	});

	it.each(['continueRegularOutput'] as const)(
		'leaves errors as they are beside flattened rows, with %s',
		async (onError) => {
			const items = [{ limit: 'none' }, { limit: 2 }];
			const options = { flatten: true };
			const parameters = { ...read, limit: '={{ $json.limit }}', options };
			const found = await bench.run('geo', parameters, { items, onError });
			const isFailed = ({ json }: { json: IDataObject }) => 'error' in json;
			const all = [...found.items, ...found.errorItems];
			const failed = all.filter(isFailed);
			expect(failed).toMatchObject([
				{
					json: { error: expect.any(String), message: expect.any(String) },
					pairedItem: { item: 0 },
				},
			]);
			const rows = all.filter((item) => !isFailed(item)).map(({ json }) => json);
			expect(rows).toHaveLength(2);
			for (const row of rows) expect(Object.keys(row)).not.toContain('message');
			expect(Object.keys(failed[0]?.json ?? {})).not.toContain('created_at');
		},
	);

	it.each<[string, unknown, IDataObject[]]>([
		['a text', '"made"', [{ value: 'made' }]],
		['an object', '{"view": "list"}', [{ view: 'list' }]],
	])('makes items of %s', async (what, body, expected) => {
		const headers = { 'content-type': 'application/json' };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, headers, times: Infinity });
		const { rows, hints, error } = await run({});
		expect(rows).toEqual(expected);
		if (what.includes('object')) expect(hints.join()).toContain('found no list');
		expect(error?.message).toBe(
			what === 'null' ? 'The GEO API returned an empty response' : undefined,
		);
	});
});
