const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Units of time, and up to where people read them with ease. */
const UNITS = [
	{ name: 'second', ms: SECOND, most: 10 * MINUTE },
	{ name: 'minute', ms: MINUTE, most: 2 * HOUR },
	{ name: 'hour', ms: HOUR, most: 2 * DAY },
	{ name: 'day', ms: DAY, most: YEAR },
];

/** A time in words, rounded up: `1 second`, `90 minutes`, `more than a year`. */
export function inWords(ms: number): string {
	const unit = UNITS.find(({ most }) => ms <= most);
	if (unit === undefined) return 'more than a year';
	const count = Math.ceil(ms / unit.ms);
	return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
