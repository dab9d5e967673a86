import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { MessageSettings } from '../../nodes/shared/output/cells';
import { type QueryOptions, keyFieldsOfReport, type Row } from '../../nodes/shared/table';
import { samples } from '../samples';
import { CASES, change, LONG_PROMPTS, projectsOf, withUsualSpaces, write } from './messages';

/**
 * Whole messages as they were looked at and found good: in a browser (`.html`) and in an editor. After a
 * change, run `GOLDEN=write npx jest unit/message` and look at the difference.
 */
const FOLDER = join(__dirname, '__golden__', 'messages');

const isWriting = process.env.GOLDEN === 'write';

const FORMS = ['text', 'slack', 'markdown', 'html'] as const;

function readable({ title, period, text, slack, markdown }: ReturnType<typeof write>): string {
	const parts = { title, period, text, slack, markdown };
	const sections = Object.entries(parts).map(([form, part]) => `===== ${form}\n${part}\n`);
	return withUsualSpaces(sections.join('\n'));
}

it.each(Object.entries(CASES))('The message of %s is as it was found good', (name, about) => {
	const message = write(about.rows, about.about);
	const written = { txt: readable(message), html: `${withUsualSpaces(message.html)}\n` };
	for (const [ending, text] of Object.entries(written)) {
		const file = join(FOLDER, `${name.replaceAll(' ', '-')}.${ending}`);
		if (isWriting) {
			mkdirSync(FOLDER, { recursive: true });
			writeFileSync(file, text);
		}
		expect(text).toBe(readFileSync(file, 'utf8'));
	}
	expect(message.rows).toHaveLength(about.rows.length);
});

const n = (length: number) => 'n'.repeat(length);

const rowsOf = (count: number, more: JsonObject = {}): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...more }));

/** The names of the rows that a form shows. */
const shownIn = (text: string) => [...text.matchAll(/\bn\d+\b/g)].map(([name]) => name);

const asked = (more: Partial<QueryOptions>) => ({ selection: { limit: Infinity, ...more } });

/** A report, as the node knows of it. */
const report = (...dimensions: string[]): Partial<MessageSettings> => ({
	...{ title: '', key: keyFieldsOfReport(dimensions) },
	...asked({ recordNoun: 'performance', dimensions, measures: ['share_of_voice'] }),
});

const linesOf = (rows: ReadonlyArray<JsonObject | Row>, about: Partial<MessageSettings> = {}) =>
	withUsualSpaces(write(rows, { title: '', ...about }).text).split('\n');

it.each([
	['markdown', '+ a', '\\+ a'],
	['markdown', '12. a 1. b', '12\\. a 1. b'],
	['markdown', 'http://a', 'http\\://a'],
	['markdown', 'a@b@c', 'a@\u2060b@\u2060c'],
	['slack', 'HTTP://a http:///b', 'a b'],
	['slack', 'ftp://a', 'ftp: a'],
	['slack', 'a_b c_ _d', 'a_b cˍ ˍd'],
	['slack', 'a:+1: 10:30', 'a:\u2060+1: 10:\u206030'],
	['slack', '> a', '\u2060&gt; a'],
	['text', '@everyone a@here.de a@b', '@\u2060everyone a@\u2060here.de a@b'],
	['text', '<@1> [a](b)', '<\u2060@1> [a]\u2060(b)'],
] as const)('In %s, the text %j is %j', (form, title, written) => {
	const [first] = write([], { title })[form].split('\n');
	const heading = { slack: `*${written}*`, markdown: `## ${written}`, text: written };
	expect(first).toBe(heading[form]);
});

