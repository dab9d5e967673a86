import type { INodeProperties } from 'n8n-workflow';
import {
	filledByModel,
	isFromModel,
	isLeftOut,
	onlyInNode,
	onlyInTools,
	toolDescriptionField,
} from '../../nodes/shared/form/toolFields';
import { parametersOf } from './parametersOf';

const field: INodeProperties = {
	...{ displayName: 'Some Field (A)', name: 'field', type: 'string', default: '' },
};

const fieldOf = (change: Partial<INodeProperties>): INodeProperties => ({ ...field, ...change });

/** The default of a field that a model fills in: what n8n works out. */
const callIn = (change: Partial<INodeProperties>) => onlyInTools(fieldOf(change), 'About').default;

const isIn = (variant: boolean) => ({ show: { '@tool': [variant] } });

describe('A field that the model fills in', () => {
	it.each<[Partial<INodeProperties>, string]>([
		[{ default: 'a' }, "$fromAI('Some_Field__A_', `About`, 'string', 'a')"],
		[{ type: 'number', default: 5 }, "$fromAI('Some_Field__A_', `About`, 'string', '5')"],
		[{ type: 'boolean', default: false }, "$fromAI('Some_Field__A_', `About`, 'string', 'false')"],
		[{ type: 'json', default: '{}' }, "$fromAI('Some_Field__A_', `About`, 'string', '{}')"],
		[{ required: true, default: 'a' }, "$fromAI('Some_Field__A_', `About`, 'string', 'a')"],
		[{ required: true, default: '' }, "$fromAI('Some_Field__A_', `About`, 'string')"],
		[{ type: 'multiOptions', default: ['a'] }, "$fromAI('Some_Field__A_', `About`, 'string')"],
		[{ displayName: 'A-1', default: '' }, "$fromAI('A-1', `About`, 'string', '')"],
	])('is a text that has the default of the field: %j', (change, call) => {
		expect(callIn(change)).toBe(`={{ /*n8n-auto-generated-fromAI-override*/ ${call} }}`);
	});

	it('is a name where it is a picker', () => {
		const picker = callIn({ type: 'resourceLocator', default: { mode: 'list', value: '' } });
		expect(picker).toEqual({
			mode: 'name',
			value: expect.stringMatching(/`About`, 'string'\) \}\}$/),
		});
	});

	it('is there twice: for nodes as it is, and for tools with what fills it in', () => {
		const shown = fieldOf({ displayOptions: { show: { all: [false] } } });
		const [inNode, inTool, ...others] = filledByModel(shown, 'About');
		expect(inNode).toMatchObject({
			default: '',
			displayOptions: { show: { '@tool': [false], all: [false] } },
		});
		expect(inTool?.displayOptions).toEqual({ show: { '@tool': [true], all: [false] } });
		expect(inTool?.default).toMatch('$fromAI(');
		expect(others).toEqual([]);
	});

	it('has another field in its place, where one is given', () => {
		const other = fieldOf({ type: 'number', default: 5, displayName: 'Other' });
		const [inNode, inTool] = filledByModel(field, 'About', other);
		expect([inNode?.displayName, inTool?.displayName]).toEqual(['Some Field (A)', 'Other']);
		expect(inTool?.default).toMatch("'string', '5')");
	});

	it('asks for its variant first, since n8n looks no further than an expression', () => {
		const shown = fieldOf({ displayOptions: { show: { a: [1] }, hide: { b: [2] } } });
		const names = (made: INodeProperties) => Object.keys(made.displayOptions?.show ?? {});
		for (const made of [onlyInNode(shown), onlyInTools(shown, 'About')]) {
			expect(names(made)).toEqual(['@tool', 'a']);
			expect(made.displayOptions?.hide).toEqual({ b: [2] });
		}
	});
});

describe('A field that is not in tools', () => {
	it('is there for nodes', () => {
		expect(onlyInNode(field)).toEqual({ ...field, displayOptions: isIn(false) });
	});
});

describe('What the model is told about an operation', () => {
	it('is in tools only', () => {
		expect(toolDescriptionField('What it does')).toMatchObject({
			name: 'toolDescription',
			default: 'What it does',
			displayOptions: isIn(true),
		});
	});
});

describe('What a model leaves out', () => {
	it.each([
		'',
		' ',
		null,
		undefined,
		'none',
		'None',
		' NULL ',
		'undefined',
		'not set',
		'notSet',
		'unset',
		'N/A',
	])('is left out if it says %p', (value) => {
		expect(isLeftOut(value)).toBe(true);
	});

	it.each([0, false, 'no', 'all', [], {}])('is not left out if it says %p', (value) => {
		expect(isLeftOut(value)).toBe(false);
	});

	it.each([
		['={{ $fromAI("a") }}', true],
		['={{ $json.a }}', false],
		[5, false],
		[{ value: '={{ $fromAI("a") }}' }, true],
		[undefined, false],
	])('counts only in what a model fills in: %j is %s', (stored, isFilled) => {
		expect(isFromModel(stored)).toBe(isFilled);
	});

	it('is as in a new node', () => {
		const limit = fieldOf({ name: 'limit', type: 'number', default: 50 });
		const byModel = { limit: '={{ $fromAI("Limit") }}', field: '={{ $fromAI("Field") }}' };
		const byHand = { limit: '={{ $json.limit }}', field: 'none' };
		const given = { limit: 'none', field: 'none' };
		const filled = parametersOf(given, { stored: byModel });
		expect([filled.value(limit), filled.text(field)]).toEqual([50, '']);
		const entered = parametersOf(given, { stored: byHand });
		expect([entered.value(limit), entered.text(field)]).toEqual(['none', 'none']);
		const kept = parametersOf({ limit: 5, field: 'a' }, { stored: byModel });
		expect([kept.value(limit), kept.text(field)]).toEqual([5, 'a']);
	});
});

describe('A field that is an option in other nodes', () => {
	it('is read where it is', () => {
		expect(parametersOf({ field: 'a' }).readerOf(field).text(field)).toBe('a');
		const inOptions = parametersOf({ options: { field: 'b' } });
		expect(inOptions.readerOf(field).text(field)).toBe('b');
	});
});
