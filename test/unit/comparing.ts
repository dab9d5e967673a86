import type { JsonValue } from 'n8n-workflow';
import { comparePeriods, type Comparison } from '../../nodes/shared/compare';

/**
 * Two periods that are compared, with what is said about that.
 *
 * @param about what is compared; without it, a report by topic with a score
 */
export function compare(
	now: readonly JsonValue[],
	before: readonly JsonValue[],
	about: Partial<Comparison> = {},
) {
	const { rows, notices } = comparePeriods(now, before, {
		...{ body: {}, called: 'before', days: 'now', otherDays: { start: 'x', end: 'y' } },
		...{ dimensions: ['topic'], measures: ['score'] },
		...about,
	});
	const messages = notices.map(({ message }) => message);
	return { rows, hint: messages.length === 0 ? undefined : messages.join('\n') };
}
