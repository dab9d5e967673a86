import { Limiter } from '../../nodes/shared/api/limiter';

/** Lets everything that is ready go on. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Asks for places and notes who got in. */
function door(bound: number) {
	const limiter = new Limiter(bound);
	const inside: string[] = [];
	const ask = (name: string, tries = 0) => void limiter.enter(tries).then(() => inside.push(name));
	return { limiter, inside, ask };
}

/** A wait that ends when it is told to. */
function openWait() {
	const end: { now: () => void } = { now: () => undefined };
	const wait = new Promise<void>((resolve) => {
		end.now = resolve;
	});
	return { wait, end };
}

describe('Limiter', () => {
	it('lets as many in as the bound says, in the order in which they came', async () => {
		const { limiter, inside, ask } = door(2);
		['a', 'b', 'c', 'd'].forEach((name) => ask(name));
		await settle();
		expect(inside).toEqual(['a', 'b']);
		limiter.leave(true);
		await settle();
		expect(inside).toEqual(['a', 'b', 'c']);
	});

	it('serves first whoever was sent back most often', async () => {
		const { limiter, inside, ask } = door(1);
		ask('a');
		ask('first');
		ask('sent back once', 1);
		ask('sent back twice', 2);
		ask('sent back twice, later', 2);
		for (let left = 0; left < 4; left++) {
			await settle();
			limiter.leave(true);
		}
		await settle();
		expect(inside).toEqual([
			'a',
			'sent back twice',
			'sent back twice, later',
			'sent back once',
			'first',
		]);
	});

	it('lets nobody in while the service asks to wait', async () => {
		const { limiter, inside, ask } = door(3);
		const { wait, end } = openWait();
		void limiter.enterAfter(wait, 1).then(() => inside.push('held'));
		ask('a');
		await settle();
		expect(inside).toEqual([]);
		end.now();
		await settle();
		expect(inside).toEqual(['held']);
		limiter.leave(true);
		await settle();
		expect(inside).toEqual(['held', 'a']);
	});

	it('waits for the longest of several waits', async () => {
		const { limiter, inside } = door(3);
		const [short, long] = [openWait(), openWait()];
		void limiter.enterAfter(long.wait, 1).then(() => inside.push('long'));
		void limiter.enterAfter(short.wait, 2).then(() => inside.push('short'));
		short.end.now();
		await settle();
		expect(inside).toEqual([]);
		long.end.now();
		await settle();
		expect(inside).toEqual(['short']);
	});

	it('starts with one after a wait and adds one with each success', async () => {
		const { limiter, inside, ask } = door(4);
		await limiter.enterAfter(Promise.resolve(), 1);
		limiter.leave(false);
		'abcdefgh'.split('').forEach((name) => ask(name));
		await settle();
		expect(inside).toHaveLength(1);
		limiter.leave(true);
		await settle();
		expect(inside).toHaveLength(3);
		limiter.leave(false);
		await settle();
		expect(inside).toHaveLength(4);
		limiter.leave(true);
		limiter.leave(true);
		limiter.leave(true);
		await settle();
		expect(inside).toHaveLength(8);
	});
});
