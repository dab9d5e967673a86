import { type Json, json, text } from './json';
import type { Context, Exchange } from './context';
import { inPeriod } from './moving';
import { type Answer, type Page, type Rows, readAsked, takePage, wrap } from './paging';
import { type GeoQuery, type Hidden, readQuery, select, withMetrics } from './query';
import { hash } from './random';
import { makeBulk } from './records';
import { makeReport, type Report, REPORT_NAMES } from './reports';
import { dateKeyOf, idKeyOf, type Resource, RESOURCES } from './resources';
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
	const grown = makeBulk(resource, growWhileRead).map((record) => ({
		...record,
		[idKey]: `${String(record[idKey])}-${records.length}`,
	}));
	records.unshift(...grown);
}

/** The filters that find the records of a list by their own names, too. */
const OWN_FILTER: Partial<Record<Resource, string>> = {
	topics: 'topics',
	tags: 'tags',
	models: 'platform',
};

/**
 * What filters find beyond a record's members: its name, the market of its country, whether a prompt is
 * branded, and the two tags the sandbox gives every prompt.
 */
function hiddenIn(context: Context, project: string, resource: Resource): Hidden {
	const tags = context.world.list(project, 'tags');
	const marketsOf = (country: unknown) =>
		context.world
			.list(project, 'markets')
			.filter((market) => market['country_code'] === country)
			.map((market) => market['market_id']);
	return (record, filter) => {
		if (filter === OWN_FILTER[resource]) return [record['name']];
		if (filter === 'markets') return marketsOf(record['country_code']);
		const id = text(record['prompt_id']);
		if (id === undefined) return [];
		if (filter === 'branded') return [hash(`${id}/branded`) % 4 === 0];
		if (filter !== 'tags' || tags.length === 0) return [];
		const places = [hash(id) % tags.length, hash(`${id}/2`) % tags.length];
		return places.flatMap((place) => [tags[place]?.['tag_id'], tags[place]?.['name']]);
	};
}

function answerPage(context: Context, name: string, rows: Rows, query: GeoQuery): Answer {
	const page: Page = takePage(rows, query.asked, context.behaviour);
	const shown = page.rows.map((row) => withMetrics(row, query));
	return wrap({ ...page, rows: shown }, context.behaviour.envelope, name);
}

function listOf(resource: Resource): Handler {
	return (context, exchange) => {
		const project = projectId(exchange);
		const { world } = context;
		const records = world.list(project, resource);
		const query = readQuery(exchange.record.body, idKeyOf(resource), dateKeyOf(resource));
		const isPatched = (record: Json, name: string) => world.isPatched(record, name);
		const present = inPeriod(records, resource, query, isPatched);
		const rows = select(present, query, hiddenIn(context, project, resource));
		const answer = answerPage(context, resource, rows, query);
		moveOn(context, records, resource);
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
	const answer = answerPage(context, 'tasks', records, { ...readQuery(undefined), asked });
	moveOn(context, records, 'tasks');
	return answer;
};

function definedOnly(members: object): object {
	return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}

function reportOf(report: Report): Handler {
	return (context, exchange) => {
		const { body } = exchange.record;
		const rows = makeReport(context.world, projectId(exchange), report, body);
		return answerPage(context, report, rows, readQuery(body));
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
