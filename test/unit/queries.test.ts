import { resources } from '../../nodes/Geo/operations';
import { withProject } from '../../nodes/shared/api';
import { startOf } from './parametersOf';

const day = expect.stringMatching(/^20\d\d-/) as string;
const REPORT = { start_date: day, end_date: day, dimensions: ['model'] };

/** The body of each list and report in a new node, as the public docs have it. */
const BODIES = {
	'model getAll': {},
	'citation getAll': {},
	'domain getAll': { metrics: ['num_answers'] },
	'keyword getAll': { metrics: ['website_count'] },
	'market getAll': { metrics: ['prompts_count'] },
	'project getAll': {},
	'prompt getAll': { metrics: ['answers_count'] },
	'report getCitations': { ...REPORT, measures: ['count'] },
	'report getPerformance': { ...REPORT, measures: ['share_of_voice'] },
	'report getSentiment': { ...REPORT, measures: ['total_keyword_occurrences'] },
	'tag getAll': { metrics: ['query_count'] },
	'topic getAll': { metrics: ['prompts_count'] },
	'website getAll': { metrics: ['mentions_count'] },
};

it('A new node asks each list and report with exactly its documented body', () => {
	const operations = resources
		.filter(({ value, isOnlyInTools }) => value !== 'endpoint' && isOnlyInTools !== true)
		.flatMap(({ value, operations: own }) => own.map((operation) => ({ value, operation })));
	const bodies = operations.map(({ value, operation }) => {
		const { request, projects, segments = [{}] } = startOf(operation);
		const { body } = projects ? withProject(request, 'p1') : request;
		return [`${value} ${operation.value}`, { ...Object(body), ...segments[0]?.body }] as const;
	});
	const withId = ([name, body]: [string, object]) =>
		[name, name === 'project getAll' ? body : { project_id: 'p1', ...body }] as const;
	expect(Object.fromEntries(bodies)).toEqual(
		Object.fromEntries(Object.entries(BODIES).map(withId)),
	);
});
