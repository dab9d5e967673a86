import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedError, Notice } from '../base';
import type { Comparison, SortBy } from '../compare';
import type { DescribedName, KnownName, Parameters } from '../form';
import type { Project, ProjectChoice } from '../projects';
import type { ExpectedAnswer, ListSource } from '../reading';
import type { OutputChoice } from '../shape';

/** The request for one input item, or for one project of it: a list, a report or a call. */
export interface RequestPlan extends Pick<ListSource, 'offersPaging' | 'paging' | 'request'> {
	/** With `any`, an empty answer means success. */
	readonly shape: ExpectedAnswer['kind'];
	readonly names: readonly string[];
	readonly recordsAt?: string;
	/** `Infinity` for all records. */
	readonly limit: number;
	/** Whether the limit is for all projects and slices together. */
	readonly isLimitOfAll?: boolean;
	readonly days?: string;
	readonly sort?: readonly SortBy[];
	readonly output: OutputChoice;
	/** The error for an answer without a list, where one record makes no sense. */
	readonly noList?: DescribedError;
	readonly compare?: Comparison;
	readonly isFiltered?: boolean;
	/** The filters in the body whose values may be names. */
	readonly namedFilters?: readonly string[];
	readonly slices?: Slices;
}

/** A plan for projects whose IDs only the service knows. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** The common part of all requests. The node asks this API for the projects first. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
}

/** A part of a read, with its own requests. */
export interface Slice {
	/** Its name in errors, such as 2026-11-02. */
	readonly name: string;
	readonly mark: JsonObject;
	readonly plan: RequestPlan;
}

/** The same read for several periods, or for the entries of a list. */
export interface Slices {
	/** The name of the slices in the field, such as Day. */
	readonly label: string;
	/** The list whose entries the slices are; missing if they are known before. */
	readonly entries?: RequestPlan;
	/**
	 * The records of all slices have the same form.
	 *
	 * @throws DescribedError if an entry cannot be a slice
	 */
	readonly slicesOf: (entries: readonly JsonValue[]) => readonly Slice[];
}

/** All that is known of one input item before the first request. */
export type Plan = RequestPlan | ProjectsPlan;

/** Where records belong, or where an error happened. */
export interface Place {
	readonly project?: Project;
	readonly slice?: Slice & { readonly label: string };
}

/** One read or call: for one project and slice, and for two periods where they are compared. */
export interface Leaf extends Place {
	readonly plan: RequestPlan;
}

/** The result of a leaf or an input item. */
export interface Outcome<Entry> {
	/** In a raw response, every answer as it came. */
	readonly records: readonly Entry[];
	/** The number of records, as far as it is known; never less than came. */
	readonly total: number;
	/** Whether the limit has cut records off, or may have. */
	readonly isCut: boolean;
	/** Whether there may be even more than the total. */
	readonly isOpen: boolean;
	/** Failures after these records, or instead of them. */
	readonly errors: readonly Error[];
	/** May have duplicates. */
	readonly notices: readonly Notice[];
	/** The comparison of the records, or of the first part of them. */
	readonly comparison?: Comparison;
}

/** The result of an input item: the `json` of items. */
export interface Result extends Outcome<JsonObject> {
	/** The fields that the records had before Selected Fields. */
	readonly names?: readonly string[];
	/** The plan of its first leaf; all have the same Output, Sort and Limit. */
	readonly plan?: RequestPlan;
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
}
