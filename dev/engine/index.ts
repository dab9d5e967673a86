/** n8n's own engine in this process, for everything that runs the built nodes without a whole n8n. */
export type { ActiveTrigger } from './activeTrigger';
export { Bench, project, type NodeRun, type TriggerName } from './bench';
export { CREDENTIAL, Engine, type WorkflowFile } from './engine';
export { bareDescription, START } from './nodeTypes';
