import type { JsonObject } from 'n8n-workflow';
import { type Message, type MessageDescription, messageOf } from '../../nodes/shared/message';

const ABOUT: MessageDescription = { title: 'Share of voice', locale: 'en', zone: 'UTC' };

/** A message about rows. */
export function write(rows: JsonObject[], about: Partial<MessageDescription> = {}): Message {
	return messageOf(rows, { ...ABOUT, ...about });
}

/** The lines of a text without the spaces that align them. */
export function linesOf(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.replace(/[\s\u202f]+/g, ' ').trim())
		.filter((line) => line !== '');
}
