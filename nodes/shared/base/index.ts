export * from './errors';
export * from './names';
export * from './notices';
export * from './numbers';
export * from './paths';
