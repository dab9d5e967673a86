import type { INode, INodeParameters } from 'n8n-workflow';
import {
	accountData,
	CREDENTIAL_TYPE,
	type CredentialReference,
	type Execution,
} from '../../dev/n8n';
import { KEYS, PROJECTS } from '../../sandbox';
import { list } from '../../sandbox/json';
import { placeOf } from './kit/browser';
import { outputOf } from './kit/runs';
import { useStage } from './kit/stage';
import { otherNode, rowOf, START } from './kit/workflows';

const stage = useStage('http request');

const READ = 'Read all pages';
const SIZE = 20;

/** A list in pages as docs/nodes.md describes it: its path, its body, and what changes with each page. */
const LISTS = [
	{
		records: 'tasks',
		path: '/api/v1/business/tasks/query',
		body: { view: 'list', limit: SIZE },
		changing: { name: 'offset', value: `={{ $pageCount * ${SIZE} }}` },
		pageMembers: (offset: number) => ({ view: 'list', limit: SIZE, offset }),
	},
	{
		records: 'prompts',
		path: '/v2/geo/business/prompts',
		body: { project_id: PROJECTS.coffee },
		changing: {
			name: 'pagination',
			value: `={{ { limit: ${SIZE}, offset: $pageCount * ${SIZE} } }}`,
		},
		pageMembers: (offset: number) => ({
			project_id: PROJECTS.coffee,
			pagination: { limit: SIZE, offset },
		}),
	},
] as const;

/** n8n's HTTP Request with the credential of the package and Pagination. */
function httpRequest(account: CredentialReference, of: (typeof LISTS)[number]): INode {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'body', ...of.changing }] },
		...{ paginationCompleteWhen: 'other', limitPagesFetched: false },
		completeExpression: '={{ !$response.body.data[0] }}',
	};
	const parameters: INodeParameters = {
		...{ method: 'POST', url: `${stage.sandbox.url}${of.path}` },
		...{ authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE },
		...{ sendHeaders: true, sendBody: true, specifyBody: 'json' },
		headerParameters: { parameters: [{ name: 'X-Project-Id', value: PROJECTS.coffee }] },
		jsonBody: JSON.stringify(of.body),
		options: { pagination: { pagination } },
	};
	const node = otherNode(READ, 'n8n-nodes-base.httpRequest', parameters, 4.2);
	return { ...node, credentials: { [CREDENTIAL_TYPE]: { ...account } } };
}

async function save(account: CredentialReference, of: (typeof LISTS)[number]): Promise<string> {
	const start = otherNode(START, 'n8n-nodes-base.manualTrigger');
	return await stage.rest.createWorkflow(rowOf(of.records, [start, httpRequest(account, of)]));
}

async function run(workflow: string): Promise<Execution> {
	stage.sandbox.reset();
	return await stage.rest.finished(await stage.rest.run(workflow, START));
}

describe("n8n's HTTP Request with the credential and Pagination", () => {
	for (const of of LISTS) {
		stage.step(`reads all pages of ${of.records}`, async () => {
			const execution = await run(await save(await stage.account(), of));
			const all = stage.sandbox.world.list(PROJECTS.coffee, of.records);
			expect(all.length).toBeGreaterThan(SIZE);
			expect(execution.status).toBe('success');
			expect(outputOf(execution, READ).flatMap(({ data }) => list(data))).toEqual(all);
			const offsets = Array.from(
				{ length: Math.ceil(all.length / SIZE) + 1 },
				(_, page) => page * SIZE,
			);
			expect(stage.sandbox.requests).toMatchObject(
				offsets.map((offset) => ({
					headers: { 'x-api-key': KEYS.agency, 'x-project-id': PROJECTS.coffee },
					body: of.pageMembers(offset),
				})),
			);
		});
	}

	for (const [allowedDomains, isAllowed] of [
		['127.0.0.1', true],
		['api.example.com', false],
	] as const) {
		const verb = isAllowed ? 'reads' : 'sends nothing to';
		stage.step(`${verb} the service if the credential allows ${allowedDomains}`, async () => {
			const restriction = { allowedHttpRequestDomains: 'domains', allowedDomains };
			const account = await stage.rest.createCredential(allowedDomains, {
				...accountData(stage.sandbox.url),
				...restriction,
			});
			const execution = await run(await save(account, LISTS[0]));
			expect(execution.status).toBe(isAllowed ? 'success' : 'error');
			expect(stage.sandbox.requests.length > 0).toBe(isAllowed);
			if (!isAllowed) {
				expect(execution.data.resultData.error?.message).toContain('Domain not allowed');
			}
		});
	}

	stage.step('looks in the editor as the docs show', async () => {
		const { editor, window } = stage;
		await editor.open(await save(await stage.account(), LISTS[0]));
		await window.page.setViewportSize({ width: 1100, height: 2100 });
		await editor.openNode(READ);
		const ends = ['paginationMode', 'completeExpression'].map((name) => editor.field(name));
		const { x, y, width, height } = await placeOf(ends);
		// Above a field is its title, below an expression its value.
		await window.shoot('pagination', {
			x: x - 9,
			y: y - 32,
			width: width + 18,
			height: height + 64,
		});
	});
});
