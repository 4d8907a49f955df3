import type { RefundEntry } from '../../domain/refund.ts';
import { isDue, newStatement, afterPage } from '../../domain/statement.ts';
import type { Ports } from '../ports.ts';

const maxPagesAtOnce = 5;

type RefundPorts = Pick<Ports, 'payments' | 'refunds' | 'statements' | 'provider' | 'now'>;

/**
 * Reads the next pages of the provider's list of refunds and chargebacks and notes each for the operators, until `isOver()`.
 * Returns the number of pages. Throws the errors of the provider's calls.
 */
export const readRefunds =
  (ports: RefundPorts) =>
  async (isOver: () => boolean): Promise<number> => {
    const { statements, provider, now } = ports;
    for (let pages = 0; pages < maxPagesAtOnce; pages++) {
      const at = now();
      const statement = (await statements.refunds.find()) ?? newStatement(at);
      if (!isDue(statement, at) || isOver()) return pages;
      const { entries, isLast } = await provider.listRefunds(statement.page);
      for (const entry of entries) await note(ports, entry, at);
      await statements.refunds.save(statement, afterPage(statement, isLast, at));
    }
    return maxPagesAtOnce;
  };

async function note(
  { payments, refunds }: Pick<Ports, 'payments' | 'refunds'>,
  entry: RefundEntry,
  at: Date,
): Promise<void> {
  const payment = entry.invoiceId === null ? null : await payments.findByInvoice(entry.invoiceId);
  await refunds.note(entry, payment?.id ?? null, at);
}
