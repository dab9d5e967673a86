import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { OPTIONS } from './options';
import { FieldReader } from './reader';
import { isFromModel, isLeftOut } from './toolFields';

/** The fields of a node, with the values that they have for one input item. */
export class Parameters extends FieldReader {
	private entries?: FieldReader;

	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getTimezone'>,
		read: (field: INodeProperties) => unknown,
	) {
		super(read);
	}

	/**
	 * The fields of a node with input items.
	 *
	 * @returns gives the fields for the item with an index. A value without an expression is the same
	 * for all items, and is read only once; nobody may change it. What the model of an agent leaves
	 * out is as in a new node.
	 */
	static ofItems(context: IExecuteFunctions): (itemIndex: number) => Parameters {
		const stored = Object.entries(context.getNode().parameters);
		const withExpression = new Set(
			stored.filter(([, value]) => hasExpression(value)).map(([name]) => name),
		);
		const byModel = new Set(stored.filter(([, value]) => isFromModel(value)).map(([name]) => name));
		const shared = new Map<string, unknown>();
		return (itemIndex) =>
			new Parameters(context, ({ name, default: start }) => {
				if (shared.has(name)) return shared.get(name);
				const value: unknown = context.getNodeParameter(name, itemIndex, null);
				if (!withExpression.has(name)) shared.set(name, value);
				return byModel.has(name) && isLeftOut(value) ? start : value;
			});
	}

	/** The fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		return new Parameters(context, ({ name }) => context.getNodeParameter(name, null));
	}

	/** The time zone of the workflow, such as `Europe/Berlin`. */
	get zone(): string {
		return this.context.getTimezone();
	}

	/** The entries of Options; one that was not added has its default. */
	get options(): FieldReader {
		this.entries ??= this.collection(OPTIONS);
		return this.entries;
	}
}

/** Whether n8n has to work out a stored value, or a part of it, for each item. */
function hasExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);
}
