import type { INodeProperties, JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedEntry, PickListEntry, Parameters } from '../form';
import type { OutputQuery } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedPeriods, RowSegment, ProjectAndSegment } from '../table';

/**
 * What a node reads, and what becomes of the records. It is data only, made once for each input item. The node reads
 * every project × every segment × both periods of a comparison.
 */
export interface Query extends Omit<ListQuery, 'limit'>, OutputQuery {
	/** Missing if the request belongs to no project. */
	readonly projects?: ProjectChoice;
	/** The filters whose values may be names instead of IDs. */
	readonly namedFilters?: readonly string[];
	/** If missing, there is one, with the dates of the request. */
	readonly segments?: readonly Segment[];
}

/** A period to read: the whole Date Range, or one of its days, weeks or months. */
export interface Segment {
	/** Set with Split By. */
	readonly segment?: RowSegment;
	/** The dates, as the body has them. */
	readonly body?: JsonObject;
	readonly compare?: Comparison;
}

/** A second read of the same records for the period to compare with. */
export interface Comparison extends ComparedPeriods {
	readonly body: JsonObject;
}

/** One read or call, for one project and segment. */
export interface Fetch extends ProjectAndSegment, Omit<Segment, 'body'> {
	readonly query: Query;
	readonly request: ApiRequest;
}

export interface Operation extends DescribedEntry {
	readonly action: string;
	/** Tells a model what the tool returns, and when to use it. */
	readonly toolDescription: string;
	readonly fields: readonly INodeProperties[];
	readQuery(parameters: Parameters): Query;
}

export interface Resource extends PickListEntry {
	/** In a new node, the first one is chosen. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
