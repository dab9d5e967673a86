import type { IExecuteFunctions, JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import type { OutputChoice } from '../output';
import { Problem } from '../problem';
import { ROW_GROUP, typedRow } from './rows';
import { parseJson, plainJson } from './values';

/** What a switch may be, as text. */
const FLAGS = [
	{ flag: true, texts: ['true', '1', 'yes'] },
	{ flag: false, texts: ['false', '0', 'no', ''] },
];

/** Reads the fields of a node for one input item and says in the field's own name what is wrong. */
export class Parameters {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
	) {}

	/** The value of a field as n8n resolved it; `null` if the field is hidden. */
	value(name: string): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, null);
	}

	/** A text; numbers and booleans from expressions count as text. Blanks around it are dropped. */
	text(name: string, label: string): string {
		const value = this.value(name) ?? '';
		if (typeof value === 'string') return value.trim();
		if (typeof value === 'number' || typeof value === 'boolean') return String(value);
		throw new Problem(`'${label}' is not a text`, `Enter a text in '${label}'.`);
	}

	/** A text that must not be empty. */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (text === '') throw new Problem(`'${label}' is empty`, `Fill in '${label}'.`);
		return text;
	}

	/** What the node is to give. */
	output(): OutputChoice {
		return this.value('output') === 'raw' ? 'raw' : 'records';
	}

	/** A switch; an expression may give it as a text or number. A hidden one is off. */
	flag(name: string, label: string): boolean {
		const value = this.value(name) ?? false;
		const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
		const text = isPlain ? JSON.stringify(value).replaceAll('"', '').trim().toLowerCase() : '?';
		const known = FLAGS.find(({ texts }) => texts.includes(text));
		if (known !== undefined) return known.flag;
		throw new Problem(
			`'${label}' is neither true nor false`,
			`Switch '${label}' on or off, or let its expression give true or false.`,
		);
	}

	/** The most records wanted, from Return All and Limit: a whole number, or `Infinity`. */
	limit(): number {
		if (this.flag('returnAll', 'Return All')) return Infinity;
		const value = this.value('limit');
		const isNumeric = typeof value === 'number' || typeof value === 'string';
		const limit = isNumeric ? Number(value) : NaN;
		if (!Number.isInteger(limit) || limit < 1) {
			throw new Problem("'Limit' is not a whole number above 0", "Enter 1 or more in 'Limit'.");
		}
		return limit;
	}

	/** The project id out of the project picker: text without blanks or line breaks (spec: `id`). */
	projectId(): string {
		const locator = this.value('project');
		const value = isObject(locator) ? locator.value : locator;
		const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
		if (id === '') {
			throw new Problem(
				'No project is chosen',
				"Choose one under 'Project' from the list, or enter its ID.",
			);
		}
		if (!/^[\x21-\x7e]+$/.test(id)) {
			throw new Problem(
				'The project ID has characters that an ID cannot have',
				"Correct 'Project': an ID has no blanks, line breaks or accented letters.",
			);
		}
		return id;
	}

	/** Rows of names and typed values, as an object. */
	rows(name: string, label: string): JsonObject {
		const value = this.value(name);
		const rows = isObject(value) ? value[ROW_GROUP] : undefined;
		if (!Array.isArray(rows)) return {};
		const entries = rows.map((row: unknown) => typedRow(row, label));
		const twice = entries.find(([key], at) => entries.findIndex(([other]) => other === key) < at);
		if (twice === undefined) return Object.fromEntries(entries);
		throw new Problem(
			`'${label}' has two rows named ${twice[0]}`,
			'Remove one of them. To send several values, use one row of the type JSON with a list.',
		);
	}

	/** JSON as text, or as the object or list that an expression gave; `undefined` if empty. */
	json(name: string, label: string): JsonValue | undefined {
		const value = this.value(name);
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'string') return plainJson(value, label);
		if (value.trim() === '') return undefined;
		return parseJson(value, label);
	}

	/** JSON that has to be an object; empty counts as one without members. */
	jsonObject(name: string, label: string): JsonObject {
		const value: JsonValue = this.json(name, label) ?? {};
		if (isObject(value)) return value;
		throw new Problem(
			`'${label}' is not a JSON object`,
			`Enter an object in '${label}', for example { "name": "value" }.`,
		);
	}
}
