import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { jsonParse, type INodeParameters } from 'n8n-workflow';
import { AUTOMATIC, batches, type Contender, floor, ownNode } from '../contenders';
import { ratio, type Section } from '../report';
import type { Stand } from '../stand';

const RECORDS = 100_000;
const PAGE = 100;

/** How the service is while it is read. */
export const SCENE = { latencyMs: 20, prompts: RECORDS };

/** The heap in bytes, over that of the idle process. */
export interface Heap {
	/** The most that was seen, with what nobody needs any more. */
	readonly peak: number;
	/** The most of another run, in which the heap is cleared ten times a second. */
	readonly needed: number;
	/** What is left at the end: the records, if these are the result. */
	readonly held: number;
}

/** Returns GEO → Prompt → Get Many with Return All, and the floor. */
export function readers(url: string): Contender[] {
	const own = (options?: INodeParameters) =>
		ownNode({ ...options, additionalBodyJson: '{}' }, { returnAll: true });
	const five = 'floor, 5 at once';
	const most = `floor, ${AUTOMATIC} at once`;
	const expected = RECORDS;
	return [
		{ name: 'this node, default', node: own(), beside: most, expected },
		{ name: most, node: floor(url, AUTOMATIC, PAGE, true), beside: most },
		{ name: 'this node, 5 at once', node: own(batches(5)), beside: five, mostTime: 1.1, expected },
		{ name: five, node: floor(url, 5, PAGE, true), beside: five },
	].map((contender) => ({ ...contender, items: [{}] }));
}

/** Return All of 100,000 records: time beside the floor, memory beside the parsed records. */
export async function returnAll(stand: Stand): Promise<Section[]> {
	const title = `3a. Return All of ${RECORDS} records, ${PAGE} a page, service 20 ms`;
	return [await stand.compare(title, SCENE, readers(stand.service.url)), memory()];
}

function memory(): Section {
	const [parsed, own, least] = ['parsed', 'this node, default', `floor, ${AUTOMATIC} at once`].map(
		(name) => ({ name, ...heapOf(name) }),
	);
	if (parsed === undefined || own === undefined || least === undefined) throw new Error('No heap');
	const goalOf = (words: string, bytes: number) => {
		return {
			words: `${words} against the records`,
			value: bytes / parsed.held,
			most: 2,
			unit: ' ×',
		};
	};
	return {
		title: `3b. Heap against the parsed records (${(parsed.held / 1e6).toFixed(1)} MB)`,
		head: ['', 'peak', 'needed'],
		rows: [own, least].map(({ name, peak, needed }) => {
			return [name, ratio(peak, parsed.held), ratio(needed, parsed.held)];
		}),
		goals: [goalOf('peak heap', own.peak), goalOf('needed heap', own.needed)],
	};
}

/** Measures a reader in a process that does nothing else. */
function heapOf(name: string): Heap {
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, '../memoryProcess.ts'), name];
	return jsonParse<Heap>(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
