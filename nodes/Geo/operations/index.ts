import type { Resource } from '../../shared/operation';
import { call } from './endpoint/call';
import { getAll as getPrompts } from './prompt/getAll';

/** Everything the GEO node can do. A new operation is one file and one line here. */
export const resources: readonly Resource[] = [
	{ name: 'Endpoint', value: 'endpoint', operations: [call] },
	{ name: 'Prompt', value: 'prompt', operations: [getPrompts] },
];
