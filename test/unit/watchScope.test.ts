import { fields as taskFields } from '../../nodes/AgentsTrigger/tasks';
import { fields as geoFields } from '../../nodes/GeoTrigger/events';
import { restartingNames } from '../../nodes/shared/watch';
import { watchKeyOf } from '../../nodes/shared/watch/state';

const WATCHES = [
	{
		node: 'GEO Trigger',
		scope: restartingNames(geoFields),
		inForm: ['condition', 'dimensions', 'event', 'metric', 'recordType', 'threshold'],
		inOptions: [
			...['additionalBodyJson', 'filterCondition', 'filters', 'filtersJson', 'keyFields'],
			...['measures', 'metrics', 'otherDimensions', 'otherMeasures', 'paging', 'recordsAt'],
		],
		others: ['period', 'pageSize', 'flatten', 'emitExisting', 'timeout'],
	},
	{
		node: 'Agents Trigger',
		scope: restartingNames(taskFields),
		inForm: ['event', 'view', 'watchedFields'],
		inOptions: ['additionalBodyJson', 'ignoredFields', 'keyFields', 'paging', 'recordsAt'],
		others: ['pageSize', 'flatten', 'saveWithoutEvents', 'timeout'],
	},
];

describe.each(WATCHES)('The watch of the $node', ({ scope, inForm, inOptions, others }) => {
	const keyOf = (options: Record<string, string>) =>
		watchKeyOf({ projects: { by: 'all' }, scope }, { options });

	it('starts over with another value of these fields and options, and of no others', () => {
		expect(scope).toEqual([...inForm, ...inOptions].sort());
	});

	it.each(inOptions)('has another key with another %s under Options', (name) => {
		const keys = [{}, { [name]: 'one' }, { [name]: 'other' }].map(keyOf);
		expect(new Set(keys).size).toBe(3);
	});

	it.each(others)('has the same key with another %s under Options', (name) => {
		expect(keyOf({ [name]: 'other' })).toBe(keyOf({}));
	});
});
