import type { JsonObject } from 'n8n-workflow';
import type { OutputQuery } from '../../nodes/shared/output';
import { writeMessage } from '../../nodes/shared/output/message';
import { writeRows } from '../../nodes/shared/output/records';
import type { MessageSettings } from '../../nodes/shared/output/cells';
import {
	type QueryOptions,
	asRecord,
	EMPTY_TABLE,
	KEY_IS_ID,
	type NumberChange,
	compareRecords,
	keyFieldsOfReport,
	type ProjectTable,
	type Row,
} from '../../nodes/shared/table';

/** What the messages of the tests are about, unless one is about something else. */
export const ABOUT: MessageSettings = {
	...{ title: 'Share of voice', operationTitle: 'Records', locale: 'en', zone: 'UTC' },
	...{ numberFormat: 'asIs', now: Date.parse('2026-11-25T09:00:00Z') },
	...{ selection: { limit: Infinity }, key: KEY_IS_ID },
};

const PLAN: OutputQuery = {
	output: { mode: 'records', fields: [], usefulFields: [] },
	key: KEY_IS_ID,
	selection: { limit: Infinity },
};

/** The message of rows, or of records as rows are written. */
export function write(
	rows: ReadonlyArray<JsonObject | Row>,
	about: Partial<MessageSettings> = {},
): ReturnType<typeof writeMessage> {
	const all = rows.map((row) => (isRow(row) ? row : rowOf(row)));
	return writeMessage(writeRows(all, PLAN), { ...ABOUT, ...about });
}

const isRow = (row: JsonObject | Row): row is Row => 'record' in row;

/** The row that is written as a record: what the node knows in fields of its own. */
function rowOf({ _status: status, ...record }: JsonObject): Row {
	const { project_id, project_name, period_start, period_end, ...rest } = record;
	const { compared_start, compared_end, ...fields } = rest;
	const [name, id] = [project_name, project_id ?? project_name].map((part) => textOf(part));
	const period = daysOf(period_start, period_end);
	const changes = changesIn(fields);
	const added = [...changes.keys()].flatMap((own) => ENDS.map((end) => own + end));
	return {
		...(id === '' ? {} : { project: { id: id ?? '', name: name ?? '' } }),
		...(period && {
			segment: {
				label: 'Week',
				name: '',
				period,
				comparedWith: daysOf(compared_start, compared_end),
			},
		}),
		...(changes.size === 0
			? {}
			: { status: STATUSES.find((one) => one === status) ?? 'kept', changes }),
		...(changes.size === 0 && status ? { status: STATUSES.find((one) => one === status) } : {}),
		record: Object.fromEntries(Object.entries(fields).filter(([own]) => !added.includes(own))),
	};
}

const STATUSES = ['gone', 'kept', 'new'] as const;

const textOf = (value: unknown) =>
	typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';

function daysOf(start: unknown, end: unknown) {
	return typeof start === 'string' && typeof end === 'string' ? { start, end } : undefined;
}

const ENDS = ['_previous', '_change', '_change_percent'];

/** The changes of all fields that have the three fields of a comparison. */
function changesIn(record: JsonObject): Map<string, NumberChange> {
	const names = Object.keys(record).filter((name) => ENDS.every((end) => name + end in record));
	return new Map(
		names.map((name) => {
			const [before, change, percent] = ENDS.map((end) => record[name + end]);
			const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
			return [
				name,
				{ before: numberOf(before), change: numberOf(change), percent: numberOf(percent) },
			];
		}),
	);
}

/** A text with usual spaces for those that ICU puts into numbers and dates in versions of Node. */
export const withUsualSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

/** A comparison of a field with the period before, as its fields. */
export function change(name: string, values: ReadonlyArray<number | null>): JsonObject {
	const ends = ['', '_previous', '_change', '_change_percent'];
	return Object.fromEntries(ends.map((end, place) => [name + end, values[place] ?? null]));
}

/** Projects that were read, as the node hands them to a message. */
export const projectsOf = (
	given: Readonly<Record<string, Partial<ProjectTable['table']>>>,
): ProjectTable[] =>
	Object.entries(given).map(([name, table]) => {
		const hasRecords = (table.rows ?? []).length > 0;
		return { project: { id: name, name }, table: { ...EMPTY_TABLE, hasRecords, ...table } };
	});

