import { FILTERS } from '../../nodes/shared/form/filters';
import { Language } from '../../nodes/shared/output/language';
import { parseConditions, type RecordSelection } from '../../nodes/shared/table';
import { withUsualSpaces, write } from './messages';

/** The line of a message that names its filters and conditions, in each language. */
function saidOf(selection: Partial<RecordSelection>): string[] {
	return ['en', 'de', 'fr', 'es'].map((locale) => {
		const rows = [{ name: 'a', share: 1 }];
		const { text } = write(rows, { locale, selection: { limit: Infinity, ...selection } });
		const [, said = ''] = /^(?:Limited to|Nur|Limité à|Limitado a) ?: (.*)$/m.exec(text) ?? [];
		return withUsualSpaces(said);
	});
}

describe('A condition', () => {
	it.each<[string, string]>([
		[
			'avg_visibility_score_change < 0',
			'visibility change < 0 | Sichtbarkeit (Änderung) < 0 | visibilité (variation) < 0 | visibilidad (cambio) < 0',
		],
		[
			'avg_rank_change = Worse',
			'rank change worse | Rang (Änderung) schlechter | rang (variation) moins bien | posición (cambio) peor',
		],
		[
			'mentions_count_previous >= 5',
			'mentions before >= 5 | Erwähnungen (vorher) >= 5 | mentions (avant) >= 5 | menciones (antes) >= 5',
		],
		[
			'num_answers_change_percent > 2.50',
			'answers change in percent > 2.5 | Antworten (Änderung in Prozent) > 2,5 | réponses (variation en pourcentage) > 2,5 | respuestas (cambio en porcentaje) > 2,5',
		],
		[
			'prompt contains better',
			'prompt contains better | Prompt enthält better | prompt contient better | prompt contiene better',
		],
		['_status = kept', 'status kept | Status geblieben | statut resté | estado se mantiene'],
		['tag = __proto__', 'tag __proto__ | Tag __proto__ | étiquette __proto__ | etiqueta __proto__'],
		['mentions_count = 0', 'mentions 0 | Erwähnungen 0 | mentions 0 | menciones 0'],
		['num_answers != 1', 'answers != 1 | Antworten != 1 | réponses != 1 | respuestas != 1'],
		[
			'tags contains a',
			'tag contains a | Tag enthält a | étiquette contient a | etiqueta contiene a',
		],
		[
			'title contains True',
			'title contains True | Titel enthält True | titre contient True | título contiene True',
		],
		[
			'title contains "="',
			'title contains = | Titel enthält = | titre contient = | título contiene =',
		],
		['status != new', 'status != new | Status != new | statut != new | estado != new'],
		[
			'is_branded = true',
			'branded yes | mit Markennamen ja | avec la marque oui | con la marca sí',
		],
		[
			'created_at >= 2026-11-01',
			'created >= Nov 1, 2026 | erstellt >= 01.11.2026 | créé >= 1 nov. 2026 | creado >= 1 nov 2026',
		],
	])('%s reads in the language of the message', (text, said) => {
		expect(saidOf({ conditions: parseConditions(text, 'Where') })).toEqual(said.split(' | '));
	});
});

describe('A filter', () => {
	it.each(FILTERS)('$value has a name in each language', ({ value }) => {
		const names = ['en', 'de', 'fr', 'es'].map((locale) => new Language(locale).term(value, false));
		expect(names).not.toContain(undefined);
	});

	it('reads in the language of the message, with all its values', () => {
		const filters = [
			{ field: 'platform', operator: '=', value: 'ChatGPT, Gemini' },
			{ field: 'has_shopping_card', operator: '=', value: 'false' },
		];
		expect(saidOf({ filters })).toEqual([
			'AI platform ChatGPT, Gemini; shopping card no',
			'KI-Plattform ChatGPT, Gemini; Shopping-Karte nein',
			'plateforme d’IA ChatGPT, Gemini; fiche produit non',
			'plataforma de IA ChatGPT, Gemini; ficha de producto no',
		]);
	});
});

it('Of many filters and conditions, a message shows the first five', () => {
	const filters = Array.from({ length: 3 }, (_, at) => {
		return { field: 'tags', operator: '=', value: `${at}` };
	});
	const conditions = parseConditions('a > 1, b > 1, c > 1, d > 1', 'Where');
	const first = (tag: string) => `${tag} 0; ${tag} 1; ${tag} 2; a > 1; b > 1; `;
	expect(saidOf({ filters, conditions })).toEqual([
		...[`${first('tag')}and 2 more`, `${first('Tag')}und 2 weitere`],
		...[`${first('étiquette')}et 2 de plus`, `${first('etiqueta')}y 2 más`],
	]);
	const five = { filters, conditions: conditions.slice(0, 2) };
	expect(saidOf(five)[0]).toBe('tag 0; tag 1; tag 2; a > 1; b > 1');
});
