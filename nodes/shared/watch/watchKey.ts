import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../base';
import { digestOf } from './digest';
import type { Watch } from './types';

/**
 * A digest of what is watched: the choice of projects, and the parameters that define what is read and
 * compared. It uses expressions as they were entered, because the value of one with a date changes
 * from poll to poll, and skips empty parameters, so that a later version of the node can add some.
 * With All Projects, a project that is added is no other choice.
 *
 * @param parameters the parameters of the node as n8n stores them
 */
export function watchKeyOf(
	{ projects, scope }: Pick<Watch, 'projects' | 'scope'>,
	parameters: INodeParameters,
): string {
	const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
	const fields = scope
		.map((name) => [name, plainValue(parameters[name] ?? options[name])] as const)
		.filter(([, value]) => !isEmpty(value));
	return digestOf({ projects, fields });
}

/** A value without the names and links that the editor stores with an entry picked from a list. */
function plainValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plainValue);
	if (!isObject(value)) return value;
	if ('__rl' in value) return value.value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, plainValue(member)]),
	);
}

function isEmpty(value: unknown): boolean {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	return ['', '{}', '[]', 'null', undefined].includes(text);
}
