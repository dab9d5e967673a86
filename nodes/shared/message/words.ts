import { excerpt } from '../shape';

/**
 * Characters that show nothing but change what is around them, such as the direction of a text. Those
 * that make up an emoji or join letters stay.
 */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
const CONTROLS = /[\p{Cc}\s\uFFF9-\uFFFB]+/gu;
const HALVES = /\p{Cs}/gu;

const RIGHT_TO_LEFT =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

const WIDE =
	/\p{Emoji_Presentation}|\uFE0F|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const ASCII = /[ -~]+/g;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Any text in one line: without control characters and without those that turn the direction of the
 * text around it. A text written from right to left is set apart from its surroundings.
 *
 * @param longest the most characters; of a longer text the beginning is left, with an ellipsis
 */
export function plain(text: string, longest: number): string {
	const line = text
		// A text can be megabytes long, and what is cut off need not be read.
		.slice(0, longest * 50)
		.replace(HALVES, '\uFFFD')
		.replace(INVISIBLE, '')
		.replace(CONTROLS, ' ')
		.trim();
	const short = excerpt(line, longest);
	return RIGHT_TO_LEFT.test(short) ? ISOLATE + short + END_OF_ISOLATE : short;
}

/** How many columns of a fixed-width font a text takes. */
export function widthOf(text: string): number {
	// To tell the characters of other texts apart takes much longer.
	const others = text.replace(ASCII, '');
	let width = text.length - others.length;
	for (const { segment } of characters.segment(others)) {
		if (!NO_WIDTH.test(segment)) width += WIDE.test(segment) ? 2 : 1;
	}
	return width;
}
