import { spawn, type ChildProcess } from 'node:child_process';
import {
	chownSync,
	createWriteStream,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, lastLines, runCommand, until } from '../../../dev/n8n';
import { ARTIFACTS } from '../../../dev/paths';
import { installFromDebian } from './debian';

const NOBODY = 65_534;
const DATABASE = 'postgres';
const USER = 'n8n';
const POSTGRES_HOMES = '/usr/lib/postgresql';

/** Nothing has to outlive a power cut, so nothing waits for the disk. */
const SETTINGS = [
	...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'],
	...['synchronous_commit=off', 'full_page_writes=off'],
];

/** What queue mode of n8n needs beside n8n: a PostgreSQL and a Redis with nothing in them. */
export interface Services {
	/** The settings by which n8n finds both. */
	readonly env: Readonly<Record<string, string>>;
	/** Asks the database and gives the rows, each as its columns. */
	query(sql: string): Promise<string[][]>;
	/** Ends both and deletes their data. Stop every n8n first. */
	stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL and a Redis of our own on free ports of 127.0.0.1, with data in a temporary
 * folder. Installs both from Debian where they are missing; a service that Debian itself may start
 * is left alone.
 *
 * @param name names their logs: `.artifacts/e2e/NAME-postgres.log` and `NAME-redis.log`
 * @throws when one cannot be installed or does not start, with the last lines of its log
 */
export async function startServices(name: string): Promise<Services> {
	const isThere = (program: string) => foldersWith(program).length > 0;
	if (!isThere('redis-server')) await installFromDebian('Redis', 'redis-server');
	if (!isThere('initdb')) await installFromDebian('PostgreSQL', 'postgresql');
	const [programs] = foldersWith('initdb');
	if (programs === undefined) throw new Error('PostgreSQL was installed but is not to be found.');
	const folder = mkdtempSync(join(tmpdir(), 'n8n-services-'));
	// PostgreSQL refuses to run as root.
	if (isRoot()) chownSync(folder, NOBODY, NOBODY);
	const [postgresPort = '', redisPort = ''] = (await freePorts(2)).map(String);
	const running: Service[] = [];
	const stop = async () => {
		await Promise.all(running.map(async (service) => await service.stop()));
		rmSync(folder, { recursive: true, force: true });
	};
	const ofPostgres = (program: string) => join(programs, program);
	const at = ['-h', '127.0.0.1', '-U', USER, '-p', postgresPort];
	const start = (what: string, command: readonly string[], ask: readonly string[]) => {
		running.push(new Service(`${name}-${what}`, asOrdinaryUser(command), ask, folder));
	};
	try {
		const inMemory = ['--save', '', '--appendonly', 'no', '--dir', folder];
		const redis = ['redis-server', '--port', redisPort, '--bind', '127.0.0.1', ...inMemory];
		start('redis', redis, ['redis-cli', '-e', '-h', '127.0.0.1', '-p', redisPort, 'ping']);
		const data = join(folder, 'postgres');
		const [initdb = '', ...args] = asOrdinaryUser([
			...[ofPostgres('initdb'), '--pgdata', data, '--username', USER, '--auth=trust'],
			...['--encoding=UTF8', '--locale=C', '--no-sync'],
		]);
		await runCommand(initdb, args, { cwd: folder });
		const switches = SETTINGS.flatMap((setting) => ['-c', setting]);
		const postgres = [ofPostgres('postgres'), '-D', data, '-p', postgresPort, ...switches];
		start('postgres', postgres, [ofPostgres('pg_isready'), ...at]);
		await Promise.all(running.map(async (service) => await service.ready()));
	} catch (error) {
		await stop();
		throw error;
	}
	const env = {
		...{ EXECUTIONS_MODE: 'queue', DB_TYPE: 'postgresdb', DB_POSTGRESDB_DATABASE: DATABASE },
		...{ DB_POSTGRESDB_HOST: '127.0.0.1', DB_POSTGRESDB_PORT: postgresPort },
		...{ DB_POSTGRESDB_USER: USER },
		...{ QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: redisPort },
	};
	const query = async (sql: string) => {
		const plain = ['--no-psqlrc', '--no-align', '--tuples-only', '--field-separator=\t'];
		const said = await runCommand(ofPostgres('psql'), [...at, ...plain, '-c', sql, DATABASE]);
		const lines = said.split('\n').filter((line) => line !== '');
		return lines.map((line) => line.split('\t'));
	};
	return { env, query, stop };
}

function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/** The folders of this machine with a program, that of the newest PostgreSQL first. */
function foldersWith(program: string): string[] {
	const versions = existsSync(POSTGRES_HOMES) ? readdirSync(POSTGRES_HOMES) : [];
	const newestFirst = versions.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
	const ofDebian = newestFirst.map((version) => join(POSTGRES_HOMES, version, 'bin'));
	const folders = [...ofDebian, ...(process.env.PATH ?? '').split(':')];
	return folders.filter((folder) => existsSync(join(folder, program)));
}

/** A command line that is run as an ordinary user, also when this process is root's. */
function asOrdinaryUser(command: readonly string[]): readonly string[] {
	if (!isRoot()) return command;
	const id = String(NOBODY);
	return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--', ...command];
}

/**
 * Runs a command and ends it when the standard input ends, so that nothing is left behind in
 * whatever way this process ends.
 */
const UNTIL_INPUT_ENDS =
	'exec 3<&0; "$@" <&- & pid=$!; cat <&3 >/dev/null; kill -INT "$pid"; wait "$pid"';

/** A server that runs beside n8n. */
class Service {
	private readonly child: ChildProcess;
	private readonly logFile: string;

	constructor(
		private readonly name: string,
		command: readonly string[],
		private readonly ask: readonly string[],
		folder: string,
	) {
		mkdirSync(ARTIFACTS, { recursive: true });
		this.logFile = join(ARTIFACTS, `${name}.log`);
		const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], { cwd: folder });
		const log = createWriteStream(this.logFile);
		child.stdout.pipe(log, { end: false });
		child.stderr.pipe(log, { end: false });
		child.once('close', () => log.end());
		this.child = child;
	}

	async ready(): Promise<void> {
		const [file = '', ...args] = this.ask;
		const isReady = async () => {
			try {
				await runCommand(file, args);
				return true;
			} catch {
				// Nothing answers yet.
				return undefined;
			}
		};
		const detail = () => lastLines(readFileSync(this.logFile, 'utf8'));
		await until(`${this.name} to be ready`, isReady, { detail });
	}

	async stop(): Promise<void> {
		this.child.stdin?.end();
		await until(`${this.name} to end`, () => this.child.exitCode !== null || undefined);
	}
}
