import { proxyOf } from '../../nodes/shared/api/settings';
import { problemOf } from './thrown';

describe('A proxy', () => {
	it.each([
		['http://proxy.example', { protocol: 'http', host: 'proxy.example', port: 80 }],
		['https://proxy.example', { protocol: 'https', host: 'proxy.example', port: 443 }],
		['http://proxy.example:3128/', { protocol: 'http', host: 'proxy.example', port: 3128 }],
	])('%s is read as %j', (text, proxy) => {
		expect(proxyOf(text)).toStrictEqual(proxy);
	});

	it.each([
		['ann:secret', 'ann', 'secret'],
		['ann', 'ann', ''],
		['a%40b:p%3Aw%C3%A4', 'a@b', 'p:wä'],
		['100%:50%off', '100%', '50%off'],
		['%zz:%', '%zz', '%'],
		['%ff:a%20%ff', '%ff', 'a%20%ff'],
		['ann:pä ^%', 'ann', 'pä ^%'],
	])('takes user and password from %s', (who, username, password) => {
		expect(proxyOf(`http://${who}@proxy.example`)?.auth).toEqual({ username, password });
	});

	it.each(['proxy.example:3128', 'socks5://proxy.example', '', 'http://'])(
		'is refused if it is %j',
		(text) => {
			const problem = problemOf(() => proxyOf(text));
			expect(problem.message).toBe("'Proxy' is not an address");
			expect(problem.description).toContain("'Proxy'");
		},
	);
});
