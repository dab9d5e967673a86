import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { isObject } from '../base';
import { OPTIONS } from './mergeForms';
import { FieldReader, hasExpression, memberOf } from './reader';
import { isFromModel, isLeftOut } from './toolFields';

/** The fields of a node, with the values that they have for one input item. */
export class Parameters extends FieldReader {
	/**
	 * The entries of Options; one that was not added has its default. Each is worked out by itself: the
	 * expression of another one may need an item that is not there yet.
	 */
	readonly options: FieldReader;

	/**
	 * @param context whose fields they are
	 * @param stored the parameters of the node as they are saved; `getNode()` copies them on every call
	 * @param valueAt gives the value of a parameter by its path, or of an entry of one
	 * @param now the moment that presets such as Yesterday go by
	 */
	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getTimezone'>,
		private readonly stored: INodeParameters,
		valueAt: (path: string, start?: unknown) => unknown,
		readonly now = Date.now(),
	) {
		super(valueAt, '', memberOf(stored));
		const added = storedOptions(stored);
		this.options = new FieldReader(
			(name) => (Object.hasOwn(added, name) ? valueAt(optionPath(name)) : undefined),
			`'${OPTIONS.displayName}' → `,
			memberOf(added),
			true,
		);
	}

	/**
	 * The fields of a node with input items.
	 *
	 * @returns gives the fields for the item with an index. A value without an expression is the same
	 * for all items, and is read only once; nobody may change it. What the model of an agent leaves
	 * out is as in a new node. For all of them it is now when the run started, so that a message written
	 * after midnight is still about the day that was read.
	 */
	static ofItems(context: IExecuteFunctions): (itemIndex: number) => Parameters {
		const { parameters } = context.getNode();
		const stored = [
			...Object.entries(parameters),
			...Object.entries(storedOptions(parameters)).map(([name, value]) => {
				return [optionPath(name), value] as const;
			}),
		];
		const withExpression = new Set(
			stored.filter(([, value]) => hasExpression(value)).map(([path]) => path),
		);
		const byModel = new Set(stored.filter(([, value]) => isFromModel(value)).map(([path]) => path));
		const shared = new Map<string, unknown>();
		const now = Date.now();
		return (itemIndex) => {
			const valueAt = (path: string, start?: unknown) => {
				if (shared.has(path)) return shared.get(path);
				const value: unknown = context.getNodeParameter(path, itemIndex, null);
				if (!withExpression.has(path)) shared.set(path, value);
				return byModel.has(path) && isLeftOut(value) ? start : value;
			};
			return new Parameters(context, parameters, valueAt, now);
		};
	}

	/** The fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		const { parameters } = context.getNode();
		return new Parameters(context, parameters, (path) => context.getNodeParameter(path, null));
	}

	/** The time zone of the workflow, such as `Europe/Berlin`. */
	get zone(): string {
		return this.context.getTimezone();
	}

	/** What reads a field that is in the form of one node, and under Options in that of another. */
	readerOf({ name }: INodeProperties): FieldReader {
		return Object.hasOwn(this.stored, name) ? this : this.options;
	}
}

/** The entries that were added to Options, as they are stored. */
function storedOptions({ options }: INodeParameters): Readonly<Record<string, unknown>> {
	return isObject(options) ? options : {};
}

/** Where an entry of Options is for n8n. */
const optionPath = (name: string) => `${OPTIONS.name}.${name}`;
