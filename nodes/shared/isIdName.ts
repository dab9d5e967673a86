/** `id`, `prompt_id`, `PROMPT-ID`, `uuid`. */
const APART = /(^|[^a-z])([ug]u)?id$/i;

/** `promptId`, `projectID`, `projectUuid`. */
const IN_CAMEL_CASE = /[a-z\d](ID|[UG]UID|[UG]uid)$|[a-zA-Z\d]Id$/;

/** Whether a field holds an ID, by its name. Words that only end like one do not count: `paid`, `grid`. */
export function isIdName(name: string): boolean {
	return APART.test(name) || IN_CAMEL_CASE.test(name);
}