/** What a message is made of. */
interface Case {
	readonly rows: ReadonlyArray<JsonObject | Row>;
	readonly about: Partial<MessageSettings>;
}

const WEEK = { start: '2026-11-14', end: '2026-11-20' };
const asked = (more: Partial<QueryOptions>) => ({ selection: { limit: Infinity, ...more } });
const COMPARED = {
	...asked({ period: WEEK }),
	comparedWith: {
		...{ otherPeriodName: 'the period before', days: WEEK },
		otherDays: { start: '2026-11-07', end: '2026-11-13' },
	},
};

/** Rows of a report joined with those of the period before, as the node joins them. */
function compared(
	dimension: string,
	now: readonly JsonObject[],
	before: readonly JsonObject[],
): readonly Row[] {
	return compareRecords(now, before, keyFieldsOfReport([dimension]), []).rows;
}

const shares = (given: Readonly<Record<string, number>>): JsonObject[] =>
	Object.entries(given).map(([model, share_of_voice]) => ({ model, share_of_voice }));

const ranked = (given: Readonly<Record<string, readonly [share: number, rank: number]>>) =>
	Object.entries(given).map(([topic, [share_of_voice, avg_rank]]) => ({
		...{ topic, share_of_voice, avg_rank },
	}));

/** Share of voice by platform, with one that came and one that went. */
const PLATFORMS = compared(
	'model',
	shares({
		...{ ChatGPT: 42.5, Perplexity: 31.2, 'Google AI Overviews': 18, Gemini: 9.7, Copilot: 0 },
	}),
	shares({ ChatGPT: 40, Perplexity: 33.4, 'Google AI Overviews': 18, Claude: 12, Copilot: 0.4 }),
);

const LONG_NAME = 'What is the best project management tool for a small agency?';

/** Comparisons of more figures than there is room for beside each other. */
const MANY_CHANGES: readonly JsonObject[] = [
	{
		...{ prompt: LONG_NAME, topic: 'Tools', ...change('mentions', [12, 10, 2, 20]) },
		...{ ...change('share', [42.5, 40, 2.5, 6.25]), ...change('rank', [2, 3, -1, -33.3]) },
	},
	{
		...{ prompt: 'best crm', topic: null, ...change('mentions', [null, 3, null, null]) },
		...{ ...change('share', [null, 1.5, null, null]), ...change('rank', [4, 4, 0, 0]) },
	},
];

const TOOL = 'What is the best tool for a small agency with many remote clients, no.';

/** Three rows of two projects that are too long for a table in plain text. */
export const LONG_PROMPTS: readonly JsonObject[] = ['Acme', 'Acme', 'Globex'].map(
	(project_name, share) => ({ project_name, prompt: `${TOOL} ${share}?`, share, market: 'US' }),
);

/** Rows of projects, two of which have the same name. */
const PROJECTS: readonly JsonObject[] = [
	['p1', 'Ember & Oak Coffee', 'Espresso', 40],
	['p1', 'Ember & Oak Coffee', 'Filter', 20],
	['p2', 'Ridgeline Outfitters', 'Tents', 5],
	['p3', 'Ember & Oak Coffee', 'Espresso', 12.5],
].map(([project_id = '', project_name = '', topic = '', share_of_voice = 0]) => ({
	...{ project_id, project_name, topic, share_of_voice, avg_rank: 2 },
}));

/** What pages and citations may look like: fields that only some of the records have. */
const DIFFERENT: readonly JsonObject[] = [
	{
		...{ id: 91, url: 'https://example.com/blog/best-coffee-beans?utm=a', title: 'Best beans' },
		...{ domain: { name: 'example.com', authority: 55 }, citations: 12, is_own: true },
		answers: [{ id: 1, name: 'First answer' }, { id: 2 }],
	},
	{
		...{ id: 92, url: 'https://other.example/a', title: null, last_seen: '2026-11-20T23:30:00Z' },
		...{ domain: { name: 'other.example' }, citations: '7', sentiment: 'positive', tags: [] },
	},
	{
		...{ id: 93, url: 'https://third.example/', citations: null, is_own: false },
		nested: { a: { b: 1 } },
	},
];

