import type { INodeProperties } from 'n8n-workflow';
import { AUTOMATIC_CONCURRENCY, OUTAGE_STATUSES_TEXT, parseProxy, type Settings } from '../api';
import { groupCollection } from './fields';
import { API_DETAILS, OPTIONS, REQUEST_OPTIONS, sortByTitle } from './mergeForms';
import { FLATTEN, readMaxOutputSize } from './output';
import { PAGE_SIZE } from './pagination';
import type { Parameters } from './reader';

/** The options of a run. Times are in milliseconds. */
export interface RunOptions {
	readonly settings: Settings;
	/** `interval` is the shortest time between the starts of two batches. */
	readonly batch: { readonly size: number; readonly interval: number };
	readonly flatten: boolean;
	readonly pageSize: number;
	readonly maxOutputSize?: number;
}

/** The longest time that a timer in Node.js can wait: 24 days, in milliseconds. */
const MAX_TIMEOUT = 2_147_483_647;

const IGNORE_SSL: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

const MAX_RETRIES: INodeProperties = {
	displayName: 'Max Retries',
	name: 'maxRetries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
	default: 5,
	description: `How often to repeat a request after an outage (${OUTAGE_STATUSES_TEXT}) or a lost connection`,
};

/** The default is longer than a minute, so that a run can continue after a rate limit per minute. */
const MAX_WAIT: INodeProperties = {
	displayName: 'Max Wait',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 180,
	description: 'How long to wait for a rate limit to pass, in seconds',
};

const PROXY: INodeProperties = {
	displayName: 'Proxy',
	name: 'proxy',
	type: 'string',
	default: '',
	placeholder: 'e.g. http://myproxy:3128',
	description: 'HTTP proxy to use',
};

const TIMEOUT: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_TIMEOUT, numberPrecision: 0 },
	default: 60000,
	description:
		'How long to wait for data, in milliseconds. A whole request may take ten times as long.',
};

const BATCH_SIZE: INodeProperties = {
	displayName: 'Items per Batch',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
	default: 5,
	description: 'How many input items to process at once, if they only read',
};

const BATCH_INTERVAL: INodeProperties = {
	displayName: 'Batch Interval (Ms)',
	name: 'batchInterval',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'The time between batches, in milliseconds',
};

const BATCHING: INodeProperties = {
	displayName: 'Batching',
	name: 'batching',
	description: 'Without it, the node adapts to how quickly the service answers',
	...groupCollection('Batching', 'batch', [BATCH_SIZE, BATCH_INTERVAL]),
};

/** Lets the user say that sending a call twice does no harm. The node cannot know this. */
export const SAFE_TO_REPEAT: INodeProperties = {
	displayName: 'Safe to Repeat',
	name: 'safeToRepeat',
	type: 'boolean',
	default: false,
	description:
		'Whether to repeat this call after an outage, and to send several items at the same time. Turn this on only if sending it twice has the same effect as sending it once.',
};

export function optionsField(...entries: INodeProperties[]): INodeProperties {
	return { ...OPTIONS, options: sortByTitle(entries) };
}

export function apiDetailsField(...entries: INodeProperties[]): INodeProperties {
	return { ...API_DETAILS, options: sortByTitle(entries) };
}

/** A trigger has no input items, so it has no option 'Batching'. */
export const triggerRequestOptions: INodeProperties = {
	...REQUEST_OPTIONS,
	options: [{ ...IGNORE_SSL, default: true }, MAX_RETRIES, MAX_WAIT, PROXY, TIMEOUT],
};

export const nodeRequestOptions: INodeProperties = {
	...REQUEST_OPTIONS,
	options: [BATCHING, ...(triggerRequestOptions.options ?? [])],
};

/** Reads the options for SSL and the proxy. The lists in the editor use them, too. */
export function readConnectionSettings({ requestOptions }: Parameters) {
	const proxy = requestOptions.text(PROXY);
	return {
		ignoreSsl: requestOptions.flag(IGNORE_SSL),
		proxy: proxy === '' ? undefined : parseProxy(proxy),
	};
}

/**
 * @throws DescribedError if a number is out of its range
 * @throws DescribedError if the proxy is not an address
 */
export function readRunOptions(parameters: Parameters): RunOptions {
	const { options, apiDetails, requestOptions } = parameters;
	const batching = requestOptions.group(BATCHING);
	const size = batching.number(BATCH_SIZE);
	const ofBatch = { initial: size, max: size };
	return {
		settings: {
			concurrency: requestOptions.hasGroup(BATCHING) ? ofBatch : AUTOMATIC_CONCURRENCY,
			maxRetries: requestOptions.number(MAX_RETRIES),
			maxWait: 1000 * requestOptions.number(MAX_WAIT),
			timeout: requestOptions.number(TIMEOUT),
			...readConnectionSettings(parameters),
		},
		batch: { size, interval: batching.number(BATCH_INTERVAL) },
		flatten: options.flag(FLATTEN),
		pageSize: apiDetails.number(PAGE_SIZE),
		maxOutputSize: readMaxOutputSize(parameters),
	};
}
