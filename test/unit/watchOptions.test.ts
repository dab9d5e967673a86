import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Parameters } from '../../nodes/shared/form/parameters';
import { readKeyFields, readWatchOptions } from '../../nodes/shared/watch/fields';
import { problemOf } from './thrown';
import { valueAt } from './valueAt';

const isContext = (value: object): value is IExecuteFunctions => 'getNodeParameter' in value;

/** The fields of a trigger with these options. */
function parametersOf(options: IDataObject): Parameters {
	const context = {
		getNode: () => ({ parameters: { options } }),
		getNodeParameter: (path: string) => valueAt({ options }, path),
	};
	if (!isContext(context)) throw new Error('Not a context');
	return Parameters.ofItems(context)(0);
}

describe('The options of a watch', () => {
	it.each<[IDataObject, boolean, boolean]>([
		[{}, false, true],
		[{ emitExisting: true }, true, true],
		[{ saveWithoutEvents: true }, false, true],
		[{ saveWithoutEvents: false }, false, false],
		[{ emitExisting: 'true', saveWithoutEvents: 'false' }, true, false],
	])('%j', (options, emitExisting, saveWithoutEvents) => {
		const read = readWatchOptions(parametersOf(options));
		expect(read).toEqual({ emitExisting, saveWithoutEvents });
	});

	it.each([
		[{}, []],
		[{ keyFields: 'topic.name, model' }, ['topic.name', 'model']],
	])('%j name the key fields', (options, names) => {
		expect(readKeyFields(parametersOf(options))).toEqual(names);
	});

	it.each([
		[readWatchOptions, { emitExisting: 'maybe' }, "'Emit Existing Records Once'"],
		[readWatchOptions, { saveWithoutEvents: 'maybe' }, "'Save Without Events'"],
		[readKeyFields, { keyFields: {} }, "'Key Fields'"],
	])('say which one is wrong: %p %j', (read, options, label) => {
		expect(problemOf(() => read(parametersOf(options))).message).toContain(label);
	});
});
