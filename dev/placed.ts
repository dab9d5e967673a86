import type { INodeParameters } from 'n8n-workflow';
import { nodeRequestOptions } from '../nodes/shared/form';
import { json } from '../sandbox/json';

const REQUEST_OPTIONS = (nodeRequestOptions.options ?? []).map(({ name }) => name);
const API_DETAILS = ['additionalBodyJson', 'filtersJson', 'paging', 'recordsAt'];
const COMPARISON = ['compareWith', 'compareWithDates'];

/** Puts each option where the form has it: `{ timeout: 9 }` → `{ requestOptions: { timeout: 9 } }`. */
export function placed({ pageSize, ...entries }: INodeParameters): INodeParameters {
	const all = Object.entries(entries);
	const only = (names: readonly string[]) => {
		const own = all.filter(([name]) => names.includes(name));
		return own.length === 0 ? undefined : Object.fromEntries(own);
	};
	const moved = [...REQUEST_OPTIONS, ...API_DETAILS, ...COMPARISON];
	const pages = { pagination: 'automatic', ...json(json(entries.paging).pages), pageSize };
	const details = only(API_DETAILS);
	const paged = pageSize === undefined ? details : { ...details, paging: { pages } };
	const compared = only(COMPARISON);
	return {
		requestOptions: only(REQUEST_OPTIONS) ?? {},
		options: {
			...Object.fromEntries(all.filter(([name]) => !moved.includes(name))),
			...(paged && { apiDetails: paged }),
			...(compared && { comparison: { with: compared } }),
		},
	};
}
