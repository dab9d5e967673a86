/**
 * What a run has seen of an endpoint, so that what one read has found out need not be tried again
 * by the next one.
 */
export class EndpointMemory {
	/** Whether the service was seen to send nothing for a page beyond the end. */
	endsEmpty = false;

	private longest = 0;

	private complete = 0;

	/** Notes the length of a page: any shorter one is not cut off by a maximum of the service. */
	sawPage(count: number): void {
		this.longest = Math.max(this.longest, count);
	}

	/** Notes that nothing came after a first page of this length. */
	sawOnlyPage(count: number): void {
		this.complete = Math.max(this.complete, count);
	}

	/** Whether a page of this length is certainly not cut off by a maximum of the service. */
	isUncut(count: number): boolean {
		return count < this.longest || count <= this.complete;
	}
}
