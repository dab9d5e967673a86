import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import {
	type DescribedEntry,
	periodDaysOf,
	isClosedPeriod,
	type Parameters,
	type Period,
	readDaysBeforeMonday,
	type PeriodUnit,
	splitPeriod,
	withStartValue,
} from '../../shared/form';
import type { RequestPlan } from '../../shared/run';
import { daysText } from '../../shared/table';

const MAX_PARTS = 1000;

type PlanForPeriod = (part: Period) => RequestPlan;

interface SplitUnit extends DescribedEntry {
	/** @throws DescribedError if the read cannot be split by this unit */
	readonly split?: (
		period: Period,
		planOf: PlanForPeriod,
		daysBeforeMonday: number,
	) => RequestPlan['parts'];
}

function createPeriodUnit(name: string, value: PeriodUnit): SplitUnit {
	return {
		name,
		value,
		description: `Each ${value} of the Date Range`,
		split(period, planOf, daysBeforeMonday) {
			if (!isClosedPeriod(period)) {
				throw new DescribedError(`There is no period to split by ${name}`, {
					forPeople:
						"Choose a 'Date Range' with a start and an end, or remove 'Split By' from 'Options'.",
					forModel: "Give 'Date Range' a start and an end.",
				});
			}
			if (period.end.diff(period.start).as(value) > MAX_PARTS) {
				throw new DescribedError(
					`The 'Date Range' is too long for 'Split By' ${name}`,
					`It can be split into ${MAX_PARTS} parts at most. Choose a shorter 'Date Range' or longer parts.`,
				);
			}
			// Planning a part can fail, so all parts are planned before the first request.
			return splitPeriod(period, value, daysBeforeMonday).map((part) => {
				const days = periodDaysOf(part);
				const own = { label: name, name: daysText(days), period: days, isShort: part.isShort };
				return { part: own, plan: planOf(part) };
			});
		},
	};
}

const SPLIT_UNITS: readonly SplitUnit[] = [
	createPeriodUnit('Day', 'day'),
	createPeriodUnit('Month', 'month'),
	{ name: 'Nothing', value: 'nothing', description: 'Read everything at once' },
	createPeriodUnit('Week', 'week'),
];

const SPLIT_BY: INodeProperties = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	options: SPLIT_UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Reads the records for each of these, with its own Limit, Sort and Compare With. Adds the fields period_start and period_end.',
};

export const splitByOption = withStartValue('day', SPLIT_BY);

/** @throws DescribedError if the read cannot be split */
export function splitPlan(
	parameters: Parameters,
	planOf: PlanForPeriod,
	{ period, part }: { period: Period; part?: string },
): RequestPlan {
	const chosen = parameters.options.choice(SPLIT_BY, SPLIT_UNITS);
	const { split } = SPLIT_UNITS.find(({ value }) => value === part) ?? chosen;
	const plan = planOf(period);
	if (split === undefined) return plan;
	return { ...plan, parts: split(period, planOf, readDaysBeforeMonday(parameters)) };
}
