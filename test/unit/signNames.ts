/** Every way to write each of these names, as services do. */
export function each(names: string): string[] {
	return names.split(' ').flatMap(spellings);
}

function spellings(name: string): string[] {
	return [
		name,
		name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
		name.replace(/_/g, '-'),
		name.toUpperCase(),
	];
}
