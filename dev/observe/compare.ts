import { type Json, json, strings, text } from '../../sandbox/json';
import { dereferenced } from '../../sandbox/openapi';
import type { Form } from './form';
import type { Observed } from './observe';

/** What docs/openapi.yaml does not have of an endpoint, and what it has otherwise. */
export interface Difference {
	readonly endpoint: string;
	readonly adds: readonly string[];
	readonly contradicts: readonly string[];
}

/** Holds what was observed against the document, endpoint by endpoint. */
export function compare(document: Json, { endpoints }: Observed): Difference[] {
	return Object.entries(endpoints).map(([endpoint, { answer, form, heeds }]) => {
		const [method = '', path = ''] = endpoint.split(' ');
		const operation = json(json(json(document['paths'])[path])[method.toLowerCase()]);
		const response = json(dereferenced(document, json(operation['responses'])['200']));
		const schema = json(json(json(response['content'])['application/json'])['schema']);
		const isWrong = [400, 404, 405, 410, 422].includes(Number(answer));
		// The one list whose paging is documented.
		const paging = path.endsWith('/projects') ? ['limit', 'offset'] : [];
		const still = paging.filter((name) => heeds[name] === 'no');
		const found = form === undefined ? [] : differences(schema, form, 'answer');
		return {
			endpoint,
			adds: found.filter((words) => !words.includes(' is ')),
			contradicts: [
				...(isWrong ? [`the documented request is answered with ${answer}`] : []),
				...still.map((name) => `${name} makes no difference`),
				...found.filter((words) => words.includes(' is ')),
			],
		};
	});
}

/** Returns new members, such as `answer.id string`, and contradictions, such as `answer.id is string, not integer`. */
function differences(schema: Json, form: Form, path: string): string[] {
	const types = strings([form.type].flat());
	const documented = strings([schema['type']].flat());
	const fits = (type: string) =>
		[type, type.replace('integer', 'number')].some((one) => documented.includes(one));
	const others = documented.length === 0 ? [] : types.filter((type) => !fits(type));
	const format = text(schema['format']) ?? form.format;
	const isOtherText = types.includes('string') && form.format !== format;
	const required = form.properties ? strings(schema['required']) : [];
	const known = json(schema['properties']);
	return [
		...others.map((type) => `${path} is ${type}, not ${documented.join(' or ')}`),
		...(isOtherText ? [`${path} is ${form.format ?? 'other text'}, not ${format ?? ''}`] : []),
		...required
			.filter((name) => !form.required?.includes(name))
			.map((name) => `${path}.${name} is not always there`),
		...Object.entries(form.properties ?? {}).flatMap(([name, own]) => [
			...(name in known
				? []
				: [`${path}.${name} ${own.format ?? strings([own.type].flat()).join(' or ')}`]),
			...differences(json(known[name]), own, `${path}.${name}`),
		]),
		...(form.items ? differences(json(schema['items']), form.items, `${path}[]`) : []),
	];
}
