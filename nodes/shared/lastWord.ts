/**
 * The last word of a name, in lower case: `postal_code`, `postalCode` and `Postal Code` end in `code`,
 * `barcode` does not.
 */
export function lastWord(name: string): string {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^\p{L}\d]+/u);
	return (words.at(-1) ?? '').toLowerCase();
}
