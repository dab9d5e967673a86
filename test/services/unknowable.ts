import { isCounted, isRead } from './known';
import type { Case } from './service';

/** Something that no client of such a service can know, so that a silent run is nobody's fault. */
export interface Unknowable {
	readonly name: string;
	/** Why nobody can know it. */
	readonly why: string;
	isIn(one: Case): boolean;
}

/** All there is. Everything else that is wrong with a run has to be told. */
export const UNKNOWABLE: readonly Unknowable[] = [
	{
		name: 'a total that lies',
		why: 'It is just the number of records that came, or lower: a page of 12 with a total of 12 is a list.',
		isIn: ({ service: { total } }) => total?.says === 'page' || total?.says === 'tooFew',
	},
	{
		name: 'a flag that lies',
		why: 'It says that no more records follow, and nothing says otherwise.',
		isIn: ({ service: { more } }) => more?.says === 'never',
	},
	{
		name: 'a list without pages that says nothing of its length',
		why: 'It is cut off, and what would say so is nowhere, or in headers and links, which the node does not read.',
		isIn: ({ service, reading }) => reading.list === 'tasks' && !isRead(service),
	},
	{
		name: 'a page longer than was requested, which comes again',
		why: 'So does a service that sends its whole list, whatever is requested.',
		isIn: ({ service, reading }) =>
			service.ignoresLimit &&
			service.pagesBy !== 'offset' &&
			!isRead(service) &&
			(service.cap ?? Infinity) > (reading.pageSize ?? 100),
	},
	{
		name: 'a list that changes while it is read',
		why: 'A record goes while another comes, or while no total falls with it, and others move into its place.',
		isIn: ({ service }) =>
			service.move !== null && (service.move.what === 'replace' || !isCounted(service)),
	},
	{
		name: 'pages by something else, which the service does not show',
		why: 'There is nothing at the offset, as after the end of a list, and no total and no cursor; or there is the last page, which says that it is the last.',
		isIn: ({ service }) =>
			service.pagesBy === 'cursorOnly' &&
			(!isRead(service) || (service.end === 'lastAgain' && !isCounted(service))),
	},
];
