import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import { ADDED, type Comparison, figureNameIn } from '../../shared/compare';
import {
	type ClosedPeriod,
	datesIn,
	edgeText,
	onlyInNode,
	onlyInTools,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
	periodLastYear,
	periodText,
} from '../../shared/form';
import type { RequestPlan } from '../../shared/run';

/** An entry of the field Compare With. */
interface Way {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** What the other period is called in errors and messages. */
	readonly called: string;
	/**
	 * The other period; `undefined` if the period is open.
	 *
	 * @throws DescribedError if its dates are none
	 */
	otherOf(period: Period, parameters: Parameters): ClosedPeriod | undefined;
}

const NOTHING: Way = {
	name: 'Nothing',
	value: 'nothing',
	description: 'Read only the Date Range',
	called: '',
	otherOf: () => undefined,
};

const CUSTOM: Way = {
	name: 'Custom Dates',
	value: 'customDates',
	description: "From one date to another, in the option 'Comparison Dates'",
	called: 'the chosen dates',
	otherOf: (_period, parameters) =>
		datesToCompare(DATES, parameters.options.text(DATES), parameters),
};

const WAYS: readonly Way[] = [
	NOTHING,
	{
		name: 'Previous Period',
		value: 'previousPeriod',
		description:
			'The month, quarter or year before, the same days of it for This Month, else as many days',
		called: 'the period before',
		otherOf: periodBefore,
	},
	{
		name: 'Same Period Last Year',
		value: 'samePeriodLastYear',
		description: 'The same dates one year before',
		called: 'the same period last year',
		otherOf: periodLastYear,
	},
	CUSTOM,
];

const COMPARE_WITH: INodeProperties = {
	displayName: 'Compare With',
	name: 'compareWith',
	type: 'options',
	options: WAYS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'The period to also read and compare with. Adds _previous, _change and _change_percent to every number, and _status to every record: both (in both periods), new (only in this one) or gone (only in the other one). Needs a Date Range with a start and an end. Reads all records of both periods, whatever the Limit. Has no effect on Raw Response.',
};

const DATES: INodeProperties = {
	displayName: 'Comparison Dates',
	name: 'compareWithDates',
	type: 'string',
	displayOptions: { show: { [COMPARE_WITH.name]: [CUSTOM.value] } },
	default: '',
	placeholder: 'e.g. 2025-11-01 to 2025-11-30',
	description: 'The first and the last day of the period to compare with',
};

/** The comparison as a field of tools: one text for what people choose and enter in two fields. */
export const compareInTools: INodeProperties = onlyInTools(
	{
		displayName: COMPARE_WITH.displayName,
		name: COMPARE_WITH.name,
		type: 'string',
		default: 'nothing',
		placeholder: 'e.g. previousPeriod',
		description: COMPARE_WITH.description,
	},
	'The period to compare Date Range with: previousPeriod, samePeriodLastYear, or two dates such as 2025-11-01 to 2025-11-30. Gives by how much each number has changed, and which records are new or gone (_status). Needs a Date Range such as last28Days, and Dimensions without date. Default: nothing',
);

/** The comparison as options. Who adds the first one wants the previous period most of all. */
export const compareOptions: readonly INodeProperties[] = [
	onlyInNode({ ...COMPARE_WITH, default: 'previousPeriod' }),
	onlyInNode(DATES),
];

/** What the comparison has to know about the records. */
export interface AboutRows extends Pick<Comparison, 'dimensions' | 'measures' | 'names'> {
	/** The field of the form for the measures; the body has them under its name. */
	readonly measuresField?: INodeProperties;
}

/**
 * A plan with another period to compare with, if the user wants that.
 *
 * @param plan what is read of the period itself
 * @throws DescribedError if the period has no start or end, or if rows could not be joined
 */
