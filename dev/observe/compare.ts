import { type Json, json, strings, text } from '../../sandbox/json';
import { dereferenced } from '../../sandbox/openapi';
import { type Form, typeText } from './form';
import type { Observed } from './report';

/** Lists by endpoint what was observed and is not in the document, and what contradicts it. */
export function compare(document: Json, { endpoints }: Observed) {
	return Object.entries(endpoints).map(([endpoint, { answer, form, heeds }]) => {
		const [method = '', path = ''] = endpoint.split(' ');
		const operation = json(json(json(document['paths'])[path])[method.toLowerCase()]);
		const response = json(dereferenced(document, json(operation['responses'])['200']));
		const schema = json(json(json(response['content'])['application/json'])['schema']);
		const found = form === undefined ? [] : differences(schema, form, 'answer');
		const isContradiction = (words: string) => words.includes(' is ');
		// The one list whose paging is documented.
		const paging = path.endsWith('/projects') ? ['limit', 'offset'] : [];
		const ignored = paging.filter((name) => heeds[name] === 'no');
		const isRefused = [400, 404, 405, 410, 422].includes(Number(answer));
		const contradicts = [
			...ignored.map((name) => `${name} makes no difference`),
			...(isRefused ? [`the documented request is answered with ${answer}`] : []),
			...found.filter(isContradiction),
		];
		return { endpoint, adds: found.filter((words) => !isContradiction(words)), contradicts };
	});
}

/** Returns new members, such as `answer.id string`, and contradictions, such as `answer.id is string, not integer`. */
function differences(schema: Json, form: Form, path: string): string[] {
	const types = [form.type].flat();
	const documented = strings([schema['type']].flat());
	const fits = (type: string) =>
		[type, type.replace('integer', 'number')].some((one) => documented.includes(one));
	const others = documented.length === 0 ? [] : types.filter((type) => !fits(type));
	const format = text(schema['format']) ?? form.format;
	const isOtherText = types.includes('string') && form.format !== format;
	const missing = strings(form.properties && schema['required']).filter(
		(name) => !form.required?.includes(name),
	);
	const known = json(schema['properties']);
	return [
		...others.map((type) => `${path} is ${type}, not ${documented.join(' or ')}`),
		...(isOtherText ? [`${path} is ${form.format ?? 'other text'}, not ${format ?? ''}`] : []),
		...missing.map((name) => `${path}.${name} is not always there`),
		...Object.entries(form.properties ?? {}).flatMap(([name, own]) => [
			...(name in known ? [] : [`${path}.${name} ${typeText(own)}`]),
			...differences(json(known[name]), own, `${path}.${name}`),
		]),
		...(form.items ? differences(json(schema['items']), form.items, `${path}[]`) : []),
	];
}
