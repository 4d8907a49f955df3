import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { shownOf } from '../../shared/apollo/shown.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { planOf } from '../../shared/plan/plan.ts';
import { BillingStatusDocument, type BillingStatusQuery } from './billing-status.generated.ts';
import { clearCheckoutId, readCheckoutId } from './checkout-id.ts';
import { failureText } from './failure-titles.ts';
import { useStatusPolls } from './use-status-polls.ts';
import { usePayments } from './use-payments.ts';

type Subscription = NonNullable<BillingStatusQuery['viewer']['subscription']>;

const checkoutFailed = () => t`Could not start checkout. Please try again.`;
const verifyFailed = () => t`Verification failed. Check the ID and try again.`;
const promptFailed = () => t`The M-Pesa prompt could not be sent. Please try again.`;

interface Notice {
  severity: 'error' | 'info';
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
  const data = shownOf(result, () => client.readQuery({ query: BillingStatusDocument }));
  const payments = usePayments();
  const [begunId, setBegunId] = useState<string | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const subscription = data?.viewer.subscription ?? null;
  const plan = planOf(data?.viewer);
  const polls = useStatusPolls(refetch, plan.isActive === true);
  const hasBegun = useActivation(plan.isActive);

  const pending = subscription?.pendingPayment ?? null;
  const isAwaited = pending !== null && (pending.id === begunId || pending.method === 'STK') && !polls.isOver;

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
      window.location.assign(address);
      return null;
    });
  const sendPrompt = (phone: string) =>
    attempt(promptFailed(), async () => {
      const { id } = await payments.requestPrompt(phone);
      setBegunId(id);
      await refetch();
      polls.again();
      return null;
    });
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
    awaited: isAwaited ? pending : null,
    openPromptAt: pending?.method === 'STK' ? pending.createdAt : null,
    /** Initial value of the field to verify. */
    lastId: pending?.apiRef ?? (user && readCheckoutId(user.id)) ?? '',
    subscribe,
    sendPrompt,
    verify,
    refetch,
  };
}
