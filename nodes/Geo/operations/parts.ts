import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import {
	type DescribedEntry,
	periodDaysOf,
	isClosedPeriod,
	isTool,
	type Parameters,
	type Period,
	readDaysBeforeMonday,
	type PeriodUnit,
	splitPeriod,
	withStartValue,
} from '../../shared/form';
import { periodsOf, refuseManyReads, type RequestPlan } from '../../shared/run';
import { daysText } from '../../shared/table';

type PlanForPeriod = (part: Period) => RequestPlan;

function createPeriodUnit(name: string, unit: PeriodUnit): SplitUnit {
	return { name, value: unit, unit, description: `Each ${unit} of the Date Range` };
}

interface SplitUnit extends DescribedEntry {
	readonly unit?: PeriodUnit;
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

/** @throws DescribedError if the read cannot be split, or would have too many parts */
export function splitPlan(
	parameters: Parameters,
	planOf: PlanForPeriod,
	{ period, part }: { period: Period; part?: string },
): RequestPlan {
	const chosen = parameters.options.choice(SPLIT_BY, SPLIT_UNITS);
	const { name: label, unit } = SPLIT_UNITS.find(({ value }) => value === part) ?? chosen;
	const plan = planOf(period);
	if (unit === undefined) return plan;
	if (!isClosedPeriod(period)) {
		throw new DescribedError(`There is no period to split by ${label}`, {
			forPeople:
				"Choose a 'Date Range' with a start and an end, or remove 'Split By' from 'Options'.",
			forModel: "Give 'Date Range' a start and an end.",
		});
	}
	const count = Math.ceil(period.end.diff(period.start, unit).as(unit));
	refuseManyReads({ parts: count, periods: periodsOf(plan) }, isTool(parameters));
	// Planning a part can fail, so all parts are planned before the first request.
	const parts = splitPeriod(period, unit, readDaysBeforeMonday(parameters)).map((own) => {
		const days = periodDaysOf(own);
		const about = { label, name: daysText(days), period: days, isShort: own.isShort };
		return { part: about, plan: planOf(own) };
	});
	return { ...plan, parts };
}
