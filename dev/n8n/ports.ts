import { createServer } from 'node:net';

/**
 * Finds ports of 127.0.0.1 that nothing listens on.
 *
 * @returns as many as asked for, all different
 */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer());
	const ports = await Promise.all(servers.map(async (server) => await portOf(server, 0)));
	await Promise.all(servers.map(closed));
	return ports;
}

/** Tells whether nothing listens on a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	try {
		await portOf(server, port);
	} catch {
		return false;
	}
	await closed(server);
	return true;
}

async function portOf(server: ReturnType<typeof createServer>, port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			if (address === null || typeof address === 'string') reject(new Error('No TCP port'));
			else resolve(address.port);
		});
	});
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
	await new Promise((resolve) => server.close(resolve));
}
