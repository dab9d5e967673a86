import { FILTERS } from '../../nodes/shared/form/filters';
import { findTerm } from '../../nodes/shared/output/terms';
import { parseConditions, type RecordSelection } from '../../nodes/shared/table';
import { withUsualSpaces, write } from './messages';

/** The line of a message that names its filters and conditions. */
function saidOf(selection: Partial<RecordSelection>, locale = 'en'): string {
	const rows = [{ name: 'a', share: 1 }];
	const { text } = write(rows, { locale, selection: { limit: Infinity, ...selection } });
	const [, said = ''] = /^Limited to: (.*)$/m.exec(text) ?? [];
	return withUsualSpaces(said);
}

describe('A condition', () => {
	it.each<[string, string]>([
		['avg_visibility_score_change < 0', 'visibility change < 0'],
		['avg_rank_change = Worse', 'rank change worse'],
		['mentions_count_previous >= 5', 'mentions before >= 5'],
		['num_answers_change_percent > 2.50', 'answers change in percent > 2.5'],
		['prompt contains better', 'prompt contains better'],
		['_status = kept', 'status kept'],
		['tag = __proto__', 'tag __proto__'],
		['mentions_count = 0', 'mentions 0'],
		['num_answers != 1', 'answers != 1'],
		['tags contains a', 'tag contains a'],
		['title contains True', 'title contains True'],
		['title contains "="', 'title contains ='],
		['status != new', 'status != new'],
		['is_branded = true', 'branded yes'],
		['created_at >= 2026-11-01', 'created >= Nov 1, 2026'],
	])('%s is said in words: %s', (text, said) => {
		expect(saidOf({ conditions: parseConditions(text, 'Where') })).toBe(said);
	});

	it('has its number and its date as the locale writes them', () => {
		const conditions = parseConditions('answers > 2.50, created_at >= 2026-11-01', 'Where');
		expect(saidOf({ conditions }, 'de')).toBe('answers > 2,5; created >= 01.11.2026');
		expect(saidOf({ conditions }, 'fr')).toBe('answers > 2,5; created >= 1 nov. 2026');
	});
});

describe('A filter', () => {
	it.each(FILTERS)('$value has a name', ({ value }) => {
		expect(findTerm(value, false)).toBeDefined();
	});

	it('is said with all its values', () => {
		const filters = [
			{ field: 'platform', operator: '=', value: 'ChatGPT, Gemini' },
			{ field: 'has_shopping_card', operator: '=', value: 'false' },
		];
		expect(saidOf({ filters })).toBe('AI platform ChatGPT, Gemini; shopping card no');
	});
});

it('Of many filters and conditions, a message shows the first five', () => {
	const filters = Array.from({ length: 3 }, (_, at) => {
		return { field: 'tags', operator: '=', value: `${at}` };
	});
	const conditions = parseConditions('a > 1, b > 1, c > 1, d > 1', 'Where');
	const first = 'tag 0; tag 1; tag 2; a > 1; b > 1';
	expect(saidOf({ filters, conditions })).toBe(`${first}; and 2 more`);
	expect(saidOf({ filters, conditions: conditions.slice(0, 2) })).toBe(first);
});
