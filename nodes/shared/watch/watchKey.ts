import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../json';
import type { Watch } from './types';

/**
 * What is watched, as plain data: the project, and what the user entered in the fields that say
 * what is read and compared. An expression counts as it was entered, since one with a date in it
 * would have another value at every poll. Empty fields are left out, so that a field which a later
 * version of the node adds changes nothing.
 *
 * @param entered the parameters of the node as they are stored
 */
export function watchKeyOf({ projectId, scope }: Watch, entered: INodeParameters): unknown {
	const options: Record<string, unknown> = isObject(entered.options) ? entered.options : {};
	const fields = scope
		.map((name) => [name, meaningOf(entered[name] ?? options[name])] as const)
		.filter(([, value]) => !isEmpty(value));
	return { projectId, fields };
}

/** Of what was picked from a list only the value: the editor keeps names and addresses with it. */
function meaningOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(meaningOf);
	if (!isObject(value)) return value;
	if ('__rl' in value) return value.value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, meaningOf(member)]),
	);
}

function isEmpty(value: unknown): boolean {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	return ['', '{}', '[]', 'null', undefined].includes(text);
}