export function withComparison(
	plan: RequestPlan,
	parameters: Parameters,
	period: Period,
	{ dimensions, names, measures, measuresField }: AboutRows,
): RequestPlan {
	const way = wayOf(parameters);
	if (way === NOTHING || plan.output.mode === 'raw') return plan;
	const other = otherPeriod(way, period, parameters);
	if (dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with another period: no date is in both',
			`Leave date out of 'Dimensions', or ${NO_COMPARISON}.`,
		);
	}
	const { sort = [], output } = plan;
	// Who sorts by the change of a number has named the number, too.
	const byChange = sort.flatMap(({ field }) => figureNameIn(field) ?? []);
	const useful = [...byChange, ...output.useful];
	const figures = [...measures, ...byChange];
	return {
		...plan,
		output: { ...output, useful, added: ADDED },
		compare: {
			...other,
			dimensions,
			names,
			measures: figures,
			measuresField: measuresField?.displayName,
		},
	};
}

/** Whether a comparison adds a field, so that only the node can sort by it. */
export function isAdded(parameters: Parameters): (field: string) => boolean {
	const isCompared = wayOf(parameters) !== NOTHING;
	return (field) => isCompared && figureNameIn(field) !== undefined;
}

/**
 * The comparison for a part of the period, such as a day of it.
 *
 * @throws DescribedError if it is to be compared with dates of its own
 */
export function otherForPart(parameters: Parameters, part: ClosedPeriod): Other {
	const way = wayOf(parameters);
	if (way.value !== CUSTOM.value) return otherPeriod(way, part, parameters);
	throw new DescribedError(
		'Each day, week or month cannot be compared with the same custom dates',
		"Choose another period in 'Compare With', or remove 'One Row Per' from 'Options'.",
	);
}

/** What is read for the other period, and what it is called. */
type Other = Pick<Comparison, 'body' | 'called' | 'days' | 'otherDays'>;

/** @throws DescribedError if the period is open, or would be compared with itself */
function otherPeriod(way: Way, period: Period, parameters: Parameters): Other {
	const { start, end } = period;
	const other = way.otherOf(period, parameters);
	if (other === undefined || start === undefined || end === undefined) {
		throw new DescribedError(
			'There is no period to compare with',
			`Choose a 'Date Range' with a start and an end, such as Last 28 Days (last28Days), or ${NO_COMPARISON}.`,
		);
	}
	if (+other.start === +start && +other.end === +end) {
		throw new DescribedError("The 'Date Range' would be compared with itself", ENTER_DATES);
	}
	return {
		body: periodBody(other),
		called: way.called,
		days: periodText({ start, end }),
		otherDays: { start: edgeText(other.start, 'start'), end: edgeText(other.end, 'end') },
	};
}

/** How to do without, for errors. */
const NO_COMPARISON = `set '${COMPARE_WITH.displayName}' to nothing`;

/** Where to enter dates. A tool has them in one field with all else. */
const ENTER_DATES =
	"Enter two dates such as 2025-11-01 to 2025-11-30, or a single date: in the option 'Comparison Dates', or in 'Compare With' of a tool.";

const NAMED = WAYS.filter((way) => way !== CUSTOM).map(({ value }) => value);

const ENTER_PERIOD = `Enter one of ${NAMED.join(', ')} in 'Compare With'; or two dates such as 2025-11-01 to 2025-11-30; or a single date.`;

/** What was chosen, or given by a model as one text, which may be dates. */
function wayOf(parameters: Parameters): Way {
	const reader = parameters.readerOf(COMPARE_WITH);
	const text = reader.text(COMPARE_WITH);
	if (!/^\d{4}-/.test(text)) return reader.choice(COMPARE_WITH, WAYS, ENTER_PERIOD);
	return { ...CUSTOM, otherOf: () => datesToCompare(COMPARE_WITH, text, parameters) };
}

/** @throws DescribedError if the text of a field is neither one date nor two */
function datesToCompare(
	{ displayName }: INodeProperties,
	text: string,
	{ zone }: Parameters,
): ClosedPeriod {
	const { start, end } = datesIn(text, zone, displayName, ENTER_DATES) ?? {};
	if (start !== undefined && end !== undefined) return { start, end };
	const what = text === '' ? 'is empty' : `is not a period: ${text}`;
	throw new DescribedError(`'${displayName}' ${what}`, ENTER_DATES);
}
