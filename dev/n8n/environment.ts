/** What keeps n8n on this machine and quiet: no telemetry, no look-ups, no licence server. */
const QUIET = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_DISABLED_MODULES:
		'mcp-registry,instance-ai,chat-hub,insights,breaking-changes,instance-registry,instance-version-history',
};

/** Where an n8n lives and listens. */
export interface Place {
	readonly home: string;
	/** PATH with the right Node.js in front. */
	readonly path: string;
	readonly port: number;
	/** Of the task runner's broker: with the default port, two n8n on one machine collide. */
	readonly brokerPort: number;
}

/**
 * The environment of an n8n. Nothing of this process's own environment gets into it, so that no
 * setting or proxy of the machine changes what a test sees.
 */
export function environmentOf(
	{ home, path, port, brokerPort }: Place,
	more: Readonly<Record<string, string>> = {},
): Record<string, string> {
	return {
		...QUIET,
		DB_TYPE: 'sqlite',
		PATH: path,
		HOME: home,
		N8N_USER_FOLDER: home,
		N8N_PORT: String(port),
		// A worker answers health checks only when told to, and on a port of its own.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...more,
	};
}
