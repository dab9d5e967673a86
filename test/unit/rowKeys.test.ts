import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import { samples } from '../samples';
import { compare as compareBy } from './comparing';

const compare = (now: JsonValue[], before: JsonValue[], dimensions: string[] = ['topic']) =>
	compareBy(now, before, { dimensions });

const isRow = (value: JsonValue): value is JsonObject => isObject(value);

const join = (...given: Parameters<typeof compare>) =>
	compare(...given)
		.rows.map(({ value }) => value)
		.filter(isRow);

/** A number in tenths, and whether the service sends it as text. */
type Figure = readonly [tenths: number, isText: boolean];

const sentAs = ([tenths, isText]: Figure) => (isText ? String(tenths / 10) : tenths / 10);

/** What a report is about, with its figure in each period; `null` where the period does not have it. */
interface Thing {
	readonly topic: number | null;
	readonly model: number;
	readonly now: Figure | null;
	readonly before: Figure | null;
	/** Texts that say nothing about it. */
	readonly noise: readonly string[];
	readonly places: readonly number[];
}

const figure: fc.Arbitrary<Figure> = fc.tuple(
	fc.integer({ min: -10_000, max: 10_000 }),
	fc.boolean(),
);
const two = { minLength: 2, maxLength: 2 };

const things: fc.Arbitrary<Thing[]> = fc.uniqueArray(
	fc.record({
		topic: fc.option(fc.integer({ min: 1, max: 9 })),
		model: fc.integer({ min: 1, max: 3 }),
		now: fc.option(figure),
		before: fc.option(figure),
		noise: fc
			.array(fc.constantFrom('up', 'down', '1', null, ''), two)
			.map((all) => all.map(String)),
		places: fc.array(fc.nat(), two),
	}),
	{ maxLength: 12, selector: ({ topic, model }) => `${topic} ${model}` },
);

/** Ways in which a service may name a topic in a row. */
const FORMS: ReadonlyArray<(topic: number | null) => JsonObject> = [
	(topic) => ({ topic }),
	(topic) => ({ topic: topic === null ? null : `Topic ${topic}` }),
	(topic) => ({ Topic_ID: topic }),
	(topic) => ({ topicName: topic === null ? null : `Topic ${topic}` }),
	(topic) => ({ topic: topic && { prompts: Math.random(), id: topic, name: 'Same' } }),
	(topic) => ({ topic: { name: topic }, seen: { topic: 'Same' } }),
	(topic) => ({ 'topic.name': topic }),
];

/** The rows of one period, in an order of their own. */
function rowsOf(all: readonly Thing[], period: 'before' | 'now', form: number): JsonObject[] {
	const at = period === 'now' ? 0 : 1;
	return all
		.flatMap(({ topic, model, noise, places, [period]: found }, place) => {
			if (found === null) return [];
			const texts = { trend: noise[at] ?? '', updated_at: `${period} ${place}` };
			return {
				place: places[at] ?? 0,
				row: { ...texts, ...FORMS[form]?.(topic), model, score: sentAs(found) },
			};
		})
		.sort((one, other) => one.place - other.place)
		.map(({ row }) => row);
}

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

