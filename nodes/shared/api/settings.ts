import type { IHttpRequestOptions } from 'n8n-workflow';
import { DescribedError } from '../base';
import { decoded } from './apis';
import type { Concurrency } from './gate';

/** How requests travel. Times are in milliseconds. */
export interface Settings {
	readonly concurrency: Concurrency;
	/** How often a request is repeated after an outage or a lost connection. */
	readonly maxRetries: number;
	/** How long a run goes on while the service takes no request at all. */
	readonly maxWait: number;
	/** The longest time without an answer. */
	readonly timeout: number;
	/** Whether to accept certificates that cannot be verified. */
	readonly ignoreSsl: boolean;
	readonly proxy?: IHttpRequestOptions['proxy'];
}

/** As many as the service allows, up to a bound: each is a request that a rate limit may refuse. */
export const AUTOMATIC: Concurrency = { start: 5, max: 100 };

/**
 * What applies where people have not said otherwise. Three minutes: a limit that counts per minute
 * lifts within one, also where the service does not say when.
 */
export const DEFAULT_SETTINGS: Settings = {
	concurrency: AUTOMATIC,
	maxRetries: 5,
	maxWait: 180_000,
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
		auth:
			username === ''
				? undefined
				: { username: decoded(username) ?? username, password: decoded(password) ?? password },
	};
}
