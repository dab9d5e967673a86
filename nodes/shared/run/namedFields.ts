import type { JsonObject } from 'n8n-workflow';
import {
	DescribedError,
	fieldNamesText,
	fieldPaths,
	getField,
	groupBy,
	hasField,
	type Notice,
} from '../base';
import { condenseRecords, type ItemResult } from '../output';
import { sortBySimilarity } from '../projects';
import { asRecord, flattenRecords } from '../table';

/**
 * Checks that the records have the fields named in 'Fields', 'Fields to Show', 'Other Metrics' or 'Other Measures'.
 *
 * @param hasWritten whether calls may have changed something. Then their items must not be lost
 * @returns notices about fields that are missing in some records, or empty in all
 * @throws DescribedError if a field is in no record. The error lists similar names. If `hasWritten` is set, or something
 *   else has failed, this is a notice
 */
export function checkNamedFields(results: readonly ItemResult[], hasWritten: boolean): Notice[] {
	const isNoted = hasWritten || results.some(({ table }) => table.errors.length > 0);
	const byLabel = groupBy(results.flatMap(namedFieldsOf), ({ label }) => label);
	return [...byLabel].flatMap(([label, all]) => {
		const names = [...new Set(all.flatMap((own) => own.names))];
		return checkFields({ label, names, records: all.flatMap(({ records }) => records) }, isNoted);
	});
}

type NamedFields = ReturnType<typeof namedFieldsOf>[number];

function namedFieldsOf({ query, written: { records, rows, wholeRecords = records } }: ItemResult) {
	const { message, fields = [] } = query?.output ?? {};
	const { otherMeasures = [], dimensions } = query?.selection ?? {};
	const shown = message?.fields ?? [];
	const chosen =
		shown.length > 0
			? { label: 'Fields to Show', names: shown, records: condenseRecords(records) }
			: { label: 'Fields', names: fields, records: wholeRecords };
	const label = dimensions === undefined ? 'Other Metrics' : 'Other Measures';
	const sent = { label, names: otherMeasures, records: rows.map(({ record }) => asRecord(record)) };
	return [chosen, sent].filter(({ names }) => names.length > 0);
}

function checkFields({ label, names, records }: NamedFields, isNoted: boolean): Notice[] {
	if (records.length === 0) return [];
	// The user may name a column, too: `topic_name` for the field `topic.name`.
	const columns = flattenRecords(records);
	const whole = records.map((record, at) => ({ ...columns[at], ...record }));
	const paths = [...new Set(whole.flatMap(fieldPaths))];
	const isIn = (name: string) => (record: JsonObject) => hasField(record, name);
	const unknown = names.filter(
		(name) => !whole.some(isIn(name)) && !paths.some((path) => path.endsWith(`.${name}`)),
	);
	if (unknown.length > 0) {
		const nearest = fieldNamesText(sortBySimilarity(unknown.join(' '), paths));
		const known = `The records have, nearest first: ${nearest}.`;
		const message = `No record has a field ${unknown.map((name) => `'${name}'`).join(', ')}`;
		const advice = `Correct '${label}'.`;
		if (isNoted) return [{ kind: 'note', text: `${message}. ${known}`, advice }];
		throw new DescribedError(message, { forPeople: `${advice} ${known}`, forModel: known });
	}
	return names.flatMap((name) => {
		const having = whole.filter(isIn(name));
		const count = having.filter((record) => getField(record, name) !== null).length;
		if (count > 0 && having.length === whole.length) return [];
		const without = `${whole.length - count} of ${whole.length} records`;
		const text = `${without} have no value in '${name}', which '${label}' names.`;
		return [{ kind: 'note', text }];
	});
}
