import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import { ADDED, type Comparison, figureNameIn, STATUS } from '../../shared/compare';
import {
	onlyInNode,
	onlyInTools,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
	periodText,
} from '../../shared/form';
import type { RequestPlan } from '../../shared/run';

const SWITCH: INodeProperties = {
	displayName: 'Compare with Previous Period',
	name: 'comparePeriods',
	type: 'boolean',
	default: false,
	description:
		'Whether to also read the period of the same length before the Date Range. Adds _previous, _change and _change_percent to every number, and _status to every record: same (in both periods), new (only in this one) or gone (only in the one before). Needs a Date Range with a start and an end. Reads all records of both periods, whatever the Limit. Has no effect on Raw Response.',
};

/** The comparison as a field of tools. */
export const compareInTools: INodeProperties = onlyInTools(
	SWITCH,
	'Whether ("true" or "false") to also read the period before Date Range, of equal length, and give by how much each number has changed, and which records are new or gone (_status). Needs a Date Range such as last28Days, and Dimensions without date. Default: false',
);

/** The comparison as an option. */
export const compareOption: INodeProperties = onlyInNode(SWITCH);

/** What the comparison has to know about the records. */
export interface Compared {
	readonly dimensions?: readonly string[];
	/** The fields that may say which record it is: its ID, or its name. */
	readonly names?: readonly string[];
	/** The figures that the user asks for. */
	readonly measures: readonly string[];
	/** The field in which the user asks for them, if there is one. */
	readonly measuresField?: string;
}

/**
 * A plan with the period before to compare with, if the user wants that.
 *
 * @param plan what is read of the period itself
 * @throws DescribedError if the period has no start or end, or if rows could not be joined
 */
export function withComparison(
	plan: RequestPlan,
	parameters: Parameters,
	period: Period,
	{ dimensions = [], names, measures, measuresField }: Compared,
): RequestPlan {
	const isWanted = parameters.readerOf(SWITCH).flag(SWITCH);
	if (!isWanted || plan.output.mode === 'raw') return plan;
	const before = periodBefore(period);
	if (before === undefined) {
		throw new DescribedError(
			'There is no period to compare with',
			"Use a 'Date Range' with a start and an end, such as last28Days or 2026-11-01 to 2026-11-30, or set 'Compare with Previous Period' to false.",
		);
	}
	if (dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with the previous period: no date is in both',
			"Leave date out of 'Dimensions', or set 'Compare with Previous Period' to false.",
		);
	}
	const { sort = [], output } = plan;
	// Who sorts by the change of a number has named the number, too.
	const byChange = sort.flatMap(({ field }) => figureNameIn(field) ?? []);
	const useful = [STATUS, ...byChange, ...output.useful];
	const figures = [...measures, ...byChange];
	return {
		...plan,
		// The order of what cannot be compared.
		sort: sort.filter(({ field }) => figureNameIn(field) === undefined),
		output: { ...output, useful, added: ADDED },
		compare: { ...asBefore(before), dimensions, names, measures: figures, measuresField, sort },
	};
}

/** Whether a comparison adds a field, so that only the node can sort by it. */
export function isAdded(parameters: Parameters): (field: string) => boolean {
	const isCompared = parameters.readerOf(SWITCH).flag(SWITCH);
	return (field) => isCompared && figureNameIn(field) !== undefined;
}

/** A period as the one before, for a comparison. */
export function asBefore(period: Required<Period>): Pick<Comparison, 'body' | 'period'> {
	return { body: periodBody(period), period: `the period before (${periodText(period)})` };
}
