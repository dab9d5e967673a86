import { CONTACT_SUPPORT, DescribedError, forUser, joinedAdvice } from '../base';

/** What arrives in a header as it was sent: visible ASCII, with blanks only in between. */
const SENDABLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * The ID of a project as the value of a header. n8n leaves out what a header cannot have, and what is
 * left may be the ID of another project.
 *
 * @throws DescribedError if it cannot be sent as it is
 */
export function projectHeader(id: string): string {
	if (SENDABLE.test(id)) return id;
	throw new DescribedError(
		`The project ID '${id}' cannot be sent`,
		joinedAdvice([WHY, forUser(CONTACT_SUPPORT)], ' '),
	);
}

const WHY =
	'The Agents API takes the ID in a header, which can only have letters from A to Z, digits and common signs. This ID has other characters, perhaps invisible ones, so it could arrive as the ID of another project.';
