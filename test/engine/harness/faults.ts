import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { KEYS, type Fault } from '../../../sandbox';
import { samples } from '../../samples';
import type { Call } from './calls';

/** What a call may do to the service, and whether anything at all may come back. */
export type Effects = Pick<Call, 'isFree' | 'isOnce' | 'isWrite'>;

/** What has to become of the item that is hit: how often it is sent, and how that ends. */
export interface Ending {
	readonly tries: number;
	readonly passes: boolean;
	/** The rows that come, if they are others than without the fault; `any` if they may be. */
	readonly rows?: IDataObject[] | 'any';
}

/** Where a call goes, for faults that say where else. */
export interface Place {
	readonly path: string;
	/** The base URL of a service that must never hear of the key. */
	readonly foreign: string;
}

/** One row of the matrix: what goes wrong, and what has to come of it. */
export interface FaultRow {
	readonly title: string;
	readonly order: (place: Place) => Fault;
	readonly ending: (call: Effects) => Ending;
	readonly options?: INodeParameters;
	/** The least and the most milliseconds that are waited for between the tries. */
	readonly waits?: readonly [least: number, most: number];
	/** Whether the other items wait, too, where the item that is hit is not sent again. */
	readonly holdsOthers?: boolean;
	/** Part of the title or the description of the error. */
	readonly says?: string;
	/** Whether the service may have done what it was asked for, which the error of a call then says. */
	readonly isOpen?: boolean;
}

const failsAtOnce = (): Ending => ({ tries: 1, passes: false });
const passesAtSecond = (): Ending => ({ tries: 2, passes: true });
const repeatsIfSafe = ({ isOnce }: Effects): Ending => (isOnce ? failsAtOnce() : passesAtSecond());
const lasts = ({ isOnce }: Effects): Ending =>
	isOnce ? failsAtOnce() : { tries: 3, passes: false };
const textEnding = ({ isWrite }: Effects): Ending =>
	isWrite ? { tries: 1, passes: true, rows: 'any' } : failsAtOnce();
const emptyEnding = ({ isFree }: Effects): Ending =>
	isFree ? { tries: 1, passes: true, rows: [{ success: true }] } : failsAtOnce();

const SEVEN_SECONDS = [7000, 7000] as const;
const DAY = 'Wed, 21 Oct 2015';
const BACK_OFF = [0, 500] as const;
const LIMIT_BACK_OFF = [125, 250] as const;
const FEW_TRIES = { maxRetries: 2 };
const CLOSED = 'was closed before the response was complete';
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html' };

type Respond = Omit<Fault, 'kind' | 'status'>;
const respond = (status: number, rest: Respond = {}) => {
	return (): Fault => ({ kind: 'respond', status, ...rest });
};

const DETAILS = [
	{ loc: ['body', 'view'], msg: 'field required', type: 'missing' },
	{ loc: ['body', 'rows', 0], msg: 'not a row', type: 'value_error' },
];

/** A web page of an outage, as a proxy before the service would send it. */
const PAGE = '<!doctype html><style>b{}</style><h1 class="x">Out of <b>order</b></h1>';

/** What the service says with the key in it, as it is and with JSON escapes. */
const ECHO = `No access with ${KEYS.agency}, which ends in: "${KEYS.agency}"`;
const ESCAPED_ECHO = `{"detail":"No key ${KEYS.agency.replaceAll('-', '\\u002d')}"}`;

const ECHOES = [
	[401, { headers: { 'x-received-key': KEYS.agency }, body: { error: ECHO } }, failsAtOnce],
	[422, { headers: JSON_TYPE, body: ESCAPED_ECHO }, failsAtOnce],
	[200, { body: ECHO }, textEnding],
] as const;

