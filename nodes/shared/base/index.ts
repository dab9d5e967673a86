export * from './errors';
export * from './exactNumbers';
export * from './names';
export * from './nodeErrors';
export * from './notices';
export * from './numbers';
export * from './paths';
