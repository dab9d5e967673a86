import type { IHttpRequestOptions } from 'n8n-workflow';
import { adviceForPeople, DescribedError } from '../base';
import { decodeUrlPart } from './apis';
import type { Concurrency } from './concurrencyWindow';

/** All times are in milliseconds. */
export interface Settings {
	readonly concurrency: Concurrency;
	/** How often a request is sent again after an outage or a lost connection. */
	readonly maxRetries: number;
	/** How long a run waits while the service refuses all requests. */
	readonly maxWait: number;
	readonly timeout: number;
	readonly ignoreSsl: boolean;
	readonly proxy?: IHttpRequestOptions['proxy'];
}

/**
 * The concurrency if the user sets none. When a rate limit is reached, up to `max` requests may be refused together.
 */
export const AUTOMATIC_CONCURRENCY: Concurrency = { initial: 5, max: 100 };

/** The settings for lists in the editor. Requests give up early, because the user waits and can open the list again. */
export const PICKER_SETTINGS: Settings = {
	concurrency: AUTOMATIC_CONCURRENCY,
	maxRetries: 1,
	maxWait: 3_000,
	timeout: 20_000,
	ignoreSsl: false,
};

/**
 * Reads a proxy such as `http://user:password@proxy.example.com:3128`.
 *
 * @throws DescribedError if the text is not an http(s) address
 */
export function parseProxy(text: string): IHttpRequestOptions['proxy'] {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	const protocol = address?.protocol.slice(0, -1) ?? '';
	if (address === undefined || !['http', 'https'].includes(protocol)) {
		throw new DescribedError(
			"'Proxy' is not an address",
			adviceForPeople(
				"Enter the proxy as http://host:port in 'Settings' → 'Request Options' → 'Proxy'.",
			),
		);
	}
	const { hostname: host, port, username, password } = address;
	const decode = (part: string) => decodeUrlPart(part) ?? part;
	return {
		protocol,
		host,
		port: Number(port) || (protocol === 'https' ? 443 : 80),
		auth: username ? { username: decode(username), password: decode(password) } : undefined,
	};
}
