import type { JsonObject, JsonValue } from 'n8n-workflow';
import { plain } from './plain';

/** The most characters of an ID. */
const LONGEST_ID = 60;

/** A project as the rows tell it. */
interface Project {
	readonly key: string;
	/** Empty if the rows do not say. */
	readonly id: string;
	readonly name: JsonValue;
}

/**
 * What stands above the rows of each project: its name and, if another one has the same name, its ID.
 *
 * @param group the field with the name of the project; nothing stands above rows without one
 * @param nameOf the name as it is written
 */
export function headingsOf(
	rows: readonly JsonObject[],
	group: string | undefined,
	nameOf: (value: JsonValue) => string,
): (row: JsonObject) => string {
	if (group === undefined) return () => '';
	const projectOf = (row: JsonObject): Project => {
		const { project_id: id, [group]: name = null } = row;
		return { key: JSON.stringify([id, name]), id: idOf(id), name };
	};
	const projects = new Map(rows.map(projectOf).map((project) => [project.key, project]));
	const names = new Map([...projects].map(([key, { name }]) => [key, nameOf(name)]));
	const counts = new Map<string, number>();
	for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
	return (row) => {
		const { key, id } = projectOf(row);
		const name = names.get(key) ?? '';
		const isShared = (counts.get(name) ?? 0) > 1 && id !== '';
		return isShared ? `${name} (${plain(id, LONGEST_ID)})` : name;
	};
}

function idOf(value: JsonValue | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
