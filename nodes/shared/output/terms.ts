const TERM_ROWS: Readonly<Record<string, readonly [one: string, several?: string]>> = {
	answer: ['answer', 'answers'],
	branded: ['branded'],
	'cited domain': ['cited domain'],
	'cited page': ['cited page', 'cited pages'],
	'cited page url': ['cited page URL'],
	citation: ['citation', 'citations'],
	'citation share': ['citation share'],
	client: ['client', 'clients'],
	competitor: ['competitor', 'competitors'],
	country: ['country'],
	created: ['created'],
	date: ['day', 'days'],
	day: ['day', 'days'],
	domain: ['domain', 'domains'],
	'due date': ['due'],
	'has shopping card': ['shopping card'],
	intent: ['intent'],
	keyword: ['keyword', 'keywords'],
	'keyword occurrences': ['keyword occurrences'],
	market: ['market', 'markets'],
	mention: ['mention', 'mentions'],
	model: ['AI platform', 'AI platforms'],
	month: ['month', 'months'],
	number: ['number', 'numbers'],
	page: ['page', 'pages'],
	'performance report': ['performance'],
	platform: ['AI platform', 'AI platforms'],
	'positive keyword occurrences': ['positive keyword occurrences'],
	project: ['client', 'clients'],
	prompt: ['prompt', 'prompts'],
	query: ['prompt', 'prompts'],
	published: ['published'],
	rank: ['rank (1 is best)'],
	record: ['row', 'rows'],
	'self website': ['own website'],
	'share of voice': ['share of voice'],
	status: ['status'],
	subtheme: ['subtheme'],
	tag: ['tag', 'tags'],
	task: ['task', 'tasks'],
	theme: ['theme'],
	title: ['title'],
	topic: ['topic', 'topics'],
	'unique domains': ['domains'],
	'unique pages': ['pages'],
	updated: ['updated'],
	visibility: ['visibility'],
	website: ['website', 'websites'],
	'website mentioned in answer': ['website mentioned in the answer'],
	'website mentioned in citation': ['website mentioned in the citation'],
	week: ['week', 'weeks'],
};

const TERMS = new Map(Object.entries(TERM_ROWS));

/** Matches words that tell people nothing: a message calls `avg_visibility_score` `visibility`. */
const FILLER_WORDS =
	/^(avg|citation(?= (domain|title|uri)$)|is|num|number of|total) | (at|code|count|name|score|text|uri)$/g;

/** Matches names of counts, such as `num_answers`. A message calls them in the plural: `answers`. */
const AMOUNT_NAME = /^(num|total) | count$|s$/;

/** Returns the term for a field or record: `avg_visibility_score` → `visibility`. */
export function findTerm(name: string, isSeveral?: boolean): string | undefined {
	const words = name
		.replace(/[\s_.-]+/g, ' ')
		.trim()
		.toLowerCase();
	const stem = words.replace(FILLER_WORDS, '');
	const forms = [words, stem, stem.replace(/s$/, '')];
	const term = forms.map((form) => TERMS.get(form)).find((found) => found !== undefined);
	const [one, several = one] = term ?? [];
	return (isSeveral ?? AMOUNT_NAME.test(words)) ? several : one;
}
