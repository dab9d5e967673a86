import { Truth } from '../../sandbox';
import type { Sandbox } from '../../sandbox';

const DAY_MS = 86_400_000;

type Group = Parameters<Truth['by']>[0];
type Measure = Parameters<Truth['of']>[0];

/** The truth about the data of a sandbox, for the table of questions. */
export function factsOf({ world }: Sandbox, now: number) {
	const truth = new Truth(world);
	const ago = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
	const month = new Date(now).toISOString().slice(0, 8);
	const lastDay = new Date(Date.parse(`${month}01`) - DAY_MS).toISOString().slice(0, 10);
	const groups = (group: Group, measure: Measure, projectId: string, from: string, to: string) =>
		[...truth.by(group, measure, { projectId, from, to })].filter(([, value]) => value !== null);
	return {
		/** A day so many days before today. */
		ago,
		/** The first and the last day of the month before. */
		lastMonth: [`${lastDay.slice(0, 8)}01`, lastDay] as const,
		/** A number of a project in some days. */
		of: (measure: Measure, projectId: string, from: string, to: string) =>
			truth.of(measure, { projectId, from, to }) ?? 0,
		/** The same for each platform, topic or day, the largest first. */
		by: (group: Group, measure: Measure, projectId: string, from: string, to: string) =>
			groups(group, measure, projectId, from, to).flatMap(([, value]) => value ?? []),
		/** The names of the groups with the largest numbers of the last days. */
		top: (group: Group, measure: Measure, projectId: string, days: number) =>
			groups(group, measure, projectId, ago(days), ago(1)).map(([name]) => name),
	};
}

export type Facts = ReturnType<typeof factsOf>;
