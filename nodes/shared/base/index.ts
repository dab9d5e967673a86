export * from './errors';
export * from './fields';
export * from './notices';
export * from './numbers';
