import type { IExecuteFunctions } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api/apis';
import { Clients } from '../../nodes/shared/api';
import { DEFAULT_SETTINGS } from '../../nodes/shared/api/settings';
import { isObject } from '../../nodes/shared/base/paths';

const REQUEST: ApiRequest = {
	...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
};

/** Whether `value` has what the clients need of n8n. */
function isContext(value: unknown): value is IExecuteFunctions {
	return isObject(value) && 'getCredentials' in value && isObject(value.helpers);
}

/** An n8n whose credential has another key for each item; `reads` are the items that it was read for. */
function contextWith(further: object, release: Promise<void> = Promise.resolve(), body = '[]') {
	const reads: unknown[] = [];
	let sent = 0;
	const context: unknown = {
		async getCredentials(_type: string, itemIndex?: number) {
			reads.push(itemIndex);
			if (itemIndex !== 0) await release;
			return {
				apiKey: `test-key-${itemIndex ?? ''}`,
				geoBaseUrl: 'https://host.example',
				...further,
			};
		},
		helpers: {
			async httpRequestWithAuthentication() {
				sent += 1;
				return await Promise.resolve({ statusCode: 200, headers: {}, body });
			},
		},
	};
	if (!isContext(context)) throw new Error('This is no context');
	return { context, reads, sent: () => sent };
}

describe('The clients of a run', () => {
	it.each([
		['that it is the same for all items', { dependsOnItem: false }, [0]],
		['that it depends on the item', { dependsOnItem: true }, [0, 1, 2]],
		['nothing, as in a version of n8n that cannot tell', {}, [0, 1, 2]],
		['something else', { dependsOnItem: '={{ … }}' }, [0, 1, 2]],
	])('read a credential that says %s', async (_what, further, expected) => {
		const { context, reads } = contextWith(further);
		const clients = await Clients.open(context, DEFAULT_SETTINGS);
		const found = [await clients.of(0), await clients.of(1), await clients.of(2)];
		expect(reads).toEqual(expected);
		expect(new Set(found).size).toBe(expected.length);
		clients.stop();
	});

	it('send nothing for an item whose credential arrives when the run is over', async () => {
		let release = () => {};
		const isReleased = new Promise<void>((resolve) => (release = resolve));
		const { context, sent } = contextWith({ dependsOnItem: true }, isReleased);
		const clients = await Clients.open(context, DEFAULT_SETTINGS);
		const late = clients.of(1);
		clients.stop();
		release();
		await expect((await late).send(REQUEST)).rejects.toThrow();
		expect(sent()).toBe(0);
	});

	it('end their waits with the run', async () => {
		const { context } = contextWith({ dependsOnItem: false });
		const clients = await Clients.open(context, DEFAULT_SETTINGS);
		const start = performance.now();
		const waiting = clients.pause(60_000);
		clients.stop();
		await waiting;
		expect(performance.now() - start).toBeLessThan(5000);
	});
});
