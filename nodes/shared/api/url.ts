import { DescribedError, forUser, joinedAdvice } from '../base';
import { type ApiName, APIS } from './apis';

/**
 * The base URL of an API, without what the package adds to it.
 *
 * @param api which API is meant; its words name the field to correct
 * @param entered what the credential holds: with or without a trailing slash, a path prefix or the
 * path of the API, such as `/api/v1/business`
 * @throws DescribedError if it is empty or no http(s) address
 */
export function baseUrlOf(api: ApiName, entered: string): string {
	const { title, baseUrlLabel, baseUrlEnd } = APIS[api];
	const base = entered.trim().replace(baseUrlEnd, '');
	if (base === '') {
		throw new DescribedError(
			`The credential has no base URL for the ${title}`,
			joinedAdvice(
				[forUser(`open the credential and fill in '${baseUrlLabel}'`), BASE_URL_SOURCE[api]],
				' ',
			),
		);
	}
	if (!isHttpUrl(base)) {
		throw new DescribedError(
			`The base URL of the ${title} is not an address`,
			forUser(
				`open the credential and correct '${baseUrlLabel}': it starts with https:// and has no ` +
					'question mark, hash, user name or password in it',
			),
		);
	}
	return base;
}

/** A step that would lead to another address: `.` or `..`, also escaped, between what counts as a slash. */
const DOT_STEP = /(?:^|[/\\])((?:\.|%2e){1,2})(?=[/\\?#]|$)/i;

/**
 * The address of an endpoint.
 *
 * @param baseUrl as `baseUrlOf` gives it
 * @param path of the endpoint, from the host on
 * @throws DescribedError if the path has a `.` or `..` step, such as an ID that is none: the request
 * would go to another endpoint
 */
export function urlOf(baseUrl: string, path: string): string {
	const [, step] = DOT_STEP.exec(path) ?? [];
	if (step === undefined) return baseUrl + path;
	throw new DescribedError(
		`The value '${step}' cannot be sent as a part of the URL`,
		`Enter an ID instead of '${step}'. With this value, the request would go to another endpoint.`,
	);
}

/** Whether the key would cross a network unencrypted: http to another machine. */
export function isUnprotected(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

const BASE_URL_SOURCE: Readonly<Record<ApiName, string>> = {
	agents: 'The vendor gives the address together with the beta access.',
	geo: 'The public address is https://api.writesonic.com.',
};

function isHttpUrl(text: string): boolean {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	return (
		address !== undefined &&
		`${address.username}${address.password}` === '' &&
		/^https?:\/\/[^?#\s\\]+$/i.test(text)
	);
}
