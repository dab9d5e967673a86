import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Notice } from '../base';
import { accessWith, dependsOnItem, readCredential, type Access } from './access';
import { cancelSignalOf } from './caller';
import { type Client, clientWith } from './client';
import { pause } from './pause';
import type { Settings } from './settings';

/**
 * The clients of a run: one for all input items, or one for each credential where its expressions
 * take the key or an address from the item.
 */
export class Clients {
	private readonly byCredential = new Map<string, Client>();

	/** What takes each key out of a text, the longest key first: another one may be a part of it. */
	private masks: Array<Pick<Access, 'apiKey' | 'mask'>> = [];

	private isOver = false;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: Settings,
		private readonly first: ICredentialDataDecryptedObject,
	) {}

	/**
	 * Reads the credential, once if it is the same for all items.
	 *
	 * @throws n8n's own error if the node has no credential, DescribedError if a key that is the same
	 * for all items cannot be sent
	 */
	static async open(context: IExecuteFunctions, settings: Settings): Promise<Clients> {
		const clients = new Clients(context, settings, await readCredential(context, 0));
		if (!dependsOnItem(clients.first)) clients.with(clients.first);
		return clients;
	}

	/**
	 * The client for an input item.
	 *
	 * @throws n8n's own error if an expression fails, DescribedError if the key cannot be sent
	 */
	async of(itemIndex: number): Promise<Client> {
		const isFirst = itemIndex === 0 || !dependsOnItem(this.first);
		return this.with(isFirst ? this.first : await readCredential(this.context, itemIndex));
	}

	/** What the user should know about the connections. */
	get hints(): Notice[] {
		return [...this.byCredential.values()].flatMap(({ hints }) => hints.all);
	}

	/** Waits so many milliseconds, or until the run is over. */
	async pause(ms: number): Promise<void> {
		const signal = cancelSignalOf(this.context);
		await pause(ms, () => this.isOver || signal?.aborted === true);
	}

	/** Ends all waits and sends nothing more, also for items that have no client yet. */
	stop(): void {
		this.isOver = true;
		for (const client of this.byCredential.values()) client.stop();
	}

	private with(credential: ICredentialDataDecryptedObject): Client {
		const key = JSON.stringify(credential);
		const known = this.byCredential.get(key);
		if (known !== undefined) return known;
		const access = accessWith(credential);
		this.addMask(access);
		const mask = (text: string) => this.mask(text);
		const client = clientWith(this.context, this.settings, { ...access, mask });
		this.byCredential.set(key, client);
		if (this.isOver) client.stop();
		return client;
	}

	private addMask({ apiKey, mask }: Access): void {
		if (this.masks.some((known) => known.apiKey === apiKey)) return;
		this.masks = [...this.masks, { apiKey, mask }].sort(
			(one, other) => other.apiKey.length - one.apiKey.length,
		);
	}

	/** Takes all keys of the run out of a text: a service may show one client what another one sent. */
	private mask(text: string): string {
		return this.masks.reduce((masked, { mask }) => mask(masked), text);
	}
}
