import { byName, isIdName, isRankName, lastWord } from '../../nodes/shared/base/names';

describe('The name of an ID', () => {
	it.each([
		...['id', 'ID', 'Id', '_id', 'uuid', 'UUID', 'guid'],
		...['prompt_id', 'PROMPT_ID', 'prompt-id', 'prompt.id', 'project_uuid'],
		...['promptId', 'projectID', 'projectUuid', 'projectUUID', 'URLId', 'prompt2Id'],
	])('is %s', (name) => {
		expect(isIdName(name)).toBe(true);
	});

	it.each([
		...[
			'paid',
			'said',
			'valid',
			'grid',
			'Android',
			'android',
			'GRID',
			'PAID',
			'isValid',
			'is_paid',
		],
		...['ids', 'promptIds', 'idea', 'id_type', 'identity', 'width', 'fluid', 'iOSAndroid', ''],
	])('is not %s', (name) => {
		expect(isIdName(name)).toBe(false);
	});
});

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

describe('The last word of a name', () => {
	it.each([
		['code', 'code'],
		['postal_code', 'code'],
		['postalCode', 'code'],
		['Postal Code', 'code'],
		['POSTAL-CODE', 'code'],
		['pageURL', 'url'],
		['page2Url', 'url'],
		['geo.city.name', 'name'],
		['barcode', 'barcode'],
		['größe', 'größe'],
		['name_', ''],
		['', ''],
	])('of %j is %j', (name, word) => {
		expect(lastWord(name)).toBe(word);
	});
});

describe('Sorted by name', () => {
	it.each([
		['in the order of the alphabet', 'b c a', 'a b c'],
		['capitals among the other letters', 'b C A', 'A b C'],
		['equal names in the order that they had', 'b a:1 a:2', 'a:1 a:2 b'],
	])('are %s', (_how, names, sorted) => {
		const entries = names.split(' ').map((text) => ({ text, name: text.replace(/:.*/, '') }));
		expect(entries.sort(byName).map(({ text }) => text)).toEqual(sorted.split(' '));
	});
});
