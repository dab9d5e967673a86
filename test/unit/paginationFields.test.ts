import { type INode, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { json } from '../../dev/json';
import { Agents } from '../../nodes/Agents/Agents.node';
import { Geo } from '../../nodes/Geo/Geo.node';

describe.each([new Agents(), new Geo()])('Endpoint → Call of $description.displayName', (node) => {
	const { description } = node;

	/** The fields of Pagination that n8n gives to a node in which the option was added. */
	function pagesFor(method: string, pagination: string): string[] {
		const parameters: INodeParameters = {
			...{ resource: 'endpoint', operation: 'call', method },
			options: { paging: { pages: { pagination } } },
		};
		const self: INode = {
			...{ id: 'call', name: 'Call', type: description.name, typeVersion: 1, position: [0, 0] },
			parameters,
		};
		const { properties } = description;
		const own = [properties, parameters, true, false, self, description] as const;
		const { options } = json(NodeHelpers.getNodeParameters(...own));
		return Object.keys(json(json(json(options)['paging'])['pages']));
	}

	const detailsOf = (method: string, pagination: string) =>
		pagesFor(method, pagination).filter((name) => name !== 'pagination');

	it.each([
		['offset', ['offsetParameter']],
		['page', ['pageParameter', 'firstPage']],
		['cursor', ['cursorParameter', 'cursorAt']],
	])('has the parameters of the pagination %s, and where to send them', (way, own) => {
		expect(detailsOf('POST', way)).toEqual(['paginationPlace', ...own, 'limitParameter']);
		expect(detailsOf('GET', way)).toEqual([...own, 'limitParameter']);
	});

	it('has no others for no pagination', () => {
		expect(detailsOf('POST', 'none')).toEqual([]);
	});

	it.each(['DELETE', 'PATCH', 'PUT'])('has no pagination for %s', (method) => {
		expect(pagesFor(method, 'offset')).toEqual([]);
	});
});
