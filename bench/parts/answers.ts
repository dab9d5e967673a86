import type { INodeParameters } from 'n8n-workflow';
import { Bench, project } from '../../dev/engine';
import { PROJECTS } from '../../sandbox';
import { LISTS } from '../../nodes/Geo/operations/lists';
import type { Section } from '../report';

/** The most of the records that a tool may hand on, in percent of their characters. */
const MAX_PERCENT = 75;

/** How long an answer is to an AI model, in characters. */
interface AnswerSize {
	readonly name: string;
	/** Records with all their fields, one object each: what the node returns. */
	readonly records: number;
	readonly simplified: number;
	/** What a tool answers. */
	readonly answer: number;
}

/** What 50 records of each list cost an AI agent: the same on every machine. */
export async function answers(): Promise<Section[]> {
	const bench = await new Bench().open();
	try {
		const rows: AnswerSize[] = [];
		for (const { name, value } of LISTS) rows.push(await sizesOf(bench, name, value));
		const data = Array.from({ length: 50 }, (_, index) => nestedKeyword(index));
		const body = { data, total: data.length };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity });
		rows.push(await sizesOf(bench, 'Keyword, each with 40 answers', 'keyword'));
		return [sectionOf(rows)];
	} finally {
		await bench.close();
	}
}

/** A keyword in the form of the vendor's older export (public), with the answers it occurs in. */
function nestedKeyword(index: number) {
	return {
		...{ id: `kw-${index}`, keyword: `best coffee ${index}`, theme: 'Price' },
		...{ subtheme: 'Affordable', created_at: '2026-10-01T00:00:00.000Z' },
		answers: Array.from({ length: 40 }, (_, place) => ({
			...{ response_id: `answer-${index}-${place}`, prompt_id: `prompt-${place}` },
			...{ platform_name: 'ChatGPT', rank: 1 + (place % 9), answer_text: 'x'.repeat(120) },
		})),
	};
}

async function sizesOf(bench: Bench, name: string, resource: string): Promise<AnswerSize> {
	const read = { resource, operation: 'getAll', project: project(PROJECTS.coffee) };
	const size = async (node: 'geo' | 'geoTool', parameters: INodeParameters) => {
		const run = await bench.run(node, { ...read, ...parameters });
		if (run.error !== undefined) throw new Error(`${name}: ${run.error.message}`);
		return JSON.stringify(run.rows).length;
	};
	return {
		name,
		records: await size('geo', { output: 'records' }),
		simplified: await size('geo', { output: 'simplified' }),
		answer: await size('geoTool', { maxOutputSize: 0 }),
	};
}

function sectionOf(rows: readonly AnswerSize[]): Section {
	const percent = ({ records, answer }: AnswerSize) => Math.round((100 * answer) / records);
	const text = (value: number) => value.toLocaleString('en');
	return {
		title:
			'9. What a tool hands to an AI model, in characters: 50 records, or all if there are fewer',
		notes: ['A tool answers with simplified records in a table, unless another output is chosen.'],
		head: ['List', 'Node, Records', 'Node, Simplified', 'Tool', 'Tool / Records'],
		rows: rows.map((row) => [
			row.name,
			...[row.records, row.simplified, row.answer].map(text),
			`${percent(row)} %`,
		]),
		goals: [
			{
				words: 'the largest answer against its records, of 2,000 characters or more',
				value: Math.max(...rows.filter(({ records }) => records >= 2000).map(percent)),
				most: MAX_PERCENT,
				unit: ' %',
			},
		],
		data: rows,
	};
}
