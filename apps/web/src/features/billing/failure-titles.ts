import { t } from '@lingui/core/macro';
import { paymentFailures } from '@kumbuka/contracts/payment-failures';

const failures = new Map<string, { title: string; advice: string }>(Object.entries(paymentFailures));

/** Why a payment failed, by the server's reason. */
export const failureTitle = (reason: string | null): string =>
  failures.get(reason ?? '')?.title ?? t`The payment failed`;

/** What the learner can do about it, as a sentence; `null` for an unknown reason. */
export const failureAdvice = (reason: string | null): string | null =>
  failures.get(reason ?? '')?.advice ?? null;

/** The title as a sentence, and the advice. */
export const failureText = (reason: string | null): string =>
  `${failureTitle(reason)}. ${failureAdvice(reason) ?? t`Try again.`}`;
