import type { IDataObject } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import type { Facts } from './facts';

/** What an answer has to contain: a number or a text as JSON has it, or a pattern. */
export type Part = RegExp | number | string;

/** A question of a marketer, with the call of Ask that answers it. */
export interface Question {
	readonly question: string;
	readonly call: IDataObject;
	/** What the answer must contain, from the truth of the sandbox. */
	readonly must: (facts: Facts) => readonly Part[];
	/** What it must not claim. */
	readonly mustNot?: RegExp;
}

const { coffee: E, outdoor: R, saas: T } = PROJECTS;
const [EMBER, RIDGELINE, TASKPILOT] = ['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot'];
const ALL = [EMBER, RIDGELINE, TASKPILOT];

const SOV = 'share of voice';

/** Those of the first try, then others. */
export const QUESTIONS: readonly Question[] = [
	{
		question: 'How is Ember against last week on Perplexity?',
		call: {
			...{ What: SOV, Project: 'Ember & Oak Coffee', Where: 'platform = Perplexity' },
			...{ Date_Range: 'thisWeek', Compare_With: 'previousPeriod', By: 'platform' },
		},
		must: () => [
			'"Perplexity"',
			/includes_today":"yes/,
			/platform = Perplexity \(a filter/,
			/compared_with/,
		],
	},
	{
		question: 'Which prompts lost visibility this month, and how many?',
		call: {
			...{
				What: 'prompts',
				Project: 'Ridgeline',
				Date_Range: 'thisMonth',
				Compare_With: 'previousPeriod',
			},
			Where: 'avg_visibility_score_change < 0',
		},
		must: () => [
			/"count":\{"shown":\d+,"of":\d+/,
			'avg_visibility_score_change < 0',
			`→ ${RIDGELINE}`,
		],
	},
	{
		question: 'What are the top 5 cited domains of all clients?',
		call: { What: 'domains', Project: '*', Top: '5 highest num_answers', Date_Range: 'last7Days' },
		must: ({ top }) => [
			...top('domain', 'answers_count', E, 7).slice(0, 1),
			'"shown":5',
			'project_name',
		],
	},
	{
		question: 'Which tasks are overdue?',
		call: { What: 'tasks', Project: '*', Where: 'status != done' },
		must: () => [...ALL, '"status"'],
		mustNot: /due_date|overdue/,
	},
	{
		question: 'How was Q3 against Q2 for Taskpilot?',
		call: { What: SOV, Project: 'Taskpilot', Date_Range: '2026-Q3', Compare_With: '2026-Q2' },
		must: ({ of }) => [
			of('share_of_voice', T, '2026-07-01', '2026-09-30'),
			of('share_of_voice', T, '2026-04-01', '2026-06-30'),
			'share_of_voice_change',
		],
	},
	{
		question: 'Yesterday against the day before, by platform?',
		call: {
			...{ What: SOV, Project: EMBER, Date_Range: 'yesterday', Compare_With: 'previousPeriod' },
			By: 'platform',
		},
		must: ({ by, ago }) => [...by('platform', 'share_of_voice', E, ago(1), ago(1)), ago(2)],
	},
	{
		question: "What is the competitors' share of voice?",
		call: { What: 'competitors', Project: EMBER },
		must: () => ['Brewline', 'mentions_count'],
		mustNot: /share_of_voice/,
	},
	{
		question: 'How is Embr & Oak doing?',
		call: { What: SOV, Project: 'Embr & Oak' },
		must: () => [/^ERROR: No project has the name .*Embr & Oak/, EMBER],
	},
	{
		question: 'How is Taskpilot in Deutschland on ChatGPT?',
		call: { What: SOV, Project: 'Taskpilot', Where: 'market = Deutschland, platform = ChatGPT' },
		must: () => [/^ERROR: 'Deutschland' is not among the markets/, 'United States'],
	},
	{
		question: 'How is the outdoor client doing?',
		call: { What: SOV, Project: 'the outdoor client' },
		must: () => [/^ERROR: No project has the name/, RIDGELINE],
	},
	{
		question: 'Share of voice since last Monday?',
		call: { What: SOV, Project: EMBER, Date_Range: 'since last Monday' },
		must: ({ ago }) => [/^ERROR: .*has no entry 'since last Monday'/, `Today is ${ago(0)}`],
	},
	{
		question: 'How is Nike doing?',
		call: { What: SOV, Project: 'Nike' },
		must: () => [/^ERROR: No project has the name or URL 'Nike'/, ...ALL],
	},
	{
		question: 'What is our overall share of voice?',
		call: { What: SOV, Project: '*', Date_Range: 'last28Days' },
		must: ({ of, ago }) => [E, R, T].map((id) => of('share_of_voice', id, ago(28), ago(1))),
	},
	{
		question: 'Is Ridgeline spoken of well?',
		call: { What: 'sentiment', Project: RIDGELINE, By: 'topic', Date_Range: 'last28Days' },
		must: ({ by, ago }) => [
			...by('topic', 'total_keyword_occurrences', R, ago(28), ago(1)),
			'not documented',
		],
		mustNot: /positive/,
	},
	{
		question: 'Which platform mentions us most?',
		call: { What: 'mentions', Project: EMBER, By: 'platform', Top: '1 highest mentions_count' },
		must: ({ by, ago }) => by('platform', 'mentions_count', E, ago(7), ago(1)).slice(0, 1),
	},
	{
		question: 'What is the weekly trend over 90 days?',
		call: { What: SOV, Project: EMBER, By: 'week, platform', Date_Range: 'last90Days' },
		must: ({ ago }) => ['period_start', `"${ago(90)}"`, `"${ago(1)}"`, '"by":["model","Week"]'],
	},
	{
		question: 'Which prompts are the worst over all clients?',
		call: { What: 'prompts', Project: '*', Top: '5 highest avg_rank' },
		must: () => ['"shown":5', 'avg_rank', 'project_name'],
	},
	{
		question: 'Which prompts rank worse than 5?',
		call: { What: 'prompts', Project: '*', Where: 'avg_rank > 5' },
		must: () => [
			/avg_rank > 5\\" leaves none of 240 records of Ember & Oak Coffee: avg_rank goes from/,
		],
		mustNot: /"rows"/,
	},
	{
		question: 'Which prompts are tagged Comparison?',
		call: { What: 'prompts', Project: EMBER, Where: 'tag = Comparison' },
		must: () => ['tag = Comparison (a filter of the service)', /"of":\d+/],
	},
	{
		question: 'How many prompts has each client?',
		call: { What: 'prompts', Project: '*' },
		must: () => [
			'"by_project":{"Ember & Oak Coffee":240,"Ridgeline Outfitters":112,"Taskpilot":35}',
		],
	},
	{
		question: 'Which domains are new this week against the whole last week?',
		call: {
			...{ What: 'domains', Project: EMBER, Date_Range: 'thisWeek', Compare_With: 'wholePrevious' },
			Where: '_status = new',
		},
		must: () => ['the whole period before', /includes_today":"yes/],
	},
	{
		question: 'What did ChatGPT say to prompt X?',
		call: { What: 'answers', Project: EMBER },
		must: () => [/^ERROR: 'What' has no entry 'answers'/, 'Write one of share of voice'],
	},
	{
		question: 'Which pages of one site are cited?',
		call: { What: 'cited pages', Project: EMBER, Where: 'citation_domain contains urban' },
		must: () => ['urban', 'citation_uri'],
		mustNot: /"practical/,
	},
	{
		question: 'How is Ember against Taskpilot?',
		call: { What: SOV, Project: `${EMBER}, Taskpilot`, Date_Range: 'last28Days' },
		must: ({ of, ago }) => [E, T].map((id) => of('share_of_voice', id, ago(28), ago(1))),
		mustNot: /Ridgeline/,
	},
	{
		question: 'Which client is the best overall?',
		call: { What: SOV, Project: 'all', Top: '1 highest share_of_voice', Date_Range: 'last28Days' },
		must: ({ of, ago }) => [
			Math.max(...[E, R, T].map((id) => of('share_of_voice', id, ago(28), ago(1)))),
			'"shown":1',
		],
	},
	{
		question: 'Which clients are there?',
		call: { What: 'projects', Project: '*' },
		must: () => ALL,
	},
	{
		question: 'Share of voice of Ember by topic in the last 28 days?',
		call: { What: SOV, Project: E, By: 'topic', Date_Range: 'last28Days' },
		must: ({ by, ago }) => by('topic', 'share_of_voice', E, ago(28), ago(1)),
	},
	{
		question: 'How many citations had Ridgeline by platform in the last 14 days?',
		call: { What: 'citations', Project: RIDGELINE, By: 'platform', Date_Range: 'last 14 days' },
		must: ({ by, ago }) => by('platform', 'count', R, ago(14), ago(1)),
	},
	{
		question: 'How many citations in all last month?',
		call: { What: 'citations', Project: RIDGELINE, By: 'total', Date_Range: 'lastMonth' },
		must: ({ of, lastMonth: [from, to] }) => [of('count', R, from, to), `${from} to ${to}`],
	},
	{
		question: 'Where do rivals stand for Taskpilot?',
		call: { What: 'competitors', Project: 'Taskpilot', Top: '3 highest mentions_count' },
		must: () => ['"shown":3', '"of":6'],
	},
	{
		question: 'Which platforms are tracked for Taskpilot?',
		call: { What: 'platforms', Project: 'Taskpilot' },
		must: () => ['ChatGPT', 'Gemini', 'Google AI Overviews'],
		mustNot: /Perplexity/,
	},
	{
		question: 'Which markets are tracked for all clients?',
		call: { What: 'markets', Project: '*' },
		must: () => ['prompts_count', '"by_project"'],
	},
	{
		question: 'Which tags are used most?',
		call: { What: 'tags', Project: EMBER, Top: '3 highest query_count' },
		must: () => ['query_count', '"shown":3'],
	},
	{
		question: 'Which topics have the most prompts?',
		call: { What: 'topics', Project: RIDGELINE, Top: '2 highest prompts_count' },
		must: () => ['prompts_count', '"shown":2', '"of":8'],
	},
	{
		question: 'Which keywords go with hiking boots?',
		call: { What: 'keywords', Project: RIDGELINE, Where: 'keyword contains hiking' },
		must: () => ['hiking boots', 'website_count'],
		mustNot: /sleeping/,
	},
	{
		question: 'What is the share of voice today?',
		call: { What: SOV, Project: EMBER, Date_Range: 'today', By: 'platform' },
		must: ({ ago }) => [`"period":"${ago(0)}"`, /includes_today":"yes: today is not over/],
	},
	{
		question: 'And per month this year?',
		call: { What: SOV, Project: EMBER, Date_Range: 'thisYear', By: 'month, platform' },
		must: ({ ago }) => [`${ago(0).slice(0, 4)}-01-31`, 'period_start'],
	},
	{
		question: 'Which tasks are in review?',
		call: { What: 'tasks', Project: '*', Where: 'status = in_review' },
		must: () => ['in_review'],
		mustNot: /"done"/,
	},
	{
		question: 'Which tasks does Tom Okafor have?',
		call: { What: 'tasks', Project: EMBER, Where: 'assignee = tom okafor' },
		must: () => ['Tom Okafor'],
		mustNot: /Ines Calder/,
	},
	{
		question: 'Which tasks are late?',
		call: { What: 'tasks', Project: EMBER, Where: 'due_date < 2026-11-01' },
		must: () => [/^ERROR: No record has a field 'due_date'/, 'status', 'created_at'],
	},
	{
		question: 'What is the visibility of prompts about travel mugs?',
		call: { What: 'prompts', Project: EMBER, Where: 'prompt contains travel mug' },
		must: () => ['travel mug', 'avg_visibility_score', '"of":20'],
		mustNot: /decaf/,
	},
	{
		question: 'Which prompts moved up most on rank?',
		call: {
			...{
				What: 'prompts',
				Project: EMBER,
				Date_Range: 'last28Days',
				Compare_With: 'previousPeriod',
			},
			...{ Where: 'avg_rank_change = better', Top: '5 biggest rise avg_rank' },
		},
		must: () => ['avg_rank_change', '"shown":5'],
	},
	{
		question: 'Which prompts fell on rank by more than 1?',
		call: {
			...{
				What: 'prompts',
				Project: EMBER,
				Date_Range: 'last28Days',
				Compare_With: 'previousPeriod',
			},
			Where: 'avg_rank_change > 1',
		},
		must: () => [/^ERROR: .*a lower rank is better\. Write avg_rank_change = better or/],
	},
	{
		question: 'Share of voice in October, and against September?',
		call: {
			What: SOV,
			Project: EMBER,
			By: 'platform',
			Date_Range: '2026-10',
			Compare_With: '2026-09',
		},
		must: () => ['2026-10-01 to 2026-10-31', '(2026-09-01 to 2026-09-30)'],
	},
	{
		question: 'Compare last month with last year?',
		call: { What: SOV, Project: EMBER, Date_Range: 'lastMonth', Compare_With: 'lastYear' },
		must: () => [/^ERROR: 'Compare With' has no entry 'lastYear'/, 'samePeriodLastYear'],
	},
	{
		question: 'Show the next prompts',
		call: { What: 'prompts', Project: EMBER, Next: '50' },
		must: () => ['"of":240', '"next":"100"', 'prompt-0051'],
		mustNot: /prompt-0050"/,
	},
	{
		question: 'The five prompts of each client with the lowest visibility?',
		call: { What: 'prompts', Project: '*', Top: '5 lowest avg_visibility_score each' },
		must: () => ['"shown":15', '"by_project"'],
	},
	{
		question: 'Top 5 prompts of all?',
		call: { What: 'prompts', Project: '*', Top: '5' },
		must: () => [/^ERROR: 'Top' of several projects needs a field/],
	},
	{
		question: 'Share of voice on ChatGPT or Perplexity?',
		call: { What: SOV, Project: EMBER, Where: 'platform = ChatGPT, platform = Perplexity' },
		must: () => [/^ERROR: The filter platform is set twice/],
	},
	{
		question: 'Which pages are in answers that cite Urban Journal?',
		call: { What: 'cited pages', Project: EMBER, Where: 'cited_domain = urbanjournal.test' },
		must: () => [
			/records have another Cited Domain: the service may not apply this filter/,
			'citation_domain contains urbanjournal.test',
		],
	},
	{
		question: 'How is Ember in Germany?',
		call: { What: SOV, Project: EMBER, By: 'platform', Where: 'market = Germany' },
		must: () => ['market = Germany (a filter of the service)', '"ChatGPT"'],
	},
	{
		question: 'What is the search volume?',
		call: { What: 'search volume', Project: EMBER },
		must: () => [/^ERROR: 'What' has no entry 'search volume'/],
	},
];