describe('The rows that are shown', () => {
	const prompts = (more: Partial<QueryOptions> = {}) => asked({ recordNoun: 'prompt', ...more });

	it.each<[number, Partial<MessageSettings>, string | undefined]>([
		[3, {}, undefined],
		[3, { total: 5, isTotalMinimum: true }, '3 of at least 5 prompts'],
		[3, { isTotalMinimum: true }, 'There may be more.'],
		[25, {}, undefined],
		[26, {}, '25 of 26 prompts'],
		[30, { total: 214 }, '25 of 214 prompts'],
		[0, {}, undefined],
	])('of %d, with %j, are the first 25, and the end says %j', (count, about, words) => {
		for (const form of FORMS) {
			const text = write(rowsOf(count), { ...prompts(), ...about })[form];
			expect(shownIn(text)).toEqual(rowsOf(Math.min(count, 25)).map(({ name }) => name));
			expect(/\d+ of (at least )?\d+ prompts|There (is|may) .*?\./.exec(text)?.[0]).toBe(words);
		}
	});
});

it('A report with two rows for the same topic and platform shows both', () => {
	const row = { topic: 'Tea', model: 'ChatGPT' };
	const rows = [3, 7].map((share_of_voice) => ({ ...row, share_of_voice }));
	expect(linesOf(rows, report('topic', 'model')).slice(-2)).toEqual([
		'• Tea · ChatGPT – 3',
		'• Tea · ChatGPT – 7',
	]);
});

it('A report without dimensions is one line with all of its measures', () => {
	const measures = ['share_of_voice', 'mentions_count'];
	const selection = { limit: Infinity, dimensions: [], measures };
	const key = keyFieldsOfReport([]);
	const { text } = write([{ share_of_voice: 32.6, mentions_count: 50 }], { selection, key });
	expect(text).toContain('Share of voice 32.6, mentions 50');
});

it('A grid has one figure; rows with two figures are lines', () => {
	const measures = ['share_of_voice', 'mentions_count'];
	const rows = ['Tea', 'Oak'].map((topic) => ({
		...{ topic, model: 'ChatGPT', share_of_voice: 1, mentions_count: 2 },
	}));
	const key = keyFieldsOfReport(['topic', 'model']);
	const textOf = (count: number) => {
		const dimensions = ['topic', 'model'];
		const selection = { limit: Infinity, dimensions, measures: measures.slice(0, count) };
		return withUsualSpaces(write(rows, { title: '', selection, key }).text);
	};
	expect(textOf(1)).toContain('• Tea – ChatGPT 1\n');
	expect(textOf(2)).toContain('• Tea · ChatGPT\n   Share of voice 1 · Mentions 2\n');
});

it('The title and the subject of a message have 150 characters at most', () => {
	const selection = { limit: Infinity, period: { start: '2026-11-01', end: '2026-11-30' } };
	const { title, subject } = write([], { title: '', projectName: 'x'.repeat(200), selection });
	expect([title, subject]).toEqual(Array(2).fill(`${'x'.repeat(149)}…`));
});

describe('The client, the measure and the parts', () => {
	const platforms = ['ChatGPT', 'Gemini'].map((model, at): JsonObject => {
		return { model, share_of_voice: 40 + at };
	});
	const ofClients = (...names: string[]) =>
		names.flatMap((project_name) => platforms.map((row) => ({ project_name, ...row })));

	it.each<[string, JsonObject[], Partial<MessageSettings>]>([
		['Tea: share of voice by AI platform', platforms, { projectName: 'Tea' }],
		['Share of voice by AI platform', platforms, {}],
		['Tea: share of voice by AI platform', ofClients('Tea'), {}],
		['2 clients: share of voice by AI platform', ofClients('Tea', 'Oak'), {}],
		[
			'5 clients: share of voice by AI platform',
			ofClients('Tea'),
			{ projectTables: projectsOf({ Tea: {}, Oak: {}, Elm: {}, Ash: {}, Fir: {} }) },
		],
		['Tea: share of voice by AI platform', platforms, { projectName: 'Tea', locale: 'fr' }],
		['Own', platforms, { title: 'Own', projectName: 'Tea' }],
	])('are the title: %s', (title, rows, about) => {
		expect(write(rows, { ...report('model'), ...about }).title).toBe(title);
	});
});

