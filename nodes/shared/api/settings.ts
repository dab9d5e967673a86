import type { IHttpRequestOptions } from 'n8n-workflow';
import { DescribedError } from '../errors';

/** How requests travel. Times are in milliseconds. */
export interface Settings {
	/** The most requests in flight at once. */
	readonly concurrency: number;
	/** How often a request is repeated before it is given up. */
	readonly maxRetries: number;
	/** The longest wait before one repeat. */
	readonly maxWait: number;
	/** The longest time without an answer. */
	readonly timeout: number;
	/** Whether to accept certificates that cannot be verified. */
	readonly ignoreSsl: boolean;
	readonly proxy?: IHttpRequestOptions['proxy'];
}

/** What applies where people have not said otherwise. */
export const DEFAULT_SETTINGS: Settings = {
	concurrency: 5,
	maxRetries: 5,
	maxWait: 60_000,
	timeout: 60_000,
	ignoreSsl: false,
};

/** For lists in the editor: somebody is waiting, and can simply open the list again. */
export const PICKER_SETTINGS: Settings = {
	...DEFAULT_SETTINGS,
	maxRetries: 1,
	maxWait: 3_000,
	timeout: 20_000,
};

/**
 * A proxy from what people write, as n8n wants it.
 *
 * @param text such as `http://user:password@proxy.example.com:3128`
 * @throws DescribedError if it is no such address
 */
export function proxyOf(text: string): IHttpRequestOptions['proxy'] {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	const protocol = address?.protocol.slice(0, -1) ?? '';
	if (address === undefined || !['http', 'https'].includes(protocol)) {
		throw new DescribedError(
			"'Proxy' is not an address",
			"Enter the proxy as http://host:port in 'Options' → 'Proxy'.",
		);
	}
	const { hostname: host, port, username, password } = address;
	return {
		protocol,
		host,
		port: Number(port) || (protocol === 'https' ? 443 : 80),
		...(username === ''
			? {}
			: {
					auth: {
						username: decodeURIComponent(username),
						password: decodeURIComponent(password),
					},
				}),
	};
}
