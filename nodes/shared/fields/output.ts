import { DescribedError } from '../errors';
import type { OutputChoice } from '../records';
import { OUTPUT_MODES } from './outputFields';
import type { Parameters } from './parameters';

/** Records as they came: for operations without Output fields. */
export const RECORDS: OutputChoice = { mode: 'records', fields: [], useful: [] };

/**
 * How the user wants to see the records.
 *
 * @param useful the fields that matter most, for Simplified
 * @throws DescribedError if fields are to be selected and none is named
 */
export function readOutput(parameters: Parameters, useful: readonly string[] = []): OutputChoice {
	const chosen = parameters.text('output', 'Output');
	const mode = OUTPUT_MODES.find(({ value }) => value === chosen)?.value ?? 'records';
	const fields = mode === 'selected' ? parameters.texts('outputFields', 'Fields') : [];
	if (mode === 'selected' && fields.length === 0) {
		throw new DescribedError(
			"'Fields' is empty",
			"Name the fields in 'Fields', separated by commas.",
		);
	}
	return { mode, fields, useful };
}
