/** The columns of the tables below. In SENTENCES, English is the key and has no column. */
const LANGUAGES = ['en', 'de', 'fr', 'es'];

const [COLUMN_SEPARATOR, PLURAL_SEPARATOR] = [' | ', '/'];

/** The sentences of messages and events, with values for the braces. */
export const SENTENCES = {
	Change: 'Änderung | Variation | Cambio',
	'{what} by {parts}': '{what} nach {parts} | {what} par {parts} | {what} por {parts}',
	'Limited to: {what}': 'Nur: {what} | Limité à : {what} | Limitado a: {what}',
	'{measure} before': '{measure} (vorher) | {measure} (avant) | {measure} (antes)',
	'{measure} change': '{measure} (Änderung) | {measure} (variation) | {measure} (cambio)',
	'{measure} change in percent':
		'{measure} (Änderung in Prozent) | {measure} (variation en pourcentage) | {measure} (cambio en porcentaje)',
	contains: 'enthält | contient | contiene',
	better: 'besser | mieux | mejor',
	worse: 'schlechter | moins bien | peor',
	kept: 'geblieben | resté | se mantiene',
	'and {count} more': 'und {count} weitere | et {count} de plus | y {count} más',
	'{value} each': 'je {value} | {value} chacun | {value} cada uno',
	'{who}: {what}': '{who}: {what} | {who} : {what} | {who}: {what}',
	'{count} biggest falls of {measure}':
		'{count} größte Rückgänge, {measure} | {count} plus fortes baisses, {measure} | {count} mayores caídas, {measure}',
	'{count} biggest rises of {measure}':
		'{count} größte Anstiege, {measure} | {count} plus fortes hausses, {measure} | {count} mayores subidas, {measure}',
	'{count} biggest moves of {measure}':
		'{count} größte Veränderungen, {measure} | {count} plus fortes variations, {measure} | {count} mayores cambios, {measure}',
	'top {count} by {measure}':
		'Top {count} nach {measure} | top {count} par {measure} | top {count} por {measure}',
	'last {count} by {measure}':
		'letzte {count} nach {measure} | {count} derniers par {measure} | últimos {count} por {measure}',
	'{days}, compared with {other}':
		'{days}, verglichen mit {other} | {days}, par rapport à {other} | {days}, frente a {other}',
	'{days}, each compared with {other}':
		'{days}, jeweils verglichen mit {other} | {days}, chaque fois par rapport à {other} | {days}, cada vez frente a {other}',
	'compared with {other}': 'verglichen mit {other} | par rapport à {other} | frente a {other}',
	'the period before': 'dem Zeitraum davor | la période précédente | el período anterior',
	'the same period last year':
		'demselben Zeitraum im Vorjahr | la même période un an avant | el mismo período del año anterior',
	'the chosen dates': 'den gewählten Tagen | les dates choisies | las fechas elegidas',
	'As of {day}': 'Stand: {day} | Au {day} | A {day}',
	'As of {day}. The source does not say which days it counts.':
		'Stand: {day}. Die Quelle sagt nicht, welche Tage sie zählt. | Au {day}. La source ne dit pas quels jours elle compte. | A {day}. La fuente no dice qué días cuenta.',
	'Not a whole {part}: {names}.':
		'Nicht vollständig ({part}): {names}. | Incomplet ({part}) : {names}. | Incompleto ({part}): {names}.',
	'since {day}': 'seit {day} | depuis le {day} | desde {day}',
	'until {day}': 'bis {day} | jusqu’au {day} | hasta {day}',
	'{count} fell': '{count} gefallen | {count} en baisse | {count} a la baja',
	'{count} rose': '{count} gestiegen | {count} en hausse | {count} al alza',
	'{count} got worse': '{count} schlechter | {count} moins bien | {count} peor',
	'{count} got better': '{count} besser | {count} mieux | {count} mejor',
	'{count} unchanged': '{count} unverändert | {count} sans changement | {count} sin cambios',
	'{count} new': '{count} neu | {count} en plus | {count} más',
	'{count} gone': '{count} weg | {count} en moins | {count} menos',
	'Biggest move, from {before} to {now}: {name}':
		'Größte Veränderung, von {before} auf {now}: {name} | Plus forte variation, de {before} à {now} : {name} | Mayor cambio, de {before} a {now}: {name}',
	'Biggest fall, from {before} to {now}: {name}':
		'Größter Rückgang, von {before} auf {now}: {name} | Plus forte baisse, de {before} à {now} : {name} | Mayor caída, de {before} a {now}: {name}',
	'Biggest rise, from {before} to {now}: {name}':
		'Größter Anstieg, von {before} auf {now}: {name} | Plus forte hausse, de {before} à {now} : {name} | Mayor subida, de {before} a {now}: {name}',
	'First, with {now}: {name}':
		'An erster Stelle, mit {now}: {name} | En tête, avec {now} : {name} | En primer lugar, con {now}: {name}',
	'Highest: {name}, {now}. Lowest: {other}, {least}.':
		'Am höchsten: {name}, {now}. Am niedrigsten: {other}, {least}. | Le plus haut : {name}, {now}. Le plus bas : {other}, {least}. | Máximo: {name}, {now}. Mínimo: {other}, {least}.',
	'Best: {name}, {now}. Weakest: {other}, {least}.':
		'Am besten: {name}, {now}. Am schwächsten: {other}, {least}. | Le meilleur : {name}, {now}. Le plus faible : {other}, {least}. | El mejor: {name}, {now}. El más débil: {other}, {least}.',
	'first {first}, last {last}, highest {most} ({mostDay}), lowest {least} ({leastDay})':
		'zuerst {first}, zuletzt {last}, am höchsten {most} ({mostDay}), am niedrigsten {least} ({leastDay}) | au début {first}, à la fin {last}, au plus haut {most} ({mostDay}), au plus bas {least} ({leastDay}) | al principio {first}, al final {last}, máximo {most} ({mostDay}), mínimo {least} ({leastDay})',
	'Each line of bars goes from its own lowest value to its own highest.':
		'Jede Zeile mit Balken reicht von ihrem niedrigsten bis zu ihrem höchsten Wert. | Chaque ligne de barres va de sa valeur la plus basse à sa plus haute. | Cada línea de barras va de su valor más bajo a su valor más alto.',
	'better, was {before}': 'besser, war {before} | mieux, avant {before} | mejor, antes {before}',
	'worse, was {before}':
		'schlechter, war {before} | moins bien, avant {before} | peor, antes {before}',
	'was {before}': 'war {before} | avant {before} | antes {before}',
	new: 'neu | nouveau | nuevo',
	'gone, was {before}': 'weg, war {before} | disparu, avant {before} | ya no está, antes {before}',
	gone: 'weg | disparu | ya no está',
	'no value before': 'vorher kein Wert | pas de valeur avant | sin valor antes',
	unchanged: 'unverändert | sans changement | sin cambios',
	'{number} pts': '{number} Pkt. | {number} pts | {number} pts',
	yes: 'ja | oui | sí',
	no: 'nein | non | no',
	'{count} of {total} {things}':
		'{count} von {total} {things} | {count} sur {total} {things} | {count} de {total} {things}',
	'{count} of at least {total} {things}':
		'{count} von mindestens {total} {things} | {count} sur au moins {total} {things} | {count} de al menos {total} {things}',
	'There may be more.': 'Es kann weitere geben. | Il peut y en avoir d’autres. | Puede haber más.',
	'those that fell most':
		'die am stärksten gefallenen | les plus fortes baisses | los que más cayeron',
	'those that rose most':
		'die am stärksten gestiegenen | les plus fortes hausses | los que más subieron',
	'those that moved most':
		'die größten Veränderungen | les plus fortes variations | los que más cambiaron',
	'the first by {measure}':
		'die ersten nach {measure} | les premiers par {measure} | los primeros por {measure}',
	'the last by {measure}':
		'die letzten nach {measure} | les derniers par {measure} | los últimos por {measure}',
	'as the source lists them':
		'in der Reihenfolge der Quelle | dans l’ordre de la source | en el orden de la fuente',
	'the newest': 'die neuesten | les plus récents | los más recientes',
	'up to {count} of each':
		'je bis zu {count} | jusqu’à {count} de chaque | hasta {count} de cada uno',
	'Not shown here: {names}.':
		'Hier nicht gezeigt: {names}. | Non affichés ici : {names}. | No se muestran aquí: {names}.',
	'Each number of these is not shown here: {names}.':
		'Die einzelnen Zahlen sind hier nicht gezeigt: {names}. | Le détail n’est pas affiché ici : {names}. | El detalle no se muestra aquí: {names}.',
	'None of these belongs to {names}.':
		'Nichts davon gehört zu {names}. | Rien ici ne concerne {names}. | Nada de esto es de {names}.',
	'Shown: all {count} {things} with data.':
		'Gezeigt: alle {count} {things} mit Daten. | Affichés : les {count} {things} avec données. | Se muestran los {count} {things} con datos.',
	'Shown: all {count} {things}.':
		'Gezeigt: alle {count} {things}. | Affichés : les {count} {things}. | Se muestran los {count} {things}.',
	'{things} without a number here: the source has none.':
		'{things} ohne Zahl hier: Die Quelle hat keine. | {things} sans chiffre ici : la source n’en a pas. | {things} sin cifra aquí: la fuente no tiene ninguna.',
	'There is nothing to show.':
		'Es gibt nichts zu zeigen. | Il n’y a rien à afficher. | No hay nada que mostrar.',
	'▲ and ▼: change since {days}.':
		'▲ und ▼: Veränderung seit {days}. | ▲ et ▼ : variation depuis {days}. | ▲ y ▼: cambio desde {days}.',
	'▲ and ▼: change since {days}, in percentage points (pts).':
		'▲ und ▼: Veränderung seit {days}, in Prozentpunkten (Pkt.). | ▲ et ▼ : variation depuis {days}, en points de pourcentage (pts). | ▲ y ▼: cambio desde {days}, en puntos porcentuales (pts).',
	'–: the source has no value for this.':
		'–: Die Quelle hat dafür keinen Wert. | – : la source n’a pas de valeur. | –: la fuente no tiene valor.',
	'{measure}: as reported. The source does not say whether this is a percentage.':
		'{measure}: wie gemeldet. Die Quelle sagt nicht, ob das Prozent sind. | {measure} : tel que rapporté. La source ne dit pas si c’est un pourcentage. | {measure}: tal como se informa. La fuente no dice si es un porcentaje.',
	'new {thing}: {name}':
		'neu ({thing}): {name} | nouveau ({thing}) : {name} | nuevo ({thing}): {name}',
	'{thing} changed: {name}':
		'geändert ({thing}): {name} | modifié ({thing}) : {name} | modificado ({thing}): {name}',
	'{name}: {field} is now {after}, was {before}':
		'{name}: {field} ist jetzt {after}, war {before} | {name} : {field} est maintenant {after}, avant {before} | {name}: {field} es ahora {after}, antes {before}',
	'{measure} of {name} fell from {before} to {after}':
		'{measure} von {name} fiel von {before} auf {after} | {measure} de {name} en baisse, de {before} à {after} | {measure} de {name} bajó de {before} a {after}',
	'{measure} of {name} rose from {before} to {after}':
		'{measure} von {name} stieg von {before} auf {after} | {measure} de {name} en hausse, de {before} à {after} | {measure} de {name} subió de {before} a {after}',
	'{measure} of {name} got better, from {before} to {after}':
		'{measure} von {name} ist besser, von {before} auf {after} | {measure} de {name} meilleur, de {before} à {after} | {measure} de {name} mejoró de {before} a {after}',
	'{measure} of {name} got worse, from {before} to {after}':
		'{measure} von {name} ist schlechter, von {before} auf {after} | {measure} de {name} moins bon, de {before} à {after} | {measure} de {name} empeoró de {before} a {after}',
	'{name} has overtaken {own} in {measure}: {after} against {ownAfter}':
		'{name} hat {own} überholt ({measure}): {after} gegenüber {ownAfter} | {name} a dépassé {own} ({measure}) : {after} contre {ownAfter} | {name} ha superado a {own} ({measure}): {after} frente a {ownAfter}',
	'Note: {note}': 'Hinweis: {note} | Remarque : {note} | Nota: {note}',
	'{what} could not be read, so it is missing here.':
		'{what}: konnte nicht gelesen werden und fehlt hier. | {what} : lecture impossible, absent ici. | {what}: no se pudo leer y falta aquí.',
	'Some data of {what} may be missing.':
		'Es können Daten fehlen: {what}. | Des données peuvent manquer : {what}. | Pueden faltar datos: {what}.',
	'Some data may be missing.':
		'Es können Daten fehlen. | Des données peuvent manquer. | Pueden faltar datos.',
	'Some projects may be missing.':
		'Es können Kunden fehlen. | Des clients peuvent manquer. | Pueden faltar clientes.',
	'The numbers are the same in both periods.':
		'Die Zahlen sind in beiden Zeiträumen gleich. | Les chiffres sont les mêmes dans les deux périodes. | Las cifras son las mismas en ambos períodos.',
	'The records may not be in the intended order.':
		'Die Reihenfolge stimmt vielleicht nicht. | L’ordre n’est peut-être pas le bon. | Puede que el orden no sea el previsto.',
	'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.':
		'Nichts ist in beiden Zeiträumen: alles ist neu oder weg. Das heißt nicht, dass es 0 war. | Rien n’est dans les deux périodes : tout est nouveau ou disparu, sans pour autant valoir 0. | Nada está en ambos períodos: todo es nuevo o ya no está, lo que no significa que fuera 0.',
} as const satisfies Readonly<Record<string, string>>;

