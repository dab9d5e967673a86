/** One topic of a brand: its title, one piece of it, and several of it. */
export type TopicWords = readonly [title: string, one: string, many: string];

/**
 * What a project of the sandbox is about. Every brand here is invented; the addresses end in
 * `.example`.
 */
export interface Brand {
	readonly name: string;
	readonly url: string;
	readonly price: string;
	readonly rivals: readonly [string, ...string[]];
	readonly topics: readonly [TopicWords, ...TopicWords[]];
}

const plural = (title: string, one: string): TopicWords => [title, one, title.toLowerCase()];

const coffee: Brand = {
	name: 'Ember & Oak Coffee',
	url: 'https://emberandoak.example',
	price: '$500',
	rivals: ['Brewline', 'Casa Moka', 'Northcup', 'Velvet Roast', 'Grindhaus'],
	topics: [
		plural('Espresso machines', 'espresso machine'),
		plural('Coffee grinders', 'coffee grinder'),
		plural('Coffee subscriptions', 'coffee subscription'),
		plural('Pour over kettles', 'pour over kettle'),
		plural('Cold brew makers', 'cold brew maker'),
		plural('Milk frothers', 'milk frother'),
		plural('French presses', 'French press'),
		plural('Decaf coffees', 'decaf coffee'),
		plural('Office coffee machines', 'office coffee machine'),
		plural('Travel mugs', 'travel mug'),
		plural('Coffee scales', 'coffee scale'),
		plural('Organic coffee beans', 'organic coffee bean'),
	],
};

const outdoor: Brand = {
	name: 'Ridgeline Outfitters',
	url: 'https://ridgeline.example',
	price: '$200',
	rivals: ['Summit & Pine', 'Trailhaus', 'Fjellkit', 'Cairn Supply', 'Bluewater Gear'],
	topics: [
		plural('Hiking boots', 'hiking boot'),
		plural('Rain jackets', 'rain jacket'),
		plural('Sleeping bags', 'sleeping bag'),
		plural('Backpacking tents', 'backpacking tent'),
		plural('Trail running shoes', 'trail running shoe'),
		plural('Down jackets', 'down jacket'),
		plural('Camping stoves', 'camping stove'),
		plural('Water filters', 'water filter'),
		plural('Trekking poles', 'trekking pole'),
		plural('Headlamps', 'headlamp'),
		plural('Climbing harnesses', 'climbing harness'),
		plural('Hydration packs', 'hydration pack'),
	],
};

const saas: Brand = {
	name: 'Taskpilot',
	url: 'https://taskpilot.example',
	price: '$20 a month',
	rivals: ['Boardly', 'Sprintnest', 'Flowdeck', 'Planwise', 'Kanbase'],
	topics: [
		plural('Project management tools', 'project management tool'),
		plural('Time tracking apps', 'time tracking app'),
		plural('Team wikis', 'team wiki'),
		plural('Kanban boards', 'kanban board'),
		plural('Meeting note takers', 'meeting note taker'),
		plural('Workflow automation tools', 'workflow automation tool'),
		plural('Customer portals', 'customer portal'),
		plural('Help desk systems', 'help desk system'),
		plural('Roadmap planners', 'roadmap planner'),
		plural('Invoicing apps', 'invoicing app'),
		plural('Goal tracking tools', 'goal tracking tool'),
		plural('Resource planners', 'resource planner'),
	],
};

const skincare: Brand = {
	name: 'Lumen Skin',
	url: 'https://lumenskin.example',
	price: '$60',
	rivals: ['Dewbotanic', 'Pure Theory', 'Aloe & Co', 'Nordlys', 'Solbare'],
	topics: [
		plural('Vitamin C serums', 'vitamin C serum'),
		plural('Mineral sunscreens', 'mineral sunscreen'),
		plural('Night creams', 'night cream'),
		plural('Gentle cleansers', 'gentle cleanser'),
		plural('Retinol creams', 'retinol cream'),
		plural('Eye creams', 'eye cream'),
		plural('Clay masks', 'clay mask'),
		plural('Face oils', 'face oil'),
		plural('Exfoliating toners', 'exfoliating toner'),
		plural('Lip balms', 'lip balm'),
		plural('Acne treatments', 'acne treatment'),
		plural('Body lotions', 'body lotion'),
	],
};

const bikes: Brand = {
	name: 'Kettle Cycles',
	url: 'https://kettlecycles.example',
	price: '$1500',
	rivals: ['Velostead', 'Chainring', 'Pedalworks', 'Metrowheel', 'Gravelkind'],
	topics: [
		plural('Electric bikes', 'electric bike'),
		plural('Gravel bikes', 'gravel bike'),
		plural('Cargo bikes', 'cargo bike'),
		plural('Folding bikes', 'folding bike'),
		plural('Bike helmets', 'bike helmet'),
		plural('Bike lights', 'bike light'),
		plural('Bike locks', 'bike lock'),
		plural('Kids bikes', 'kids bike'),
		plural('Bike trailers', 'bike trailer'),
		plural('Pannier bags', 'pannier bag'),
		plural('Bike pumps', 'bike pump'),
		plural('Cycling shoes', 'cycling shoe'),
	],
};

/** The brands by name. */
export const BRANDS = { coffee, outdoor, saas, skincare, bikes };

/** The questions people ask an AI assistant; twenty for each topic. */
export const QUESTIONS: ReadonlyArray<(words: TopicWords, brand: Brand, rival: string) => string> =
	[
		([, one], brand) => `best ${one} under ${brand.price}`,
		([, one]) => `best ${one} for beginners`,
		([, one]) => `what is the best ${one} right now`,
		([, one]) => `how do I choose the right ${one}`,
		([, , many], brand, rival) => `${brand.name} vs ${rival}: who makes better ${many}`,
		([, , many], brand) => `is ${brand.name} good for ${many}`,
		([, one]) => `most reliable ${one} brands`,
		([, one]) => `cheapest ${one} that is still good`,
		([, one]) => `which ${one} do experts recommend`,
		([, one]) => `which ${one} is easiest to use`,
		([, , many], _brand, rival) => `alternatives to ${rival} for ${many}`,
		([, , many]) => `what should I look for in ${many}`,
		([, , many]) => `are expensive ${many} worth it`,
		([, , many]) => `top 10 ${many} compared`,
		([, , many]) => `where can I buy ${many} online`,
		([, , many]) => `${many} with the best reviews`,
		([, , many]) => `common problems with ${many}`,
		([, , many]) => `what do people on forums say about ${many}`,
		([, , many]) => `how much should I spend on ${many}`,
		([, one]) => `which ${one} has the best customer support`,
	];

type Platform = readonly [name: string, provider: string, category: string];
type Market = readonly [
	country_code: string,
	country: string,
	language_code: string,
	language: string,
];

/** Platforms. The names are the ones the vendor's documentation mentions (public). */
export const PLATFORMS: readonly [Platform, ...Platform[]] = [
	['ChatGPT', 'OpenAI', 'assistant'],
	['Perplexity', 'Perplexity AI', 'answer engine'],
	['Claude', 'Anthropic', 'assistant'],
	['Gemini', 'Google', 'assistant'],
	['Google AI Overviews', 'Google', 'search'],
];

/** Markets. A market is one country plus one language (public). */
export const MARKETS: readonly [Market, ...Market[]] = [
	['US', 'United States', 'en', 'English'],
	['GB', 'United Kingdom', 'en', 'English'],
	['DE', 'Germany', 'de', 'German'],
	['FR', 'France', 'fr', 'French'],
	['CA', 'Canada', 'fr', 'French'],
	['AU', 'Australia', 'en', 'English'],
];
