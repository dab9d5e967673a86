import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedError } from '../base';
import type { DescribedName, KnownName, Parameters } from '../form';
import type { OutputPlan } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedWith, Part, Place } from '../table';

/** A plan for one read or call. */
export interface RequestPlan extends Omit<ListQuery, 'idFields' | 'limit'>, OutputPlan {
	/** The error for an answer without a list. Without this error, such an answer is one record. */
	readonly noList?: DescribedError;
	readonly compare?: Comparison;
	/** The filters in the body whose values may be names instead of IDs. */
	readonly namedFilters?: readonly string[];
	readonly parts?: Parts;
}

/** A second read of the same records for the period to compare with. */
export interface Comparison extends ComparedWith {
	/** The members of the body that differ from those of the first read. */
	readonly body: JsonObject;
}

/** The parts into which Split By splits a read: periods, or entries of a list. */
export interface Parts {
	/** The entry of Split By, such as Day. */
	readonly label: string;
	/** The list whose entries are the parts, and the error if the service has no such list. Periods need no list. */
	readonly entries?: ListQuery;
	readonly noEntries?: DescribedError;
	/** @throws DescribedError if an entry has neither a name nor an ID */
	readonly partsOf: (
		entries: readonly JsonValue[],
	) => ReadonlyArray<Read & { readonly part: Part }>;
}

/** A plan for projects whose IDs the node has to find. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** The API and the effect of all requests. The node asks this API first for the list of projects. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
}

/** The reads or the call for one input item. */
export type Plan = RequestPlan | ProjectsPlan;

/** One read or call, for one project and part. A comparison makes two requests for it. */
export interface Read extends Place {
	readonly plan: RequestPlan;
}

/** An entry of the field Operation. */
export interface Operation extends DescribedName {
	readonly action: string;
	/** Tells a model what the tool returns, and when to use the tool. */
	readonly toolDescription: string;
	/** The fields below Resource and Operation. The node shows them only for this operation. */
	readonly fields: readonly INodeProperties[];
	plan(parameters: Parameters): Plan;
}

/** An entry of the field Resource. */
export interface Resource extends KnownName {
	/** The operations. A new node has chosen the first one. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
