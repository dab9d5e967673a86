import { type INodeProperties, type JsonObject, jsonParse } from 'n8n-workflow';
import {
	differenceBetween,
	clearInvalidRank,
	getField,
	fieldText,
	formatNameList,
	isObject,
	isRankField,
	parseNumber,
	ServiceError,
} from '../shared/base';
import { BY_NAME_OR_ID, type Parameters, listPickerField } from '../shared/form';
import { normalizeAddress, parseNamedEntry, sortBySimilarity } from '../shared/projects';
import { idTextOf, type KeyFields } from '../shared/table';
import { type ChangeDetector, noNumberError, recordNameOf } from '../shared/watch';
import { METRIC } from './metricEvent';

/** The first entry in the list of the field 'Own Website'. */
export const MARKED_AS_OWN = { name: 'Marked as Own', value: 'is_self_website' };

const OWN_WEBSITE: INodeProperties = {
	...listPickerField('a website', 'searchWebsites', {
		displayName: 'Own Website',
		name: 'ownWebsite',
		required: true,
		description:
			'Your website. All others of the project are competitors. Marked as Own takes the one that the service marks. With All Projects, the list is that of the first project.',
		modes: [
			{
				...BY_NAME_OR_ID,
				type: 'string',
				placeholder: 'e.g. Ember & Oak Coffee',
				hint: 'Its name, URL or ID. For several projects, one of each, separated by commas.',
			},
		],
	}),
	default: { mode: 'list', value: MARKED_AS_OWN.value, cachedResultName: MARKED_AS_OWN.name },
};

const MARGIN: INodeProperties = {
	displayName: 'Margin',
	name: 'margin',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How far a competitor has to be ahead of your number, or behind it again. Back and forth within it is no event.',
};

export const overtakenFields = [OWN_WEBSITE, METRIC, MARGIN];

type StoredComparison = readonly [
	isAhead?: boolean,
	number?: number,
	ownNumber?: number,
	ownId?: string,
];

/**
 * Detects websites that overtake your own. Differences up to 'Margin' do not count. The first comparison with an own
 * website is never an event.
 *
 * @throws DescribedError if a field of the form is empty or wrong
 */
export function readOvertakenDetector(parameters: Parameters, key: KeyFields): ChangeDetector {
	const enteredNames = parameters.texts(OWN_WEBSITE).filter((text) => text !== MARKED_AS_OWN.value);
	const metric = parameters.requiredText(METRIC);
	const margin = parameters.number(MARGIN);
	const isRank = isRankField(metric);
	const numberOf = (record: JsonObject) =>
		parseNumber(clearInvalidRank(metric, getField(record, metric)));
	const leadOf = (number: number, own: number) =>
		differenceBetween(own, number) * (isRank ? -1 : 1);
	const eventOf = (record: JsonObject, own: JsonObject, numbers: JsonObject): JsonObject => ({
		...{ name: recordNameOf(record, key), own_name: recordNameOf(own, key), metric },
		...{ ...numbers, record, own_record: own },
	});
	return {
		findOwnRecord(records) {
			const own = findOwnWebsite(records, enteredNames);
			if (numberOf(own) !== undefined) return own;
			const name = recordNameOf(own, key);
			const hasNumbers = records.some((record) => numberOf(record) !== undefined);
			if (!hasNumbers) throw noNumberError([`${metric} of ${name}`], records);
			throw new ServiceError(
				`Your website ${name} has no ${metric} at the moment`,
				'It is empty, or a rank of 0. The next poll tries again.',
			);
		},
		metric,
		extractValue: numberOf,
		compare(record, current, stored = '[]', own = {}) {
			const [after, own_after] = [Number(current), Number(numberOf(own))];
			const id = idTextOf(own, key);
			const [wasAhead, before = null, own_before = null] = parseComparison(stored, id);
			const lead = leadOf(after, own_after);
			const isAhead = Math.abs(lead) > margin ? lead > 0 : wasAhead === true;
			const passed = isAhead && wasAhead === false;
			return {
				value: JSON.stringify([isAhead, after, own_after, id] satisfies StoredComparison),
				event: passed ? eventOf(record, own, { before, after, own_before, own_after }) : undefined,
				canSaveLater: isAhead === wasAhead,
			};
		},
		sampleEvent(record, current, own = {}) {
			const numbers = [Number(current), Number(numberOf(own))] as const;
			const lead = leadOf(...numbers);
			if (Math.abs(lead) <= margin) return undefined;
			const [after, before] = lead > 0 ? numbers : numbers.toReversed();
			return eventOf(record, own, { before, after, own_before: after, own_after: before });
		},
		describeEvent,
	};
}

/** Reads the last comparison. Returns an empty one if the own website has changed, or if the stored text is damaged. */
function parseComparison(stored: unknown, ownId: string): StoredComparison {
	const last = jsonParse<StoredComparison | null>(String(stored), { fallbackValue: null });
	return last?.[3] === ownId ? last : [];
}

const describeEvent: ChangeDetector['describeEvent'] = ({
	record,
	own_name: own = null,
	metric: measure = null,
	after = null,
	own_after: ownAfter = null,
}) => ({
	record: isObject(record) ? record : {},
	sentence: '{name} has overtaken {own} in {measure}: {after} against {ownAfter}',
	values: { own, measure, after, ownAfter },
});

/** The fields of a website that may have the text that the user entered in 'Own Website'. */
const WEBSITE_NAME_FIELDS = ['id', 'website_id', 'name', 'website_name', 'url', 'website_url'];

/** Finds the websites that the user entered. A name may have commas: `Smith, Jones & Co` does not find `Jones & Co`. */
function findEnteredWebsites(records: readonly JsonObject[], enteredNames: readonly string[]) {
	const inCommas = (names: readonly string[]) => `,${names.map(normalizeAddress).join(',')},`;
	const entered = inCommas(enteredNames);
	const named = records.flatMap((record) =>
		WEBSITE_NAME_FIELDS.map((field) => inCommas(fieldText(record[field]).split(',')))
			.filter((name) => name !== ',,' && entered.includes(name))
			.map((name) => ({ record, name })),
	);
	const isWhole = (name: string) =>
		named.every((other) => other.name === name || !other.name.includes(name));
	return [...new Set(named.flatMap(({ record, name }) => (isWhole(name) ? [record] : [])))];
}

/** @throws ServiceError if the project has no own website, or more than one */
function findOwnWebsite(
	records: readonly JsonObject[],
	enteredNames: readonly string[],
): JsonObject {
	const found =
		enteredNames.length === 0
			? records.filter((record) => record[MARKED_AS_OWN.value] === true)
			: findEnteredWebsites(records, enteredNames);
	const [own] = found;
	if (own !== undefined && found.length === 1) return own;
	const entries = (own ? found : records).flatMap((one) => parseNamedEntry(one, 'website') ?? []);
	const names = entries.map(({ id, name }) => `${name} (${id})`);
	const listed = formatNameList(sortBySimilarity(enteredNames.join(' '), names)) || 'there is none';
	const count = own === undefined ? 'no website' : `${found.length} websites`;
	const how =
		enteredNames.length === 0 ? 'marked as own' : `called '${formatNameList(enteredNames)}'`;
	throw new ServiceError(
		`The project has ${count} ${how}`,
		`Choose one in 'Own Website', or enter its name, URL or ID there: ${listed}.`,
	);
}
