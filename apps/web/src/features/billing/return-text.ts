import { t } from '@lingui/core/macro';
import { failureAdvice, failureTitle } from './failure-titles.ts';
import type { ReturnState } from './return-state.ts';

interface ReturnText {
  title: string;
  message: string;
}

const verifying = (): ReturnText => ({
  title: t`Checking your payment`,
  message: t`This takes a few seconds. Please keep this page open.`,
});
const stillChecking = (): ReturnText => ({
  title: t`Checking your payment`,
  message: t`Payment verification in progress, checking status...`,
});
const activeText = (isPaid: boolean): ReturnText => ({
  title: t`Your plan is active`,
  message: isPaid
    ? t`Thank you. You can generate as many cards as you need. My Decks opens in 4 seconds.`
    : t`You can generate as many cards as you need. My Decks opens in 4 seconds.`,
});
const unconfirmed = (): ReturnText => ({
  title: t`Not confirmed yet`,
  message: t`Payment received but verification is still in progress...`,
});
const overall = () =>
  t`Could not verify payment automatically. Please check your billing status or contact support if the issue persists.`;

const foreign = (): ReturnText => ({
  title: t`This payment was not found`,
  message: t`Your plan is active, but not by this payment. ${overall()}`,
});

const wrongAmount = () =>
  t`Nothing was activated, but your money is not lost. Contact support with the reference shown under Payments for a refund or to complete the payment.`;

function failedText(reason: string | null): ReturnText {
  const advice = reason === 'mismatch' ? wrongAmount() : failureAdvice(reason);
  return { title: failureTitle(reason), message: advice ?? overall() };
}

/** Title and text of the page in a state. */
export function returnText(state: ReturnState): ReturnText {
  switch (state.phase) {
    case 'initializing':
    case 'verifying':
      return verifying();
    case 'verified':
    case 'polling':
    case 'between':
      return state.verified === 'activated' ? verifying() : stillChecking();
    case 'complete':
    case 'left':
      return state.isActive ? activeText(state.isPaid) : unconfirmed();
    case 'error':
      if (state.isActive) return foreign();
      return state.hasFailed ? failedText(state.reason) : { title: t`Not confirmed yet`, message: overall() };
  }
}
