import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { bareDescription, CREDENTIAL } from '../dev/engine';
import { json } from '../sandbox/json';
import { pageBody, PROMPTS_PATH } from './service';

/** The name under which n8n finds the floor. */
export const FLOOR = 'bench.floor';

interface Answer {
	readonly data: IDataObject[];
	readonly total: number;
}

const isAnswer = (answer: unknown): answer is Answer =>
	typeof answer === 'object' && answer !== null && 'data' in answer;

/**
 * The least that a node can do: n8n's own helper in a bare loop. It reads no field of an item, checks
 * no response and repeats no request. What a node takes beyond this is its own.
 */
export class Floor implements INodeType {
	description = bareDescription('floor', {
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [{ displayName: 'Setup', name: 'setup', type: 'json', default: '{}' }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { url, atOnce, limit, returnAll } = json(this.getNodeParameter('setup', 0));
		const post = { method: 'POST', url: `${String(url)}${PROMPTS_PATH}`, json: true } as const;
		const ask = async (body: IDataObject): Promise<Answer> => {
			const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
				this,
				CREDENTIAL,
				{ ...post, body },
			);
			if (!isAnswer(answer)) throw new Error('The service did not answer with a list');
			return answer;
		};
		const setup = [ask, Number(atOnce), Number(limit)] as const;
		return [await (returnAll === true ? pages(...setup) : perItem(this.getInputData(), ...setup))];
	}
}

type Ask = (body: IDataObject) => Promise<Answer>;

/** One request for every input item. */
async function perItem(items: INodeExecutionData[], ask: Ask, atOnce: number, limit: number) {
	const results: INodeExecutionData[][] = [];
	await sideBySide(items.length, atOnce, async (item) => {
		const { data } = await ask(pageBody(limit, 0, { note: items[item]?.json.note }));
		results[item] = data.map((json) => ({ json, pairedItem: { item } }));
	});
	return results.flat();
}

/** The pages of one list: the first one alone, which tells how many there are. */
async function pages(ask: Ask, atOnce: number, limit: number): Promise<INodeExecutionData[]> {
	const first = await ask(pageBody(limit, 0));
	const all = [first.data];
	await sideBySide(Math.ceil(first.total / limit) - 1, atOnce, async (index) => {
		all[index + 1] = (await ask(pageBody(limit, (index + 1) * limit))).data;
	});
	return all.flat().map((json) => ({ json, pairedItem: { item: 0 } }));
}

async function sideBySide(
	count: number,
	atOnce: number,
	task: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const work = async () => {
		while (next < count) await task(next++);
	};
	await Promise.all(Array.from({ length: atOnce }, work));
}
