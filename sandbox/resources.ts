import { type List, LISTS, type Resource } from './records';

export type { Resource } from './records';

/** Tells whether a text names a list of the sandbox. */
export function isResource(name: string): name is Resource {
	return Object.hasOwn(LISTS, name);
}

/** The names of all lists. */
export const RESOURCES: readonly Resource[] = Object.keys(LISTS).filter(isResource);

/** The member that identifies a record of a list. */
export function idKeyOf(resource: Resource): string {
	return LISTS[resource].idKey;
}

/** The member that says whether a record lies in a period. */
export function dateKeyOf(resource: Resource): string | undefined {
	const { dateKey }: List = LISTS[resource];
	return dateKey;
}
