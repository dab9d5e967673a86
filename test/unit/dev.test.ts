import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../dev/n8n/install';
import { Cleanup } from '../e2e/kit/cleanup';

describe('Installing n8n', () => {
	const { PATH } = process.env;
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'n8n-to-install-'));
		mkdirSync(join(folder, 'bin'));
		symlinkSync(process.execPath, join(folder, 'bin', 'node'));
		process.env.PATH = join(folder, 'bin');
		writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "n8n": "2.41.1" } }');
		writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
	});
	afterEach(() => {
		process.env.PATH = PATH;
		rmSync(folder, { recursive: true });
	});

	/** A command that does nothing. */
	function provide(...commands: string[]): void {
		for (const name of commands) symlinkSync('/bin/true', join(folder, 'bin', name));
	}

	it.each([
		[['make', 'g++'], 'python3 not found.'],
		[['python'], 'make, c++ not found.'],
	])('says what is missing beside %j before it downloads anything', async (commands, message) => {
		provide(...commands);
		await expect(installN8n(folder)).rejects.toThrow(message);
		expect(readdirSync(folder).sort()).toEqual(['bin', 'package-lock.json', 'package.json']);
	});
});

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
