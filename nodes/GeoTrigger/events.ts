import type { ILoadOptionsFunctions, INodeProperties, JsonObject } from 'n8n-workflow';
import { type GeoList, LISTS, metricsOptionsOf, requestOfList } from '../Geo/operations/lists';
import { type ListOrReportRequest, readQueryWithoutSegments } from '../Geo/operations/read';
import {
	dimensionsPickList,
	measuresPickListOf,
	type Report,
	REPORTS,
	requestOfReport,
} from '../Geo/operations/reports';
import { readFirstRecords } from '../Geo/operations/searchFields';
import { byName, capitalize, DescribedError } from '../shared/base';
import {
	projectsContainingField,
	DATE_RANGE_OPTION,
	type DescribedEntry,
	filtersField,
	startOfGrowingPeriod,
	mergeFields,
	pagedListApiDetails,
	Parameters,
	readProjectChoice,
	triggerRequestOptions,
	projectsField,
} from '../shared/form';
import { createListSearch, entriesContaining, namesContaining } from '../shared/pickers';
import { parseNamedEntry } from '../shared/projects';
import { createSubtitle, type Query } from '../shared/run';
import type { KeyFields } from '../shared/table';
import {
	type ChangeDetector,
	eventField,
	type EventEntry,
	KEY_FIELDS,
	newRecordDetector,
	NO_LIST_TO_WATCH_ERROR,
	numberFieldsOf,
	type Watch,
	watchOptionsField,
} from '../shared/watch';
import { metricFields, readMetricDetector } from './metricEvent';
import { MARKED_AS_OWN, overtakenFields, readOvertakenDetector } from './overtakenEvent';

interface RecordType extends DescribedEntry {
	readonly fields: readonly INodeProperties[];
	readonly options: readonly INodeProperties[];
	readonly request: (parameters: Parameters) => ListOrReportRequest;
}

const listRecordTypes: readonly RecordType[] = LISTS.map(recordTypeOfList);

/** The reports that 'Record Type' offers if the event is 'Changed Metric'. */
const reportRecordTypes: readonly RecordType[] = REPORTS.map(recordTypeOfReport);

function recordTypeOfList(list: GeoList): RecordType {
	return {
		name: list.name,
		value: list.value,
		description: capitalize(list.about),
		fields: [],
		options: metricsOptionsOf(list),
		request: (parameters) => requestOfList(list, parameters),
	};
}

function recordTypeOfReport(report: Report): RecordType {
	const measures = measuresPickListOf(report);
	return {
		name: report.name.replace(/^Get (.*)$/, '$1 Report'),
		value: `${report.path}Report`,
		description: capitalize(report.about),
		fields: [dimensionsPickList.field],
		options: [dimensionsPickList.otherNamesField, measures.field, measures.otherNamesField],
		request: (parameters) => requestOfReport(report, parameters),
	};
}

interface GeoTriggerEvent extends EventEntry {
	readonly recordTypes: readonly RecordType[];
	readonly fields: readonly INodeProperties[];
	detector(parameters: Parameters, key: KeyFields): ChangeDetector;
}

const METRIC_CHANGE: GeoTriggerEvent = {
	name: 'Changed Metric',
	value: 'changedMetric',
	action: 'On visibility or other number changed',
	description: 'A number rose or fell by a certain amount, or crossed a threshold',
	recordTypes: [...listRecordTypes, ...reportRecordTypes].sort(byName),
	fields: metricFields,
	detector: readMetricDetector,
};

const OVERTAKEN: GeoTriggerEvent = {
	name: 'Competitor Overtakes You',
	value: 'competitorOvertakes',
	action: 'On competitor overtaking you',
	description: 'Another website got ahead of your own, for example in mentions',
	recordTypes: listRecordTypes.filter(({ value }) => value === 'website'),
	fields: overtakenFields,
	detector: readOvertakenDetector,
};

const NEW_RECORD: GeoTriggerEvent = {
	name: 'New Record',
	value: 'newRecord',
	action: 'On new citation, prompt or other record',
	description: 'A prompt, citation, domain or other record was added',
	recordTypes: listRecordTypes,
	fields: [],
	detector: () => newRecordDetector,
};

const EVENTS: readonly GeoTriggerEvent[] = [METRIC_CHANGE, OVERTAKEN, NEW_RECORD];

