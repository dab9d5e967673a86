import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const EVERY_CLIENT = project('*', 'list');
const PERFORMANCE = { resource: 'report', operation: 'getPerformance' };
const COMPARED = { comparison: { with: { compareWith: 'previousPeriod' } } };

interface Task {
	readonly task: string;
	readonly parameters: INodeParameters;
	/** The fields that the next node takes. */
	readonly fields: readonly string[];
	readonly item?: IDataObject;
}

/** Nodes as n8n's AI builders write them from the types and hints alone. */
const NODES: readonly Task[] = [
	{
		task: 'a weekly report for Slack',
		parameters: {
			...{ ...PERFORMANCE, project: project('Ember & Oak Coffee', 'name') },
			...{ dateRange: 'lastWeek', output: 'message', options: COMPARED },
		},
		fields: ['slack', 'title', 'period'],
	},
	{
		task: 'an email for each client',
		parameters: {
			...{ ...PERFORMANCE, project: project('={{ $json.id }}'), dateRange: 'lastMonth' },
			...{ output: 'message', messageLocale: 'de-DE', options: COMPARED },
		},
		fields: ['title', 'html'],
		item: { id: PROJECTS.coffee },
	},
	{
		task: 'a daily history in a Data table',
		parameters: {
			...{ ...PERFORMANCE, project: EVERY_CLIENT },
			...{ dateRange: 'yesterday', dimensions: ['model'] },
		},
		fields: ['project_name', 'model', 'share_of_voice'],
	},
	{
		task: 'the latest citations of a topic',
		parameters: {
			...{ resource: 'citation', operation: 'getAll', project: project(PROJECTS.coffee) },
			...{ returnAll: false, limit: 5, dateRange: 'last28Days' },
			filters: { condition: [{ filter: 'topics', topicValue: named('Espresso machines') }] },
			options: { sort: { by: [{ field: named('created_at', 'name'), order: 'desc' }] } },
		},
		fields: ['citation_title', 'citation_uri'],
	},
];

it.each(NODES)('A builder gets $task', async ({ parameters, fields, item = {} }) => {
	const { rows, error } = await bench.run('geo', parameters, { items: [item] });
	expect(error).toBeUndefined();
	expectFields(rows, fields);
});

const TRIGGERS: readonly Task[] = [
	{
		task: 'an alert when visibility falls',
		parameters: {
			...{ event: 'changedMetric', recordType: 'performanceReport', project: EVERY_CLIENT },
			...{ metric: named('share_of_voice', 'name'), condition: 'fallsBy' },
			...{ amount: 10, unit: 'percent' },
		},
		fields: ['project_name', 'name', 'metric', 'before', 'after', 'change', 'change_percent'],
	},
	{
		task: 'an alert when a competitor passes',
		parameters: {
			...{ event: 'competitorOvertakes', recordType: 'website', project: EVERY_CLIENT },
			metric: named('mentions_count', 'name'),
		},
		fields: ['project_name', 'summary', 'name', 'own_name', 'metric', 'after', 'own_after'],
	},
	{
		task: 'new citations for a sheet',
		parameters: {
			...{ event: 'newRecord', recordType: 'citation', project: EVERY_CLIENT },
			options: { flatten: true },
		},
		fields: ['project_name', 'citation_title', 'citation_uri'],
	},
];

it.each(TRIGGERS)('A builder gets $task', async ({ parameters, fields }) => {
	const [events = []] = (await bench.trigger('geoTrigger', parameters).test()) ?? [];
	expectFields(
		events.map(({ json }) => json),
		fields,
	);
});

function named(value: string, mode = 'nameOrId') {
	return { __rl: true, mode, value };
}

function expectFields(rows: readonly IDataObject[], fields: readonly string[]): void {
	expect(rows).not.toHaveLength(0);
	const lacking = fields.filter((name) => rows.some((row) => (row[name] ?? '') === ''));
	expect(lacking).toEqual([]);
}
