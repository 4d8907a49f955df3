import { setTimeout as pause } from 'node:timers/promises';
import { invoiceBody } from './api.ts';
import type { Invoice } from './store.ts';

const RETRY_MS = [1_000, 5_000, 30_000];
const TIMEOUT_MS = 10_000;

export type Webhook = {
  /** Webhook address of the shop; without it no webhooks are sent. */
  url?: string | undefined;
  /** Secret in each webhook, which the shop compares. */
  challenge: string;
};

/** Notifies the shop of the state of an invoice; retries when the shop did not accept it. */
export function createWebhooks({ url, challenge }: Webhook) {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();

  async function isTaken(invoice: Invoice, more: object): Promise<boolean> {
    if (url === undefined) return true;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...invoiceBody(invoice), ...more, challenge }),
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }

  async function notify(invoice: Invoice, more: object): Promise<void> {
    for (const wait of RETRY_MS) {
      if (ending.signal.aborted || (await isTaken(invoice, more))) return;
      await pause(wait, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
    if (!ending.signal.aborted) await isTaken(invoice, more);
  }

  return {
    send(invoice: Invoice, times = 1, more: object = {}): void {
      for (let left = times; left > 0; left -= 1) {
        const notifying = notify(invoice, more).finally(() => running.delete(notifying));
        running.add(notifying);
      }
    },
    async stop(): Promise<void> {
      ending.abort();
      await Promise.all(running);
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
