import { DescribedError } from '../../nodes/shared/base/errors';
import { confirmed, type Evaluation, MAX_READS } from '../../nodes/shared/watch/evaluate';

/**
 * What a reading says.
 *
 * @param keys of the records in it
 * @param news those of them that are events
 */
function seen(doubt?: 'flood' | 'start', keys = '', news = ''): Evaluation {
	const values = new Map(keys.split('').map((key) => [key, 1]));
	const events = new Map(news.split('').map((key) => [key, { key }]));
	const inDoubt = doubt && { start: values, flood: events }[doubt];
	return { ...{ seen: [], notices: [], mustSave: false }, values, events, inDoubt };
}

/** Takes these readings one after the other, and says how far it got. */
async function taking(readings: Evaluation[]) {
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
		outcome.found = await confirmed(read, pause);
	} catch (error) {
		outcome.error = error;
	}
	return { ...outcome, log: log.join(' '), reads: readings.length - left.length };
}

const DIFFERENT = {
	message: `The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
};

describe('A reading without a doubt', () => {
	it.each<[string, Evaluation[]]>([
		['at once', [seen(undefined, 'ab')]],
		['after one with a doubt', [seen('start', 'a'), seen(undefined, 'ab')]],
		['after a flood', [seen('flood', 'ab', 'ab'), seen(undefined, 'ab')]],
		[
			'after several that do not agree',
			[seen('start', 'a'), seen('start', 'b'), seen(undefined, 'ab')],
		],
	])('is believed %s', async (_what, readings) => {
		const { found, log } = await taking([...readings, seen()]);
		expect(found).toBe(readings.at(-1));
		expect(log).toBe(readings.map(() => 'read').join(' pause '));
	});

	it('does not come from one that throws', async () => {
		const { error } = await taking([seen('start')]);
		expect(error).toMatchObject({ message: 'There are no more readings' });
	});
});

describe('A doubtful start', () => {
	it('is believed once two readings have the same records, whatever their values', async () => {
		const values = new Map([['a', 2]]);
		const other = { ...seen('start'), values, inDoubt: values };
		expect((await taking([seen('start', 'a'), other])).found).toBe(other);
		const empty = seen('start');
		expect((await taking([seen('start'), empty])).found).toBe(empty);
	});

	it.each<[string, string[]]>([
		['other records', ['a', 'ab', 'abc', 'abcd']],
		['fewer records', ['abcd', 'abc', 'ab', 'a']],
		['as many others', ['a', 'b', 'c', 'd']],
	])('fails where there are %s each time', async (_what, readings) => {
		const { error, reads } = await taking(readings.map((keys) => seen('start', keys)));
		expect(error).toMatchObject(DIFFERENT);
		expect(error).toBeInstanceOf(DescribedError);
		expect(reads).toBe(MAX_READS);
	});
});

describe('A flood', () => {
	it('is believed once two readings have the same events', async () => {
		const last = seen('flood', 'kyab', 'ab');
		const readings = [seen('flood', 'kab', 'a'), seen('flood', 'kxab', 'ab'), last];
		expect((await taking(readings)).found).toBe(last);
	});

	it('fails where every reading shows other events', async () => {
		const readings = ['a', 'b', 'c', 'd'].map((keys) => seen('flood', keys, keys));
		expect((await taking(readings)).error).toMatchObject(DIFFERENT);
	});
});
