import type { INodeParameters } from 'n8n-workflow';
import type { ActiveTrigger } from '../../../dev/engine';
import { ALL_PROJECTS } from '../../../nodes/shared/form';
import { KEYS, PROJECTS, type Project, type Resource } from '../../../sandbox';
import { type Bench, project, type TriggerName } from './fixture';
import { placed } from '../../../dev/placed';

/** What the events of the agency's projects begin with. */
export const MARKS = {
	coffee: { project_id: PROJECTS.coffee, project_name: 'Ember & Oak Coffee' },
	outdoor: { project_id: PROJECTS.outdoor, project_name: 'Ridgeline Outfitters' },
	saas: { project_id: PROJECTS.saas, project_name: 'Taskpilot' },
};

/** A trigger for new records. */
interface Kind {
	readonly node: TriggerName;
	readonly list: Resource;
	/** The name of the ID of its records. */
	readonly id: string;
	readonly parameters: INodeParameters;
}

type Titled = [title: string, kind: Kind];

/** Both triggers, each with a title. */
export const KINDS: readonly [Titled, Titled] = [
	[
		'Agents Trigger',
		{
			...{ node: 'agentsTrigger', list: 'tasks', id: 'id' },
			parameters: { event: 'newTask', view: 'list' },
		},
	],
	[
		'GEO Trigger',
		{
			...{ node: 'geoTrigger', list: 'prompts', id: 'prompt_id' },
			parameters: { event: 'newRecord', recordType: 'prompt', metrics: [] },
		},
	],
];

/** A trigger over the agency's projects, and what happens in them. */
export class Agency {
	constructor(
		private readonly bench: Bench,
		private readonly kind: Kind,
	) {}

	/** The trigger with All Projects. */
	everywhere(options: INodeParameters = {}): ActiveTrigger {
		const { node, parameters } = this.kind;
		return this.bench.trigger(node, {
			...{ ...parameters, ...placed(options) },
			project: project(ALL_PROJECTS, 'list'),
		});
	}

	/** The same for the projects with a text in their name or URL. */
	containing(text: string): ActiveTrigger {
		const { node, parameters } = this.kind;
		const chosen = { project: project(ALL_PROJECTS, 'list'), projectsContaining: text };
		return this.bench.trigger(node, { ...parameters, ...chosen });
	}

	/** Adds a record with this ID. */
	add(projectId: string, id: string): void {
		this.bench.sandbox.world.add(projectId, this.kind.list, { [this.kind.id]: id });
	}

	/** Puts so many projects, each with one known record, in place of those of the agency. */
	serve(count: number): string[] {
		const ids = Array.from({ length: count }, (_, n) => `p${n}`);
		agencyProjects(this.bench).splice(0, Infinity, ...ids.map(newProject));
		for (const id of ids) {
			this.bench.sandbox.world.list(id, this.kind.list).splice(0, Infinity);
			this.add(id, 'known');
		}
		return ids;
	}

	/** The project and the ID of each event. */
	ids(trigger: ActiveTrigger): unknown[][] {
		return trigger.events.map((event) => [event.project_id, event[this.kind.id]]);
	}
}

/** The projects of the agency as the sandbox lists them. */
export function agencyProjects({ sandbox }: Bench): Project[] {
	return sandbox.world.workspaces.find(({ key }) => key === KEYS.agency)?.projects ?? [];
}

/** A project that was not there before. */
export function newProject(id: string): Project {
	return {
		...{ id, name: `Name of ${id}`, url: 'https://p.example' },
		...{ created_at: '2026-01-01T00:00:00Z', type: 'STANDARD' },
	};
}

/** Makes the sandbox refuse a project. */
export function refuse({ sandbox }: Bench, id: string, detail = 'Not yours'): void {
	sandbox.faults.order({
		...{ kind: 'respond', status: 403, times: Infinity },
		...{ body: { detail }, match: { project: id } },
	});
}

/** What failed executions say. */
export function messagesOf(trigger: ActiveTrigger): string[] {
	return trigger.failures.map(({ message }) => message);
}
