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
	notes: ['1) <n> & _m_ www.x.example'],
};
