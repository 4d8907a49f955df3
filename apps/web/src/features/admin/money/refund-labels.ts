import { money } from '../../../shared/plan/money.ts';
import type { RefundPartsFragment } from './money-tab.generated.ts';

/** Returned amount; the payment's currency, because the provider names none. */
export const amountOf = ({ amountCents, payment }: RefundPartsFragment): string =>
  amountCents === null ? 'Amount unknown' : money(amountCents, payment?.currency ?? 'KES');

export function learnerOf({ payment }: RefundPartsFragment): string {
  if (!payment) return 'Not in our books';
  return payment.userId === null ? 'Erased account' : `User ${payment.userId}`;
}
