export { messageOf } from './message';
export type { Message, MessageDescription } from './types';