describe('The parts of a message', () => {
	it.each([
		['title', 150],
		['note', 300],
		['name', 120],
		['value', 80],
		['project', 60],
	])('such as a %s have up to %d characters', (part, longest) => {
		const written = (length: number) => {
			const at = (wanted: string) => (part === wanted ? 'x'.repeat(length) : wanted.charAt(0));
			const row = { project_name: at('project'), name: at('name'), about: at('value') };
			const rows = ['', '2'].map((end) => ({
				...row,
				name: `${row.name}${end && ' 2'}`,
				about: row.about + end,
			}));
			const other = { ...row, project_name: 'other', name: 'other', about: 'other' };
			return write([...rows.slice(0, 1), other], {
				title: at('title'),
				notes: [at('note')],
			}).markdown.match(/x+…?/)?.[0];
		};
		expect(written(longest)).toBe('x'.repeat(longest));
		expect(written(longest + 1)).toBe(`${'x'.repeat(longest - 1)}…`);
	});

	it('are ten notes at most, and a line says how many more there are', () => {
		const notes = Array.from({ length: 12 }, (_, index) => `note ${index}`);
		const { text } = write([{ name: 'a' }], { notes });
		expect(text.match(/note \d+/g)).toEqual(notes.slice(0, 10));
		expect(text).toMatch(/\nNotes left out: 2\.$/);
	});
});

describe('Every client and every platform', () => {
	const names = (count: number, what: string) =>
		Array.from({ length: count }, (_, at) => `${what}${at}`);
	const workspace = fc.record({
		clients: fc.integer({ min: 1, max: 45 }),
		platforms: fc.integer({ min: 1, max: 8 }),
		weeks: fc.integer({ min: 1, max: 9 }),
		letters: fc.integer({ min: 0, max: 60 }),
	});

	it('is in each form, or the form counts what it shows, and no row is cut apart', () => {
		const check = fc.property(workspace, ({ clients, platforms, weeks, letters }) => {
			const all = names(clients, `${'c'.repeat(letters)} Client `);
			const models = names(platforms, 'Platform ');
			const rows = all.flatMap((project_name, client) =>
				names(weeks, '').flatMap((_, week): JsonObject[] => {
					const day = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10);
					const period: JsonObject = weeks === 1 ? {} : { period_start: day, period_end: day };
					return models.map((model, at) => {
						return { project_name, ...period, model, share_of_voice: client + week + at };
					});
				}),
			);
			const message = write(rows, report('model'));
			expect(message.slack.length).toBeLessThanOrEqual(3000);
			expect(Buffer.byteLength(message.html)).toBeLessThanOrEqual(90_000);
			for (const form of FORMS) {
				const text = message[form].replaceAll('\u2060', '');
				// A message that has no room for all counts what it shows.
				if (/\d+ of \d+ /.test(text)) continue;
				for (const client of all) {
					expect(text).toMatch(
						new RegExp(`Client ${client.split(' ').at(-1)}\\b|${client.slice(0, 20)}`),
					);
				}
				for (const model of models) expect(text).toContain(model);
			}
			for (const line of message.html.match(/<tr><td style="padding:9px.*<\/tr>/g) ?? []) {
				expect(line.match(/<td/g)?.length).toBe(line.match(/<\/td>/g)?.length);
			}
		});
		fc.assert(check, { numRuns: samples(20) });
	});

	it('is not cut so short that two look the same', () => {
		const rows = ['Berlin', 'Hamburg'].map((city, share_of_voice) => ({
			...{ topic: `The coffee roasters of the old harbour city of ${city}`, share_of_voice },
		}));
		const { slack } = write(rows, report('topic'));
		for (const city of ['Berlin', 'Hamburg']) expect(slack).toContain(`city of ${city}*`);
	});

	it('is named above its rows if it alone of several has some', () => {
		const row = { project_id: 'p-1', project_name: 'Tea' };
		const rows = [
			{ ...row, model: 'a', share_of_voice: 5 },
			{ ...row, model: 'b', share_of_voice: 9 },
		];
		const projectTables = projectsOf({ Tea: { rows: [{ record: 1 }] }, Oak: {} });
		const lines = linesOf(rows, { ...report('model'), projectTables });
		expect(lines.slice(3)).toEqual(['Tea', '• a – 5', '• b – 9', '', 'No data for Oak.']);
	});

	it('without data, is named', () => {
		const about = { projectTables: projectsOf({ Tea: {}, Oak: {} }) };
		const lines = linesOf([{ name: 'a', share: 1 }], about);
		expect(lines.at(-1)).toBe('No rows for Tea, Oak.');
	});

	it.each([
		[12, 'Client', /^No row of Client 0, .*, Client 9 and 2 more rose\.$/],
		[3, 'x'.repeat(100), /^No row of x{52}…, x{52}…, x{52}… rose\.$/],
	])('without a match, is named or counted: %d of %s', (count, name, sentence) => {
		const all = names(count, `${name} `).map((own) => [own, { hasRecords: true }] as const);
		const projectTables = projectsOf({
			...Object.fromEntries(all),
			Oak: { errors: [new Error()] },
		});
		const changed = { numberField: 's', changeKind: 'change' } as const;
		const rises = { field: 's_change', changed, operator: '>', value: '0', text: 's_change > 0' };
		const missing = ['Oak could not be read.'];
		const lines = linesOf([], { ...asked({ conditions: [rises] }), projectTables, missing });
		expect(lines.slice(-2)).toEqual([expect.stringMatching(sentence), ...missing]);
	});
});

