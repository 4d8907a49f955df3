import { t } from '@lingui/core/macro';

/** State of a payment in an operator's words. */
export const paymentStates = () => ({
  CREATED: t`Waiting`,
  SENT: t`Waiting`,
  PAID: t`Paid, being checked`,
  CONFIRMED: t`Confirmed`,
  FAILED: t`Failed`,
});
