import { resources } from '../../nodes/Geo/operations';
import { addProject } from '../../nodes/shared/api';
import { startOf } from './parametersOf';

const OPERATIONS = resources
	.filter(({ value, isOnlyInTools }) => value !== 'endpoint' && isOnlyInTools !== true)
	.flatMap(({ name, operations }) =>
		operations.map((own) => [`${name} → ${own.name}`, own] as const),
	);

it('A new node asks each list and report with the body that the public docs have', () => {
	const bodies = OPERATIONS.map(([title, operation]) => {
		const { request, projects } = startOf(operation);
		const { body } = projects === undefined ? request : addProject(request, '<project>');
		return [title, JSON.stringify(body).replace(/\b20\d\d-[\w:.-]+/g, '<date>')];
	});
	expect(Object.fromEntries(bodies)).toMatchSnapshot();
});
