/**
 * Loaded into n8n before n8n itself (`node --require`). `n8n execute` ends its process as soon as it
 * has handed over its result, and what a pipe has not taken by then is lost: of a result of
 * megabytes, most. A pipe that blocks takes everything first.
 */
const process = require('node:process');

// The threads of n8n load this file, too, and have no pipe of their own.
process.stdout._handle?.setBlocking?.(true);
