const Sequencer = require('@jest/test-sequencer').default;

/** The test files that take longest. Jest remembers times, but a fresh clone has none yet. */
const LONGEST = [
	...['soak', 'scanner', 'limits', 'watchedProjects', 'triggers', 'faultMatrix', 'patterns'],
	...['pagination', 'dates', 'errors', 'messageWords', 'services', 'watch'],
];

/** Starts the long files first, so that no core is left with one of them at the end. */
class LongestFirst extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => LONGEST.some((name) => path.endsWith(`/${name}.test.ts`));
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
}

module.exports = LongestFirst;