/** Numbers as text, and codes that are none. */
const CODES: readonly JsonObject[] = [
	['Graz', '08010', '316', '1204', '40.5 %', '+3'],
	['Linz', '04020', '732', '98', '7 %', '-12'],
].map(([store = '', zip_code = '', area_code = '', visits = '', share = '', delta = '']) => ({
	...{ store, zip_code, area_code, visits, share, delta },
}));

/** A report in parts, each compared with the one before. */
const WEEKS = ['2026-11-09', '2026-11-16'].flatMap((start, week) =>
	compared(
		'model',
		shares({ ChatGPT: 40 + week, Gemini: 9 }),
		shares({ ChatGPT: 39, Gemini: 10 }),
	).map((row): Row => {
		const period = { start, end: week === 0 ? '2026-11-15' : '2026-11-18' };
		const before = { start: '2026-11-09', end: '2026-11-11' };
		const comparedWith = week === 0 ? { start: '2026-11-02', end: '2026-11-08' } : before;
		return { ...row, segment: { label: 'Week', name: start, period, comparedWith } };
	}),
);

/** Texts with all that means something to one of the forms. */
const HOSTILE: readonly JsonObject[] = [
	{
		...{ project_name: '# A|B', name: `<b> & "x" 'y'`, share: 3 },
		'a|b*c': '_i_ `c` ~s~ *b*\n@here :tada: https://x.example/a',
	},
	{ project_name: '# A|B', name: '1. first', 'a|b*c': '> q [x](y) $ \\', share: 1 },
];

/** Typical messages, and some that are hard to write. */
export const CASES: Readonly<Record<string, Case>> = {
	platforms: { rows: PLATFORMS, about: { title: 'Share of voice by AI platform', ...COMPARED } },
	ranks: {
		rows: compared(
			'topic',
			ranked({ Espresso: [42, 2], Filter: [18.5, 9], Beans: [7, 4], Grinders: [3, 12] }),
			ranked({ Espresso: [40, 9], Filter: [20, 2], Beans: [7, 4] }),
		),
		about: { title: 'Topics', ...COMPARED },
	},
	'prompts compared': { rows: MANY_CHANGES, about: { title: 'Prompts', ...COMPARED } },
	'prompts of projects': { rows: LONG_PROMPTS, about: { title: 'Prompts' } },
	projects: { rows: PROJECTS, about: { title: 'Share of voice', ...asked({ period: WEEK }) } },
	'ranking of projects': {
		rows: PROJECTS.slice(1).toReversed(),
		about: { title: 'Top 3 of all clients', isRanking: true, total: 9 },
	},
	empty: { rows: [], about: { title: 'Tags', ...asked({ period: WEEK }) } },
	different: { rows: DIFFERENT, about: { title: 'Cited pages', zone: 'Asia/Tokyo' } },
	codes: { rows: CODES, about: { title: 'Stores' } },
	weeks: {
		rows: WEEKS,
		about: {
			title: 'Share of voice by week',
			...asked({ period: { start: '2026-11-09', end: '2026-11-18' } }),
			comparedWith: {
				...{ otherPeriodName: 'the period before', days: WEEK },
				otherDays: { start: '2026-11-02', end: '2026-11-08' },
			},
		},
	},
	'German locale': {
		rows: PLATFORMS.map(({ record, ...row }) => ({
			...row,
			record: { ...asRecord(record), mentions: 1234567, day: '2026-11-20' },
		})),
		about: { title: 'Share by platform', ...COMPARED, locale: 'de', zone: 'Europe/Berlin' },
	},
	arabic: {
		rows: [
			{ model: 'نموذج', mentions: 12345 },
			{ model: '日本語 👩‍👩‍👧', mentions: 7 },
		],
		about: { title: 'تقرير', locale: 'ar-EG' },
	},
	hostile: {
		rows: HOSTILE,
		about: { title: '<Report> *x* & `y`', notes: ['1) <n> & _m_ www.x.example'] },
	},
};
