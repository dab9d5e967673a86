import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { DescribedError, ServiceError } from './errors';

/**
 * n8n's error for a problem, made from plain data: n8n hands an error of its own that is wrapped
 * again back unchanged, without item and texts.
 */
export function asNodeError(
	node: INode,
	cause: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	if (isOverflow(cause)) return asNodeError(node, TOO_DEEP, itemIndex);
	if (cause instanceof DescribedError) {
		const { message, description } = textsOf(node, cause);
		if (cause instanceof ServiceError) {
			return apiError(node, { message, description, status: cause.status }, itemIndex);
		}
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return new NodeOperationError(node, cause instanceof Error ? cause : String(cause), {
		itemIndex,
	});
}

/** Whether something was nested too deeply for JavaScript to go through. */
function isOverflow(cause: unknown): boolean {
	return cause instanceof RangeError && cause.message.includes('call stack');
}

const TOO_DEEP = new DescribedError(
	'What was sent or received is nested too deeply',
	"If it is the response, contact the service's support.",
);

/**
 * The same for a list that the editor shows: n8n hands the description, which says what to do, to
 * the editor with a NodeApiError only.
 */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	return cause instanceof DescribedError ? apiError(node, cause) : asNodeError(node, cause);
}

/**
 * What happened and what to do. In a tool, that is for the model, which sees only the message: so it
 * has both (tried).
 */
function textsOf({ type }: INode, { message, description, forModel }: DescribedError) {
	if (!type.endsWith('Tool') || forModel === '') return { message, description };
	return { message: `${message.replace(/\.?$/, '.')} ${forModel}`, description: forModel };
}

interface ApiProblem {
	readonly message: string;
	readonly description: string;
	readonly status?: number;
}

function apiError(
	node: INode,
	{ message, description, status }: ApiProblem,
	itemIndex?: number,
): NodeApiError {
	const httpCode = status === undefined ? undefined : String(status);
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}
