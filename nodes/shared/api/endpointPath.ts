import { DescribedError } from '../base';
import { type ApiName, APIS } from './apis';

/** A path that must not be sent: how it is recognised in the decoded text, and what to say. */
const REFUSALS: ReadonlyArray<{ found: (path: string) => boolean; because: string }> = [
	{ found: (path) => path === '', because: 'it is empty' },
	{ found: (path) => /^[a-z][a-z0-9+.-]*:\//i.test(path), because: 'it is a whole address' },
	{ found: (path) => /^\/|\/\//.test(path), because: 'it has two slashes in a row' },
	{ found: (path) => path.includes('\\'), because: 'it has a backslash' },
	{ found: (path) => /[?#]/.test(path), because: 'it has a ? or # (use Query Parameters)' },
	{
		found: (path) => /[\p{Cc}\p{Cs}]/u.test(path),
		because: 'it has a line break or control character',
	},
	{
		found: (path) => /(^|\/)\s*\.{1,2}\s*(;[^/]*)?(\/|$)/.test(path),
		because: 'it has a . or .. step',
	},
];

/** An escape, which stays as it was typed, or text without one. */
const ESCAPE_OR_TEXT = /%..|[^%]+/g;

/** Slash, backslash, percent and dot: escaped, they could be read as path steps further on. */
const ENCODED_STEP = /%(2f|5c|25|2e)/i;

/**
 * Turns what a person typed as the path of an endpoint into the path that is requested, which
 * always lies below the root of the API (spec: `/api/v1/business`, `/v2/geo`).
 *
 * @param api whose root is meant
 * @param typed for example `playbooks/list`; a leading slash or the root itself may be there
 * @throws DescribedError if the path is empty or could leave the root: `..`, `//host`, whole addresses,
 * and their encoded forms
 */
export function endpointPath(api: ApiName, typed: string): string {
	const { root } = APIS[api];
	const path = belowRoot(typed.trim(), root);
	const decoded = decode(path);
	const refusal =
		ENCODED_STEP.test(path) || decoded === undefined
			? 'it has an escaped slash, backslash, dot or percent sign, or a broken escape'
			: REFUSALS.find(({ found }) => found(decoded))?.because;
	if (decoded === undefined || refusal !== undefined) {
		throw new DescribedError(
			`The path cannot be requested: ${refusal}`,
			`Correct 'Path': the part after ${root}, for example 'tasks/query'. ` +
				'The API key is only ever sent to addresses below that.',
		);
	}
	return (
		root + path.replace(ESCAPE_OR_TEXT, (part) => (part.startsWith('%') ? part : encodeURI(part)))
	);
}

/** Takes the root off a path that was pasted whole, and one leading slash. */
function belowRoot(typed: string, root: string): string {
	const path = typed.startsWith('/') ? typed : `/${typed}`;
	const hasRoot = `${path}/`.toLowerCase().startsWith(root);
	return path.slice(hasRoot ? root.length : 1);
}

function decode(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}
