import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * A node whose parameters are named by their fields alone, as the editor stores it: those of entries
 * of Options or another collection go there.
 *
 * @param description the type of the node, also of its variant as a tool
 */
export function placed(node: INode, description: INodeTypeDescription): INode {
	const { properties } = description;
	const paths = pathsIn(properties.filter(({ type }) => type === 'collection'));
	const given = Object.entries(node.parameters);
	// What the form shows is slow to find out, and mostly no option is among the parameters.
	if (!given.some(([name]) => paths.has(name))) return node;
	const own = [properties, node.parameters, true, false, node, description] as const;
	const inForm = Object.keys(NodeHelpers.getNodeParameters(...own) ?? {});
	const isEntry = (name: string) => !inForm.includes(name) && paths.has(name);
	const inPlace = given.filter(([name]) => !isEntry(name));
	const parameters = given
		.filter(([name]) => isEntry(name))
		.reduce<INodeParameters>(
			(all, [name, value]) => withMember(all, [...(paths.get(name) ?? []), name], value),
			Object.fromEntries(inPlace),
		);
	return { ...node, parameters };
}

type Holder = Pick<INodeProperties, 'name' | 'options'>;

/** A collection, or a group that can be added once; rows of fields are no place for a field. */
function innerOf(entry: INodePropertyOptions | INodeProperties): Holder[] {
	if (!('type' in entry)) return [];
	const isGroup = entry.type === 'fixedCollection' && entry.typeOptions?.multipleValues === false;
	return isGroup || entry.type === 'collection' ? [entry] : [];
}

/** The names of the collections and groups around each entry, from the outside in. */
function pathsIn(collections: readonly Holder[]): Map<string, string[]> {
	const paths = collections.flatMap(({ name: holder, options = [] }) => {
		return options.flatMap((entry): Array<[string, string[]]> => {
			const inner = 'values' in entry ? [{ ...entry, options: entry.values }] : innerOf(entry);
			const paths = [...pathsIn(inner)].map(([name, path]): [string, string[]] => [
				name,
				[holder, ...path],
			]);
			return [[entry.name, [holder]], ...paths];
		});
	});
	return new Map(paths);
}

function withMember(
	holder: INodeParameters,
	[name = '', ...path]: readonly string[],
	value: INodeParameters[string],
): INodeParameters {
	if (path.length === 0) return { ...holder, [name]: value };
	const inner = holder[name];
	return { ...holder, [name]: withMember(isParameters(inner) ? inner : {}, path, value) };
}

function isParameters(value: INodeParameters[string]): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
