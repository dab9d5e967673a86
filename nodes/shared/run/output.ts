import type { INodeExecutionData } from 'n8n-workflow';
import type { PlanResult } from './planRunner';

/** What one input item gave: records, and items that stand for errors. */
export interface Output extends PlanResult {
	readonly failed: readonly INodeExecutionData[];
	readonly itemIndex: number;
}
