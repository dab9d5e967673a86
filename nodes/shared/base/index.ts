export * from './errors';
export * from './names';
export * from './nodeErrors';
export * from './notices';
export * from './numbers';
export * from './paths';
