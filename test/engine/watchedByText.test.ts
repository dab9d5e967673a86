import { jsonParse, type IDataObject } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import { Agency, agencyProjects, KINDS, messagesOf, newProject } from './harness/agency';
import { useBench } from './harness/fixture';
import { GEO_PROJECTS, ProjectsOf } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee } = PROJECTS;
const DAY = 24 * 3600_000;
const UNKNOWN = 'Some projects are not watched: The names and URLs of some projects are not known';

describe.each(KINDS)('The projects with a text that the %s watches', (_title, kind) => {
	const agency = new Agency(bench, kind);

	it.each([
		['URLs', { url: 'https://coffee.example' }, undefined],
		[
			'names',
			{ name: 'Coffee Roasters' },
			[
				{ id: coffee, name: 'Ember & Oak Coffee' },
				{ id: 'added', url: 'https://p.example' },
			],
		],
	])(
		'stay known however long the GEO API refuses to list their %s',
		async (_what, known, whoami) => {
			const now = jest.spyOn(Date, 'now');
			try {
				const start = Date.now();
				agencyProjects(bench).push({ ...newProject('added'), ...known });
				if (whoami !== undefined) projects.whoamiLists(whoami);
				const trigger = agency.containing('coffee');
				await trigger.activate();
				projects.always(GEO_PROJECTS, 403);
				await trigger.poll();
				now.mockReturnValue(start + 40 * DAY);
				agency.add('added', 'a1');
				await trigger.poll();
				expect(messagesOf(trigger)).toEqual([UNKNOWN]);
				bench.sandbox.faults.clear();
				if (whoami !== undefined) projects.whoamiLists(whoami);
				await trigger.poll();
				expect(agency.ids(trigger)).toEqual([['added', 'a1']]);
			} finally {
				now.mockRestore();
			}
		},
	);

	it('are those whose names are known where the key has no GEO API', async () => {
		projects.always(GEO_PROJECTS, 403);
		const trigger = agency.containing('coffee');
		await trigger.activate();
		agency.add(coffee, 'c1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toEqual([]);
	});
});

const WITHOUT_URLS = KINDS.filter(([, { node }]) => node === 'agentsTrigger');

describe.each(WITHOUT_URLS)('The projects with a text that the %s watches', (_title, kind) => {
	const agency = new Agency(bench, kind);

	it('are known only in part where the GEO API fails to list their URLs, which it says once', async () => {
		agencyProjects(bench).push({ ...newProject('added'), url: 'https://coffee.example' });
		const trigger = agency.containing('coffee');
		await trigger.activate();
		projects.always(GEO_PROJECTS, 500);
		agency.add(coffee, 'c1');
		agency.add('added', 'a1');
		await trigger.poll();
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toMatchObject([
			{
				message: UNKNOWN,
				description: expect.stringMatching(/^Not all names and URLs are known.*GEO API.*500/),
			},
		]);
		const { watch } =
			Object.values(jsonParse<Record<string, IDataObject>>(trigger.stored))[0] ?? {};
		expect(watch).not.toHaveProperty('missing');
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(agency.ids(trigger).slice(1)).toEqual([['added', 'a1']]);
	});

	it('are those whose names are known, without a base URL for the GEO API', async () => {
		const trigger = agency.containing('coffee', { geoBaseUrl: '' });
		await trigger.activate();
		agency.add(coffee, 'c1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toEqual([]);
	});
});
