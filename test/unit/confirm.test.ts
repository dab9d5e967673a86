import { confirmed, MAX_READS } from '../../nodes/shared/watch/confirm';
import type { Doubt, Evaluation } from '../../nodes/shared/watch/evaluate';
import { DescribedError } from '../../nodes/shared/base/errors';

const CONFLICT = new DescribedError('Several records have the same id 1', 'Enter others');

/**
 * What a reading says.
 *
 * @param keys of the records in it
 * @param news those of them that are events
 */
function seen(doubt?: Doubt, keys = '', news = ''): Evaluation {
	return {
		values: new Map(keys.split('').map((key) => [key, 1])),
		events: new Map(news.split('').map((key) => [key, { key }])),
		...{ seen: [], unseen: [], keyless: 0, doubt },
		conflict: doubt === 'conflict' ? CONFLICT : undefined,
	};
}

/** Takes these readings one after the other, and says how far it got. */
async function taking(readings: Evaluation[], isStart: boolean) {
	const log: string[] = [];
	const left = [...readings];
	const read = async () => {
		log.push('read');
		const next = left.shift();
		if (next === undefined) throw new Error('There are no more readings');
		return await Promise.resolve(next);
	};
	const pause = async () => {
		log.push('pause');
		await Promise.resolve();
	};
	const outcome: { found?: Evaluation; error?: unknown } = {};
	try {
		outcome.found = await confirmed(read, isStart, pause);
	} catch (error) {
		outcome.error = error;
	}
	return { ...outcome, log: log.join(' '), reads: readings.length - left.length };
}

const DOUBTS: Doubt[] = ['conflict', 'empty', 'flood', 'partial'];

describe('The start of a watch', () => {
	it('reads once where there is no doubt', async () => {
		const first = seen(undefined, 'ab');
		const { found, log } = await taking([first], true);
		expect(found).toBe(first);
		expect(log).toBe('read');
	});

	it.each<[string, Evaluation[], number]>([
		['twice empty', [seen('empty'), seen('empty')], 2],
		['in part, then whole', [seen('partial', 'ab'), seen(undefined, 'ab')], 2],
		['empty once', [seen('empty'), seen(undefined, 'ab'), seen(undefined, 'ba')], 3],
		['in part once', [seen('partial', 'a'), seen(undefined, 'ab'), seen(undefined, 'ab')], 3],
		[
			'twice wrong, each time in another way',
			[seen('empty'), seen('partial', 'a'), seen(undefined, 'ab'), seen(undefined, 'ab')],
			4,
		],
	])('is believed with records that are read %s', async (_what, readings, reads) => {
		const taken = await taking(readings, true);
		expect(taken.found).toBe(readings.at(-1));
		expect(taken.reads).toBe(reads);
		expect(taken.log).toBe(readings.map(() => 'read').join(' pause '));
	});

	it.each<[string, Evaluation[]]>([
		['other records', ['a', 'ab', 'abc', 'abcd'].map((keys) => seen('partial', keys))],
		['fewer records', ['abcd', 'abc', 'ab', 'a'].map((keys) => seen('partial', keys))],
		['as many others', ['a', 'b', 'c', 'd'].map((keys) => seen('partial', keys))],
	])('fails where there are %s each time', async (_what, readings) => {
		const { error, reads } = await taking(readings, true);
		expect(error).toMatchObject({ message: expect.stringMatching(/^The records were different/) });
		expect(reads).toBe(MAX_READS);
	});

	it('takes the same records with other values for others', async () => {
		const moving = [1, 2, 1, 2].map((value) => ({
			...seen('partial'),
			values: new Map([['a', value]]),
		}));
		expect((await taking(moving, true)).error).toBeInstanceOf(DescribedError);
	});

	it('fails with what makes it impossible, once that was read twice', async () => {
		const { error, reads } = await taking([seen('conflict', 'a'), seen('conflict', 'a')], true);
		expect(error).toBe(CONFLICT);
		expect(reads).toBe(2);
	});
});

describe('A poll', () => {
	it.each(DOUBTS)(
		'goes by the second reading where only the first one is in doubt: %s',
		async (doubt) => {
			const second = seen(undefined, 'ab', 'b');
			const { found, reads } = await taking([seen(doubt), second], false);
			expect(found).toBe(second);
			expect(reads).toBe(2);
		},
	);

	it('believes that the list is empty once it was read twice', async () => {
		const second = seen('empty');
		expect((await taking([seen('empty'), second], false)).found).toBe(second);
	});

	it('gives the events that two readings show, and leaves the records of the others', async () => {
		const { found } = await taking(
			[seen('flood', 'kabcx', 'abcx'), seen('flood', 'kabcy', 'abcy')],
			false,
		);
		expect([...(found?.events.keys() ?? [])]).toEqual(['a', 'b', 'c']);
		expect([...(found?.values.keys() ?? [])]).toEqual(['k', 'a', 'b', 'c']);
	});

	it.each([
		['ab', 'abcd', 2],
		['a', 'abc', MAX_READS],
	])('takes %s and then %s for agreeing or not', async (one, other, reads) => {
		const different = ['m', 'n'].map((keys) => seen('flood', keys, keys));
		const readings = [seen('flood', one, one), seen('flood', other, other), ...different];
		expect((await taking(readings, false)).reads).toBe(reads);
	});

	it('fails where every reading shows other events', async () => {
		const readings = ['a', 'b', 'c', 'd'].map((keys) => seen('flood', keys, keys));
		const { error } = await taking(readings, false);
		expect(error).toMatchObject({
			message: expect.stringMatching(/^The records were different each of the 4 times/),
		});
	});

	it('goes on reading where the doubt is another one', async () => {
		const readings = [seen('empty'), seen('flood', 'ab', 'ab'), seen('flood', 'ab', 'ab')];
		const { found, reads } = await taking(readings, false);
		expect(found?.events.size).toBe(2);
		expect(reads).toBe(3);
	});

	it('fails with what makes it impossible, once that was read twice or last', async () => {
		const twice = await taking([seen('conflict', 'a'), seen('conflict', 'b')], false);
		expect([twice.error, twice.reads]).toEqual([CONFLICT, 2]);
		const others = [seen('empty'), seen('flood', 'a', 'a'), seen('empty'), seen('conflict', 'a')];
		expect((await taking(others, false)).error).toBe(CONFLICT);
	});

	it('fails with what a reading throws', async () => {
		const { error } = await taking([seen('empty')], false);
		expect(error).toMatchObject({ message: 'There are no more readings' });
	});
});
