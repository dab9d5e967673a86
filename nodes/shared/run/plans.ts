import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedError } from '../base';
import type { DescribedName, KnownName, Parameters } from '../form';
import type { OutputPlan } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedWith, Part, Place } from '../table';

/** One read or call, before its first request. */
export interface RequestPlan extends Omit<ListQuery, 'idFields' | 'limit'>, OutputPlan {
	/** The error for an answer without a list. By default, such an answer is one record. */
	readonly noList?: DescribedError;
	readonly compare?: Comparison;
	/** Filters in the body whose values may be names. */
	readonly namedFilters?: readonly string[];
	readonly parts?: Parts;
}

/** A second read of the same records, for another period. */
export interface Comparison extends ComparedWith {
	/** The fields of the body that differ. */
	readonly body: JsonObject;
}

/** The same read for several periods, or for the entries of a list. */
export interface Parts {
	/** The name of the parts in the field, such as Day. */
	readonly label: string;
	/** The list with the parts, and the error if it is missing. Periods need none. */
	readonly entries?: ListQuery;
	readonly noEntries?: DescribedError;
	/** @throws DescribedError if an entry cannot be a part */
	readonly partsOf: (
		entries: readonly JsonValue[],
	) => ReadonlyArray<Read & { readonly part: Part }>;
}

/** A plan for projects whose IDs only the service knows. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** Common to all requests. The node asks this API for the projects first. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
}

/** The plan of one input item. */
export type Plan = RequestPlan | ProjectsPlan;

/** One read or call: one project and part, in two periods if they are compared. */
export interface Read extends Place {
	readonly plan: RequestPlan;
}

/** One entry of the Operation picker. */
export interface Operation extends DescribedName {
	readonly action: string;
	/** Tells the model of an AI agent what the tool answers, and when to use it. */
	readonly toolDescription: string;
	/** The fields below the pickers; resource and operation decide when to show them. */
	readonly fields: readonly INodeProperties[];
	plan(parameters: Parameters): Plan;
}

/** One entry of the Resource picker. */
export interface Resource extends KnownName {
	/** The first one is the default. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
