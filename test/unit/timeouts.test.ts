import { connectionError } from '../../nodes/shared/api/connectionError';

describe('connectionError after a timeout', () => {
	it.each(['ETIMEDOUT', 'ECONNABORTED'])(
		'says how long was waited and what to raise: %s',
		(code) => {
			const problem = connectionError('geo', 'https://host.example/v2/geo/x', code, {
				timeout: 1500,
			});
			expect(problem.message).toBe('The GEO API did not answer within 1.5 seconds');
			expect(problem.description).toContain("'Timeout'");
			expect(problem.description).toContain('connect to host.example.');
		},
	);

	it('tells to request less after a read, but not after a write', () => {
		const adviceTo = (isRead: boolean) =>
			connectionError('geo', 'https://host.example/v2/geo/x', 'ETIMEDOUT', { timeout: 1 }, isRead);
		const { description } = adviceTo(true);
		expect(description).toMatch(/^Request less at once, or raise 'Timeout' under 'Options'\. If /);
		const write = adviceTo(false);
		expect(write.description).toMatch(/^Raise 'Timeout' under 'Options'\. If that does not help, /);
		expect(write.description).not.toMatch(/request less/i);
	});
});
