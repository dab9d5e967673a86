import {
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * A node whose parameters are named by their fields alone, as the editor stores it: those of fields that
 * stand under Options go there.
 *
 * @param description the type of the node, also of its variant as a tool
 */
export function placed(node: INode, description: INodeTypeDescription): INode {
	const { properties } = description;
	const collection = properties.find(({ name }) => name === 'options');
	const entries = (collection?.options ?? []).map(({ name }) => name);
	const { options, ...form } = node.parameters;
	const given = Object.entries(form);
	// What the form shows is slow to find out, and mostly no option is among the parameters.
	if (!given.some(([name]) => entries.includes(name))) return node;
	const own = [properties, node.parameters, true, false, node, description] as const;
	const inForm = Object.keys(NodeHelpers.getNodeParameters(...own) ?? {});
	const isEntry = (name: string) => !inForm.includes(name) && entries.includes(name);
	const moved = given.filter(([name]) => isEntry(name));
	if (moved.length === 0) return node;
	const known = isParameters(options) ? options : {};
	const parameters: INodeParameters = {
		...Object.fromEntries(given.filter(([name]) => !isEntry(name))),
		options: { ...known, ...Object.fromEntries(moved) },
	};
	return { ...node, parameters };
}

function isParameters(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
