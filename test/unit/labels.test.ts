import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';
import { Agents } from '../../nodes/Agents/Agents.node';
import { AgentsTrigger } from '../../nodes/AgentsTrigger/AgentsTrigger.node';
import { Geo } from '../../nodes/Geo/Geo.node';
import { GeoTrigger } from '../../nodes/GeoTrigger/GeoTrigger.node';

/** Labels of n8n itself. */
const OF_N8N = [
	'Authentication',
	'Predefined Credential Type',
	'Cell Format',
	'Settings',
	'On Error',
	'Continue',
	'Allowed HTTP Request Domains',
	'Allowed Domains',
];

const SOURCES = ['credentials', 'nodes'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

/** Every text in a source. */
function textsIn(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
		if (isText && !ts.isImportDeclaration(node.parent)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	return texts;
}

/** The names that people see of a property, of its options, and of all that lies in it. */
function labelsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(labelsIn);
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name } = value as Partial<INodeProperties>;
	return [displayName ?? name ?? [], ...Object.values(value).flatMap(labelsIn)].flat();
}

it('Each label in a text of the nodes is one that the form has', () => {
	const nodes = [new Agents(), new AgentsTrigger(), new Geo(), new GeoTrigger()];
	const properties = [new AgentsGeoApi(), ...nodes.map(({ description }) => description)];
	const known = new Set([...OF_N8N, ...properties.flatMap((one) => labelsIn(one.properties))]);
	const named = SOURCES.flatMap((file) =>
		textsIn(file).flatMap((text) =>
			[...text.matchAll(/(?<![\w'])'([A-Z][A-Za-z ()]*)'(?!\w)/g)].map(([, label = '']) => label),
		),
	);
	expect(named.length).toBeGreaterThan(100);
	expect([...new Set(named)].filter((label) => !known.has(label))).toEqual([]);
});
