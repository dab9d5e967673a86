/**
 * Loaded into n8n before n8n itself (`node --require`). n8n's standard input is a pipe from the
 * process that started it: when that process ends in any way, also by SIGKILL, the pipe ends, and
 * n8n shuts down as if it had been told to.
 */
const process = require('node:process');
const { isMainThread } = require('node:worker_threads');

// The threads of n8n load this file, too, and have no standard input of their own.
if (isMainThread) {
	process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'));
	process.stdin.resume();
	// A command such as import:workflow has to be able to end by itself.
	process.stdin.unref();
}
