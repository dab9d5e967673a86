/** The name that was wanted or, if it is taken, with the first number at its end that makes it free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
	let name = wanted;
	for (let number = 2; isTaken(name); number++) name = `${wanted}_${number}`;
	return name;
}
