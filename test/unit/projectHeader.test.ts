import { projectHeader } from '../../nodes/shared/api/address';
import { problemOf } from './thrown';

describe('The ID of a project in a header', () => {
	it.each(['acme', '42', '7f3c-2a10', 'a', 'with a blank', '*', '!~'])('is sent: %j', (id) => {
		expect(projectHeader(id)).toBe(id);
	});

	it.each([
		...['acme😀', 'проект-1', 'café', 'ac\u200bme', 'ac\nme', 'ac\tme', 'ac\u007fme'],
		...[' acme', 'acme ', ' ', ''],
	])('is refused: %j', (id) => {
		const { message, description } = problemOf(() => projectHeader(id));
		expect(message).toBe(`The project ID '${id}' cannot be sent`);
		expect(description).toMatch(/another project\. Contact the service's support\.$/);
	});
});
