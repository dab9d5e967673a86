import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../dev/n8n/install';

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

describe('Installing n8n', () => {
	it.each([
		[['make', 'g++'], 'python3 not found.'],
		[['python'], 'make, c++ not found.'],
	])('says what is missing beside %j before it downloads anything', async (commands, message) => {
		provide(...commands);
		await expect(installN8n(folder)).rejects.toThrow(message);
		expect(readdirSync(folder).sort()).toEqual(['bin', 'package-lock.json', 'package.json']);
	});
});
