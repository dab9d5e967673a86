import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_SETTINGS, proxyOf, type Settings } from '../api';
import { byName } from '../byName';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { PAGE_SIZE } from '../records';
import type { Parameters } from './parameters';
import { flagOf } from './values';

/** How a run goes about its items. Times are in milliseconds. */
export interface RunOptions {
	readonly settings: Settings;
	/** The least time between the starts of two batches. */
	readonly batchInterval: number;
	/** Whether to send reads that are the same only once. */
	readonly reuse: boolean;
	/** Whether to make rows with the same columns of all records. */
	readonly flatten: boolean;
	/** Records asked for at once where a list comes in pages. */
	readonly pageSize: number;
}

/** How requests are sent: for every node. */
const REQUEST_OPTIONS: readonly INodeProperties[] = [
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'allowUnauthorizedCerts',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 5,
		description:
			'How often a request is sent again after a rate limit (429), an outage (502, 503, 504) or a lost connection. Calls that may change something are only repeated when nothing can have happened yet.',
	},
	{
		displayName: 'Max Wait',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		description:
			'Longest wait before one more try in seconds. If the service asks for a longer one, the error says so.',
	},
	{
		displayName: 'Proxy',
		name: 'proxy',
		type: 'string',
		default: '',
		placeholder: 'e.g. http://myproxy:3128',
		description: 'HTTP proxy to use',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60000,
		description:
			'Longest time without any data from the service, in milliseconds, before the request is given up',
	},
];

/** How a run goes about its input items: for nodes that have some. */
const ITEM_OPTIONS: readonly INodeProperties[] = [
	{
		displayName: 'Batching',
		name: 'batching',
		type: 'fixedCollection',
		placeholder: 'Add Batching',
		typeOptions: { multipleValues: false },
		default: { batch: {} },
		description: 'How many input items are worked on at once, and how fast',
		options: [
			{
				displayName: 'Batching',
				name: 'batch',
				values: [
					{
						displayName: 'Items per Batch',
						name: 'batchSize',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: 100 },
						default: 5,
						description:
							'How many input items, and so requests, are under way at the same time. Calls that may change something go one at a time, unless they are safe to repeat.',
					},
					{
						displayName: 'Batch Interval (Ms)',
						name: 'batchInterval',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 0,
						description:
							'Least time between the starts of two batches in milliseconds. Zero means none.',
					},
				],
			},
		],
	},
	{
		displayName: 'Reuse Identical Reads',
		name: 'reuseReads',
		type: 'boolean',
		default: true,
		description:
			'Whether input items that ask for exactly the same share one request. Each gets its own copy of the answer.',
	},
];

/** Only for lists that come in pages. */
export const PAGE_SIZE_OPTION: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'How many records to ask for at once. Lower it if the service refuses so many; what it allows is not documented.',
};

/** Only for calls whose effect is not known. */
export const SAFE_TO_REPEAT: INodeProperties = {
	displayName: 'Safe to Repeat',
	name: 'safeToRepeat',
	type: 'boolean',
	default: false,
	description:
		'Whether this call may be sent again after an outage or a lost connection, because doing it twice is the same as doing it once',
};

/** The Options field of an operation. */
export function optionsField(...further: INodeProperties[]): INodeProperties {
	const about = 'How requests are sent, repeated and waited for';
	return collectionOf(about, [...ITEM_OPTIONS, ...further]);
}

/** The Options field of a trigger. */
export function triggerOptionsField(...further: INodeProperties[]): INodeProperties {
	const about = 'What is watched in detail, and how requests are sent and repeated';
	return collectionOf(about, further);
}

/** @param further what comes to the options of every node */
function collectionOf(description: string, further: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description,
		options: [...REQUEST_OPTIONS, ...further].sort((one, other) =>
			byName({ name: one.displayName }, { name: other.displayName }),
		),
	};
}

/** Whether the user says that this call may be repeated. */
export function isSafeToRepeat(parameters: Parameters): boolean {
	return parameters.optionFlag('safeToRepeat', 'Safe to Repeat');
}

/**
 * Reads the options, those of the first item: they hold for the whole run.
 *
 * @throws DescribedError if a number is out of its range or the proxy is no address
 */
export function readOptions(parameters: Parameters): RunOptions {
	const options = optionsOf(parameters);
	const batching = isObject(options.batching) ? options.batching.batch : undefined;
	const { batchSize, batchInterval } = isObject(batching) ? batching : {};
	const proxy = typeof options.proxy === 'string' ? options.proxy.trim() : '';
	const { concurrency, maxRetries, maxWait, timeout } = DEFAULT_SETTINGS;
	return {
		settings: {
			concurrency: whole(batchSize, 'Items per Batch', concurrency, 1),
			maxRetries: whole(options.maxRetries, 'Max Retries', maxRetries, 0),
			maxWait: 1000 * whole(options.maxWait, 'Max Wait', maxWait / 1000, 0),
			timeout: whole(options.timeout, 'Timeout', timeout, 1, LONGEST_TIMEOUT),
			ignoreSsl: flagOf(options.allowUnauthorizedCerts, 'Ignore SSL Issues (Insecure)'),
			proxy: proxy === '' ? undefined : proxyOf(proxy),
		},
		batchInterval: whole(batchInterval, 'Batch Interval (Ms)', 0, 0),
		reuse: flagOf(options.reuseReads ?? true, 'Reuse Identical Reads'),
		flatten: flagOf(options.flatten, 'Flatten for Sheets'),
		pageSize: whole(options.pageSize, 'Page Size', PAGE_SIZE, 1),
	};
}

function optionsOf(parameters: Parameters): Record<string, unknown> {
	const options = parameters.value('options');
	return isObject(options) ? options : {};
}

/** The longest time that a timer can take, in milliseconds: 24 days. */
const LONGEST_TIMEOUT = 2_147_483_647;

function whole(
	value: unknown,
	label: string,
	otherwise: number,
	least: number,
	most = Number.MAX_SAFE_INTEGER,
): number {
	if (value === undefined || value === null || value === '') return otherwise;
	const number = typeof value === 'boolean' ? NaN : Number(value);
	if (Number.isInteger(number) && number >= least && number <= most) return number;
	throw new DescribedError(
		`'${label}' is not a whole number from ${least} up`,
		`Correct 'Options' → '${label}'.`,
	);
}
