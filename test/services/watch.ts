import type { INodeParameters } from 'n8n-workflow';
import { project, type ActiveTrigger } from '../../dev/engine';
import { asError } from '../../nodes/shared/base';
import { askedIn } from './list';
import type { Subject } from './examine';
import type { Verdict } from './judge';
import { AMOUNT, histories, QUIET, type History, type Poll } from './history';
import { isHonestHistory, judgeWatch, type Look } from './judgeWatch';
import type { Stand } from './run';
import { METRIC, World } from './world';
import { placed } from '../../dev/placed';

const PLAIN_POLL: Poll = { changes: [], odd: null, isRestart: false };

/** What triggers make of lists that change from poll to poll. */
export function watches(stand: Stand): Subject<History> {
	return {
		arbitrary: histories,
		judge: async (history) => await watch(stand, history),
		isHonest: isHonestHistory,
		oddities: ({ polls, lasting, ...rest }) => [
			...[...new Set(polls.map(({ odd }) => odd))].flatMap((odd) => (odd === null ? [] : [odd])),
			...(polls.some(({ isRestart }) => isRestart) ? ['restart'] : []),
			...(lasting === null ? [] : [`${lasting.odd} for good`]),
			...(rest.event === QUIET.event ? [] : [rest.event]),
			...(rest.ids === QUIET.ids ? [] : [`ids: ${rest.ids}`]),
			...(rest.hasTotal ? [] : ['no total']),
		],
	};
}

/** Activates a trigger and polls as often as the history says. */
async function watch({ bench, server }: Stand, history: History): Promise<Verdict> {
	const world = new World(history);
	const open = server.open((_, body) => world.answer(askedIn(body)));
	try {
		const credential = { agentsBaseUrl: open.url, geoBaseUrl: open.url };
		const name = history.event === 'newTask' ? 'agentsTrigger' : 'geoTrigger';
		const trigger = bench.trigger(name, parametersOf(history), credential);
		const looks: Look[] = [];
		let isActive = false;
		for (const poll of [...history.polls, PLAIN_POLL, PLAIN_POLL]) {
			world.next(poll);
			const { length } = trigger.events;
			const isFailed: boolean = !(await took(trigger, isActive && !poll.isRestart));
			// A workflow that could not be activated is activated again, as n8n does.
			isActive = !isFailed || (isActive && !poll.isRestart);
			const { mustFail, withoutId } = world;
			const events = trigger.events.slice(length);
			looks.push({ mustFail, withoutId, isFailed, sent: new Map(world.sent), events });
		}
		return judgeWatch(history, looks, trigger.failures);
	} finally {
		open.close();
	}
}

/** Whether a poll, or a start of n8n, passed. */
async function took(trigger: ActiveTrigger, isPoll: boolean): Promise<boolean> {
	const { length } = trigger.failures;
	if (isPoll) await trigger.poll();
	else {
		await trigger.activate().catch((error: unknown) => {
			trigger.failures.push(asError(error));
		});
	}
	return trigger.failures.length === length;
}

function parametersOf({ event, pageSize }: History): INodeParameters {
	const options = { maxRetries: 0, ...(pageSize === null ? {} : { pageSize }) };
	const common = { project: project('proj-1') };
	if (event === 'newTask') return { ...common, event, view: 'list', ...placed({ maxRetries: 0 }) };
	const watched = { ...common, recordType: 'prompt', ...placed(options) };
	if (event === 'newRecord') return { ...watched, event };
	const metric = { __rl: true, mode: 'name', value: METRIC };
	const condition = { metric, condition: event, amount: AMOUNT, unit: 'points' };
	return { ...watched, ...condition, event: 'changedMetric' };
}
