import type { INodeParameters } from 'n8n-workflow';
import { nodeRequestOptions } from '../nodes/shared/form';

const REQUEST_OPTIONS = (nodeRequestOptions.options ?? []).map(({ name }) => name);
const API_DETAILS = ['additionalBodyJson', 'pageSize', 'paging', 'recordsAt'];
const COMPARISON = ['compareWith', 'compareWithDates'];

/** Puts each option where the form has it: `{ timeout: 9 }` → `{ requestOptions: { timeout: 9 } }`. */
export function placed(entries: INodeParameters): INodeParameters {
	const all = Object.entries(entries);
	const only = (names: readonly string[]) => {
		const own = all.filter(([name]) => names.includes(name));
		return own.length === 0 ? undefined : Object.fromEntries(own);
	};
	const moved = [...REQUEST_OPTIONS, ...API_DETAILS, ...COMPARISON];
	const details = only(API_DETAILS);
	const compared = only(COMPARISON);
	return {
		requestOptions: only(REQUEST_OPTIONS) ?? {},
		options: {
			...Object.fromEntries(all.filter(([name]) => !moved.includes(name))),
			...(details && { apiDetails: details }),
			...(compared && { comparison: { with: compared } }),
		},
	};
}
