import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for n8n's settings that is gone when the process ends by itself. */
function ownFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-in-process-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** n8n-core reads these when it is loaded, so this module has to be imported before it. */
process.env.N8N_USER_FOLDER ??= ownFolder();
process.env.N8N_ENCRYPTION_KEY ??= 'key of an n8n that lives for one process';
process.env.N8N_LOG_LEVEL ??= 'silent';

/** The sandbox is on this machine; a proxy for the network could not reach it. */
process.env.NO_PROXY = '127.0.0.1,localhost';
