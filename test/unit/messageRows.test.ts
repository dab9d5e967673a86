import type { JsonValue } from 'n8n-workflow';
import { linesOf, write } from './messages';

describe('Rows of any kind', () => {
	it('have headings in words, without IDs and empty fields', () => {
		const row = {
			prompt_id: 'p1',
			prompt: 'best crm',
			topicId: 4,
			topic_name: 'CRM',
			url: 'x.com',
		};
		const { markdown } = write([{ ...row, avg_rank: 2, note: null, empty: '' }]);
		expect(markdown).toContain('| Prompt | Avg rank | Topic | URL |\n');
	});

	it('keep fields that only end like an ID', () => {
		expect(write([{ prompt: 'A', paid: 4, grid: 5 }]).markdown).toContain('| A | 4 | 5 |');
	});

	it('are told apart by their ID if there is nothing else', () => {
		expect(write([{ id: 'p1', score: 5 }]).markdown).toContain('| p1 | 5 |');
		expect(write([{ score: 5 }]).markdown).toContain('| Overall | 5 |');
		expect(write([{ score: 5 }, { score: 6 }]).markdown).toContain('| 2 | 6 |');
	});

	it('have objects and lists as short texts', () => {
		const models: JsonValue[] = [{ id: 1, name: 'ChatGPT' }, ['Gemini'], 'Claude', 'X', 'Y'];
		const { markdown } = write([{ prompt: 'A', market: { country: 'US' }, models, live: true }]);
		expect(markdown).toContain('| Prompt | Market country | Models | Live |');
		expect(markdown).toContain('| A | US | ChatGPT, Gemini, Claude, and 2 more | yes |');
	});

	it('are drawn as bars only where they are amounts', () => {
		const rows = [
			{ prompt: 'A', avg_rank: 2, visibility_score: 40 },
			{ prompt: 'B', avg_rank: 1, visibility_score: 0 },
		];
		expect(write(rows).html.match(/border-top/g)).toHaveLength(1);
		expect(write([{ prompt: 'A', avg_rank: 2, change: -2 }]).html).not.toContain('border-top');
	});

	it('stand below their project, each with about as many rows as the others', () => {
		const rows = ['Acme', 'Globex'].flatMap((project_name, project) =>
			Array.from({ length: 30 }, (_, index) => ({
				project_id: `p${project}`,
				project_name,
				topic: `t${index}`,
				share: index,
			})),
		);
		const { text, markdown, html, slack } = write(rows, { maxRows: 4 });
		expect(linesOf(text).slice(3)).toEqual([
			'[Acme]',
			't0 0',
			't1 1',
			'[Globex]',
			't0 0',
			't1 1',
			'and 56 more',
		]);
		expect(markdown).toContain('### Globex\n\n| Topic | Share |');
		expect(html.match(/colspan="2"/g)).toHaveLength(2);
		expect(slack).toContain('\n\n*Globex*\n```');
	});

	it('stand below the name and the ID of their project where another has the same name', () => {
		const long = `A chain of coffee shops with a name that is ${'very '.repeat(9)}long`;
		const projects = [
			['p1', 'Acme'],
			['p_2', 'Globex'],
			['p_3', 'Acme'],
			['p4', `${long} in Vienna`],
			['p5', `${long} in Graz`],
		] as const;
		const rows = projects.map(([project_id, project_name], share) => ({
			...{ project_id, project_name, topic: `t${share}`, share },
		}));
		const { text, markdown, html, slack } = write(rows, { maxRows: 5 });
		const cut = `${long.slice(0, 59).trimEnd()}…`;
		expect(linesOf(text).slice(3)).toEqual([
			...['[Acme (p1)]', 't0 0', '[Globex]', 't1 1', '[Acme (p_3)]', 't2 2'],
			...[`[${cut} (p4)]`, 't3 3', `[${cut} (p5)]`, 't4 4'],
		]);
		expect(markdown.match(/^### .*$/gm)).toEqual([
			...['### Acme (p1)', '### Globex', '### Acme (p\\_3)'],
			...[`### ${cut} (p4)`, `### ${cut} (p5)`],
		]);
		for (const form of [html, slack]) {
			for (const heading of ['Acme (p1)', 'Globex', 'Acme (p_3)', `${cut} (p4)`, `${cut} (p5)`]) {
				expect(form).toContain(heading);
			}
		}
		expect(html.match(/colspan="2"/g)).toHaveLength(5);
	});

	it('are a paragraph each if a table would be too wide', () => {
		const prompt =
			'What is the best project management tool for a small agency with remote clients?';
		const { text, slack } = write([{ prompt, share: 4, topic: 'CRM', market: null }]);
		expect(text).toContain(`${prompt}\n  Share  4\n  Topic  CRM`);
		expect(slack).toContain(`• *${prompt}*\n   Share: 4\n   Topic: CRM`);
	});

	it('may be none', () => {
		const { text, slack, markdown, html } = write([], { period: { start: 'Last week' } });
		for (const form of [text, slack, markdown, html]) {
			expect(form).toContain('There is nothing to show for this period.');
			expect(form).toContain('Last week');
		}
	});

	it('come with notes', () => {
		const notes = ['One project could not be read.', ' '];
		const { text, slack, markdown, html } = write([], { notes });
		for (const form of [text, slack, html]) expect(form).toContain(`Note: ${notes[0] ?? ''}`);
		expect(markdown).toMatch(/\n> One project could not be read\.$/);
	});
});
