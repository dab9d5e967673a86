import { type Notice, noticeFor } from '../../nodes/shared/base/notices';

describe('A notice on what the service sent', () => {
	it.each<[Notice['kind'], boolean]>([
		['gap', true],
		['doubt', true],
		['note', false],
		[undefined, false],
	])('of the kind %s is for readers, too: %j', (kind, isForReaders) => {
		const notice = noticeFor({ kind, message: 'The total is 3.' }, 'data');
		const said = isForReaders
			? { message: 'Some data may be missing.', details: 'The total is 3.', audience: 'reader' }
			: { message: 'The total is 3.' };
		expect(notice).toEqual({ kind: kind ?? 'note', ...said });
	});
});
