import type { JsonObject } from 'n8n-workflow';
import type { Answer, ApiName, ApiRequest, Client } from '../../nodes/shared/api';
import { DescribedError, ServiceError } from '../../nodes/shared/errors';
import { Hints } from '../../nodes/shared/hints';
import { KnownProjects } from '../../nodes/shared/records/knownProjects';

/** A service that lists these projects, or fails. */
class ProjectService implements Client {
	readonly hints = new Hints();

	readonly asked: ApiName[] = [];

	constructor(private readonly answers: Readonly<Record<ApiName, JsonObject | ServiceError>>) {}

	offers(): boolean {
		return true;
	}

	async send({ api, body }: ApiRequest): Promise<Answer> {
		this.asked.push(api);
		const answer = this.answers[api];
		if (answer instanceof ServiceError) throw answer;
		const isNext = JSON.stringify(body ?? {}).includes('"offset":') && !firstPage(body);
		return await Promise.resolve({
			body: isNext ? { projects: [] } : answer,
			headers: {},
			size: 9,
		});
	}

	async pause(): Promise<void> {
		await Promise.resolve();
	}

	stop(): void {
		this.asked.length = 0;
	}
}

const firstPage = (body: ApiRequest['body']) => JSON.stringify(body).includes('"offset":0');
const COFFEE = { id: 'p-1', name: 'Coffee', url: 'https://coffee.example' };
const TEA = { id: 'p-2', name: 'Tea', url: 'https://tea.example' };
const BARE = { projects: [{ id: 'p-1' }, { id: 'p-2' }] };
const NAMED = { projects: [COFFEE, TEA] };
const NO_URLS = { projects: [COFFEE, TEA].map(({ id, name }) => ({ id, name })) };
const OUTAGE = new ServiceError('Out of order', 'Wait', 500);
const NO_ACCESS = new ServiceError('No access', 'Use another key', 403);

function known(agents: JsonObject | ServiceError, geo: JsonObject | ServiceError = NAMED) {
	const service = new ProjectService({ agents, geo });
	return { projects: new KnownProjects(service), service };
}

/** What an error says, and what to do about it. */
async function problemOf(reading: Promise<unknown>): Promise<string> {
	const error: unknown = await reading.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	return error instanceof DescribedError ? `${error.message}. ${error.description}` : '';
}

describe('A project by its name', () => {
	it('is found in Who Am I alone', async () => {
		const { projects, service } = known(NO_URLS);
		expect(await projects.named('coffee')).toEqual({
			projects: [{ id: 'p-1', name: 'Coffee' }],
			remarks: [],
		});
		expect(await projects.named('p-2')).toMatchObject({ projects: [{ name: 'Tea' }] });
		expect(service.asked).toEqual(['agents']);
	});

	it.each(['coffee', 'coffee.example'])('is looked for as %s in the GEO API', async (name) => {
		const { projects } = known(BARE);
		expect((await projects.named(name)).projects).toEqual([COFFEE]);
	});

	it('that fits two is an error with both IDs', async () => {
		const twice = { projects: [COFFEE, { ...TEA, name: 'COFFEE' }] };
		const problem = await problemOf(known(twice).projects.named('coffee'));
		expect(problem).toContain("2 projects match 'coffee'");
		expect(problem).toContain('p-1, p-2');
	});

	it('that there is not is an error with the nearest one', async () => {
		const problem = await problemOf(known(NAMED).projects.named('Cofee'));
		expect(problem).toContain("No project has the name or URL 'Cofee'");
		expect(problem).toContain('The nearest is: Coffee.');
	});

	it('that is like none says so, and that not all is known', async () => {
		const { projects } = known(NO_URLS, OUTAGE);
		const problem = await problemOf(projects.named('Lemonade'));
		expect(problem).toContain('None of the 2 projects has a similar name.');
		expect(problem).toContain('the GEO API did not list the projects: Out of order. Wait');
	});

	it('cannot be found where there are no names, but its ID can', async () => {
		const { projects } = known(BARE, OUTAGE);
		expect(await problemOf(projects.named('Coffee'))).toContain('without names and URLs');
		expect((await projects.named('p-1')).projects).toEqual([{ id: 'p-1', name: 'p-1' }]);
	});

	it('may be another one where the list is a part of all', async () => {
		const { projects } = known({ ...NAMED, total: 9 });
		const { remarks } = await projects.named('Coffee');
		expect(remarks).toMatchObject([{ kind: 'note' }]);
		expect(remarks[0]?.message).toContain('lists only a part');
	});
});

describe('Projects with a text', () => {
	it('in their name or URL are found', async () => {
		const { projects } = known(NAMED);
		expect((await projects.containing('tea.ex')).projects).toEqual([TEA]);
	});

	it.each([
		['may be missing after an outage', OUTAGE, 'gap'],
		['are all that can be known where the key has no GEO API', NO_ACCESS, 'note'],
	])('%s', async (_what, geo, kind) => {
		const found = await known(NO_URLS, geo).projects.containing('coff');
		expect(found.projects).toMatchObject([{ id: 'p-1' }]);
		expect(found.remarks).toMatchObject([{ kind }]);
		expect(found.inDoubt?.ids).toEqual(['p-2']);
	});

	it('are all known where the GEO API lists what Who Am I leaves out', async () => {
		const { projects } = known({ ...NO_URLS, total: 9 });
		expect(await projects.containing('coff')).toMatchObject({
			projects: [{ id: 'p-1' }],
			remarks: [],
		});
	});

	it('that no project has are no error, unless URLs are not known', async () => {
		const { projects, remarks } = await known(NAMED).projects.containing('lemonade');
		expect(projects).toEqual([]);
		expect(remarks[0]?.message).toContain("No project has 'lemonade' in its name or URL.");
		const problem = await problemOf(known(NO_URLS, OUTAGE).projects.containing('lemonade'));
		expect(problem).toContain("No project is known to have 'lemonade'");
	});
});
