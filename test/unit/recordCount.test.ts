import { refusedError, statusError } from '../../nodes/shared/api/responseErrors';

const answer = (status: number) => ({ status, headers: {}, text: '' });

describe('A complaint about the number of records', () => {
	const COMPLAINTS = [
		'limit ≤ 50',
		'Limits must be between 1 and 50',
		'pagination: too many',
		'page_size is too high',
		'The page size must not exceed 50',
		'pageSize: max 50',
		'per_page: max 50',
		'size must be at most 50',
		'Page too large',
		'At most 50 records',
		'body → limit: ensure this value is at most 50',
		'The size should be smaller',
		'A size may be 50',
		'size cannot be 500',
		'size is 500',
		'Too many per request',
		'100 per page',
		'The page is too big',
		'The page is too long',
		'There are 500 items',
		'more than 50 rows',
		'Only 50 results',
		'Only 50 entries',
		'"limit": 50 or less',
		"'limit' → too high",
		'limit=500 is refused',
		'limit < 50',
		'limit > 50',
		'limit must be lower',
		'limit should be lower',
		'limit is too high',
		'limit may be 50',
		'limit can be 50',
		'limit exceeds 50',
		'limit cannot be 500',
		'limit value is wrong',
		'limit 500 is refused',
		'The limit of such records',
		'A limit for all items',
		'The limit of rows',
		'The limit of results',
		'records over the limit',
		'items over the limit',
		'rows over the limit',
		'results over the limit',
	];
	const OTHERS = [
		...['rate limit exceeded', 'rate_limit', 'unlimited', 'name: too long', 'resize it'],
		...['resize must be a number', 'no page', 'many records', 'a limit', 'off-limits here'],
		...['delimiter must be a comma', 'sublimit = 5', 'the sublimit must be lower'],
		...['limit must be lower on your plan', 'rate limit: 50 records', 'limit: quota of results'],
		...['limit must be 50 characters', 'limit: maximum length', 'usage limit is 5', 'no pages'],
		...['limit exceeds 50 per month', 'daily limit is 50'],
	];
	const lastLine = (text: string, status: number) => {
		const body = { errors: ['first', text] };
		return statusError('geo', answer(status), body).description.split('\n').at(-1);
	};

	it.each(COMPLAINTS)('names the field that sets it: %s', (text) => {
		expect(lastLine(text, 422)).toContain("'Page Size' under 'Options'");
		expect(lastLine(text, 400)).toContain("'Page Size' under 'Options'");
		expect(refusedError('geo', { message: text }).description).toContain("'Page Size'");
	});

	it.each(OTHERS)('is not: %s', (text) => {
		expect(lastLine(text, 422)).not.toContain("'Page Size'");
		expect(refusedError('geo', { message: text }).description).not.toContain("'Page Size'");
	});

	it('is none where the status says something else', () => {
		expect(lastLine('limit', 403)).not.toContain("'Page Size'");
		expect(lastLine('limit', 500)).not.toContain("'Page Size'");
	});
});
