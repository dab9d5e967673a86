import fc from 'fast-check';
import {
	DescribedError,
	byName,
	capitalize,
	excerpt,
	fieldText,
	isIdName,
	isRankField,
	isShareField,
	addSubjectToNotice,
	addReaderTextToNotice,
	noticeText,
	Notices,
	findLossyNumber,
	isExactNumber,
	parseJsonWithoutLoss,
} from '../../nodes/shared/base';
import { entriesContaining } from '../../nodes/shared/pickers';
import { samples } from '../samples';

it('The text of a field is trimmed, and empty without a value', () => {
	const values = [null, undefined, ' a ', 42, false, { a: 1 }];
	expect(values.map((value) => fieldText(value))).toEqual(['', '', 'a', '42', 'false', '{"a":1}']);
});

describe('Names', () => {
	it('are those of IDs', () => {
		const ids = [
			...['id', 'ID', '_id', 'uuid', 'UUID', 'guid', 'prompt_id', 'PROMPT_ID', 'prompt-id'],
			...['prompt.id', 'project_uuid', 'promptId', 'projectID', 'projectUuid', 'a2Id'],
		];
		const others = [
			...['paid', 'valid', 'grid', 'Android', 'GRID', 'isValid', 'is_paid', 'ids', 'promptIds'],
			...['idea', 'id_type', 'width', 'iOSAndroid', ''],
		];
		expect([...ids, ...others].filter(isIdName)).toEqual(ids);
	});

	it('are those of documented ranks and shares', () => {
		const names = ['rank', 'avg_rank', 'share_of_voice', 'avg_visibility_score', 'rank_count'];
		expect(names.filter(isRankField)).toEqual(['rank', 'avg_rank']);
		expect(names.filter(isShareField)).toEqual(['share_of_voice', 'avg_visibility_score']);
	});

	it('are sorted in the order of the alphabet, equal ones as they were', () => {
		const entries = ['b', 'C', 'a:1', 'A', 'a:2'].map((text) => ({
			...{ text, name: text.replace(/:.*/, '') },
		}));
		const sorted = entries.sort(byName).map(({ text }) => text);
		expect(sorted.filter((text) => text !== 'A')).toEqual(['a:1', 'a:2', 'b', 'C']);
	});

	it('of the entries of a list match what is typed, as do their IDs', () => {
		const names = { 'p-1': 'Coffee', 'coffee-2': 'Outdoor', '3': 'Tea' };
		const entries = Object.entries(names).map(([value, name]) => ({ name, value }));
		const found = (typed: string) =>
			entriesContaining(entries, typed)
				.map(({ name }) => name)
				.join(' ');
		expect(['COFF', 'p-', '3', 'cocoa'].map(found)).toEqual([
			'Coffee Outdoor',
			'Coffee',
			'Tea',
			'',
		]);
		expect(entriesContaining(entries, '')).toEqual(entries);
	});
});

it('Texts are written with a capital, in words, or cut at a blank', () => {
	expect([capitalize('share of voice'), capitalize('')]).toEqual(['Share of voice', '']);
	expect([excerpt('one two', 7), excerpt(' one two', 5)]).toEqual(['one two', ' one…']);
});

it('A notice about something else than the records says so, with its advice', () => {
	const notice = { kind: 'note', text: 'The total is 3.', advice: 'Look.' } as const;
	expect(noticeText(addSubjectToNotice(notice, 'the list of projects'))).toBe(
		'The total is 3. This is about the list of projects. Look.',
	);
});

it('An error for a model starts with its place and has no empty line', () => {
	const error = new DescribedError('No', ['Do this.', '']).copyWithPlace('the project Tea', 'Tea');
	expect(error.forModel).toBe('This happened in the project Tea.\nDo this.');
});

it('A notice on what the service sent is for readers, too, where records may be missing', () => {
	const text = 'The total is 3.';
	const forReader = 'Some data may be missing.';
	const notice = addReaderTextToNotice({ kind: 'gap', text }, 'data');
	expect(notice).toEqual({ kind: 'gap', text, forReader });
	expect(noticeText(notice)).toBe(`${forReader} ${text}`);
	expect(addReaderTextToNotice({ kind: 'note', text }, 'data')).toEqual({ kind: 'note', text });
});

const LONG = '12345678901234567890';

/** Integers that JavaScript cannot hold, as digits. */
const longIntegers = fc
	.bigInt({ min: 2n ** 53n, max: 10n ** 400n })
	.chain((number) => fc.constantFrom(String(number), String(-number)));

