import { paymentFailures } from '@kumbuka/contracts/payment-failures';

const failures = new Map<string, { title: string; advice: string }>(Object.entries(paymentFailures));

/** Why a payment failed, by the server's reason. */
export const failureTitle = (reason: string | null): string =>
  failures.get(reason ?? '')?.title ?? 'The payment failed';

/** The same as a sentence, and what to do. */
export const failureText = (reason: string | null): string =>
  `${failureTitle(reason)}. ${failures.get(reason ?? '')?.advice ?? 'Try again.'}`;