describe('Days', () => {
	const daysOf = (count: number, more: JsonObject = {}): JsonObject[] =>
		Array.from({ length: count }, (_, at) => {
			const date = new Date(Date.UTC(2026, 9, 1 + at)).toISOString().slice(0, 10);
			return { ...more, date, share_of_voice: at % 7 };
		});

	it('that are weeks of several clients leave out the oldest weeks of each client first', () => {
		const weeks = Array.from({ length: 28 }, (_, week) => {
			const day = new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10);
			return { period_start: day, period_end: day };
		});
		const rows = ['Oak', 'Tea', 'Elm'].flatMap((project_name) =>
			weeks.flatMap((week) =>
				[0, 1].map((n) => ({ project_name, ...week, name: `P${week.period_start}${n}`, share: n })),
			),
		);
		const { slack } = write(rows);
		const weeksOf = (name: string) =>
			withUsualSpaces(slack)
				.split('\n')
				.filter((line) => line.startsWith(`*${name} · `));
		const all = ['Oak', 'Tea', 'Elm'].map(weeksOf);
		const counts = all.map(({ length }) => length);
		expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
		expect(Math.min(...counts)).toBeGreaterThan(1);
		for (const shown of all) expect(shown.at(-1)).toContain('Jul 13, 2026');
	});

	it('are bars on one scale with the first and the last number, and a day without one is a gap', () => {
		const days = daysOf(8).filter((_, at) => at !== 3);
		const { text, slack, markdown, html } = write(days, { title: '', ...report('date') });
		expect(text).toContain('• Share of voice – ▁▂▃ ▅▆▇▁ 0 → 0\n\n7 of 8 days');
		expect(slack).toContain('▁▂▃ ▅▆▇▁');
		expect(markdown).toContain('| Share of voice | ▁▂▃ ▅▆▇▁ 0 → 0 |');
		const bars = [...html.matchAll(/border-bottom:(\d+)px solid #4a7ebb/g)].map(([, size]) => size);
		expect(bars).toEqual(['2', '6', '9', '17', '20', '24', '2']);
		const rows = ['ChatGPT', 'Gemini'].flatMap((model, at) =>
			daysOf(5, { model }).map((row) => ({ ...row, share_of_voice: at * 10 })),
		);
		const both = write(rows, report('model', 'date')).text;
		expect(both).toContain('• ChatGPT – ▁▁▁▁▁ 0 → 0\n• Gemini – ▇▇▇▇▇ 10 → 10');
	});

	it('without a number are no data, and fewer than four are a list', () => {
		const days = daysOf(6).map((row, at) => (at < 3 ? row : { ...row, share_of_voice: null }));
		expect(linesOf(days, report('date')).at(-1)).toBe('3 of 6 days');
		expect(linesOf(daysOf(3), report('date')).slice(3)).toEqual([
			...['• Oct 1, 2026 – 0', '• Oct 2, 2026 – 1', '• Oct 3, 2026 – 2'],
		]);
	});

	it('beyond the newest 92 are counted', () => {
		expect(linesOf(daysOf(100), report('date')).at(-1)).toBe('92 of 100 days');
	});
});

describe('A form that has no room for all rows', () => {
	it.each(['slack', 'markdown', 'html'] as const)('shows as many as fit in %s', (form) => {
		const long = '&'.repeat(80);
		const about = form === 'slack' ? {} : { fields: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };
		const details = Object.fromEntries((about.fields ?? ['a']).map((name) => [name, long]));
		const rows = rowsOf(25).map((row, at) => {
			const own = Object.entries(details).map(([name, text]) => [name, `${at}${text}`] as const);
			return { ...row, name: `n${at} ${long}`, ...Object.fromEntries(own) };
		});
		const notes = Array.from({ length: form === 'html' ? 10 : 0 }, () => '&'.repeat(300));
		const all = write(rows, { notes, ...about })[form];
		const shown = shownIn(all).length;
		if (form !== 'slack' && shown === 25) return;
		expect(shown).toBeGreaterThan(0);
		expect(shown).toBeLessThan(25);
		expect(all).toContain(`${shown} of 25 rows`);
	});

	it('leaves out notes only if it has no room even for one row', () => {
		const notes = Array.from({ length: 10 }, (_, index) => `${index}${'&'.repeat(299)}`);
		const { slack, text } = write(LONG_PROMPTS, { notes });
		expect(slack).toContain('no. 0?');
		expect(slack).toContain('\n0&amp;');
		expect(slack).not.toContain('\n1&amp;');
		expect(slack).toContain('\nNotes left out: 9.');
		expect(text).toContain('\n9&');
	});
});

/** The cells of the table in Markdown: those of the headings, of the line below them, and of each row. */
const tableOf = (rows: ReadonlyArray<JsonObject | Row>, about: Partial<MessageSettings> = {}) =>
	write(rows, about)
		.markdown.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.slice(2, -2).split(' | '));

