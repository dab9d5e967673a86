import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Parameters } from '../../nodes/shared/form/parameters';
import { valueAt } from './valueAt';

const isContext = (value: object): value is IExecuteFunctions => 'getNodeParameter' in value;

/** The fields of a node whose stored values n8n resolves to these. */
export function parametersOf(
	values: IDataObject,
	{ zone = 'UTC', stored = values } = {},
): Parameters {
	const context = {
		getNode: () => ({ parameters: stored }),
		getTimezone: () => zone,
		getNodeParameter: (path: string) => valueAt(values, path),
	};
	if (!isContext(context)) throw new Error('Not a context');
	return Parameters.ofItems(context)(0);
}
