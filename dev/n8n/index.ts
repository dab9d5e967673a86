/** A whole n8n: installed, with the package in it, started, and used through its REST. */
export * from './cli';
export { lastLines, runCommand } from './command';
export * from './install';
export { N8n } from './n8n';
export { installPackage, linkPeer, packPackage } from './package';
export { freePorts, isFree } from './ports';
export { withProgress } from './progress';
export * from './rest';
export { until } from './until';