/** Everything that may go wrong with one request, and what the issue wants to come of it. */
export const FAULTS: FaultRow[] = [
	...[401, 403, 404, 500].map((status) => ({
		title: `${status}`,
		order: respond(status, { body: { message: 'In its own words' } }),
		ending: failsAtOnce,
		says: 'In its own words',
		isOpen: status === 500,
	})),
	{
		title: '422 with a text',
		order: respond(422, { body: { detail: 'Not <b>that</b> view' } }),
		ending: failsAtOnce,
		says: 'Not that view',
	},
	{
		title: '422 with a list of details',
		order: respond(422, { body: { detail: DETAILS } }),
		ending: failsAtOnce,
		says: 'view: field required\nrows.0: not a row\n',
	},
	{
		title: '429 with seconds',
		order: respond(429, { headers: { 'retry-after': '7' } }),
		ending: passesAtSecond,
		waits: SEVEN_SECONDS,
	},
	{
		title: '429 with an HTTP date',
		order: respond(429, {
			headers: { date: `${DAY} 07:28:53 GMT`, 'retry-after': `${DAY} 07:29:00 GMT` },
		}),
		ending: passesAtSecond,
		waits: SEVEN_SECONDS,
	},
	{
		title: '429 without a header',
		order: respond(429),
		ending: passesAtSecond,
		waits: LIMIT_BACK_OFF,
	},
	{
		title: '429 that lasts longer than Max Retries',
		order: respond(429, { headers: { 'retry-after': '3' } }),
		ending: () => ({ tries: 4, passes: true }),
		options: FEW_TRIES,
		waits: [9000, 9000],
	},
	...[502, 503, 504, 520, 524].map((status) => ({
		title: `${status}`,
		order: respond(status, { headers: HTML_TYPE, body: PAGE }),
		ending: repeatsIfSafe,
		waits: BACK_OFF,
		says: 'Out of order',
		isOpen: true,
	})),
	{
		title: '503 with seconds',
		order: respond(503, { headers: { 'retry-after': '7' } }),
		ending: repeatsIfSafe,
		waits: SEVEN_SECONDS,
		holdsOthers: true,
		isOpen: true,
	},
	{ title: '503 that lasts', order: respond(503), ending: lasts, options: FEW_TRIES, isOpen: true },
	{
		title: 'a reset before the answer',
		order: () => ({ kind: 'reset' }),
		ending: repeatsIfSafe,
		waits: BACK_OFF,
		says: CLOSED,
		isOpen: true,
	},
	{
		title: 'a reset that lasts',
		order: () => ({ kind: 'reset' }),
		ending: lasts,
		options: FEW_TRIES,
		isOpen: true,
	},
	{
		title: 'a reset in the middle of the body',
		order: () => ({ kind: 'truncate' }),
		ending: repeatsIfSafe,
		waits: BACK_OFF,
		says: CLOSED,
		isOpen: true,
	},
	{
		title: 'a timeout',
		order: () => ({ kind: 'hang' }),
		ending: repeatsIfSafe,
		options: { timeout: 1000 },
		waits: BACK_OFF,
		says: 'did not answer within 1 seconds',
		isOpen: true,
	},
	{
		title: 'HTML with 200',
		order: respond(200, { headers: HTML_TYPE, body: PAGE }),
		ending: failsAtOnce,
		says: 'answered with a web page instead of JSON: "Out of order"',
		isOpen: true,
	},
	...[200, 204].map((status) => ({
		title: `an empty ${status}`,
		order: respond(status, { headers: JSON_TYPE, body: '' }),
		ending: emptyEnding,
		says: 'returned an empty response',
		isOpen: true,
	})),
	{
		title: 'JSON that is cut off',
		order: respond(200, { headers: JSON_TYPE, body: '{"data":[{"id":"a"},{"i' }),
		ending: repeatsIfSafe,
		says: 'API is not JSON: "Unterminated string in JSON at position 23"',
		isOpen: true,
	},
	{
		title: 'a packed body that is broken',
		order: respond(200, {
			headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
			body: 'no gzip at all',
		}),
		ending: repeatsIfSafe,
		waits: BACK_OFF,
		says: 'API was closed before the response was complete',
		isOpen: true,
	},
	...[301, 302, 303, 307, 308].map((status) => ({
		title: `a redirect to the same API (${status})`,
		order: ({ path }: Place) => respond(status, { headers: { location: `${path}/` } })(),
		ending: failsAtOnce,
		says: 'redirects to another address: "http',
		isOpen: status < 304,
	})),
	{
		title: 'a redirect to another origin',
		order: ({ path, foreign }) => respond(307, { headers: { location: foreign + path } })(),
		ending: failsAtOnce,
		says: 'The API key is only sent to',
	},
	...[408, 499].map((status) => ({
		title: `${status}`,
		order: respond(status, { body: { message: 'Too late' } }),
		ending: failsAtOnce,
		says: 'Too late',
		isOpen: true,
	})),
	{
		title: '403 that is a web page',
		order: respond(403, { headers: HTML_TYPE, body: PAGE }),
		ending: failsAtOnce,
		says: 'a firewall in front of the API',
	},
	...ECHOES.map(([status, rest, ending]) => ({
		title: `${status} that repeats the key`,
		order: respond(status, rest),
		ending,
		says: '*****',
	})),
	{
		title: '502 that repeats the key on a page',
		order: respond(502, { headers: HTML_TYPE, body: `<h1>${ECHO}</h1>` }),
		ending: repeatsIfSafe,
		says: '*****',
		isOpen: true,
	},
	{
		title: '200 that repeats the key in a record',
		order: respond(200, { body: { data: Array(5).fill({ name: ECHO }) } }),
		ending: () => ({ tries: 1, passes: true, rows: 'any' }),
	},
];

const MEGABYTES = Math.min(50, samples(5));
const megabyte = 'large '.repeat(175_000);
const large = (text: string) => Array.from({ length: MEGABYTES }, () => text);

/** What is too slow to try with every operation. */
export const LARGE_FAULTS: FaultRow[] = [
	{
		title: `an answer of ${MEGABYTES} MB`,
		order: () => respond(200, { body: { data: large(megabyte).map((id) => ({ id })) } })(),
		ending: () => ({ tries: 1, passes: true, rows: 'any' }),
	},
	{
		title: `an error page of ${MEGABYTES} MB`,
		order: () => respond(500, { headers: HTML_TYPE, body: large(PAGE + megabyte).join('') })(),
		ending: failsAtOnce,
		says: 'Out of order',
		isOpen: true,
	},
];
