import type { JsonObject } from 'n8n-workflow';
import { type Message, type MessageDescription, messageOf } from '../../nodes/shared/message';

/** What the messages of the tests are about, unless one is about something else. */
export const ABOUT: MessageDescription = { title: 'Share of voice', locale: 'en', zone: 'UTC' };

/** The message of rows. */
export function write(
	rows: readonly JsonObject[],
	about: Partial<MessageDescription> = {},
): Message {
	return messageOf(rows, { ...ABOUT, ...about });
}

/** The lines of a text without the spaces that align them. */
export function linesOf(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.replace(/[\s\u202f]+/g, ' ').trim())
		.filter((line) => line !== '');
}

/** All lines of a text as they are, with usual spaces for those that differ between versions of Node. */
export function allLinesOf(text: string): string[] {
	return text.replace(/[\u00a0\u2009\u202f]/g, ' ').split('\n');
}

/** A comparison of a field with the period before, as its fields. */
export function change(
	name: string,
	[now, previous, by, percent]: ReadonlyArray<number | null>,
): JsonObject {
	return {
		[name]: now ?? null,
		[`${name}_previous`]: previous ?? null,
		[`${name}_change`]: by ?? null,
		[`${name}_change_percent`]: percent ?? null,
	};
}

/** Three rows of two projects, few enough fields for a table. */
export const TWO_PROJECTS: readonly JsonObject[] = [
	{ project_id: 'p1', project_name: 'Acme', topic: 'CRM', share: 40, avg_rank: 2 },
	{ project_id: 'p1', project_name: 'Acme', topic: 'ERP', share: 20, avg_rank: 1 },
	{ project_id: 'p2', project_name: 'Globex', topic: 'CRM', share: 5, avg_rank: 3 },
];

const TOOL = 'What is the best tool for a small agency with many remote clients, no.';

/** Three rows of two projects that are too long for a table in plain text. */
export const LONG_PROMPTS: readonly JsonObject[] = ['Acme', 'Acme', 'Globex'].map(
	(project_name, share) => ({ project_name, prompt: `${TOOL} ${share}?`, share, market: 'US' }),
);

/** A row with more fields than are shown, some of them objects and lists. */
export const MANY_FIELDS: JsonObject = {
	prompt: 'best crm',
	topic_name: 'CRM',
	market: { country: 'US', language: null },
	models: ['ChatGPT', 'Gemini'],
	live: false,
	created_at: '2026-11-20T23:30:00Z',
	extra_text: 'left out',
	mentions: 1234,
	score: 42.5,
	avg_rank: 2,
	change: -0.5,
	fifth: 7,
};

/** Shares as parts of one and as texts, and signed numbers as texts. */
export const NUMBERS_AS_TEXT: readonly JsonObject[] = [
	{ name: 'A', share: 0.405, percent: '40.5 %', delta: '+3', change: '-0.5' },
	{ name: 'B', share: 0.02, percent: '7 %', delta: '-12', change: '1.25' },
];

/** Rows that stayed, went, came and moved. */
export const COMPARED: readonly JsonObject[] = [
	{ model: 'ChatGPT', ...change('share', [42.5, 40, 2.5, 6.25]), _status: 'same' },
	{ model: 'Gemini', ...change('share', [18, 18, 0, 0]), _status: 'same' },
	{ model: 'Claude', ...change('share', [null, 12, null, null]), _status: 'gone' },
	{ model: 'Copilot', ...change('share', [9.7, null, null, null]), _status: 'new' },
	{ model: 'Grok', ...change('share', [0, 0.4, -0.4, -100]), _status: 'same' },
];

/** Comparisons of more figures than there is room for. */
export const MANY_CHANGES: readonly JsonObject[] = [
	{
		prompt: 'What is the best project management tool for a small agency?',
		topic: 'Tools',
		...change('mentions', [12, 10, 2, 20]),
		...change('share', [42.5, 40, 2.5, 6.25]),
		...change('rank', [2, 3, -1, -33.3]),
	},
	{
		prompt: 'best crm',
		topic: null,
		...change('mentions', [null, 3, null, null]),
		...change('share', [null, 1.5, null, null]),
		...change('rank', [4, 4, 0, 0]),
	},
];

/** Texts with all that means something to one of the forms. */
export const HOSTILE: readonly JsonObject[] = [
	{
		project_name: '# A|B',
		name: `<b> & "x" 'y'`,
		'a|b*c': '_i_ `c` ~s~ *b*\n@here :tada: https://x.example/a',
		share: 3,
	},
	{ project_name: '# A|B', name: '1. first', 'a|b*c': '> q [x](y) $ \\', share: 1 },
];
export const HOSTILE_ABOUT: Partial<MessageDescription> = {
	title: '<Report> *x* & `y`',
	period: { start: '- a_b_', end: '<c>' },
	notes: ['1) <n> & _m_ www.x.example'],
};
