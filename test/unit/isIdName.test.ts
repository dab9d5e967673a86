import { isIdName } from '../../nodes/shared/base/names';

describe('The name of an ID', () => {
	it.each([
		...['id', 'ID', 'Id', '_id', 'uuid', 'UUID', 'guid'],
		...['prompt_id', 'PROMPT_ID', 'prompt-id', 'prompt.id', 'project_uuid'],
		...['promptId', 'projectID', 'projectUuid', 'projectUUID', 'URLId', 'prompt2Id'],
	])('is %s', (name) => {
		expect(isIdName(name)).toBe(true);
	});

	it.each([
		...[
			'paid',
			'said',
			'valid',
			'grid',
			'Android',
			'android',
			'GRID',
			'PAID',
			'isValid',
			'is_paid',
		],
		...['ids', 'promptIds', 'idea', 'id_type', 'identity', 'width', 'fluid', 'iOSAndroid', ''],
	])('is not %s', (name) => {
		expect(isIdName(name)).toBe(false);
	});
});