const EVENT = eventField(
	EVENTS,
	'newRecord',
	'newRecord returns each new record as the service sends it, and takes each recordType but reports. changedMetric returns name (such as the text of the prompt), metric, before, after, change, change_percent and record. competitorOvertakes (recordType website) returns name (the competitor), own_name, metric, before, after, own_before, own_after, record and own_record. Each event has summary, one sentence. It names the client unless project has the mode id.',
);

/** The line below the trigger's name, such as `New Record: Prompt`. */
export const subtitle = createSubtitle({ event: EVENTS, recordType: METRIC_CHANGE.recordTypes });

/** The field is not called `resource`, because n8n adds 'Custom API Call' to the entries of a field of that name. */
function recordTypeField({ value: event, recordTypes }: GeoTriggerEvent): INodeProperties {
	const start = recordTypes.length > 1 ? 'prompt' : recordTypes[0]?.value;
	return {
		displayName: 'Record Type',
		name: 'recordType',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { event: [event] } },
		options: recordTypes.map(({ name, value, description }) => ({ name, value, description })),
		default: start,
		description: 'What to watch',
	};
}

/** @param root `/` for fields that are inside 'Options', because the field 'Record Type' is not inside 'Options' */
function mergeRecordTypeFields(
	own: (recordType: RecordType) => readonly INodeProperties[],
	root = '',
) {
	return mergeFields(
		METRIC_CHANGE.recordTypes.map((recordType) => ({
			choice: { [`${root}recordType`]: recordType.value },
			fields: own(recordType),
		})),
	);
}

export const fields: INodeProperties[] = [
	EVENT,
	...EVENTS.map(recordTypeField),
	projectsField,
	projectsContainingField,
	...mergeRecordTypeFields(({ fields }) => fields),
	...mergeFields(
		EVENTS.map(({ value: event, fields: own }) => ({ choice: { event }, fields: own })),
	),
	watchOptionsField(
		[NEW_RECORD.value],
		[DATE_RANGE_OPTION, filtersField, ...mergeRecordTypeFields(({ options }) => options, '/')],
		pagedListApiDetails,
	),
	triggerRequestOptions,
];

/** @throws DescribedError if a field of the form is empty or wrong */
export function readGeoWatch(parameters: Parameters): Watch {
	const { event, recordType } = readEvent(parameters);
	const request = recordType.request(parameters);
	return {
		projects: readProjectChoice(parameters),
		query: readWatchQuery(parameters, request),
		detector: event.detector(parameters, request.key),
		keyFields: parameters.options.texts(KEY_FIELDS),
		// Numbers start anew in each period. Whether a record is new does not depend on the period.
		periodStart: event === NEW_RECORD ? undefined : startOfGrowingPeriod(request.period),
	};
}

function readWatchQuery(parameters: Parameters, request: ListOrReportRequest): Query {
	const query = readQueryWithoutSegments(parameters, request);
	return request.key.hasId ? { ...query, noListError: NO_LIST_TO_WATCH_ERROR } : query;
}

function readEvent(parameters: Parameters): { event: GeoTriggerEvent; recordType: RecordType } {
	const event = parameters.choice(EVENT, EVENTS);
	return { event, recordType: parameters.choice(recordTypeField(event), event.recordTypes) };
}

export const searchNumbers = createListSearch(async (context, typed) => {
	const names = numberFieldsOf(await readWatchedRecords(context));
	if (names.length === 0) throw NO_NUMBERS;
	return namesContaining(names, typed);
});

export const searchWebsites = createListSearch(async (context, typed) => {
	const records = await readWatchedRecords(context);
	const websites = records.flatMap((record) => parseNamedEntry(record, 'website') ?? []);
	const choices = websites.map(({ id, name }) => ({ name, value: id }));
	return entriesContaining([MARKED_AS_OWN, ...choices], typed);
});

async function readWatchedRecords(context: ILoadOptionsFunctions): Promise<JsonObject[]> {
	const parameters = Parameters.createForTrigger(context);
	const request = readEvent(parameters).recordType.request(parameters);
	return await readFirstRecords(context, parameters, readWatchQuery(parameters, request));
}

const NO_NUMBERS = new DescribedError(
	'The records have no numbers',
	"Some numbers are only calculated on request: name them in 'Other Metrics' or 'Other Measures' under 'Options', then open this list again. If 'Options' has neither, choose another 'Record Type'. To watch a number that the service sends as text, enter its name with 'By Name'.",
);
