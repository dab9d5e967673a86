import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedError } from '../base';
import type { DescribedEntry, PickListEntry, Parameters } from '../form';
import type { OutputPlan } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedPeriods, SplitPart, ProjectAndPart } from '../table';

/** A plan for one read or call. */
export interface RequestPlan extends Omit<ListQuery, 'idFields' | 'limit'>, OutputPlan {
	/** The error for an answer without a list. By default, such an answer is one record. */
	readonly noListError?: DescribedError;
	readonly compare?: Comparison;
	/** Filters in the body whose values may be names instead of IDs. */
	readonly namedFilters?: readonly string[];
	readonly parts?: SplitPlan;
}

/** A second read of the same records, for another period. */
export interface Comparison extends ComparedPeriods {
	/** The members of the body that differ from those of the first read. */
	readonly body: JsonObject;
}

/** The same read for several periods, or for each entry of a list. */
export interface SplitPlan {
	/** The entry of Split By, such as Day. */
	readonly label: string;
	/** The list whose entries are the parts, and the error if the list is missing. Periods need no list. */
	readonly entriesQuery?: ListQuery;
	readonly noEntriesError?: DescribedError;
	/** @throws DescribedError if an entry cannot be a part */
	readonly createParts: (
		entries: readonly JsonValue[],
	) => ReadonlyArray<PlannedRead & { readonly part: SplitPart }>;
}

/** A plan for projects that the service has to look up. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** What all requests have in common. The node asks this API first which projects there are. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
}

/** What one input item asks for. */
export type Plan = RequestPlan | ProjectsPlan;

/** One read or call, for one project and part. A read that compares two periods has two requests. */
export interface PlannedRead extends ProjectAndPart {
	readonly plan: RequestPlan;
}

/** An entry of the field Operation. */
export interface Operation extends DescribedEntry {
	readonly action: string;
	/** Tells the model of an AI agent what the tool returns, and when to use the tool. */
	readonly toolDescription: string;
	/** The fields below the pickers Resource and Operation. The pickers decide when a field is shown. */
	readonly fields: readonly INodeProperties[];
	plan(parameters: Parameters): Plan;
}

/** An entry of the field Resource. */
export interface Resource extends PickListEntry {
	/** The operations. A new node has the first one. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
