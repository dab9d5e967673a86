import type { MessageDescription } from '../../nodes/shared/message';

/** What the messages of the tests are about, unless one is about something else. */
export const ABOUT: MessageDescription = { title: 'Share of voice', locale: 'en', zone: 'UTC' };

/** The lines of a text without the spaces that align them. */
export function linesOf(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.replace(/[\s\u202f]+/g, ' ').trim())
		.filter((line) => line !== '');
}
