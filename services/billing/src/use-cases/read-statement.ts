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

/** What is not answered now is met again by the next reading; the others do not wait for it. */
async function takeUp(ports: Ports, { invoiceId, apiRef }: StatementEntry): Promise<void> {
  const payment = await ports.payments.findByReference(apiRef);
  if (!payment) return;
  const settling = settlePayment(ports)(payment, invoiceId);
  ports.goOn(settling);
  await settling.catch(() => undefined);
}
