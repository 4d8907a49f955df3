import { foundPayment, isOurReference, type Payment } from '../domain/payment.ts';
import { isDue, newStatement, turnPage, type Statement } from '../domain/statement.ts';
import type { Ports, StatementEntry } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

const mostPagesAtOnce = 5;

/**
 * Reads on in the provider's list of what was paid, whatever order it has, and asks for each invoice that is not in the
 * books. Gives back how many pages it were; throws what the provider's calls throw.
 */
export const readStatement = (ports: Ports) => async (): Promise<number> => {
  for (let pages = 0; pages < mostPagesAtOnce; pages++) {
    const at = ports.now();
    const statement = (await ports.statements.find()) ?? newStatement(at);
    if (!isDue(statement, at)) return pages;
    await readPage(ports, statement, at);
  }
  return mostPagesAtOnce;
};

/** What is paid from `at` on may be missing on the page: rest and freshness are counted from then. */
async function readPage(ports: Ports, statement: Statement, at: Date): Promise<void> {
  const { entries, isLast } = await ports.provider.listPaid(statement.page);
  const inBooks = await ports.payments.listPaidInvoices(entries.map(({ invoiceId }) => invoiceId));
  for (const entry of entries) if (!inBooks.has(entry.invoiceId)) await takeUp(ports, entry);
  await ports.statements.save(statement, turnPage(statement, isLast, at));
}

/** Money that nobody can be given anything for must be seen by an operator, so it gets a row without an owner. */
const enterIntoBooks = ({ transact, newPaymentId, now }: Ports, apiRef: string): Promise<Payment> =>
  transact(async ({ payments }) => {
    const known = await payments.findByReference(apiRef);
    if (known) return known;
    const payment = foundPayment(newPaymentId(), apiRef, now());
    await payments.insert(payment);
    return payment;
  });

/** What is not answered now is met again by the next reading; the others do not wait for it. */
async function takeUp(ports: Ports, { invoiceId, apiRef }: StatementEntry): Promise<void> {
  const payment = await ports.payments.findByReference(apiRef);
  if (!payment && !isOurReference(apiRef)) return;
  const found = payment ?? (await enterIntoBooks(ports, apiRef));
  const settling = settlePayment(ports)(found, invoiceId);
  ports.goOn(settling);
  await settling.catch(() => undefined);
}