describe('Rows of two periods', () => {
	it('are joined whatever else is in them, each row once, with exact changes', () => {
		const check = (all: Thing[], form: number) => {
			const [now, before] = [rowsOf(all, 'now', form), rowsOf(all, 'before', form)];
			const { rows: entries, hint } = compare(now, before, ['topic', 'model']);
			const rows = entries.map(({ value }) => value);
			expect(rows.slice(0, now.length)).toMatchObject(now);
			const isShared = all.some((one) => one.now !== null && one.before !== null);
			if (isShared) expect(hint).toBeUndefined();
			const changes = rows
				.filter(isRow)
				.map((row) => [row.score, row.score_previous, row.score_change]);
			const expected = all.flatMap((one) => {
				if (one.now === null && one.before === null) return [];
				const previous = one.before === null ? null : one.before[0] / 10;
				const isBoth = one.now !== null && one.before !== null;
				const change = isBoth ? (one.now[0] - one.before[0]) / 10 : null;
				return [[one.now === null ? null : sentAs(one.now), previous, change]];
			});
			expect(sorted(changes)).toEqual(sorted(expected));
		};
		fc.assert(fc.property(things, fc.nat(FORMS.length - 1), check), { numRuns: samples(300) });
	});

	it.each<[string, JsonObject, JsonObject]>([
		['a topic has got another name', { topic_id: 1, topic: 'A' }, { topic_id: 1, topic: 'a' }],
		['an id comes as text', { topic_id: 1 }, { topic_id: '1' }],
		['the order of an object differs', { topic: { x: 1, y: 2 } }, { topic: { y: 2, x: 1 } }],
		['a missing topic is null', { topic: null }, {}],
	])('are joined where %s', (_what, now, before) => {
		const other = { topic_id: 2, topic: 'B', score: 5 };
		const rows = join([{ ...now, score: 3 }, other], [other, { ...before, score: 1 }]);
		expect(rows.map(({ score_change: change }) => change)).toEqual([2, 0]);
	});

	it('are joined by name where only one period has ids', () => {
		const now = ['A', 'B'].map((topic, id) => ({ topic_id: id, topic, score: 3 }));
		const before = ['B', 'A'].map((topic) => ({ topic, score: 1 }));
		expect(join(now, before).map(({ score_change: change }) => change)).toEqual([2, 2]);
	});
});

const START = 'Compare With: ';

describe('What is said about how rows were compared', () => {
	const hintFor = (...given: Parameters<typeof compare>) => compare(...given).hint ?? '';
	const rows = (names: string[], more: JsonObject = {}) =>
		names.map((topic, place) => ({ topic, score: place, ...more }));

	it('is nothing where the dimensions are enough', () => {
		expect(hintFor(rows(['A', 'B']), rows(['B', 'C']))).toBe('');
		expect(hintFor([{ score: 1 }], [{ score: 2 }], [])).toBe('');
		expect(hintFor(rows(['A', 'A']), [])).toBe('');
	});

	it('names the dimensions that the rows do not have', () => {
		const report = (...names: string[]) =>
			names.map((keyword) => ({ keyword, trend: 'up', updated_at: names.join(), score: 1 }));
		const hint = hintFor(report('A', 'B', 'C'), report('C', 'D', 'A'), ['topic', 'model']);
		expect(hint).toBe(`${START}The rows without topic, model were compared by all their texts.`);
		expect(join(report('A', 'B'), report('B', 'A')).map((row) => row.score_change)).toEqual([0, 0]);
	});

	it('names what several rows have in common', () => {
		const by = (market: string) => rows(['A', 'B'], { market, updated_at: `today in ${market}` });
		const [now, before] = [
			[...by('DE'), ...by('US')],
			[...by('US'), ...by('DE')],
		];
		expect(hintFor(now, before)).toBe(
			`${START}Several rows have the same topic, so their other texts were compared, too.`,
		);
		expect(join(now, before).map((row) => row.score_change)).toEqual([0, 0, 0, 0]);
	});

	it('is that nothing tells rows apart', () => {
		const report = [1, 2, 3].map((score) => ({ topic: 'A', score }));
		const UNCLEAR = 'Nothing tells some of the rows apart, so these are new or gone.';
		expect(hintFor(report, report)).toContain(UNCLEAR);
		expect(hintFor([{ score: 1 }], [{ score: 2 }])).toContain(
			`without topic were compared by all their texts. ${UNCLEAR}`,
		);
		expect(hintFor([{ score: 1 }, { score: 3 }], [{ score: 2 }], [])).toContain(
			'Several rows have the same dimensions',
		);
	});

	it('is that single rows are about different things, where they do not have the dimension', () => {
		const now = [{ platform_name: 'ChatGPT', score: 1 }];
		const before = [{ platform_name: 'Claude', score: 2 }];
		expect(join(now, before, ['model'])).toHaveLength(2);
		expect(hintFor(now, before, ['model'])).toContain(
			'compared by all their texts. No row is in both',
		);
	});

	it.each(['day', 'week', 'month', 'Date'])(
		'is to remove %s, which no two periods share',
		(name) => {
			const report = (month: number) =>
				[1, 2].map((day) => ({ [name]: `${month}-${day}`, score: 1 }));
			const hint = hintFor(report(11), report(10), [name]);
			expect(hint).toContain("No row is in both periods. If one of the 'Dimensions' is about time");
		},
	);
});