const labelsOf = (...rows: JsonObject[]) => tableOf(rows)[0];

const cellsOf = (...rows: JsonObject[]) => tableOf(rows).slice(2);

describe('A field', () => {
	it.each<[JsonObject, string[]]>([
		[{ ai_overview: 'a', 'best-geo-tool': 'b' }, ['AI overview', 'Best GEO tool']],
		[{ avgRank: 'a', top3Rank: 'a' }, ['Avg Rank', 'Top3 Rank']],
		[{ avg_visibility_score: 'a', num_answers: 'a' }, ['Visibility', 'Answers']],
		[{ avg_rank: 'a', mentions_count: 'a' }, ['Rank (1 is best)', 'Mentions']],
		[{ constructor: 'a', toString_name: 'b' }, ['Constructor', 'To String']],
		[{ [n(41)]: 'a' }, [`N${n(38)}…`]],
		// Without numbers, three texts; what is empty, an ID or a status is left out.
		[{ a: 'a', b: 'b', c: 'c', d: 'd', e: 'e' }, ['A', 'B', 'C', 'D']],
		[{ a: 'a', b: 'b', c: 'c', g: 1 }, ['A', 'G', 'B']],
		[{ a: 'a', b: 1, c: 2, d: 3, e: 4, f: 5 }, ['A', 'B', 'C', 'D', 'E']],
		[{ a: 'a', project_id: 'x', project_name: 'b', _status: 'kept', b_id: 1, c: '' }, ['A']],
	])('of %j has the headings %j', (row, headings) => {
		expect(labelsOf(row)).toEqual(headings);
	});

	it.each<[string, JsonValue[], boolean]>([
		['mentions', [1, '2 %', null, '', 'n/a'], true],
		['mentions', [1, 'many'], false],
		['mentions', ['007', '008'], false],
	])('%s with %j holds numbers: %j', (name, values, isNumber) => {
		const [, kinds] = tableOf(values.map((value, at) => ({ text: `a${at}`, [name]: value })));
		expect(kinds?.[1]).toBe(isNumber ? '---:' : '---');
	});

	it('with an ID tells rows apart if there is nothing else, and keeps its digits', () => {
		expect(cellsOf({ id: 12345, score: 5 })).toEqual([['12345', '5']]);
		expect(cellsOf({ score: 5 })).toEqual([['–', '5']]);
	});

	it.each<[JsonValue, string]>([
		[true, 'about'],
		['\u200b', '–'],
		['2026-11-20', 'Nov 20, 2026'],
		[{ c: 'd' }, 'd'],
	])('with %j says %s', (about, words) => {
		expect(cellsOf({ name: 'A', about })).toEqual([['A', words]]);
	});

	it('is shown because the user chose it, sorted by it, or because it is useful', () => {
		const row = { note: 'x', name: 'a', models: 3, mentions: 9, avg_rank: 4, score: 71 };
		const labels = (about: Partial<MessageSettings>) => tableOf([row], about)[0]?.join(' ');
		expect(labels({})).toBe('Note AI platforms Mentions Rank (1 is best) Score Name');
		const useful = ['name', 'score', 'gone'];
		expect(labels({ usefulFields: useful })).toBe('Name Score Rank (1 is best) Note');
		const sort = [{ field: 'mentions', order: 'asc' }] as const;
		expect(labels({ usefulFields: useful, ...asked({ sort }) })).toBe(
			'Name Mentions Rank (1 is best) Note',
		);
		expect(labels({ usefulFields: useful, fields: ['score', 'models'] })).toBe(
			'Name Score AI platforms',
		);
	});

	it('is a flag in words if all rows have it', () => {
		const rows = [true, false].map((is_competitor, at) => ({ name: `a${at}`, is_competitor }));
		expect(cellsOf(...rows)).toEqual([
			['a0', 'competitor'],
			['a1', '–'],
		]);
	});
});

