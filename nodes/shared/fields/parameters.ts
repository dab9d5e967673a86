import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	JsonObject,
	JsonValue,
} from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { ALL_PROJECTS } from './project';
import { ROW_GROUP, typedRow } from './rows';
import { flagOf, jsonOf, objectOf, textOf, textsOf } from './values';

/** Reads the fields of a node and says in the field's own name what is wrong. */
export class Parameters {
	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getTimezone'>,
		private readonly read: (name: string) => unknown,
	) {}

	/** The fields as they are for one input item. */
	static ofItem(context: IExecuteFunctions, itemIndex: number): Parameters {
		return new Parameters(context, (name) => context.getNodeParameter(name, itemIndex, null));
	}

	/** The fields of a trigger, which has no input items; also while it is being edited. */
	static ofTrigger(context: IPollFunctions | ILoadOptionsFunctions): Parameters {
		return new Parameters(context, (name) => context.getNodeParameter(name, null));
	}

	/** The time zone of the workflow, such as `Europe/Berlin`. */
	get zone(): string {
		return this.context.getTimezone();
	}

	/** The value of a field as n8n resolved it; `null` if the field is hidden. */
	value(name: string): unknown {
		return this.read(name);
	}

	/** The value of an entry of Options; `undefined` if it was not added. */
	option(name: string): unknown {
		const options = this.value('options');
		return isObject(options) ? options[name] : undefined;
	}

	/** A text; numbers and booleans from expressions count as text. Blanks around it are dropped. */
	text(name: string, label: string): string {
		return textOf(this.value(name), label);
	}

	/** A text that must not be empty. */
	requiredText(name: string, label: string): string {
		const text = this.text(name, label);
		if (text === '') throw new DescribedError(`'${label}' is empty`, `Fill in '${label}'.`);
		return text;
	}

	/** What was chosen from a list, or entered in its place. It must not be empty. */
	requiredChoice(name: string, label: string): string {
		const chosen = textOf(chosenIn(this.value(name)), label);
		if (chosen !== '') return chosen;
		throw new DescribedError(
			`'${label}' is empty`,
			`Choose one under '${label}' from the list, or enter its name.`,
		);
	}

	/** A number; an expression may give it as a text. */
	number(name: string, label: string): number {
		const value = this.value(name);
		const isText = typeof value === 'string' && value.trim() !== '';
		const number = typeof value === 'number' || isText ? Number(value) : NaN;
		if (Number.isFinite(number)) return number;
		throw new DescribedError(`'${label}' is not a number`, `Enter a number in '${label}'.`);
	}

	/** Several texts: a list, or one text with commas. */
	texts(name: string, label: string): string[] {
		return textsOf(this.value(name), label);
	}

	/** A switch; an expression may give it as a text or number. A hidden one is off. */
	flag(name: string, label: string): boolean {
		return flagOf(this.value(name), label);
	}

	/** JSON as text, or as the object or list that an expression gave; `undefined` if empty. */
	json(name: string, label: string): JsonValue | undefined {
		return jsonOf(this.value(name), label);
	}

	/** JSON that has to be an object; empty counts as one without members. */
	jsonObject(name: string, label: string): JsonObject {
		return objectOf(this.value(name), label);
	}

	/** A text in Options; empty if the option was not added. */
	optionText(name: string, label: string): string {
		return textOf(this.option(name), label);
	}

	/** Several texts in Options; none if the option was not added. */
	optionTexts(name: string, label: string): string[] {
		return textsOf(this.option(name), label);
	}

	/** A JSON object in Options; without members if the option was not added. */
	optionObject(name: string, label: string): JsonObject {
		return objectOf(this.option(name), label);
	}

	/** Whether a switch in Options is on. */
	optionFlag(name: string, label: string): boolean {
		return flagOf(this.option(name), label);
	}

	/** The most records wanted, from Return All and Limit: a whole number, or `Infinity`. */
	limit(): number {
		if (this.flag('returnAll', 'Return All')) return Infinity;
		const value = this.value('limit');
		const isNumeric = typeof value === 'number' || typeof value === 'string';
		const limit = isNumeric ? Number(value) : NaN;
		if (!Number.isInteger(limit) || limit < 1) {
			throw new DescribedError(
				"'Limit' is not a whole number above 0",
				"Enter 1 or more in 'Limit'.",
			);
		}
		return limit;
	}

	/** Whether the project picker says all projects of the API key. */
	hasAllProjects(): boolean {
		const value = chosenIn(this.value('project'));
		return typeof value === 'string' && value.trim() === ALL_PROJECTS;
	}

	/** The project id out of the project picker: text without blanks or line breaks (spec: `id`). */
	projectId(): string {
		const value = chosenIn(this.value('project'));
		const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
		if (id === '') {
			throw new DescribedError(
				'No project is chosen',
				"Choose one under 'Project' from the list, or enter its ID.",
			);
		}
		if (id === ALL_PROJECTS) {
			throw new DescribedError(
				'This operation takes one project, not all of them',
				"Choose one under 'Project' from the list, or enter its ID.",
			);
		}
		if (!/^[\x21-\x7e]+$/.test(id)) {
			throw new DescribedError(
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
		throw new DescribedError(
			`'${label}' has two rows named ${twice[0]}`,
			'Remove one of them. To send several values, use one row of the type JSON with a list.',
		);
	}
}

/** What a resource locator holds; an expression may give the value alone. */
function chosenIn(locator: unknown): unknown {
	return isObject(locator) ? locator.value : locator;
}
