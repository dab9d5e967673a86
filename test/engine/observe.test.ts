import { readWithNodes } from '../../dev/observe/nodes';
import { readService } from '../../dev/observe/observe';
import { KEYS, startSandbox } from '../../sandbox';
import { bareArrays, halfForbidden, itemsWithMore, startService } from '../unit/observeServices';

const PROMPTS = '/v2/geo/business/prompts';
const WHOAMI = '/api/v1/business/whoami';

/** Observes a service, and gives what the nodes make of it. */
async function readingsOf(url: string) {
	const { judged } = await readService({ key: KEYS.agency, urls: { agents: url, geo: url } });
	return await readWithNodes(judged);
}

it('The nodes read all of the sandbox', async () => {
	const sandbox = await startSandbox();
	const readings = await readingsOf(sandbox.url);
	await sandbox.close();
	expect([...readings.values()]).toEqual(Array(15).fill({ verdict: 'complete', words: '' }));
});

it.each([
	['the same page again', bareArrays, 'hint', /a page of them again/],
	['pages by offset', itemsWithMore, 'complete', /^$/],
	['403 on half', halfForbidden, 'complete', /^$/],
])('The nodes read odd services: %s', async (_title, answerTo, verdict, words) => {
	const service = await startService(answerTo);
	const readings = await readingsOf(service.url);
	await service.close();
	expect(readings.get(PROMPTS)).toMatchObject({ verdict, words: expect.stringMatching(words) });
	const ofForbidden = { verdict: 'error', words: 'Not for Mokkaberg' };
	if (answerTo === halfForbidden) expect(readings.get(WHOAMI)).toEqual(ofForbidden);
});
