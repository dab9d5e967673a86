import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CASES } from './messageCases';
import { write } from './messages';

/**
 * Whole messages as they were looked at and found good: in a browser (`.html`) and in an editor. After a
 * change, run `GOLDEN=write npx jest messageGolden` and look at the difference.
 */
const FOLDER = join(__dirname, '__golden__', 'messages');

const isWriting = process.env.GOLDEN === 'write';

/** What differs between versions of Node: the spaces that ICU puts into numbers and dates. */
const withUsualSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

function readable({ title, period, text, slack, markdown }: ReturnType<typeof write>): string {
	const parts = { title, period, text, slack, markdown };
	const sections = Object.entries(parts).map(([form, part]) => `===== ${form}\n${part}\n`);
	return withUsualSpaces(sections.join('\n'));
}

describe('The message', () => {
	it.each(Object.keys(CASES))('%s is as it was found good', (name) => {
		const { rows = [], about } = CASES[name] ?? {};
		const message = write(rows, about);
		const written = { txt: readable(message), html: `${withUsualSpaces(message.html)}\n` };
		for (const [ending, text] of Object.entries(written)) {
			const file = join(FOLDER, `${name.replaceAll(' ', '-')}.${ending}`);
			if (isWriting) {
				mkdirSync(FOLDER, { recursive: true });
				writeFileSync(file, text);
			}
			expect(text).toBe(readFileSync(file, 'utf8'));
		}
		expect(message.rows).toEqual(rows);
	});
});
