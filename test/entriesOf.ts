import type { INodeProperties } from 'n8n-workflow';

/** Returns the entries of a collection. */
export function entriesOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((entry) => 'type' in entry);
}
