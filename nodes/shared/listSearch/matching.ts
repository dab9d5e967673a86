import type { INodeListSearchItems } from 'n8n-workflow';

/**
 * The entries of a list in the editor whose name or value holds what the user types, in capitals or
 * not.
 */
export function matching(
	entries: readonly INodeListSearchItems[],
	typed: string,
): INodeListSearchItems[] {
	const wanted = typed.trim().toLowerCase();
	return entries.filter(({ name, value }) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
	);
}
