import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { LISTS } from '../../../nodes/Geo/operations/lists';
import { nodeRequestOptions } from '../../../nodes/shared/form';
import { isResource, LISTS as RECORDS } from '../../../sandbox/records';
import { entriesOf } from '../../entriesOf';
import type { Call } from './calls';

type Value = INodeParameters[string];

/** A field of an operation that takes an expression, in a form that shows it. */
export interface BadField {
	readonly title: string;
	/** What is good for each item, as JavaScript. */
	readonly good: string;
	/** Whether the option holds for the whole run. */
	readonly isOfRun: boolean;
	/** The parameters with this in the field. */
	readonly parametersWith: (expression: string) => INodeParameters;
}

/** What is good in fields whose default would be no value, or would not be read. */
const GOOD: Readonly<Record<string, string>> = {
	additionalBodyJson: '({})',
	bodyJson: '({})',
	compareWith: '"nothing"',
	compareWithDates: '"2025-11-01 to 2025-11-30"',
	endDate: '"2026-11-30"',
	field: '"id"',
	limit: '$json.limit',
	limitAppliesTo: '"eachProject"',
	where: '"branded = true"',
	name: '"name"',
	otherDimensions: '"market"',
	otherMetrics: '"answers_count"',
	path: '"matrix/" + $json.note',
	positionParameter: '"offset"',
	project: '$json.id',
	projectsContaining: '"coffee"',
	search: '"coffee"',
	splitBy: '"nothing"',
	startDate: '"2026-11-01"',
	textValue: '1',
	value: '"value"',
};

/** The other fields without which a field is not read. */
const NEEDS: Readonly<Record<string, INodeParameters>> = {
	compareWith: { dateRange: 'thisYear' },
	compareWithDates: { dateRange: 'thisYear' },
	weekStartsOn: { dateRange: 'lastWeek' },
};

/** The options that hold for the whole run. */
const OF_RUN = [
	...['allowUnauthorizedCerts', 'batchInterval', 'batchSize', 'flatten', 'maxRetries', 'maxWait'],
	...['pageSize', 'proxy', 'timeout'],
];

/** Only read in a tool. */
const NOT_READ = ['allowedPaths'];

/** A field that every record of an operation has. */
function knownField(resource: unknown): string {
	const list = LISTS.find(({ value }) => value === resource);
	const others: Readonly<Record<string, string>> = { endpoint: 'path', report: 'model' };
	const id = list && isResource(list.path) ? RECORDS[list.path].idKey : undefined;
	return id ?? others[String(resource)] ?? 'id';
}

/** What a row needs beside the field that is tried. */
const ROW = { name: 'name', value: 'value', field: 'id' };

/** Every field of an operation that takes an expression, also under Options and in rows. */
export function badFieldsOf({ fields, parameters: { method, resource } }: Call): BadField[] {
	const isThere = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
		show?.['@tool']?.includes(true) !== true &&
		(show?.['project'] === undefined || fields.some(({ name }) => name === 'project')) &&
		!(hide?.['/method'] ?? []).some((value) => value === method) &&
		!(hide?.['/resource'] ?? []).some((value) => value === resource);
	const withMeasure: typeof GOOD = {
		...GOOD,
		messageFields: JSON.stringify(knownField(resource)),
		outputFields: JSON.stringify(knownField(resource)),
		...(resource === 'task' && { where: '"id != none"' }),
		otherMeasures: JSON.stringify(
			[fields.find(({ name }) => name === 'measures')?.default].flat()[0],
		),
	};
	return [...fields, nodeRequestOptions]
		.flatMap(leavesOf)
		.flatMap((field) => placesIn(field).filter(({ inner }) => isThere(inner)))
		.filter(({ field }) => field.type !== 'hidden' && isThere(field))
		.filter(({ inner }) => inner.noDataExpression !== true && !NOT_READ.includes(inner.name))
		.map(({ title, inner, field, holding }) => {
			const { name, type, default: start } = inner;
			const isPicked = type === 'resourceLocator';
			const mode = name === 'project' ? 'id' : 'list';
			return {
				title,
				good: withMeasure[name] ?? (isPicked ? '"any"' : JSON.stringify(start)),
				isOfRun: OF_RUN.includes(name),
				parametersWith: (expression) => ({
					...NEEDS[name],
					...shownBy(field),
					[field.name]: holding(isPicked ? { __rl: true, mode, value: expression } : expression),
				}),
			};
		});
}

/** The entries of a collection, also of one in another one. */
function leavesOf(field: INodeProperties): INodeProperties[] {
	return field.type === 'collection' ? entriesOf(field).flatMap(leavesOf) : [field];
}

/** A field that may stand in the row or group of another one, and what that one holds if it has a value. */
interface Place {
	readonly title: string;
	readonly inner: INodeProperties;
	readonly field: INodeProperties;
	readonly holding: (value: Value) => Value;
}

function placesIn(field: INodeProperties): Place[] {
	const { displayName, name, options = [], type, typeOptions } = field;
	if (type !== 'fixedCollection') {
		return [{ title: `${displayName} (${name})`, inner: field, field, holding: (value) => value }];
	}
	return options.flatMap((group) => {
		const fields = 'values' in group ? group.values : [];
		const isRow = typeOptions?.multipleValues === true;
		const own = Object.entries(ROW).filter(([key]) => fields.some((inner) => inner.name === key));
		return fields.map((inner): Place => {
			const holding = (value: Value) => {
				const values = { ...Object.fromEntries(own), ...shownBy(inner), [inner.name]: value };
				return { [group.name]: isRow ? [values] : values };
			};
			return {
				title: `${displayName} → ${inner.displayName} (${inner.name})`,
				inner,
				field,
				holding,
			};
		});
	});
}

/** The values of other fields with which a field is shown. */
function shownBy({ displayOptions }: INodeProperties): INodeParameters {
	const shown = Object.entries(displayOptions?.show ?? {}).flatMap(([name, values]) => {
		const value: unknown = values?.[0];
		const isChoice = typeof value === 'string' || typeof value === 'boolean';
		return name === '@tool' || !isChoice ? [] : [[name.replace('/', ''), value] as const];
	});
	return Object.fromEntries(
		shown.map(([name, value]): [string, Value] => {
			return [name, name === 'project' ? { __rl: true, mode: 'list', value } : value];
		}),
	);
}
