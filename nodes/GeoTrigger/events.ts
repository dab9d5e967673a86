import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../shared/byName';
import { DescribedError } from '../shared/errors';
import {
	additionalBodyFields,
	dateRangeFields,
	filterOptions,
	filtersField,
	FLATTEN_OPTION,
	mergeFields,
	PAGE_SIZE_OPTION,
	type Parameters,
	projectField,
	triggerOptionsField,
} from '../shared/fields';
import {
	type Detector,
	EMIT_EXISTING,
	KEY_FIELDS,
	newRecords,
	readKeyFields,
	SAVE_WITHOUT_EVENTS,
	type Watch,
} from '../shared/watch';
import { METRIC_SCOPE, metricFields, readMetric } from './metricEvent';
import { listSources, reportSources, type Source } from './sources';

/** An entry of the field Event. */
interface GeoEvent {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** What it can be about, in the order of the names. */
	readonly sources: readonly Source[];
	/** The fields that only this event has. */
	readonly fields: readonly INodeProperties[];
	detector(parameters: Parameters): Detector;
}

const METRIC_CHANGE: GeoEvent = {
	name: 'Changed Metric',
	value: 'changedMetric',
	description: 'A number rose or fell by so much, or crossed a threshold',
	sources: [...listSources, ...reportSources].sort(byName),
	fields: metricFields,
	detector: readMetric,
};

const NEW_RECORD: GeoEvent = {
	name: 'New Record',
	value: 'newRecord',
	description: 'A prompt, citation, domain or other record has come up that was not there before',
	sources: listSources,
	fields: [],
	detector: () => newRecords,
};

const EVENTS: readonly GeoEvent[] = [METRIC_CHANGE, NEW_RECORD];

/** Not named resource: n8n adds Custom API Call to every picker of that name. */
function typeField({ value, sources }: GeoEvent): INodeProperties {
	return {
		displayName: 'Record Type',
		name: 'recordType',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { event: [value] } },
		options: sources.map(({ name, value: source, description }) => ({
			name,
			value: source,
			description,
		})),
		default: 'prompt',
		description: 'What is watched',
	};
}

/** The fields of the trigger. */
export const fields: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENTS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'newRecord',
		description: 'What starts the workflow',
	},
	...EVENTS.map(typeField),
	projectField,
	...mergeFields(EVENTS.map(({ value: event, fields }) => ({ choice: { event }, fields }))),
	...mergeFields(
		METRIC_CHANGE.sources.map(({ value: recordType, fields }) => ({
			choice: { recordType },
			fields,
		})),
	),
	...dateRangeFields,
	filtersField,
	...additionalBodyFields,
	triggerOptionsField(
		{ ...EMIT_EXISTING, displayOptions: { show: { '/event': [NEW_RECORD.value] } } },
		...filterOptions,
		FLATTEN_OPTION,
		KEY_FIELDS,
		PAGE_SIZE_OPTION,
		{ ...SAVE_WITHOUT_EVENTS, displayOptions: { show: { '/event': [METRIC_CHANGE.value] } } },
	),
];

/** The date range is not among them: most move on every day, and the records stay the same ones. */
const SCOPE = [
	...['event', 'recordType', 'metrics', 'dimensions', 'measures', 'keyFields'],
	...['filters', 'filterCondition', 'filtersJson'],
	...additionalBodyFields.map(({ name }) => name),
	...METRIC_SCOPE,
];

/**
 * What the fields of the trigger say.
 *
 * @param limit the most records wanted, `Infinity` for all
 * @throws DescribedError if a field is missing or unusable
 */
export function readGeoWatch(parameters: Parameters, limit: number): Watch {
	const { event, source } = readSource(parameters);
	const projectId = parameters.projectId();
	const keyFields = readKeyFields(parameters);
	return {
		plan: source.plan(parameters, projectId, limit),
		detector: event.detector(parameters),
		identity: keyFields.length > 0 ? { ids: [], fields: keyFields } : source.identity(parameters),
		projectId,
		scope: SCOPE,
	};
}

/**
 * What the trigger looks for, and in what.
 *
 * @throws DescribedError if there is no such event or type of record
 */
export function readSource(parameters: Parameters): { event: GeoEvent; source: Source } {
	const event = chosen(EVENTS, parameters.text('event', 'Event'), 'Event');
	const type = parameters.text('recordType', 'Record Type');
	return { event, source: chosen(event.sources, type, 'Record Type') };
}

function chosen<Entry extends { readonly value: string }>(
	entries: readonly Entry[],
	wanted: string,
	label: string,
): Entry {
	const found = entries.find(({ value }) => value === wanted);
	if (found !== undefined) return found;
	throw new DescribedError(
		`'${label}' has no entry '${wanted}'`,
		`Choose one from the list of '${label}'.`,
	);
}
