import { isRankName } from '../../nodes/shared/base/names';

describe('A number', () => {
	it.each([
		...['rank', 'avg_rank', 'averagePosition', 'Best Rank', 'position', 'top_position'],
		...['share_of_voice_rank', 'click_rate_rank', 'countryRank', 'first_position'],
	])('is a rank by the name %s', (name) => {
		expect(isRankName(name)).toBe(true);
	});

	it.each([
		...['share_first_position', 'share_of_first_position', 'citation_share_top_3_position'],
		...['percentInFirstPosition', 'pct_position', 'countTopRank', 'number of the first rank'],
		...['rate_position', 'ratio_at_1st_position', 'position_count', 'rank_share'],
	])('is none by the name %s, which says how many there are', (name) => {
		expect(isRankName(name)).toBe(false);
	});
});
