import { t } from '@lingui/core/macro';
import { money } from '../../../shared/plan/money.ts';
import type { RefundPartsFragment } from './money-tab.generated.ts';

/** Returned amount; the payment's currency, because the provider names none. */
export const amountOf = ({ amountCents, payment }: RefundPartsFragment): string =>
  amountCents === null ? t`Amount unknown` : money(amountCents, payment?.currency ?? 'KES');

export function learnerOf({ payment }: RefundPartsFragment): string {
  if (!payment) return t`Not in our books`;
  return payment.userId === null ? t`Erased account` : t`User ${payment.userId}`;
}
