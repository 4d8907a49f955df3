import type { Invoice, InvoiceStore, Outcome } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export const actions = [
  'pay',
  'fail',
  'cancel',
  'wrong-pin',
  'low-balance',
  'time-out',
  'slow',
  'different',
  'duplicate',
  'twice',
  'again',
  'refund',
  'chargeback',
] as const;
export type Action = (typeof actions)[number];

/** Buttons of a paid invoice: pay again as a separate invoice, refund, chargeback. */
const whenPaid: readonly Action[] = ['again', 'refund', 'chargeback'];
export const canDo = ({ state }: Pick<Invoice, 'state'>, action: Action): boolean =>
  (state === 'COMPLETE') === whenPaid.includes(action);

export const isAction = (word: string | null): word is Action => actions.some((action) => action === word);

/** All failures have the same state; only the reason and M-Pesa's result code differ. */
const failures = {
  fail: { failedReason: 'The transaction failed.', failedCode: null },
  cancel: { failedReason: 'Request cancelled by user.', failedCode: '1032' },
  'wrong-pin': { failedReason: 'The initiator information is invalid.', failedCode: '2001' },
  'low-balance': { failedReason: 'The balance is insufficient for the transaction.', failedCode: '1' },
  'time-out': { failedReason: 'DS timeout user cannot be reached.', failedCode: '1037' },
};

const DUPLICATES = 5;
const AGAIN_MS = 1_000;

/** Returns the outcome of a button for an invoice. */
function outcomeOf(action: Action, { amount }: Invoice, slowMs: number): Outcome {
  const plain = { value: amount, failedReason: null, failedCode: null, dueAt: null };
  switch (action) {
    case 'pay':
    case 'duplicate':
    case 'twice':
    case 'again':
    case 'refund':
    case 'chargeback':
      return { ...plain, state: 'COMPLETE' };
    case 'fail':
    case 'cancel':
    case 'wrong-pin':
    case 'low-balance':
    case 'time-out':
      return { ...plain, ...failures[action], state: 'FAILED' };
    case 'slow':
      return { ...plain, state: 'PROCESSING', dueAt: new Date(Date.now() + slowMs).toISOString() };
    case 'different':
      return { ...plain, state: 'COMPLETE', value: '1.00' };
  }
}

const untilDue = ({ dueAt }: Invoice): number => Math.max(0, Date.parse(dueAt ?? '') - Date.now() || 0);

/** Completes payments and notifies the shop. */
export function createPaymentProcessor(store: InvoiceStore, webhooks: Webhooks, slowMs: number) {
  const timers = new Map<string, NodeJS.Timeout>();

  function completeLater(invoice: Invoice, wait = untilDue(invoice)): void {
    clearTimeout(timers.get(invoice.id));
    timers.set(
      invoice.id,
      setTimeout(() => complete(invoice), wait),
    );
  }

  /** Completes a slow payment. Retries on a full disk, because no client would retry. */
  function complete(invoice: Invoice): void {
    try {
      const now = store.find(invoice.id);
      if (now?.state === 'PROCESSING') act(now, 'pay');
    } catch {
      completeLater(invoice, AGAIN_MS);
    }
  }

  /** Applies a button. A paid invoice does not change. */
  function act(invoice: Invoice, action: Action): Invoice {
    if (!canDo(invoice, action)) return invoice;
    if (action === 'again') return act(store.add(invoice), 'pay');
    if (action === 'refund' || action === 'chargeback') return takeBack(invoice, action);
    const settled = store.settle(invoice, outcomeOf(action, invoice, slowMs));
    webhooks.send(settled, action === 'duplicate' ? DUPLICATES : 1);
    if (settled.state === 'PROCESSING') completeLater(settled);
    // Simulates a learner who paid in two tabs: two invoices for one reference.
    if (action === 'twice') act(store.add(settled), 'pay');
    return settled;
  }

  /** Refunds an invoice. IntaSend documents no webhook for refunds; this one only makes the shop check. */
  function takeBack(invoice: Invoice, action: 'refund' | 'chargeback'): Invoice {
    const { invoiceId, value } = invoice;
    store.addChargeback({
      invoiceId,
      amount: value,
      reason: action === 'refund' ? 'Refund' : 'Chargeback of the card holder',
      reasonDetails: '',
      status: 'COMPLETE',
      staffCreated: true,
    });
    webhooks.send(invoice, 1, { chargeback: true });
    return invoice;
  }

  for (const invoice of store.processing()) completeLater(invoice);
  return {
    act,
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

export type PaymentProcessor = ReturnType<typeof createPaymentProcessor>;
