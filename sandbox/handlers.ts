import { type Json, json, text } from './json';
import type { Context, Exchange } from './context';
import { answeredList } from './answered';
import { type Answer, type Asked, type Rows, readAsked, takePage, wrap } from './paging';
import { readQuery } from './query';
import { makeReport, type Report, REPORT_NAMES } from './reports';
import { dateKeyOf, idKeyOf, makeBulk, type Resource, RESOURCES } from './records';
import { whoami } from './whoami';

/** Answers an operation once key, body and project are known to be in order. */
export type Handler = (context: Context, exchange: Exchange) => Answer;

const JSON_TYPE = 'application/json; charset=utf-8';

function projectId(exchange: Exchange): string {
	if (!exchange.project) throw new Error(`${exchange.path} was answered without a project.`);
	return exchange.project.id;
}

/** Lets records leave or join the front of a list, as if others worked on it between two pages. */
function moveOn(context: Context, records: Json[], resource: Resource): void {
	const { shrinkWhileRead, growWhileRead } = context.behaviour;
	if (shrinkWhileRead) records.splice(0, shrinkWhileRead);
	if (!growWhileRead) return;
	const idKey = idKeyOf(resource);
	const grown = makeBulk(resource, growWhileRead, context.world.today).map((record) => ({
		...record,
		[idKey]: `${String(record[idKey])}-${records.length}`,
	}));
	records.unshift(...grown);
}

function answerPage({ behaviour }: Context, name: string, rows: Rows, asked: Asked): Answer {
	const { total, ...page } = takePage(rows, asked, behaviour);
	return wrap(behaviour.documentedOnly ? page : { ...page, total }, behaviour.envelope, name);
}

function listOf(resource: Resource): Handler {
	return (context, exchange) => {
		const project = projectId(exchange);
		const places = [idKeyOf(resource), dateKeyOf(resource)] as const;
		const query = readQuery(exchange.record.body, context.behaviour, ...places);
		const rows = answeredList(context, project, resource, query);
		const answer = answerPage(context, resource, rows, query.asked);
		moveOn(context, context.world.list(project, resource), resource);
		return answer;
	};
}

/**
 * Tasks: every view answers the same list. How tasks are paged is unknown, so both usual ways are
 * understood.
 */
const tasks: Handler = (context, exchange) => {
	const body = json(exchange.record.body);
	const asked = { ...readAsked(body), ...definedOnly(readAsked(body['pagination'])) };
	const records = context.world.list(projectId(exchange), 'tasks');
	const answer = answerPage(context, 'tasks', records, asked);
	moveOn(context, records, 'tasks');
	return answer;
};

function definedOnly(members: object): object {
	return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}

function reportOf(report: Report): Handler {
	return (context, exchange) => {
		const body = json(exchange.record.body);
		const query = readQuery(body, context.behaviour);
		const rows = makeReport(context, projectId(exchange), report, body, query);
		return answerPage(context, report, rows, query.asked);
	};
}

/**
 * The projects of the GEO API, the one list whose answer is known (public); its envelope never
 * changes.
 */
const geoProjects: Handler = (context, exchange) => {
	const body = json(exchange.record.body);
	const wanted = (text(body['query']) ?? '').toLowerCase();
	const rows = (exchange.workspace?.projects ?? [])
		.filter(({ name, url }) => `${name}\n${url}`.toLowerCase().includes(wanted))
		.map(({ id, name, url, created_at, type }) => ({ id, name, url, created_at, type }));
	return wrap(takePage(rows, readAsked(body), context.behaviour), 'data', 'projects');
};

const lists = RESOURCES.filter((name) => name !== 'tasks').map((name) => {
	return [`POST /v2/geo/business/${name}`, listOf(name)] as const;
});
const reports = REPORT_NAMES.map((name) => {
	return [`POST /v2/geo/reports/${name}`, reportOf(name)] as const;
});

/** The handlers by method and path, as they are in docs/openapi.yaml. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
	...Object.fromEntries([...lists, ...reports]),
	'GET /api/v1/business/whoami': (context, { workspace }) => ({
		type: JSON_TYPE,
		body: workspace && whoami(workspace, context.behaviour.projects),
	}),
	'POST /api/v1/business/tasks/query': tasks,
	'POST /v2/geo/business/projects': geoProjects,
};

/** Answers what is not published: nothing is known about it, so it repeats the request. */
export const echo: Handler = (_context, { path, project, record }) => ({
	type: JSON_TYPE,
	body: {
		sandbox: true,
		note: 'The sandbox has no data for this endpoint; it echoes the request.',
		method: record.method,
		path,
		query: record.query,
		project_id: project?.id ?? null,
		body: record.body ?? null,
	},
});
