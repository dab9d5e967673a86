import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { CREDENTIAL } from '../dev/engine';
import { pageBody, PROMPTS_PATH } from './service';

/** The names under which n8n finds the loops. */
export const FLOOR = {
	items: 'bench.floorItems',
	fields: 'bench.floorFields',
	pages: 'bench.floorPages',
} as const;

interface Answer {
	readonly data: IDataObject[];
	readonly total: number;
}

/**
 * The least that a node can do: n8n's own helper in a bare loop with nothing around it, no field
 * read, nothing checked, nothing repeated. What a node takes beyond this is its own.
 */
abstract class Floor implements INodeType {
	description: INodeTypeDescription;

	constructor(name: string) {
		this.description = {
			displayName: name,
			name,
			group: ['input'],
			version: 1,
			description: 'A bare loop',
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: CREDENTIAL, required: true }],
			properties: [
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 5 },
				{ displayName: 'Note', name: 'note', type: 'string', default: '' },
				{ displayName: 'Limit', name: 'limit', type: 'number', default: 10 },
			],
		};
	}

	abstract execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** One request for every input item. */
export class FloorItems extends Floor {
	constructor() {
		super(FLOOR.items);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		return await askForEach(this, (item) => items[item]?.json.note);
	}
}

/**
 * The same, and one field with an expression read for every item. No node that takes its values from
 * the items can do without that, so this shows what of its cost is n8n's.
 */
export class FloorFields extends Floor {
	constructor() {
		super(FLOOR.fields);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await askForEach(this, (item) => this.getNodeParameter('note', item));
	}
}

/** The pages of one list: the first one alone, which tells how many there are. */
export class FloorPages extends Floor {
	constructor() {
		super(FLOOR.pages);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { ask, atOnce, limit } = readySender(this);
		const first = await ask(pageBody(limit, 0));
		const pages = [first.data];
		await sideBySide(Math.ceil(first.total / limit) - 1, atOnce, async (index) => {
			pages[index + 1] = (await ask(pageBody(limit, (index + 1) * limit))).data;
		});
		const pairedItem = { item: 0 };
		return [pages.flat().map((json) => ({ json, pairedItem }))];
	}
}

async function askForEach(
	context: IExecuteFunctions,
	noteOf: (item: number) => IDataObject[string],
): Promise<INodeExecutionData[][]> {
	const { ask, atOnce, limit } = readySender(context);
	const results: INodeExecutionData[][] = [];
	await sideBySide(context.getInputData().length, atOnce, async (item) => {
		const { data } = await ask(pageBody(limit, 0, { note: noteOf(item) }));
		const pairedItem = { item };
		results[item] = data.map((json) => ({ json, pairedItem }));
	});
	return [results.flat()];
}

function readySender(context: IExecuteFunctions) {
	const url = context.getNodeParameter('url', 0);
	const atOnce = context.getNodeParameter('atOnce', 0);
	const limit = context.getNodeParameter('limit', 0);
	if (typeof url !== 'string' || typeof atOnce !== 'number' || typeof limit !== 'number') {
		throw new Error('The bare loop is set up wrongly');
	}
	const ask = async (body: IDataObject): Promise<Answer> => {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			{ method: 'POST', url: url + PROMPTS_PATH, body, json: true },
		);
		if (!isAnswer(answer)) throw new Error('The service did not answer with a list');
		return answer;
	};
	return { ask, atOnce, limit };
}

function isAnswer(answer: unknown): answer is Answer {
	return typeof answer === 'object' && answer !== null && 'data' in answer;
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