/** JSON with long integers in it, and what is to be read from it. */
const { tree } = fc.letrec<{ tree: { wire: string; read: unknown } }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: 'small' },
		fc
			.oneof(
				fc.oneof(fc.string(), fc.constantFrom(LONG, `"${LONG}`, `: ${LONG}`, `[\\"${LONG}`)),
				fc.oneof(fc.boolean(), fc.constant(null), fc.maxSafeInteger()),
			)
			.map((value) => ({ wire: JSON.stringify(value), read: Object.is(value, -0) ? 0 : value })),
		longIntegers.map((digits) => ({ wire: digits, read: digits })),
		fc.array(tie('tree'), { maxLength: 3 }).map((entries) => ({
			wire: `[${entries.map(({ wire }) => wire).join(',')}]`,
			read: entries.map(({ read }) => read),
		})),
		fc
			.array(fc.tuple(fc.oneof(fc.string(), fc.constant(LONG)), tie('tree')), { maxLength: 3 })
			.map((members) => ({
				wire: `{${members.map(([name, { wire }]) => `${JSON.stringify(name)}:${wire}`).join(',')}}`,
				read: Object.fromEntries(members.map(([name, { read }]) => [name, read])),
			})),
	),
}));

describe('Numbers that JavaScript cannot hold', () => {
	it.each([
		[`{"id": ${LONG}}`, { id: LONG }],
		[LONG, LONG],
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['[1e999, -1E+999]', ['1e999', '-1E+999']],
		['[1.25e999, 1e22, 1e5]', ['1.25e999', '1e22', 100000]],
		['[0e9, 0.0, -0]', [0, 0, -0]],
		['[12345678901234567.5]', ['12345678901234567.5']],
		['[0.7234567890123456, 1e-7]', [0.7234567890123456, 1e-7]],
		['[0.1234567890123456789012]', [0.12345678901234568]],
		[`{"text": "${LONG}", "also": ": ${LONG}"}`, { text: LONG, also: `: ${LONG}` }],
		[`{"a\\": ${LONG}": 1, "b": "\\\\", "c": ${LONG}}`, { [`a": ${LONG}`]: 1, b: '\\', c: LONG }],
		[`{"${LONG}": ${LONG}}`, { [LONG]: LONG }],
		[`{"a":\n\t${LONG}\n}`, { a: LONG }],
		[`{"a":"a\\/b","id":${LONG},"rank":1e999}`, { a: 'a/b', id: LONG, rank: '1e999' }],
	])('in the answer %s are texts: %j', (text, value) => {
		expect(parseJsonWithoutLoss(text)).toStrictEqual(value);
	});

	it('make no JSON of what is none', () => {
		const texts = [`{${LONG}: 1}`, `[0${LONG}]`, `[+${LONG}]`, `[${LONG}.]`, `{"a": ${LONG}`];
		for (const text of [...texts, `x${LONG}`]) {
			expect(() => parseJsonWithoutLoss(text)).toThrow();
		}
	});

	it('keep every digit wherever they are', () => {
		fc.assert(
			fc.property(tree, ({ wire, read }) => {
				expect(parseJsonWithoutLoss(wire)).toEqual(read);
			}),
			{ numRuns: samples(200) },
		);
	});

	it('are found, and told from those that it can hold', () => {
		expect(['9007199254740991', '0x1F', '0.1'].map(isExactNumber)).toEqual([true, true, true]);
		const others = ['9007199254740992', '0xFFFFFFFFFFFFFFFF', '+9007199254740993', '1e22'];
		for (const text of [...others, 'Infinity', 'x', ' ']) expect(isExactNumber(text)).toBe(false);
		expect(findLossyNumber(`{"a":[1,-${LONG},${LONG}1]}`)).toBe(`-${LONG}`);
		expect([findLossyNumber(`["${LONG}",1e3]`), findLossyNumber(LONG)]).toEqual([undefined, LONG]);
	});
});

it('A notice about missing records is not replaced by a note with the same text, nor said twice', () => {
	for (const kinds of [['gap', 'note'] as const, ['note', 'gap'] as const]) {
		const notices = new Notices();
		notices.addAll(kinds.map((kind) => ({ kind, text: 'Some are missing' })));
		expect(notices.all).toEqual([{ kind: 'gap', text: 'Some are missing' }]);
	}
});
