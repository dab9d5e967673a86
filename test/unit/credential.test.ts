import { displayParameter } from 'n8n-workflow';
import { AgentsGeoApi } from '../../credentials/AgentsGeoApi.credentials';

const credential = new AgentsGeoApi().properties;

describe('the credential', () => {
	it('hides the key and requires it', () => {
		expect(credential.find(({ name }) => name === 'apiKey')).toMatchObject({
			displayName: 'API Key',
			typeOptions: { password: true },
			required: true,
			default: '',
		});
	});

	it.each([
		['agentsBaseUrl', 'Agents API Base URL'],
		['geoBaseUrl', 'GEO API Base URL'],
	])('has a notice about %s that names the field', (field, label) => {
		const notices = credential.filter(({ name }) => name.startsWith(`${field}S`));
		expect(notices).toHaveLength(1);
		for (const { type, displayName, displayOptions } of notices) {
			expect([type, displayName]).toEqual(['notice', expect.stringContaining(label)]);
			expect(displayName).toMatch(/\.$/);
			const { show, hide } = displayOptions ?? {};
			expect(Object.keys({ ...show, ...hide })).toEqual([field]);
		}
	});

	it.each([
		['', []],
		['https://agents.example.com', []],
		['http://127.0.0.1:4010/proxy/', []],
		['agents.example.com', ['Start']],
		['https://agents.example.com/api/v1/business', []],
		['agents.example.com/api/v1/business', ['Start']],
	])('complains about the address %j: %j', (agentsBaseUrl, complaints) => {
		const values = { agentsBaseUrl };
		const shown = credential
			.filter(({ name }) => /^agentsBaseUrl.*Notice$/.test(name))
			.filter((notice) => displayParameter(values, notice, null, null))
			.map(({ name }) => name.replace(/agentsBaseUrl|Notice/g, ''));
		expect(shown).toEqual(complaints);
	});

	it('asks n8n for no regular expressions, which can run out of time at any request', () => {
		expect(JSON.stringify(credential)).not.toContain('regex');
	});
});
