import type { INodeProperties, JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedEntry, PickListEntry, Parameters } from '../form';
import type { OutputQuery } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedPeriods, RowSegment, ProjectAndSegment } from '../table';

/** Says what to read for one input item, and what to do with the records. It contains only data. */
export interface Query extends Omit<ListQuery, 'limit'>, OutputQuery {
	/** `undefined` if the request needs no project. */
	readonly projects?: ProjectChoice;
	/** The filters whose values may be names instead of IDs. */
	readonly namedFilters?: readonly string[];
	/** The periods to read separately. If missing, the request already has the dates. */
	readonly segments?: readonly Segment[];
}

/** A period to read: the whole 'Date Range', or one of its days, weeks or months. */
export interface Segment {
	/** The day, week or month. `undefined` if 'Split By' is off. */
	readonly segment?: RowSegment;
	/** Properties with the dates, for the body of the request. */
	readonly body?: JsonObject;
	readonly compare?: Comparison;
}

/** The period to compare with. `body` has its dates, for a second read of the same records. */
export interface Comparison extends ComparedPeriods {
	readonly body: JsonObject;
}

/** One read or call of a query, for one project and one period. */
export interface Fetch extends ProjectAndSegment, Omit<Segment, 'body'> {
	readonly query: Query;
	readonly request: ApiRequest;
}

export interface Operation extends DescribedEntry {
	readonly action: string;
	/** Tells an AI model what the tool returns, and when to use it. */
	readonly toolDescription: string;
	readonly fields: readonly INodeProperties[];
	readQuery(parameters: Parameters): Query;
}

export interface Resource extends PickListEntry {
	/** The first operation is chosen in a new node. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
