import { idsOf } from '../../nodes/Geo/operations/lists';

it.each([
	[{ value: 'topic' }, ['id', 'topic_id']],
	[{ value: 'aiAnswer' }, ['id', 'ai_answer_id']],
	[{ value: 'model', ids: ['platform_id'] }, ['id', 'model_id', 'platform_id']],
])('The records of %j may have their ID under %j', (list, ids) => {
	expect(idsOf(list)).toEqual(ids);
});
