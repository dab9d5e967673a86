export { type Message, messageOf } from './message';
export type { MessageDescription } from './view';
