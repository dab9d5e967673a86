import type { INodeParameters } from 'n8n-workflow';
import { nodeRequestOptions } from '../nodes/shared/form';
import { json } from '../sandbox/json';

const REQUEST_OPTIONS = (nodeRequestOptions.options ?? []).map(({ name }) => name);

/** Puts each option where the form has it: `{ timeout: 9 }` → `{ requestOptions: { timeout: 9 } }`. */
export function placed({ pageSize, ...entries }: INodeParameters): INodeParameters {
	const all = Object.entries(entries);
	const isRequestOption = ([name]: readonly [string, unknown]) => REQUEST_OPTIONS.includes(name);
	const pages = { pagination: 'automatic', ...json(json(entries.paging).pages), pageSize };
	return {
		requestOptions: Object.fromEntries(all.filter(isRequestOption)),
		options: {
			...Object.fromEntries(all.filter((entry) => !isRequestOption(entry))),
			...(pageSize !== undefined && { paging: { pages } }),
		},
	};
}
