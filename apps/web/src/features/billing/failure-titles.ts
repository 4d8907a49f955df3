import { t } from '@lingui/core/macro';
import type { PaymentFailureReason } from '@kumbuka/contracts/payment-failures';
import { contactEmail } from '../../shared/browser/contact.ts';

interface FailureText {
  /** Cause, without a full stop. */
  title: string;
  /** Advice for the learner, as a sentence. */
  advice: string;
}

function contactAdvice(): string {
  const email = contactEmail();
  if (email === null) return t`Contact us with the reference of the payment.`;
  return t`Write to ${email} with the reference of the payment.`;
}

const failures = (): Record<PaymentFailureReason, FailureText> => ({
  cancelled: {
    title: t`The payment was cancelled`,
    advice: t`Send a new payment request when you are ready, and enter your M-Pesa PIN.`,
  },
  'wrong-pin': {
    title: t`The M-Pesa PIN was wrong`,
    advice: t`Send a new payment request and enter the PIN again; after several wrong PINs, M-Pesa can unlock it by *334#.`,
  },
  'low-balance': {
    title: t`Your M-Pesa balance was too low`,
    advice: t`Top up your M-Pesa account, then send a new payment request.`,
  },
  expired: {
    title: t`The payment request was not answered in time`,
    advice: t`Send a new one and enter your M-Pesa PIN within a minute.`,
  },
  unreachable: {
    title: t`Your phone could not be reached`,
    advice: t`Keep your phone on and unlocked with a signal, then send a new payment request.`,
  },
  'phone-busy': {
    title: t`Another M-Pesa transaction is open on this phone`,
    advice: t`Finish it, wait a minute, then send a new payment request.`,
  },
  'mpesa-busy': {
    title: t`M-Pesa was too busy`,
    advice: t`Wait a few minutes, then send a new payment request.`,
  },
  'not-sent': {
    title: t`The payment request could not be shown on your phone`,
    advice: t`Close any open menu on the phone, restart it if this happens again, then send a new payment request.`,
  },
  'mpesa-error': {
    title: t`M-Pesa could not process the payment`,
    advice: t`Check your M-Pesa messages; if you were not charged, try again later or use the payment page.`,
  },
  declined: {
    title: t`The payment was declined`,
    advice: t`Try again, or pay in another way.`,
  },
  mismatch: {
    title: t`The amount paid was wrong`,
    advice: contactAdvice(),
  },
  'never-confirmed': {
    title: t`The payment was never confirmed`,
    advice: t`If you were charged, verify the payment with its reference; otherwise try again.`,
  },
});

const failureOf = (reason: string | null): FailureText | undefined =>
  new Map<string, FailureText>(Object.entries(failures())).get(reason ?? '');

/** Why a payment failed, by the server's reason. */
export const failureTitle = (reason: string | null): string =>
  failureOf(reason)?.title ?? t`The payment failed`;

/** Advice for the learner, as a sentence; `null` for an unknown reason. */
export const failureAdvice = (reason: string | null): string | null => failureOf(reason)?.advice ?? null;

/** The title as a sentence, and the advice. */
export const failureText = (reason: string | null): string =>
  `${failureTitle(reason)}. ${failureAdvice(reason) ?? t`Try again.`}`;
