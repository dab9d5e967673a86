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
	if (cause instanceof ServiceError) return apiError(node, cause, itemIndex);
	if (cause instanceof DescribedError) {
		const { message, description } = textsOf(node, cause);
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return new NodeOperationError(node, cause instanceof Error ? cause : String(cause), {
		itemIndex,
	});
}

/**
 * The same for a list that the editor shows: n8n hands the description, which says what to do, to
 * the editor with a NodeApiError only.
 */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	return cause instanceof DescribedError ? apiError(node, cause) : asNodeError(node, cause);
}

/** What happened and what to do. A model sees only the message, so in a tool that has both (tried). */
function textsOf({ type }: INode, { message, description }: DescribedError) {
	const isTool = type.endsWith('Tool') && description !== '';
	return { message: isTool ? `${message}. ${description}` : message, description };
}

function apiError(node: INode, problem: DescribedError, itemIndex?: number): NodeApiError {
	const { message, description } = textsOf(node, problem);
	const status = problem instanceof ServiceError ? problem.status : undefined;
	const httpCode = status === undefined ? undefined : String(status);
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}
