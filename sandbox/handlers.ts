import { type Json, json, text } from './json';
import type { Context, Exchange } from './context';
import { answeredList } from './answered';
import { pageOf, readAsked } from './paging';
import { readQuery } from './query';
import { makeReport, type Report, REPORT_NAMES } from './reports';
import { idKeyOf, type Resource, RESOURCES } from './records';

/** Answers an operation once key, body and project are known to be in order. */
export type Handler = (context: Context, exchange: Exchange) => Json;

function projectId(exchange: Exchange): string {
	if (!exchange.project) throw new Error(`${exchange.path} was answered without a project.`);
	return exchange.project.id;
}

function listOf(resource: Resource): Handler {
	return (context, exchange) => {
		const query = readQuery(exchange.record.body, context.behaviour, idKeyOf(resource));
		const rows = answeredList(context, projectId(exchange), resource, query);
		return pageOf(rows, query.asked, context.behaviour);
	};
}

/**
 * Tasks: every view answers the same list. How tasks are paged is unknown, so both usual ways are
 * understood.
 */
const tasks: Handler = ({ world, behaviour }, exchange) => {
	const body = json(exchange.record.body);
	const [outer, inner] = [readAsked(body), readAsked(body['pagination'])];
	const asked = { limit: inner.limit ?? outer.limit, offset: inner.offset ?? outer.offset };
	return pageOf(world.list(projectId(exchange), 'tasks'), asked, behaviour);
};

function reportOf(report: Report): Handler {
	return (context, exchange) => {
		const body = json(exchange.record.body);
		const query = readQuery(body, context.behaviour);
		const rows = makeReport(context, projectId(exchange), report, body, query);
		return pageOf(rows, query.asked, context.behaviour);
	};
}

/** The projects of the GEO API, the one list whose answer is known (public). */
const geoProjects: Handler = ({ behaviour }, { record, workspace }) => {
	const body = json(record.body);
	const wanted = (text(body['query']) ?? '').toLowerCase();
	const rows = (workspace?.projects ?? [])
		.filter(({ name, url }) => `${name}\n${url}`.toLowerCase().includes(wanted))
		.map(({ id, name, url, created_at, type }) => ({ id, name, url, created_at, type }));
	const { data, limit, offset, total } = pageOf(rows, readAsked(body), behaviour);
	return { data, total, limit, offset };
};

/**
 * Answers whoami: identity information, a list of teams and `projects`, each with an `id` (spec).
 * How identity and teams are named is unknown, so `user`, `workspace` and `teams` are the sandbox's
 * own invention.
 */
const whoami: Handler = (_context, { workspace }) => {
	const { id, name, projects = [] } = workspace ?? {};
	return {
		user: { id: `user-${id}`, name: 'Sam Sandbox', email: 'sam@sandbox.example' },
		workspace: { id, name },
		teams: [{ id: `team-${id}`, name: `${name} team` }],
		projects: projects.map((project) => ({ id: project.id, name: project.name })),
	};
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
	'GET /api/v1/business/whoami': whoami,
	'POST /api/v1/business/tasks/query': tasks,
	'POST /v2/geo/business/projects': geoProjects,
};

/** Answers what is not published: nothing is known about it, so it repeats the request. */
export const echo: Handler = (_context, { path, project, record }) => ({
	sandbox: true,
	note: 'The sandbox has no data for this endpoint; it echoes the request.',
	method: record.method,
	path,
	query: record.query,
	project_id: project?.id ?? null,
	body: record.body ?? null,
});
