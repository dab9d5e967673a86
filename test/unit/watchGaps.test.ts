import type { Doubt } from '../../nodes/shared/projects';
import { type Notice } from '../../nodes/shared/base';
import { gapIn } from '../../nodes/shared/watch/projectPolls';
import type { State } from '../../nodes/shared/watch/state';

const PROJECTS = [{ id: 'a', name: 'A' }];
const NOTE: Notice = { kind: 'note', message: 'By the way.' };
const GAP: Notice = { kind: 'gap', message: '3 of 5 came.' };
const MOVED: Notice = { kind: 'doubt', message: 'It changed.' };
const inDoubt = (kind: 'gap' | 'note'): Doubt => ({
	ids: ['b'],
	notice: { kind, message: 'No URLs.' },
});

const said = (notices: Notice[], doubt?: Doubt, stored?: State) => {
	const error = gapIn({ projects: PROJECTS, notices, inDoubt: doubt }, stored);
	return error && [error.message, error.description];
};

const PART = 'The service lists only a part of the projects';
const UNKNOWN = [
	'The names and URLs of some projects are not known',
	'No URLs. The other projects are watched.',
];

describe('What a watch may lack projects by', () => {
	it('is nothing where the list is whole', () => {
		expect(said([])).toBeUndefined();
		expect(said([NOTE])).toBeUndefined();
	});

	it('is a list that is a part, in the words of the service', () => {
		const words = [PART, '3 of 5 came. The other projects are watched.'];
		expect(said([NOTE, GAP])).toEqual(words);
		expect(said([GAP, MOVED], inDoubt('gap'))).toEqual(words);
	});

	it('is a list that changed', () => {
		expect(said([NOTE, MOVED], inDoubt('gap'))).toEqual([
			PART,
			'It changed. The other projects are watched.',
		]);
	});

	it('are names that the GEO API could not tell', () => {
		expect(said([NOTE], inDoubt('gap'))).toEqual(UNKNOWN);
	});

	it('are names that the key has no access to, only if a project in doubt is remembered', () => {
		const known = (id: string, missingSince?: number): State => new Map([[id, { missingSince }]]);
		expect(said([], inDoubt('note'))).toBeUndefined();
		expect(said([], inDoubt('note'), new Map())).toBeUndefined();
		expect(said([], inDoubt('note'), known('a'))).toBeUndefined();
		expect(said([], inDoubt('note'), known('b'))).toEqual(UNKNOWN);
		expect(said([], inDoubt('note'), known('b', 1))).toBeUndefined();
	});
});
