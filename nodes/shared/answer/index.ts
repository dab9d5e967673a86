export { groupedUnder } from './groups';
export type { Look } from './look';
export { hasContent } from './members';
export { entryId, type NamedEntry, namedEntry } from './namedEntry';
export { mayHoldList, readAnswer, type Reading } from './readAnswer';
export { noListRemark } from './answerRemarks';
export type { Next, Signs } from './signs';
export { wordsOf } from './words';
