import { type INodeProperties, NodeHelpers, type NodeParameterValueType } from 'n8n-workflow';
import { Agents } from '../../nodes/Agents/Agents.node';
import { Geo } from '../../nodes/Geo/Geo.node';

const isShown = (field: INodeProperties, values: Record<string, NodeParameterValueType>) =>
	NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, null, values);

const isOption = (entry: object): entry is INodeProperties => 'type' in entry;

describe.each([new Agents(), new Geo()])('Endpoint → Call of $description.displayName', (node) => {
	const { properties } = node.description;
	const shownFor = (method: string, pagination: string) => {
		const values = { resource: 'endpoint', operation: 'call', method, pagination, returnAll: true };
		const shown = properties.filter((field) => isShown(field, values));
		const names = shown.map(({ name }) => name);
		const start = names.indexOf('pagination');
		const details = start < 0 ? [] : shown.slice(start + 1, names.indexOf('output'));
		const options = (shown.at(-1)?.options ?? []).filter(isOption);
		return {
			details: details.map(({ displayName }) => displayName),
			hasPageSize: options.some((field) => field.name === 'pageSize' && isShown(field, values)),
		};
	};

	it.each([
		['offset', ['Offset Parameter']],
		['page', ['Page Parameter', 'First Page Number']],
		['cursor', ['Cursor Parameter', 'Path to Cursor']],
	])('shows the parameters of the pagination %s, and where to send them', (way, own) => {
		const details = [...own, 'Limit Parameter', 'Return All'];
		expect(shownFor('POST', way)).toEqual({
			details: ['Send Pagination In', ...details],
			hasPageSize: true,
		});
		expect(shownFor('GET', way)).toEqual({ details, hasPageSize: true });
	});

	it.each(['GET', 'POST'])('shows none of them for %s without pagination', (method) => {
		expect(shownFor(method, 'none')).toEqual({ details: [], hasPageSize: false });
	});

	it.each(['DELETE', 'PATCH', 'PUT'])('has no pagination for %s', (method) => {
		expect(shownFor(method, 'offset').details).toEqual([]);
	});
});