describe('The address of a page', () => {
	const PAGE = 'https://x.example/a_b?c=1&d=(2)';
	const linked = 'https://x.example/a_b?c=1&d=%282%29';
	const pages = [
		{ title: 'One *x*', page: PAGE },
		{ title: 'Two', page: null },
	];

	it('is where the name of the row leads to', () => {
		const { html, slack, markdown, text } = write(pages);
		expect(html).toContain(`<a href="${linked.replace('&', '&amp;')}">One *x*</a>`);
		expect(slack).toContain(`• *<${linked.replace('&', '&amp;')}|One ∗x∗>*\n• *Two*`);
		expect(markdown).toContain(`| [One \\*x\\*](${linked}) |`);
		expect(text).toContain(`• One *x* ${linked}`);
	});

	it('is whole, however long it is', () => {
		const page = `https://x.example/?${'a=1&'.repeat(200)}`;
		for (const form of ['markdown', 'text'] as const) {
			expect(write([{ title: 'One', page }])[form]).toContain(page);
		}
	});

	it('is its own link if there is no other name, or several', () => {
		expect(write([{ page: PAGE }]).html).toContain(`${linked.replace('&', '&amp;')}">https://`);
		const two = [{ title: 'One', page: PAGE, other: 'https://y.example/' }];
		expect(write(two).html).not.toContain('>One</a>');
	});

	it.each(['javascript:alert(1)', 'ftp://x.example', 'https://a:b@x.example', 'https://', 'a b'])(
		'%s is no link',
		(page) => {
			for (const form of FORMS) {
				expect(write([{ title: 'One', page }])[form]).not.toMatch(/<a |<[^>]*\||\]\(/);
			}
		},
	);
});

