/** What all files share, and a test might replace a part of. */
const BUILT_INS = {
	Array,
	'Array.prototype': Array.prototype,
	Date,
	'Date.prototype': Date.prototype,
	JSON,
	Math,
	Number,
	Object,
	'Object.prototype': Object.prototype,
	Promise,
	'Promise.prototype': Promise.prototype,
	'String.prototype': String.prototype,
};

/** Their functions as they are before the first file. */
const functions = Object.entries(BUILT_INS).flatMap(([name, object]) =>
	Object.entries(Object.getOwnPropertyDescriptors(object))
		.filter(([, { value }]) => typeof value === 'function')
		.map(([key, descriptor]) => ({ name, object, key, descriptor })),
);

/**
 * Puts back the functions of built-in objects that a file has replaced.
 *
 * @throws Error that names them, which fails the file
 */
module.exports = function restoreBuiltIns() {
	const replaced = functions.filter(
		({ object, key, descriptor }) => object[key] !== descriptor.value,
	);
	for (const { object, key, descriptor } of replaced)
		Object.defineProperty(object, key, descriptor);
	const names = replaced.map(({ name, key }) => `${name}.${key}`);
	if (names.length > 0) throw new Error(`Use jest.spyOn to replace ${names.join(', ')}`);
};
