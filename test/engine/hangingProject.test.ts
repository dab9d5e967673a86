import './harness/scaledTime';
import { PROJECTS } from '../../sandbox';
import { Agency, KINDS, MARKS, messagesOf } from './harness/agency';
import { useBench } from './harness/fixture';

const bench = useBench();
const { coffee, saas } = PROJECTS;

describe.each(KINDS)('The %s with a project that never answers', (_title, kind) => {
	it('misses the deadline there only, and hands over what the others gave', async () => {
		const agency = new Agency(bench, kind);
		// Time is scaled here: a busy machine needs some of it for the projects that answer.
		const trigger = agency.everywhere({ maxWait: 600 });
		await trigger.activate();
		bench.sandbox.faults.order({ kind: 'hang', match: { project: saas } });
		agency.add(coffee, 'c1');
		agency.add(saas, 's1');
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...MARKS.coffee, [kind.id]: 'c1' }]);
		expect(messagesOf(trigger)).toEqual([
			'The project Taskpilot cannot be watched at the moment: The poll was not finished after 41 minutes',
		]);
		await trigger.poll();
		expect(trigger.events.slice(1)).toEqual([{ ...MARKS.saas, [kind.id]: 's1' }]);
	});
});
