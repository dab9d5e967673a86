import { DescribedError, isPlace, ServiceError, withPlace } from '../../nodes/shared/base/errors';

const ADVICE = { forPeople: "Change 'Limit'.", forModel: 'Change "Limit".' };

describe('The place of an error', () => {
	it.each([
		['a wrong field', new DescribedError("'Limit' is too high", ADVICE)],
		['a refusal', new ServiceError("'Limit' is too high", ADVICE, 422)],
	])('is a line of its own below what to do about %s', (_what, error) => {
		const placed = withPlace(error, "project 'Tea'", 'Tea');
		expect(placed).toBeInstanceOf(error.constructor);
		expect(placed).toMatchObject({
			message: "'Limit' is too high",
			description: "Change 'Limit'.\nThis happened in project 'Tea'.",
			forModel: 'Change "Limit".\nThis happened in project \'Tea\'.',
			missing: 'Tea',
			...('status' in error && { status: 422 }),
		});
	});

	it('is not added to an error that says nothing of what to do', () => {
		const error = new Error('No');
		expect(withPlace(error, "project 'Tea'", 'Tea')).toBe(error);
	});

	it('is told from the other lines', () => {
		const placed = withPlace(new DescribedError('No', 'Wait.'), 'page 2', 'Page 2');
		const lines = placed instanceof DescribedError ? placed.description.split('\n') : [];
		expect(lines.map(isPlace)).toEqual([false, true]);
	});
});
