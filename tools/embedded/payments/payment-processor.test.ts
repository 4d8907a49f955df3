import { expect, it, onTestFinished } from 'vitest';
import { createInvoiceStore, type InvoiceStore } from './store.ts';
import { createPaymentProcessor } from './payment-processor.ts';
import { createWebhooks } from './webhooks.ts';

/** Store that fails once with the error of a full disk. */
function fullOnce(store: InvoiceStore): InvoiceStore {
  let isFull = true;
  return {
    ...store,
    settle: (invoice, outcome) => {
      if (outcome.state !== 'COMPLETE' || !isFull) return store.settle(invoice, outcome);
      isFull = false;
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    },
  };
}

it('the local payment provider completes a slow payment later when the disk is full, and stays up', async () => {
  const store = createInvoiceStore();
  const processor = createPaymentProcessor(
    fullOnce(store),
    createWebhooks({ url: undefined, challenge: 'webhook-secret' }),
    10,
  );
  onTestFinished(processor.stop);
  const { id } = processor.act(
    store.add({
      kind: 'prompt',
      apiRef: 'R-1',
      amount: '100.00',
      currency: 'KES',
      phone: '254712345678',
      redirectUrl: null,
    }),
    'slow',
  );
  await expect.poll(() => store.find(id)?.state, { timeout: 10_000 }).toBe('COMPLETE');
});
