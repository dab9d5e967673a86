import type { JsonObject } from 'n8n-workflow';
import type { Marked } from '../compare';
import { asError, missingBy, withPlace } from '../base';
import { mapConcurrently } from './mapConcurrently';
import type { PlanReader } from './planReader';
import type { Slice } from './types';

/** More slices than these are worth a word about how many requests they are. */
const FEW = 31;

/** The records of all slices, in their order, and the errors of those that failed. */
export interface SlicedReading {
	readonly pages: readonly Marked[];
	readonly records: readonly Marked[];
	/** As in Reading, for all of them. */
	readonly total: number;
	readonly isCut: boolean;
	readonly errors: readonly Error[];
}

/** How slices are read. */
export interface SliceRun {
	readonly reader: PlanReader;
	/** How many to read at the same time at most. */
	readonly concurrency: number;
	/** Whether one slice that fails holds up no other. */
	readonly continuesOnError: boolean;
	/** What the slices are called in the field, such as Day. */
	readonly label: string;
	/** The mark of the project. */
	readonly place: JsonObject;
}

/**
 * Reads slices side by side and marks the records of each with it.
 *
 * @throws what the first slice to fail threw, with its name, unless the others go on
 */
export async function readSlices(slices: readonly Slice[], run: SliceRun): Promise<SlicedReading> {
	const { concurrency, continuesOnError, reader, label } = run;
	const found = await mapConcurrently(slices.length, concurrency, async (index) => {
		const slice = slices[index];
		const reading = slice === undefined ? NOTHING : await readSlice(slice, run);
		const [error] = reading.errors;
		if (error !== undefined && !continuesOnError) throw error;
		return reading;
	});
	for (const hint of hintsFor(slices, found)) {
		reader.hints.add({ message: `One Row Per ${label}: ${hint}` });
	}
	return {
		pages: found.flatMap(({ pages }) => pages),
		records: found.flatMap(({ records }) => records),
		total: found.reduce((sum, { total }) => sum + total, 0),
		isCut: found.some(({ isCut }) => isCut),
		errors: found.flatMap(({ errors }) => errors),
	};
}

const NOTHING: SlicedReading = {
	pages: [],
	records: [],
	total: 0,
	isCut: false,
	errors: [],
};

async function readSlice(slice: Slice, { reader, place, label }: SliceRun): Promise<SlicedReading> {
	const marked = ({ value, mark }: Marked) => ({ value, mark: { ...slice.mark, ...mark } });
	try {
		const { pages, records, total, isCut, error } = await reader.read(slice.plan, place);
		return {
			...{ total, isCut },
			pages: pages.map(marked),
			records: records.map(marked),
			errors:
				error === undefined
					? []
					: [inSlice(error, slice, label, `${missingBy(error)} of ${slice.name}`)],
		};
	} catch (error) {
		return { ...NOTHING, errors: [inSlice(asError(error), slice, label, slice.name)] };
	}
}

function inSlice(error: Error, { name }: Slice, label: string, missing: string): Error {
	return withPlace(error, `'One Row Per' ${label}: ${name}`, missing);
}

function hintsFor(slices: readonly Slice[], readings: readonly SlicedReading[]): string[] {
	const perSlice = slices.some(({ plan }) => plan.compare !== undefined) ? 2 : 1;
	return [
		...(slices.length === 0 ? [NONE] : []),
		...(slices.length > FEW
			? [`This took at least ${slices.length * perSlice} requests for each project.`]
			: []),
		...(areAllSame(readings) ? [SAME] : []),
	];
}

/** Whether all slices have the same records, as if the service did not look at what they differ in. */
function areAllSame(readings: readonly SlicedReading[]): boolean {
	const [first, ...others] = readings;
	if (first === undefined || others.length === 0 || first.records.length === 0) return false;
	const textOf = ({ records }: SlicedReading) => JSON.stringify(records.map(({ value }) => value));
	const text = textOf(first);
	return others.every((reading) => textOf(reading) === text);
}

const NONE = 'The project has none, so there are no records.';

const SAME =
	'The service returned the same records for each of them, so it may not be able to return them separately.';
