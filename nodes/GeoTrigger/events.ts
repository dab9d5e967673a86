import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../shared/base';
import {
	ADDITIONAL_BODY,
	containingField,
	DATE_RANGE_OPTION,
	FILTERS_JSON,
	filtersField,
	FLATTEN_OPTION,
	mergeFields,
	PAGE_SIZE_OPTION,
	PAGINATION_OPTION,
	type Parameters,
	readProjectChoice,
	RECORDS_AT,
	triggerOptionsField,
	watchedProjectsField,
} from '../shared/form';
import { subtitleBy } from '../shared/run';
import {
	type Detector,
	EMIT_EXISTING,
	KEY_FIELDS,
	newRecords,
	restartingNames,
	restartsWatch,
	SAVE_WITHOUT_EVENTS,
	type NameOf,
	type Watch,
} from '../shared/watch';
import { metricFields, readMetric } from './metricEvent';
import { listTypes, type RecordType, reportTypes } from './recordTypes';

/** An entry of the field Event. */
interface GeoEvent {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** What it can be about, in the order of the names. */
	readonly recordTypes: readonly RecordType[];
	/** The fields that only this event has. */
	readonly fields: readonly INodeProperties[];
	detector(parameters: Parameters, nameOf: NameOf): Detector;
}

const METRIC_CHANGE: GeoEvent = {
	name: 'Changed Metric',
	value: 'changedMetric',
	description: 'A number rose or fell by a certain amount, or crossed a threshold',
	recordTypes: [...listTypes, ...reportTypes].sort(byName),
	fields: metricFields,
	detector: readMetric,
};

const NEW_RECORD: GeoEvent = {
	name: 'New Record',
	value: 'newRecord',
	description: 'A prompt, citation, domain or other record was added',
	recordTypes: listTypes,
	fields: [],
	detector: () => newRecords,
};

const EVENTS: readonly GeoEvent[] = [METRIC_CHANGE, NEW_RECORD];

const EVENT: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: EVENTS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'newRecord',
	description: 'What starts the workflow',
};

/** The line below the name of the trigger, such as New Record: Prompt. */
export const subtitle = subtitleBy({ event: EVENTS, recordType: METRIC_CHANGE.recordTypes });

/** Not named resource: n8n adds Custom API Call to every picker of that name. */
function recordTypeField({ value: event, recordTypes }: GeoEvent): INodeProperties {
	return {
		displayName: 'Record Type',
		name: 'recordType',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { event: [event] } },
		options: recordTypes.map(({ name, value, description }) => ({ name, value, description })),
		default: 'prompt',
		description: 'What to watch',
	};
}

/**
 * What single record types have of their own.
 *
 * @param root what leads to the picker: a slash for entries of Options
 */
function ofRecordTypes(own: (recordType: RecordType) => readonly INodeProperties[], root = '') {
	return mergeFields(
		METRIC_CHANGE.recordTypes.map((recordType) => ({
			choice: { [`${root}recordType`]: recordType.value },
			fields: own(recordType),
		})),
	);
}

/**
 * The fields of the trigger. Another project starts the watch over, too; another date range does
 * not: most move on every day, and the records stay the same ones.
 */
export const fields: INodeProperties[] = [
	restartsWatch(EVENT),
	...EVENTS.map(recordTypeField).map(restartsWatch),
	watchedProjectsField,
	containingField,
	...ofRecordTypes(({ fields }) => fields).map(restartsWatch),
	...mergeFields(
		EVENTS.map(({ value: event, fields: own }) => ({ choice: { event }, fields: own })),
	),
	triggerOptionsField(
		restartsWatch(ADDITIONAL_BODY),
		DATE_RANGE_OPTION,
		{ ...EMIT_EXISTING, displayOptions: { show: { '/event': [NEW_RECORD.value] } } },
		restartsWatch(filtersField),
		restartsWatch(FILTERS_JSON),
		FLATTEN_OPTION,
		restartsWatch(KEY_FIELDS),
		...ofRecordTypes(({ options }) => options, '/').map(restartsWatch),
		PAGE_SIZE_OPTION,
		restartsWatch(PAGINATION_OPTION),
		restartsWatch(RECORDS_AT),
		{ ...SAVE_WITHOUT_EVENTS, displayOptions: { show: { '/event': [METRIC_CHANGE.value] } } },
	),
];

const SCOPE = restartingNames(fields);

/**
 * What the fields of the trigger say.
 *
 * @throws DescribedError if a field is missing or unusable
 */
export function readGeoWatch(parameters: Parameters): Watch {
	const { event, recordType } = readEvent(parameters);
	const keys = parameters.options.texts(KEY_FIELDS);
	return {
		projects: readProjectChoice(parameters),
		planFor: (projectId) => recordType.plan(parameters, projectId),
		detector: event.detector(parameters, recordType.nameOf(parameters)),
		identity: keys.length > 0 ? { ids: [], fields: keys } : recordType.identity(parameters),
		scope: SCOPE,
	};
}

/**
 * What the trigger looks for, and in which records.
 *
 * @throws DescribedError if there is no such event or type of record
 */
export function readEvent(parameters: Parameters): { event: GeoEvent; recordType: RecordType } {
	const event = parameters.choice(EVENT, EVENTS);
	return { event, recordType: parameters.choice(recordTypeField(event), event.recordTypes) };
}
