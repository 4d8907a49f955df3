import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { mpesa } from '@kumbuka/contracts/constants';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { timeLabel } from '../../shared/format/format.ts';
import { leaveTo } from '../../shared/hooks/use-leave-question.ts';
import { planOf } from '../../shared/plan/plan.ts';
import { BillingStatusDocument, type BillingStatusQuery } from './billing-status.generated.ts';
import { clearCheckoutId, readCheckoutId } from './checkout-id.ts';
import { failureText } from './failure-titles.ts';
import { useOpenPrompts } from './open-prompts.tsx';
import type { PromptOutcome } from './subscribe.tsx';
import { useStatusPolls } from './use-status-polls.ts';
import { usePayments } from './use-payments.ts';

type Subscription = NonNullable<BillingStatusQuery['viewer']['subscription']>;

const checkoutFailed = () => t`Could not start checkout. Please try again.`;
const verifyFailed = () => t`Verification failed. Check the ID and try again.`;
const promptFailed = () => t`The payment request could not be sent. Please try again.`;

/** Errors after which no payment request was sent. After any other, or none, it may be on the phone. */
const unsent = new Set([
  'VALIDATION',
  'RATE_LIMITED',
  'PHONE_BUSY',
  'CHECKOUT_FAILED',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAUTHENTICATED',
]);

function outcomeUnknown(newFrom: Date): Notice {
  const time = timeLabel(newFrom.toISOString());
  return {
    severity: 'warning',
    text: t`We do not know yet whether the payment request was sent. Your phone may already show it: enter your M-Pesa PIN there. If it shows nothing, this number can get a new one from ${time}.`,
  };
}

interface Notice {
  severity: 'error' | 'info' | 'warning';
  text: string;
}
const error = (text: string): Notice => ({ severity: 'error', text });

/** The payment that was begun in this dialog, once it has failed. */
function failureOf(subscription: Subscription | null, begunId: string | null): Notice | null {
  const failed = subscription?.payments.items.find(({ id, state }) => id === begunId && state === 'FAILED');
  return failed ? error(t`${failureText(failed.failureReason)} Nothing was activated.`) : null;
}

/** Whether the plan became active while the dialog is open; then forgets the checkout. */
function useActivation(isActive: boolean | null): boolean {
  const { user } = useAuth();
  const before = useRef(isActive);
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => {
    if (isActive && user) clearCheckoutId(user.id);
    if (isActive && before.current === false) setHasBegun(true);
    before.current = isActive;
  }, [isActive, user]);
  return hasBegun;
}

/** State and actions of the billing dialog. */
export function useBilling() {
  const { user } = useAuth();
  const result = useQuery(BillingStatusDocument, { fetchPolicy: 'cache-and-network' });
  const { loading, refetch, client } = result;
  const data = dataOrCached(result, () => client.readQuery({ query: BillingStatusDocument }));
  const payments = usePayments();
  const [begunId, setBegunId] = useState<string | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const subscription = data?.viewer.subscription ?? null;
  const plan = planOf(data?.viewer);
  const polls = useStatusPolls(refetch, plan.isActive === true);
  const hasBegun = useActivation(plan.isActive);

  const pending = subscription?.pendingPayment ?? null;
  const openPrompts = useOpenPrompts(subscription?.openPrompts ?? []);
  const begun =
    openPrompts.find(({ id }) => id === begunId) ??
    openPrompts[0] ??
    (pending?.id === begunId ? pending : null);
  const awaited = polls.isOver ? null : begun;

  const attempt = useCallback(async (fallback: string, work: () => Promise<Notice | null>) => {
    setNotice(null);
    try {
      setNotice(await work());
      return true;
    } catch (failure) {
      setNotice(error(messageOf(failure, fallback)));
      return false;
    }
  }, []);

  const subscribe = () =>
    attempt(checkoutFailed(), async () => {
      const address = await payments.startCheckout();
      if (address === null) return error(checkoutFailed());
      leaveTo(address);
      return null;
    });
  /** The server names the end of the request that it has recorded. Without it, the request ends at the latest by now. */
  const afterUnknownOutcome = async (): Promise<Notice> => {
    const longest = serverNow() + mpesa.openMinutes * 60_000;
    polls.again();
    const refetched = await refetch().catch(() => null);
    const open = refetched?.data?.viewer.subscription?.openPrompts;
    if (open?.length === 0) return error(promptFailed());
    return outcomeUnknown(new Date(open?.[0]?.openUntil ?? longest));
  };
  const sendPrompt = async (phone: string): Promise<PromptOutcome> => {
    setNotice(null);
    try {
      const { id } = await payments.requestPrompt(phone);
      setBegunId(id);
      polls.again();
      await refetch().catch(() => {});
      return { isSent: true, invalid: null };
    } catch (failure) {
      const code = errorCode(failure);
      const text = messageOf(failure, promptFailed());
      if (code === 'VALIDATION') return { isSent: false, invalid: text };
      setNotice(code !== null && unsent.has(code) ? error(text) : await afterUnknownOutcome());
      return { isSent: false, invalid: null };
    }
  };
  const verify = (id: string) =>
    attempt(verifyFailed(), async () => {
      const status = await payments.verify(id);
      await refetch();
      if (status === 'FAILED') return error(verifyFailed());
      if (status === 'ACTIVATED') return null;
      polls.again();
      return {
        severity: 'info',
        text: t`This payment is not confirmed yet. We keep checking for 30 seconds.`,
      };
    });

  return {
    plan,
    /** The plan became active while the dialog was open. */
    hasBegun,
    loading: loading && !data,
    notice: notice ?? failureOf(subscription, begunId),
    awaited,
    openPrompts,
    /** Initial value of the field to verify. */
    lastId: (begun ?? pending)?.apiRef ?? (user && readCheckoutId(user.id)) ?? '',
    subscribe,
    sendPrompt,
    verify,
    refetch,
  };
}
