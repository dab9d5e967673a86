import {
	fixedWindow,
	sharedWith,
	silent,
	slidingWindow,
	tokenBucket,
	type Limiter,
} from './limiters';

/** A service with a rate limit, and the least time in which it takes so many requests. */
export interface LimitedService {
	readonly name: string;
	readonly requests: number;
	/** In milliseconds, without the round trip of the last request. */
	readonly leastMs: number;
	readonly isSilent: boolean;
	limiter(): Limiter;
}

type Told = Omit<LimitedService, 'isSilent'>;

/** Windows of a second in three phases: how much of the first one is over when the run starts. */
const perSecond = [0, 300, 700].map((phase): Told => ({
	name: `100 a second, fixed window, started ${phase / 1000} s ago`,
	requests: 3000,
	leastMs: 29_000 - phase,
	limiter: () => fixedWindow(100, 1000, phase),
}));

const TOLD: readonly Told[] = [
	...perSecond,
	{
		name: '100 a second, sliding window',
		requests: 3000,
		leastMs: 29_000,
		limiter: () => slidingWindow(100, 1000),
	},
	{
		name: '10 a second, bucket of 20',
		requests: 300,
		leastMs: 28_000,
		limiter: () => tokenBucket(10, 20),
	},
	{
		name: '60 a minute, fixed window, started 20 s ago',
		requests: 600,
		leastMs: 520_000,
		limiter: () => fixedWindow(60, 60_000, 20_000),
	},
	{
		name: '60 a minute, sliding window',
		requests: 600,
		leastMs: 540_000,
		limiter: () => slidingWindow(60, 60_000),
	},
	{
		name: '100 a second, half of it taken by another client',
		requests: 3000,
		leastMs: 58_700,
		limiter: () => sharedWith(20, fixedWindow(100, 1000, 300)),
	},
];

/** Eight services, each in two forms: one says how long to wait, one is silent about it. */
export const LIMITED_SERVICES: readonly LimitedService[] = [
	...TOLD.map((service) => ({ ...service, isSilent: false })),
	...TOLD.map((service) => ({
		...service,
		isSilent: true,
		limiter: () => silent(service.limiter()),
	})),
];
