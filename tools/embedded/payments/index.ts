import { paymentsUrl } from '../addresses.ts';
import { rejectProduction } from '../loopback.ts';
import type { Keys } from './api.ts';
import { servePayments } from './server.ts';
import { createInvoiceStore } from './store.ts';
import { createPaymentProcessor } from './payment-processor.ts';
import { createWebhooks } from './webhooks.ts';

export type PaymentsOptions = Keys & {
  /** Port; 0 or absent for any free one. */
  port?: number;
  /** Directory of the payments; in memory when absent. */
  dataDir?: string;
  /** Webhook address of the shop; without it no webhooks are sent. */
  webhookUrl?: string;
  challenge: string;
  /** Milliseconds until a payment by the button Slow completes. */
  slowMs?: number;
};

export type EmbeddedPayments = {
  port: number;
  /** Port of the API and of the pages. */
  url: string;
  stop(): Promise<void>;
};

const SLOW_MS = 12_000;

/**
 * Starts a stand-in for IntaSend on 127.0.0.1, with pages on which a tester decides the outcome of a payment. Rejects
 * when the port is taken; throws `EmbeddedRejected` with NODE_ENV=production.
 */
export async function startPayments(options: PaymentsOptions): Promise<EmbeddedPayments> {
  rejectProduction('payment provider');
  const { publicKey, secretKey, webhookUrl, challenge, slowMs = SLOW_MS } = options;
  const store = createInvoiceStore(options.dataDir);
  const webhooks = createWebhooks({ url: webhookUrl, challenge });
  const processor = createPaymentProcessor(store, webhooks, slowMs);
  let port = options.port ?? 0;
  const context = { store, processor, keys: { publicKey, secretKey }, pageUrl: () => paymentsUrl(port) };
  const stopProcessor = async () => {
    processor.stop();
    await webhooks.stop();
    store.close();
  };
  const server = await servePayments(context, port).catch(async (error: unknown) => {
    await stopProcessor();
    throw error;
  });
  port = server.port;
  return {
    port,
    url: paymentsUrl(port),
    stop: async () => {
      await server.close();
      await stopProcessor();
    },
  };
}
