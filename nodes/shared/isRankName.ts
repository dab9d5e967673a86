import { lastWord } from './lastWord';

/** Whether a field holds a rank, by its name: such a number is better when it falls. */
export function isRankName(name: string): boolean {
	return ['position', 'rank'].includes(lastWord(name));
}
