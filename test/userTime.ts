/**
 * Returns the processor time of this process so far, in milliseconds. Other processes on the machine do not change it, as
 * they do the time on a clock.
 */
export function userTime(): number {
	return process.cpuUsage().user / 1000;
}