export type Sentence = keyof typeof SENTENCES;

/** The names of fields and records, in singular and plural. */
const TERM_ROWS = {
	answer: 'answer/answers | Antwort/Antworten | réponse/réponses | respuesta/respuestas',
	branded: 'branded | mit Markennamen | avec la marque | con la marca',
	'cited domain': 'cited domain | zitierte Domain | domaine cité | dominio citado',
	'cited page':
		'cited page/cited pages | zitierte Seite/zitierte Seiten | page citée/pages citées | página citada/páginas citadas',
	'cited page url':
		'cited page URL | URL der zitierten Seite | URL de la page citée | URL de la página citada',
	citation: 'citation/citations | Zitierung/Zitierungen | citation/citations | cita/citas',
	'citation share': 'citation share | Anteil der Zitierungen | part des citations | cuota de citas',
	client: 'client/clients | Kunde/Kunden | client/clients | cliente/clientes',
	competitor:
		'competitor/competitors | Wettbewerber/Wettbewerber | concurrent/concurrents | competidor/competidores',
	country: 'country | Land | pays | país',
	created: 'created | erstellt | créé | creado',
	date: 'day/days | Tag/Tage | jour/jours | día/días',
	day: 'day/days | Tag/Tage | jour/jours | día/días',
	domain: 'domain/domains | Domain/Domains | domaine/domaines | dominio/dominios',
	'due date': 'due | fällig | échéance | vence',
	'has shopping card': 'shopping card | Shopping-Karte | fiche produit | ficha de producto',
	intent: 'intent | Suchabsicht | intention | intención',
	keyword: 'keyword/keywords | Keyword/Keywords | mot-clé/mots-clés | palabra clave/palabras clave',
	'keyword occurrences':
		'keyword occurrences | Keyword-Nennungen | occurrences de mots-clés | apariciones de palabras clave',
	market: 'market/markets | Markt/Märkte | marché/marchés | mercado/mercados',
	mention: 'mention/mentions | Erwähnung/Erwähnungen | mention/mentions | mención/menciones',
	model:
		'AI platform/AI platforms | KI-Plattform/KI-Plattformen | plateforme d’IA/plateformes d’IA | plataforma de IA/plataformas de IA',
	month: 'month/months | Monat/Monate | mois/mois | mes/meses',
	number: 'number/numbers | Zahl/Zahlen | chiffre/chiffres | cifra/cifras',
	page: 'page/pages | Seite/Seiten | page/pages | página/páginas',
	'performance report': 'performance | Leistung | performance | rendimiento',
	platform:
		'AI platform/AI platforms | KI-Plattform/KI-Plattformen | plateforme d’IA/plateformes d’IA | plataforma de IA/plataformas de IA',
	'positive keyword occurrences':
		'positive keyword occurrences | positive Keyword-Nennungen | occurrences de mots-clés positifs | apariciones de palabras clave positivas',
	project: 'client/clients | Kunde/Kunden | client/clients | cliente/clientes',
	overall: 'overall | gesamt | total | total',
	prompt: 'prompt/prompts | Prompt/Prompts | prompt/prompts | prompt/prompts',
	query: 'prompt/prompts | Prompt/Prompts | prompt/prompts | prompt/prompts',
	published: 'published | veröffentlicht | publié | publicado',
	rank: 'rank (1 is best) | Rang (1 ist am besten) | rang (1 est le meilleur) | posición (1 es la mejor)',
	record: 'row/rows | Zeile/Zeilen | ligne/lignes | fila/filas',
	'self website': 'own website | eigene Website | site propre | sitio propio',
	'share of voice': 'share of voice | Share of Voice | part de voix | cuota de voz',
	status: 'status | Status | statut | estado',
	subtheme: 'subtheme | Unterthema | sous-thème | subtema',
	tag: 'tag/tags | Tag/Tags | étiquette/étiquettes | etiqueta/etiquetas',
	task: 'task/tasks | Aufgabe/Aufgaben | tâche/tâches | tarea/tareas',
	theme: 'theme | Thema | thème | tema',
	title: 'title | Titel | titre | título',
	topic: 'topic/topics | Thema/Themen | thème/thèmes | tema/temas',
	'unique domains': 'domains | Domains | domaines | dominios',
	'unique pages': 'pages | Seiten | pages | páginas',
	updated: 'updated | geändert | modifié | modificado',
	visibility: 'visibility | Sichtbarkeit | visibilité | visibilidad',
	website: 'website/websites | Website/Websites | site web/sites web | sitio web/sitios web',
	'website mentioned in answer':
		'website mentioned in the answer | in der Antwort genannte Website | site mentionné dans la réponse | sitio mencionado en la respuesta',
	'website mentioned in citation':
		'website mentioned in the citation | in der Zitierung genannte Website | site mentionné dans la citation | sitio mencionado en la cita',
	week: 'week/weeks | Woche/Wochen | semaine/semaines | semana/semanas',
};

