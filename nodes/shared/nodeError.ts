import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { Problem, ServiceProblem } from './problem';

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
	if (cause instanceof ServiceProblem) {
		const { message, description, status } = cause;
		const httpCode = status === undefined ? undefined : String(status);
		return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
	}
	if (cause instanceof Problem) {
		const { message, description } = cause;
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return new NodeOperationError(node, cause instanceof Error ? cause : String(cause), {
		itemIndex,
	});
}
