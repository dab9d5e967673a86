export { messageOf } from './message';
export type { Message, MessageDescription, MessageForm } from './types';