export const TERMS = new Map(Object.entries(TERM_ROWS));

/** Matches words that tell people nothing: a message calls `avg_visibility_score` visibility. */
const FILLER_WORDS =
	/^(avg|citation(?= (domain|title|uri)$)|is|num|number of|total) | (at|code|count|name|score|text|uri)$/g;

/** Matches the name of a field that counts things: its label is in the plural. */
const AMOUNT_NAME = /^(num|total) | count$|s$/;

/** The sentences and terms in one language; in English if the language is unknown. */
export class Language {
	private readonly column: number;

	constructor(locale: string) {
		const [language = ''] = locale.toLowerCase().split(/[-_]/);
		this.column = Math.max(0, LANGUAGES.indexOf(language));
	}

	say(sentence: Sentence, values: Readonly<Record<string, number | string>> = {}): string {
		const translated = SENTENCES[sentence].split(COLUMN_SEPARATOR)[this.column - 1] ?? sentence;
		return translated.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
	}

	/** Translates a known sentence, with any value of `{what}`. Returns any other text unchanged. */
	translate(text: string): string {
		if (isSentence(text)) return this.say(text);
		for (const sentence of Object.keys(SENTENCES).filter(isSentence)) {
			const [start = '', end] = sentence.split('{what}');
			if (end === undefined || sentence.includes('{who}')) continue;
			const what = text.slice(start.length, text.length - end.length);
			if (what !== '' && text === start + what + end) return this.say(sentence, { what });
		}
		return text;
	}

	/** Returns the term for a field or record: `avg_visibility_score` → `visibility`. */
	term(name: string, isSeveral?: boolean): string | undefined {
		const words = name
			.replace(/[\s_.-]+/g, ' ')
			.trim()
			.toLowerCase();
		const stem = words.replace(FILLER_WORDS, '');
		const forms = [words, stem, stem.replace(/s$/, '')];
		const entry = forms.map((form) => TERMS.get(form)).find((found) => found !== undefined);
		const [one, several = one] =
			entry?.split(COLUMN_SEPARATOR)[this.column]?.split(PLURAL_SEPARATOR) ?? [];
		return (isSeveral ?? AMOUNT_NAME.test(words)) ? several : one;
	}
}

function isSentence(text: string): text is Sentence {
	return Object.hasOwn(SENTENCES, text);
}
