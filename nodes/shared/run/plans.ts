import type { INodeProperties, JsonObject } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedEntry, PickListEntry, Parameters } from '../form';
import type { OutputPlan } from '../output';
import type { ProjectChoice } from '../projects';
import type { ListQuery } from '../reading';
import type { ComparedPeriods, SplitPart, ProjectAndPart } from '../table';

export interface RequestPlan extends Omit<ListQuery, 'idFields' | 'limit'>, OutputPlan {
	readonly compare?: Comparison;
	/** The filters whose values may be names instead of IDs. */
	readonly namedFilters?: readonly string[];
	/** One read for each day, week or month. */
	readonly parts?: ReadonlyArray<PlannedRead & { readonly part: SplitPart }>;
}

/** A second read of the same records for the period to compare with. */
export interface Comparison extends ComparedPeriods {
	readonly body: JsonObject;
}

/** A plan for projects whose IDs the node has yet to find. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** The node asks this `api` first for the list of projects. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
	readonly ofEach: ReadCounts;
}

/** Multiplied, they give the number of reads. */
export interface ReadCounts {
	readonly projects?: number;
	readonly parts: number;
	/** 2 with a comparison. */
	readonly periods: number;
}

export type Plan = RequestPlan | ProjectsPlan;

/** One read or call, for one project and part. */
export interface PlannedRead extends ProjectAndPart {
	readonly plan: RequestPlan;
}

export interface Operation extends DescribedEntry {
	readonly action: string;
	/** Tells a model what the tool returns, and when to use it. */
	readonly toolDescription: string;
	readonly fields: readonly INodeProperties[];
	plan(parameters: Parameters): Plan;
}

export interface Resource extends PickListEntry {
	/** In a new node, the first one is chosen. */
	readonly operations: readonly Operation[];
	readonly isOnlyInTools?: boolean;
}
