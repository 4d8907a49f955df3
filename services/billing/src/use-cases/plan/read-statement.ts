import { foundPayment, isOurReference, type Payment } from '../../domain/payment.ts';
import { isDue, newStatement, afterPage, type Statement } from '../../domain/statement.ts';
import type { Ports, StatementEntry } from '../ports.ts';
import { settlePayment, type SettlingPorts } from '../payment/settle-payment.ts';

const maxPagesAtOnce = 5;

type EntryPorts = SettlingPorts & Pick<Ports, 'background'>;
type StatementPorts = EntryPorts & Pick<Ports, 'statements'>;

/**
 * Reads the next pages of the provider's list of paid invoices, in any order, and queries each invoice that is not in the
 * books, until `isOver()`. Returns the number of pages. Throws the errors of the provider's calls.
 */
export function readStatement(ports: StatementPorts) {
  /** Queried invoices of a page that is not finished; the next run goes on behind them, even if their queries failed. */
  const queried = new Set<string>();

  /** Payments from `at` on may be missing on the page, so the pause counts from `at`. */
  async function readPage(statement: Statement, at: Date, isOver: () => boolean): Promise<void> {
    const { entries, isLast } = await ports.provider.listPaid(statement.page);
    const inBooks = await ports.payments.listPaidInvoices(entries.map(({ invoiceId }) => invoiceId));
    for (const entry of entries) {
      if (inBooks.has(entry.invoiceId) || queried.has(entry.invoiceId)) continue;
      if (isOver()) return;
      await settleEntry(ports, entry);
      queried.add(entry.invoiceId);
    }
    await ports.statements.paid.save(statement, afterPage(statement, isLast, at));
    queried.clear();
  }

  return async (isOver: () => boolean): Promise<number> => {
    for (let pages = 0; pages < maxPagesAtOnce; pages++) {
      const at = ports.now();
      const statement = (await ports.statements.paid.find()) ?? newStatement(at);
      if (!isDue(statement, at) || isOver()) return pages;
      await readPage(statement, at, isOver);
    }
    return maxPagesAtOnce;
  };
}

/** Records money without a known owner, so that an operator sees it. */
const enterIntoBooks = (
  { transact, ids, now }: Pick<Ports, 'transact' | 'ids' | 'now'>,
  apiRef: string,
): Promise<Payment> =>
  transact(async ({ payments }) => {
    const existing = await payments.findByReference(apiRef);
    if (existing) return existing;
    const payment = foundPayment(ids.newPaymentId(), apiRef, now());
    await payments.insert(payment);
    return payment;
  });

/** A failed query is retried by the next pass and does not delay the others. */
async function settleEntry(ports: EntryPorts, { invoiceId, apiRef }: StatementEntry): Promise<void> {
  const payment = await ports.payments.findByReference(apiRef);
  if (!payment && !isOurReference(apiRef)) return;
  const found = payment ?? (await enterIntoBooks(ports, apiRef));
  const settling = settlePayment(ports)(found, invoiceId);
  ports.background.run(settling);
  await settling.catch(() => undefined);
}
