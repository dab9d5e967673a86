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
const DATABASE_USER = 'n8n';
const POSTGRES_HOMES = '/usr/lib/postgresql';

/** Where to find the programs of the two services. */
interface Programs {
	readonly redisServer: string;
	readonly redisCli: string;
	/** The folder with `initdb` and `postgres`, which Debian keeps out of the PATH. */
	readonly postgres: string;
}

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
	const programs = await findPrograms();
	const folder = mkdtempSync(join(tmpdir(), 'n8n-services-'));
	// PostgreSQL refuses to run as root.
	if (isRoot()) chownSync(folder, NOBODY, NOBODY);
	const [postgresPort = 0, redisPort = 0] = await freePorts(2);
	const running: Service[] = [];
	const stop = async () => {
		await Promise.all(running.map(async (service) => await service.stop()));
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		running.push(redisOf(`${name}-redis`, programs, folder, redisPort));
		await createDatabase(programs, folder);
		running.push(postgresOf(`${name}-postgres`, programs, folder, postgresPort));
		await Promise.all(running.map(async (service) => await service.ready()));
	} catch (error) {
		await stop();
		throw error;
	}
	const psql = join(programs.postgres, 'psql');
	const connection = ['-h', '127.0.0.1', '-p', String(postgresPort), '-U', DATABASE_USER];
	const query = async (sql: string) => {
		const plain = ['--no-psqlrc', '--no-align', '--tuples-only', '--field-separator=\t'];
		const said = await runCommand(psql, [...connection, ...plain, '-c', sql, DATABASE]);
		const lines = said.split('\n').filter((line) => line !== '');
		return lines.map((line) => line.split('\t'));
	};
	return { env: settingsOf(postgresPort, redisPort), query, stop };
}

function settingsOf(postgresPort: number, redisPort: number): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresPort),
		DB_POSTGRESDB_DATABASE: DATABASE,
		DB_POSTGRESDB_USER: DATABASE_USER,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	};
}

function isRoot(): boolean {
	return process.getuid?.() === 0;
}

async function findPrograms(): Promise<Programs> {
	if (!isThere('redis-server')) await installFromDebian('Redis', ['redis-server']);
	if (postgresFolder() === undefined) await installFromDebian('PostgreSQL', ['postgresql']);
	const postgres = postgresFolder();
	if (postgres === undefined) throw new Error('PostgreSQL was installed but is not to be found.');
	return { redisServer: 'redis-server', redisCli: 'redis-cli', postgres };
}

function isThere(program: string): boolean {
	const folders = (process.env.PATH ?? '').split(':');
	return folders.some((folder) => existsSync(join(folder, program)));
}

/** The newest PostgreSQL of this machine. */
function postgresFolder(): string | undefined {
	const versions = existsSync(POSTGRES_HOMES) ? readdirSync(POSTGRES_HOMES) : [];
	const newestFirst = versions.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
	const ofDebian = newestFirst.map((version) => join(POSTGRES_HOMES, version, 'bin'));
	return [...ofDebian, ...(process.env.PATH ?? '').split(':')].find(
		(folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	);
}

/** A command line that is run as an ordinary user, also when this process is root's. */
function asOrdinaryUser(command: readonly string[]): readonly string[] {
	if (!isRoot()) return command;
	const id = String(NOBODY);
	return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--', ...command];
}

async function createDatabase({ postgres }: Programs, folder: string): Promise<void> {
	const initdb = [join(postgres, 'initdb'), '--pgdata', join(folder, 'postgres')];
	const more = ['--username', DATABASE_USER, '--auth=trust', '--encoding=UTF8', '--no-sync'];
	const [file = '', ...args] = asOrdinaryUser([...initdb, '--locale=C', ...more]);
	await runCommand(file, args, { cwd: folder });
}

function postgresOf(name: string, { postgres }: Programs, folder: string, port: number): Service {
	// Nothing has to outlive a power cut, so nothing waits for the disk.
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	const switches = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
	const server = [join(postgres, 'postgres'), '-D', join(folder, 'postgres'), '-p', String(port)];
	const ask = [
		join(postgres, 'pg_isready'),
		'-h',
		'127.0.0.1',
		'-U',
		DATABASE_USER,
		'-p',
		String(port),
	];
	return new Service(name, asOrdinaryUser([...server, ...switches]), ask, folder);
}

function redisOf(name: string, programs: Programs, folder: string, port: number): Service {
	const server = [programs.redisServer, '--port', String(port), '--bind', '127.0.0.1'];
	const inMemory = ['--save', '', '--appendonly', 'no', '--dir', folder];
	const ask = [programs.redisCli, '-e', '-h', '127.0.0.1', '-p', String(port), 'ping'];
	return new Service(name, asOrdinaryUser([...server, ...inMemory]), ask, folder);
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
