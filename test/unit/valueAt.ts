import { json } from '../../sandbox/json';

/** The value at a path such as `options.pageSize`, as n8n finds it in the parameters of a node. */
export function valueAt(parameters: object, path: string): unknown {
	const names = path.split('.');
	return names.reduce<unknown>((value, name) => json(value)[name], parameters) ?? null;
}
