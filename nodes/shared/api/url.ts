import { DescribedError } from '../errors';
import { type ApiName, APIS } from './apis';

/** What is cut off the end of a base URL: blanks and slashes. */
export const BASE_URL_END = /[\s/]+$/;

/**
 * The address of an endpoint.
 *
 * @param api which API the path belongs to; its words name the field to correct
 * @param baseUrl what the credential holds: with or without a trailing slash or a path prefix
 * @param path from the root of the API on, starting with a slash
 * @throws DescribedError if the base URL is empty, is no http(s) address, or already holds the path
 * that the package adds
 */
export function endpointUrl(api: ApiName, baseUrl: string, path: string): string {
	const { title, baseUrlLabel, ownSuffixes } = APIS[api];
	const base = baseUrl.trim().replace(BASE_URL_END, '');
	if (base === '') {
		throw new DescribedError(
			`The credential has no base URL for the ${title}`,
			`Open the credential and fill in '${baseUrlLabel}'.${BASE_URL_SOURCE[api]}`,
		);
	}
	if (!isHttpAddress(base)) {
		throw new DescribedError(
			`The base URL of the ${title} is not an address`,
			`Open the credential and correct '${baseUrlLabel}': it starts with https:// and has no ` +
				'question mark, hash, user name or password in it.',
		);
	}
	const suffix = ownSuffixes.find((end) => base.toLowerCase().endsWith(end));
	if (suffix !== undefined) {
		throw new DescribedError(
			`The base URL of the ${title} already ends in ${suffix}`,
			`Open the credential and remove ${suffix} from the end of '${baseUrlLabel}': the node adds it.`,
		);
	}
	return base + path;
}

/** Whether the key would cross a network unencrypted: http to another machine. */
export function isUnprotected(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return protocol === 'http:' && !isLoopback;
}

const BASE_URL_SOURCE: Readonly<Record<ApiName, string>> = {
	agents: ' The vendor gives the address together with the beta access.',
	geo: ' The public address is https://api.writesonic.com.',
};

function isHttpAddress(text: string): boolean {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	return (
		address !== undefined &&
		`${address.username}${address.password}` === '' &&
		/^https?:\/\/[^?#\s\\]+$/i.test(text)
	);
}