describe('The number format', () => {
	const fields = change('share_of_voice', [0.4, 0.325, 0.075, null]);
	const row = { model: 'A', ...fields, rank: 2 };

	it.each<[MessageSettings['numberFormat'], string, string]>([
		['asIs', '0.40', '▲ 0.07'],
		['percent', '0.40%', '▲ 0.07 pts'],
		['fraction', '40.0%', '▲ 7.5 pts'],
	])('%s writes a share as %s', (numberFormat, value, changed) => {
		const [, , cells = []] = tableOf([row], { numberFormat });
		expect(cells.slice(1, 3)).toEqual([value, changed]);
		expect(cells.at(-1)).toBe('2');
	});
});

describe('A bar', () => {
	/** How long the bars are, in percent. */
	const barsOf = (...rows: JsonObject[]) =>
		[...write(rows).html.matchAll(/<td width="(\d+)%" style="padding:0;border-top:/g)].map(
			([, width]) => Number(width),
		);

	it('stands for a part rather than for other amounts, and for no rank', () => {
		expect(barsOf({ text: 'a', rank: 5, mentions: 5 })).toEqual([100]);
		expect(barsOf({ text: 'a', rank: 5, avg_rank: 5 })).toEqual([]);
		for (const name of ['share_of_voice', 'visibility']) {
			expect(barsOf({ text: 'a', [name]: 1, citation_share: 2 })).toEqual([100, 2]);
			expect(barsOf({ text: 'a', mentions: 5, [name]: 1 })).toEqual([100]);
		}
		for (const name of ['registrations', 'duration_days', 'operations', 'generated_answers']) {
			expect(barsOf({ text: 'a', [name]: 5, others: 5 })).toEqual([100]);
		}
		expect(barsOf({ text: 'a', visibility: 71.5 }, { text: 'b', visibility: 0 })).toEqual([72]);
		expect(barsOf({ text: 'a', share_of_voice: 0.5 }, { text: 'b', share_of_voice: 0.25 })).toEqual(
			[50, 25],
		);
		expect(
			barsOf({ text: 'a', share_of_voice: '0.9%' }, { text: 'b', share_of_voice: '0%' }),
		).toEqual([1]);
		expect(barsOf({ text: 'a', share_of_voice: 200 }, { text: 'b', share_of_voice: 50 })).toEqual([
			100, 25,
		]);
	});

	it('is as long as the number, and none for what falls below zero or never leaves it', () => {
		const ofShares = (...shares: Array<number | null>) =>
			barsOf(...shares.map((visibility, at) => ({ name: `A${at}`, visibility })));
		expect(ofShares(100, 99.6, 99.4, 0.5, 0.4, 0, null)).toEqual([100, 100, 99, 1]);
		expect([ofShares(-1, 2), ofShares(0, null)]).toEqual([[], []]);
		expect(write([{ name: 'A', mentions: 0 }]).html).not.toContain('NaN');
	});
});

describe('A comparison', () => {
	const compared = change('s', [5, 4, 1, 25]);

	it.each<[JsonObject, string]>([
		[{ s: 5, s_change: 1, s_change_percent: 25 }, 'S, S change, S change percent'],
		[{ s: 5, s_previous: 4, s_change: 1 }, 'S, S previous, S change'],
		[{ ...compared, s_previous_x: 4 }, 'S, Change, S previous x'],
		[change('s', [null, 12, null, null]), 'S, Change'],
	])('in %j has the columns %s', (fields, labels) => {
		expect(labelsOf({ model: 'A', ...fields })?.join(', ')).toBe(`AI platform, ${labels}`);
	});

	it('is shown if the user chooses the field of a change', () => {
		const row = { name: 'A', ...compared, t: 7 };
		expect(tableOf([row], { fields: ['name', 's_change'] })[2]).toEqual(['A', '5', '▲ 1']);
	});

	it('is told from fields of the rows with such a name', () => {
		const changes = new Map([['s', { before: 4, change: 1, percent: 25 }]]);
		const record = { model: 'A', s: 5, s_previous: 'old' };
		const [, , cells] = tableOf([{ record, status: 'kept', changes }]);
		expect(cells).toEqual(['A', '5', '▲ 1', 'old']);
	});

	it('that failed in one of several projects calls none of its rows new', () => {
		const { text } = write([
			{ project_name: 'A', model: 'A', ...compared, _status: 'kept' },
			{ project_name: 'B', model: 'A', s: 5, _status: null },
		]);
		expect(text).toContain('▲ 1');
		expect(text).not.toContain('new');
	});

	it('keeps the order of clients where each was sorted by its change', () => {
		const rowOf = (project_name: string, prompt: string, s_change: number) => ({
			...{ project_name, prompt, s: 50, s_previous: 50 - s_change, s_change },
			s_change_percent: 1,
		});
		const rows = [rowOf('Tea', 'a', -2), rowOf('Tea', 'b', -1), rowOf('Oak', 'c', -9)];
		const by = {
			field: 's_change',
			changed: { numberField: 's', changeKind: 'change' },
			order: 'asc',
		} as const;
		const { text } = write(rows, {
			title: '',
			selection: { limit: 2, sort: [by], recordNoun: 'prompt' },
		});
		expect(text.match(/(?:Tea|Oak)$/gm)).toEqual(['Tea', 'Oak']);
	});

	it('puts the biggest move first and what is unmoved last, where nobody asked for an order', () => {
		const rows = [0, 1, -3].map((by, at) => ({
			name: `n${at}`,
			...change('s', [5, 5 - by, by, null]),
		}));
		expect(shownIn(write(rows).markdown.split('\n\n').at(-1) ?? '')).toEqual(['n2', 'n1', 'n0']);
		const sort = [{ field: 's', order: 'asc' }] as const;
		const sorted = write(rows, asked({ sort })).markdown.split('\n\n').at(-1) ?? '';
		expect(shownIn(sorted)).toEqual(['n0', 'n1', 'n2']);
	});
});

describe('The rows of projects', () => {
	const named = (project_id: JsonValue, project_name: string) => ({ project_id, project_name });

	it.each<[string, JsonObject[], string[]]>([
		['with a name', ['Acme', 'Acme', 'Globex'].map((name) => named(1, name)), ['Acme', 'Globex']],
		['of one name', [named(1, 'Acme'), named('x\ny', 'Acme')], ['Acme (1)', 'Acme (x y)']],
		[
			'of names that are cut alike',
			['a', 'b'].map((end) => named(end, 'x'.repeat(70) + end)),
			['a', 'b'].map((id) => `${'x'.repeat(59)}… (${id})`),
		],
	])('%s stand below it', (_what, rows, headings) => {
		const { text } = write(rows.map((row, at) => ({ ...row, prompt: `p${at}`, topic: `t${at}` })));
		expect(
			[...text.matchAll(/^(?!Nov|As|Share|•| {2})(.+)$/gm)].map(([, heading]) => heading),
		).toEqual(headings);
	});

	it('are about as many of each, and the end says how many', () => {
		const rows = Array.from({ length: 60 * 40 }, (_, index) => ({
			...{ project_name: `P${index % 40}`, name: `n${index}`, topic: `t${index}` },
		}));
		const { markdown } = write(rows);
		expect(markdown.match(/^### P\d+$/gm)).toHaveLength(40);
		expect(markdown).toContain('120 of 2,400 rows');
	});

	it('are one list in a ranking, and each names its project', () => {
		const rows = ['A', 'B', 'A'].map((project_name, at) => ({
			project_name,
			name: `n${at}`,
			s: at,
		}));
		const [labels, , ...lines] = tableOf(rows, { isRanking: true });
		expect(labels).toEqual(['Name', 'S', 'Client']);
		expect(lines.map((line) => line.at(-1))).toEqual(['A', 'B', 'A']);
	});
});
