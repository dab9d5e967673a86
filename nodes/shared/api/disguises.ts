/** What a service may put between two characters: blanks, line breaks and characters without width. */
const BREAK =
	'(?:\\s|[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]|\\\\{1,4}(?:[nrt]|u(?:00ad|200[b-f]|2060|feff)))';

/**
 * How many of them may be in one place, as where a line breaks and the next is indented. Without a
 * bound, a text of nothing but blanks would take hours for a key that starts with a `+`.
 */
const BREAKS = `${BREAK}{0,40}`;

/** What stands before the code of a character; bounded, since a text may have thousands of them. */
const PERCENT = '%(?:25){0,3}';
const AMPERSAND = '&(?:amp;){0,2}';
const DECIMAL = `${AMPERSAND}#0{0,6}`;
const HEX = `${AMPERSAND}#x0{0,6}`;
const ESCAPE = '\\\\{1,4}(?:u00|x)';

/** The characters that HTML has to write as names. */
const NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

const CHARACTERS = new Map(Object.entries(NAMES).map(([character, name]) => [name, character]));

/** One character, however it is written, with what stands before it. */
const CHARACTER = new RegExp(
	`${BREAKS}(?:${[
		`(?:${PERCENT}|${HEX}|${ESCAPE})(?<hex>[\\da-f]{2});?`,
		`${DECIMAL}(?<decimal>\\d{1,3});?`,
		`${AMPERSAND}(?<name>${Object.values(NAMES).join('|')});`,
		'\\\\{0,3}(?<plain>[!-~])',
	].join('|')})`,
	'iy',
);

/** So many characters are looked for with a pattern; a long one takes a second to build. */
const START = 4;

/**
 * A function that takes a secret out of any text, where its case is another one, where any of its
 * characters is percent-encoded, escaped or an HTML entity, once or several times, where a `+` has
 * become a blank, and where it is cut by blanks, line breaks or characters without width.
 *
 * @param secret printable ASCII; nothing else is found
 */
export function maskingDisguises(secret: string, mask: string): (text: string) => string {
	if (!/^[!-~]+$/.test(secret)) return (text) => text;
	const characters = Array.from(secret.toLowerCase());
	const start = new RegExp(characters.slice(0, START).map(formsOf).join(BREAKS), 'gi');
	return (text) => {
		let masked = '';
		let done = 0;
		start.lastIndex = 0;
		for (let found = start.exec(text); found !== null; found = start.exec(text)) {
			const end = endOf(characters.slice(START), text, start.lastIndex);
			if (end === undefined) {
				start.lastIndex = found.index + 1;
				continue;
			}
			masked += text.slice(done, found.index) + mask;
			done = end;
			start.lastIndex = end;
		}
		return masked + text.slice(done);
	};
}

/** The ways to write a character in either case, as a pattern. */
function formsOf(character: string): string {
	const codes = [character, character.toUpperCase()].map((letter) => letter.charCodeAt(0));
	const decimal = codes.join('|');
	const hex = codes.map((code) => code.toString(16)).join('|');
	const name = NAMES[character];
	const forms = [
		`\\\\{0,3}${literal(character)}`,
		`(?:${PERCENT}|${ESCAPE})(?:${hex})`,
		`(?:${HEX}(?:${hex})|${DECIMAL}(?:${decimal}));?`,
		...(name === undefined ? [] : [`${AMPERSAND}${name};`]),
		...(character === '+' ? [' '] : []),
	];
	return `(?:${forms.join('|')})`;
}

/** Where characters end that start at a place of a text; `undefined` if others do. */
function endOf(characters: readonly string[], text: string, start: number): number | undefined {
	let end = start;
	for (const character of characters) {
		const next = text.charAt(end).toLowerCase();
		CHARACTER.lastIndex = end;
		if (next === character) end += 1;
		else if (meant(CHARACTER.exec(text)) === character) end = CHARACTER.lastIndex;
		else if (character === '+' && next === ' ') end += 1;
		else return undefined;
	}
	return end;
}

/** The character that a form of it means, as a small letter. */
function meant(found: RegExpExecArray | null): string | undefined {
	const { hex, decimal, name, plain } = found?.groups ?? {};
	if (plain !== undefined) return plain.toLowerCase();
	if (name !== undefined) return CHARACTERS.get(name.toLowerCase());
	const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
	return String.fromCharCode(code).toLowerCase();
}

/** A pattern that finds exactly this text. */
export function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
