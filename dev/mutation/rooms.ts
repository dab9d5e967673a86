import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The folder of the package. */
const ROOT = join(__dirname, '..', '..');

const SHARED = 'nodes/shared';
const UNIT_TESTS = 'test/unit';

/** The part of the mutants, in percent, that the tests of a room have to notice. */
const GOAL = 85;

/** What is special about a room. One that is not listed has unit tests only, and the usual goal. */
interface Special {
	readonly goal?: number;
	/**
	 * Files that only run inside n8n, or mostly, with the tests that check them. Each test of the built
	 * package takes three seconds per mutant just to load n8n, so list few and quick ones.
	 */
	readonly inEngine?: ReadonlyArray<{
		readonly files: readonly string[];
		readonly tests: readonly string[];
	}>;
}

const SPECIAL: Readonly<Record<string, Special>> = {
	api: {
		goal: 90,
		inEngine: [
			{
				files: ['exchange.ts'],
				tests: ['engine/errors', 'unit/api', 'unit/errors'],
			},
		],
	},
	form: {
		inEngine: [
			{
				files: [
					...['fields.ts', 'limitAndSort.ts', 'output.ts', 'pagination.ts', 'project.ts'],
					...['reader.ts', 'where.ts'],
				],
				tests: [
					...[
						'engine/errors',
						'engine/fields',
						'engine/output',
						'engine/projects',
						'engine/responses',
					],
					...['engine/tools', 'unit/descriptions', 'unit/form', 'unit/where'],
				],
			},
		],
	},
	pickers: {
		inEngine: [
			{
				files: ['index.ts'],
				tests: ['engine/pickers', 'engine/projects', 'unit/base', 'unit/projects'],
			},
		],
	},
	run: {
		inEngine: [
			{
				files: ['endpointCall.ts', 'readPlan.ts', 'planReads.ts', 'run.ts'],
				tests: [
					...[
						'engine/errors',
						'engine/fields',
						'engine/messages',
						'engine/plans',
						'engine/projects',
					],
					...['engine/splitBy', 'engine/tools'],
				],
			},
		],
	},
	projects: {
		goal: 90,
		inEngine: [
			{
				files: ['filterLists.ts', 'projects.ts'],
				tests: [
					...['engine/fields', 'engine/pickers', 'engine/projects', 'engine/tools'],
					...['engine/watchedProjects', 'unit/projects', 'unit/reading'],
				],
			},
		],
	},
	reading: {
		goal: 90,
		inEngine: [
			{
				files: ['lists.ts'],
				tests: ['engine/errors', 'engine/plans', 'engine/projects', 'unit/pagination'],
			},
		],
	},
	output: {
		goal: 90,
		inEngine: [
			{
				files: ['items.ts', 'records.ts'],
				tests: [
					...['engine/comparison', 'engine/output', 'engine/plans', 'unit/compare'],
					'unit/shape',
				],
			},
			{
				files: ['notices.ts'],
				tests: ['engine/fields', 'engine/output', 'engine/plans'],
			},
			{
				files: ['toolAnswer.ts'],
				tests: ['engine/projects', 'engine/splitBy', 'engine/tools', 'unit/toolAnswers'],
			},
			{
				files: ['cells.ts', 'headings.ts', 'message.ts', 'view.ts'],
				tests: ['engine/messages', 'unit/filtersText', 'unit/message', 'unit/messageWords'],
			},
		],
	},
	table: {
		goal: 90,
		inEngine: [
			{
				files: ['table.ts'],
				tests: ['engine/comparison', 'engine/plans', 'engine/projects'],
			},
		],
	},
	watch: {
		goal: 90,
		inEngine: [
			{
				files: ['detectors.ts', 'diff.ts', 'poll.ts', 'projects.ts', 'recordKeys.ts', 'state.ts'],
				tests: [
					...['engine/oddPolls', 'engine/triggers', 'engine/watchedProjects'],
					...['unit/events', 'unit/watch'],
				],
			},
		],
	},
};

/** Files with the tests that run for them; all paths from the package's folder. */
export interface Part {
	readonly files: readonly string[];
	readonly tests: readonly string[];
	/** Whether the tests load the built package. */
	readonly isBuilt: boolean;
}

/** A folder of the source with the tests that belong to it. */
export interface Room {
	readonly name: string;
	readonly goal: number;
	readonly parts: readonly Part[];
}

/** The names of all rooms. */
export function roomNames(): string[] {
	const folders = readdirSync(join(ROOT, SHARED), { withFileTypes: true });
	const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	return names.sort();
}

/**
 * Finds the files of a room, and the tests by what they import: every unit test that imports from
 * the room, itself or through a helper, belongs to it, so a new or renamed one is found without being
 * listed.
 *
 * @param asked the name of a room, or of a room and one of its files, such as `reading/paging`
 * @throws Error if there is no such room or file
 */
export function roomOf(asked: string): Room {
	const [room = '', only] = asked.split('/');
	const names = roomNames();
	if (!names.includes(room)) throw new Error(`No room ${room}; there are ${names.join(', ')}`);
	const folder = posix.join(SHARED, room);
	const { goal = GOAL, inEngine = [] } = SPECIAL[room] ?? {};
	const all = filesIn(folder).filter((file) => file.endsWith('.ts'));
	const wanted = [
		...(only === undefined ? [] : [`${only}.ts`]),
		...inEngine.flatMap((part) => part.files),
	];
	const missing = wanted.find((file) => !all.includes(posix.join(folder, file)));
	if (missing !== undefined) throw new Error(`No file ${missing} in ${folder}`);
	const files = all.filter((file) => only === undefined || file === `${folder}/${only}.ts`);
	const engine = inEngine.map((part): Part => ({
		files: files.filter((file) => part.files.includes(posix.basename(file))),
		tests: part.tests.map((test) => `test/${test}.test.ts`),
		isBuilt: true,
	}));
	const unit: Part = {
		files: files.filter((file) => !engine.some((part) => part.files.includes(file))),
		tests: filesIn(UNIT_TESTS).filter(
			(file) => file.endsWith('.test.ts') && importsOf(file).has(folder),
		),
		isBuilt: false,
	};
	return { name: asked, goal, parts: [unit, ...engine].filter((part) => part.files.length > 0) };
}

function filesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => posix.join(folder, name))
		.sort();
}

/** Imports of more than types, from a file or from the index of a folder. */
const IMPORTS = /^import (?!type )[^;]* from '(\.[^']+)'/gm;

/** The folders that a test imports from, itself or through the helpers beside it. */
function importsOf(file: string): Set<string> {
	const folders = new Set<string>();
	const files = new Set([file]);
	for (const each of files) {
		const text = readFileSync(join(ROOT, each), 'utf8');
		for (const [, path = ''] of text.matchAll(IMPORTS)) {
			const found = posix.join(dirname(each), path);
			folders.add(existsSync(join(ROOT, found, 'index.ts')) ? found : dirname(found));
			if (dirname(found) === UNIT_TESTS) files.add(`${found}.ts`);
		}
	}
	return folders;
}
