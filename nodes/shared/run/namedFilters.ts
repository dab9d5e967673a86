import { DescribedError, type Notice } from '../base';
import { RECORDS } from '../form';
import { type KnownNames, type ReadEntries, resolveFilters } from '../pickers';
import type { ListResult } from '../reading';
import type { RequestPlan } from './types';

/**
 * A plan with the IDs of what its filters name.
 *
 * @param known what was read before in the same run
 * @param list reads a list of the project
 * @throws DescribedError if a name is unknown or not unique
 */
export async function withIds<Named extends RequestPlan>(
	plan: Named,
	known: KnownNames,
	list: (plan: RequestPlan) => Promise<ListResult>,
): Promise<{ readonly plan: Named; readonly notices: readonly Notice[] }> {
	const { request: named, namedFilters = [] } = plan;
	const read: ReadEntries = async (asked) => {
		const shape = 'list' as const;
		const {
			records,
			notices: about,
			error,
			isNoList,
		} = await list({
			...{ ...asked, shape, limit: Infinity, output: RECORDS },
		});
		if (error !== undefined) throw error;
		if (isNoList === true) throw new DescribedError('The service returned no list', USE_IDS);
		return { records, lack: about.find(({ kind }) => kind === 'gap' || kind === 'doubt')?.message };
	};
	const { request, notices } = await resolveFilters(named, namedFilters, read, known);
	return { plan: { ...plan, request }, notices };
}

const USE_IDS = 'Use IDs in the filters.';
