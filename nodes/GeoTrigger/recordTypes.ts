import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { idsOf, type List, LISTS, metricsOptions, requestOfList } from '../Geo/operations/lists';
import { readRequest } from '../Geo/operations/read';
import {
	dimensions,
	measuresOf,
	type Report,
	REPORTS,
	requestOfReport,
} from '../Geo/operations/reports';
import { capitalized, fieldIn } from '../shared/base';
import type { DescribedName, Parameters } from '../shared/form';
import { type NameOf, NO_LIST, type Watch } from '../shared/watch';

/** An entry of the field Record Type: something of the GEO API whose records can be watched. */
export interface RecordType extends DescribedName {
	/** The fields that only this one has, and the options. */
	readonly fields: readonly INodeProperties[];
	readonly options: readonly INodeProperties[];
	/**
	 * What the fields say of its records: how they are read, which fields identify one where no ID does
	 * and the user does not say otherwise, and what a person calls one.
	 */
	readonly read: (
		parameters: Parameters,
	) => Pick<Watch, 'keyFields' | 'planFor'> & { nameOf: NameOf };
}

/** The lists of a project: records come and go, and have numbers. */
export const listTypes: readonly RecordType[] = LISTS.map(fromList);

/** The reports: always the same rows, with numbers that move. */
export const reportTypes: readonly RecordType[] = REPORTS.map(fromReport);

function fromList(list: List): RecordType {
	const names = [...list.useful.slice(0, 1), 'name', 'title', ...idsOf(list)];
	return {
		name: list.name,
		value: list.value,
		description: capitalized(list.about),
		fields: [],
		options: metricsOptions(list),
		read(parameters) {
			const requestFor = readRequest(parameters, requestOfList(list, parameters));
			return {
				planFor: (projectId) => ({ ...requestFor(projectId), noList: NO_LIST }),
				keyFields: [],
				nameOf: (record) => textsIn(record, names)[0] ?? null,
			};
		},
	};
}

/** A row of a report is what its dimensions say; without any there is one row. */
function fromReport(report: Report): RecordType {
	const measures = measuresOf(report);
	return {
		name: report.name.replace(/^Get (.*)$/, '$1 Report'),
		value: `${report.path}Report`,
		description: capitalized(report.about),
		fields: [dimensions.field],
		options: [dimensions.other, measures.field, measures.other],
		read(parameters) {
			const own = requestOfReport(report, parameters);
			const { dimensions: keyFields } = own;
			return {
				planFor: readRequest(parameters, own),
				keyFields,
				// As in "ChatGPT, Germany".
				nameOf: (record) => textsIn(record, keyFields).join(', ') || null,
			};
		},
	};
}

/** What these fields of a record say. */
function textsIn(record: JsonObject, names: readonly string[]): string[] {
	return names.map((name) => asText(fieldIn(record, name))).filter((text) => text !== '');
}

function asText(value: JsonValue): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
