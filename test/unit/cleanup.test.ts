import { Cleanup } from '../e2e/kit/cleanup';

it('A cleanup closes everything, newest first, also when some of it does not close', async () => {
	const cleanup = new Cleanup();
	const closed: string[] = [];
	const close = async (name: string) => {
		closed.push(name);
		if (name !== 'first') await Promise.reject(new Error(`${name} stays`));
	};
	expect(cleanup.keep('first', close)).toBe('first');
	cleanup.keep('second', close);
	cleanup.keep('third', close);
	await expect(cleanup.run()).rejects.toThrow('Error: third stays\nError: second stays');
	expect(closed).toEqual(['third', 'second', 'first']);
	await cleanup.run();
	expect(closed).toHaveLength(3);
});

it('What opens after the end is closed at once', async () => {
	const cleanup = new Cleanup();
	await cleanup.run();
	const closed: string[] = [];
	cleanup.keep('late', (name) => closed.push(name));
	expect(closed).toEqual(['late']);
});
