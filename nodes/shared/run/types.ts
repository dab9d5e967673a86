import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import type { DescribedError, Notice } from '../base';
import type { Comparison, SortBy } from '../compare';
import type { DescribedName, KnownName, Parameters } from '../form';
import type { Project, ProjectChoice } from '../projects';
import type { ExpectedAnswer, ListSource } from '../reading';
import type { OutputChoice } from '../shape';

/** What is requested for one input item, or for one project of it: a list or a report that is read, or a call. */
export interface RequestPlan extends Pick<ListSource, 'offersPaging' | 'paging' | 'request'> {
	/** Of `any`, nothing at all means success. */
	readonly shape: ExpectedAnswer['kind'];
	readonly names: readonly string[];
	readonly recordsAt?: string;
	/** The most records wanted; `Infinity` for all. */
	readonly limit: number;
	/** Whether that is the most of all projects and slices together. */
	readonly isLimitOfAll?: boolean;
	readonly days?: string;
	readonly sort?: readonly SortBy[];
	readonly output: OutputChoice;
	/** What to say if there is no list, where one record makes no sense. */
	readonly noList?: DescribedError;
	readonly compare?: Comparison;
	/** Whether the user filters the records. */
	readonly isFiltered?: boolean;
	/** The filters in the body whose values may be names. */
	readonly namedFilters?: readonly string[];
	readonly slices?: Slices;
}

/** The same for projects whose IDs only the service knows. */
export interface ProjectsPlan {
	readonly projects: ProjectChoice;
	/** What the requests of all of them have in common. Their API is asked for the projects first. */
	readonly request: Pick<ApiRequest, 'api' | 'effect'>;
	readonly forProject: (projectId: string) => RequestPlan;
}

/** A part of what is read, with requests of its own. */
export interface Slice {
	/** What it is called in errors, such as 2026-11-02. */
	readonly name: string;
	readonly mark: JsonObject;
	readonly plan: RequestPlan;
}

/** The same read for each of several periods, or for each entry of a list. */
export interface Slices {
	/** What the slices are called in the field, such as Day. */
	readonly label: string;
	/** The list whose entries the slices are; not there where they are known before. */
	readonly entries?: RequestPlan;
	/**
	 * The slices, whose records all have the same form.
	 *
	 * @throws DescribedError if an entry cannot be one
	 */
	readonly slicesOf: (entries: readonly JsonValue[]) => readonly Slice[];
}

/** What one input item asks for: everything that is known before the first request. */
export type Plan = RequestPlan | ProjectsPlan;

/** What records belong to, so what they are marked with and where an error happened. */
export interface Place {
	readonly project?: Project;
	/** The slice, with what slices are called in the field. */
	readonly slice?: Slice & { readonly label: string };
}

/** One read or call of a plan: for one project and slice, and for two periods where they are compared. */
export interface Leaf extends Place {
	readonly plan: RequestPlan;
}

/** What a leaf or an input item gives. */
export interface Outcome<Entry> {
	/** The records; of a raw response, every answer as it came. */
	readonly records: readonly Entry[];
	/** How many records there are, as far as that is known; never less than came. */
	readonly total: number;
	/** Whether there are more than these, or may be, because there is a limit. */
	readonly isCut: boolean;
	/** Whether there may be even more than the total. */
	readonly isOpen: boolean;
	/** What failed after these records, or where there are none. */
	readonly errors: readonly Error[];
	/** What is to be known of how the service answered; the same may be there twice. */
	readonly notices: readonly Notice[];
	/** With what the records were compared, or the first part of them. */
	readonly comparison?: Comparison;
}

/** What an input item gives: the `json` of items. */
export interface Result extends Outcome<JsonObject> {
	/** The names of the fields that the records had, where the user has selected some. */
	readonly names?: readonly string[];
	/** The plan of its first leaf; all of them have the same Output, Sort and Limit. */
	readonly plan?: RequestPlan;
}

/** One entry of the Operation picker: its words, its fields and how it becomes a request. */
export interface Operation extends DescribedName {
	readonly action: string;
	/** What the model of an AI agent is told: what a tool with the operation answers, and when to use it. */
	readonly toolDescription: string;
	/** The fields below the pickers; when to show them follows from resource and operation. */
	readonly fields: readonly INodeProperties[];
	plan(parameters: Parameters): Plan;
}

/** One entry of the Resource picker with its operations. */
export interface Resource extends KnownName {
	/** The first one is the default. */
	readonly operations: readonly Operation[];
}
