import type { ApolloClient } from '@apollo/client';
import { errorCode } from '../../shared/apollo/errors.ts';
import { wait } from '../../shared/browser/wait.ts';
import { sparing } from '../../shared/live/changes.ts';
import { planOf } from '../../shared/plan/plan.ts';
import { BillingStatusDocument, type BillingStatusQuery } from './billing-status.generated.ts';
import { clearCheckoutId } from './checkout-id.ts';
import { VerifyPaymentDocument } from './pay.generated.ts';
import type { ReturnEvent, PaymentIds } from './return-state.ts';
import type { ReturnPorts } from './run-return.ts';

const outcomes = { ACTIVATED: 'activated', PENDING: 'pending', FAILED: 'failed' } as const;

const presentIds = ({ invoiceId, checkoutId, trackingId }: PaymentIds) => ({
  ...(invoiceId === null ? {} : { invoiceId }),
  ...(checkoutId === null ? {} : { checkoutId }),
  ...(trackingId === null ? {} : { trackingId }),
});

type Payments = NonNullable<BillingStatusQuery['viewer']['subscription']>['payments'];

/** Returns the latest payment if it is the awaited one and has failed. */
function failedOf({ items: [latest] }: Payments, names: readonly (string | null)[]) {
  if (!latest || latest.state !== 'FAILED' || !names.includes(latest.apiRef)) return null;
  return { reason: latest.failureReason };
}

interface ReturnOptions {
  client: ApolloClient;
  /** Ids of the payment: the one in the address, and the one that this browser remembers. */
  names: readonly (string | null)[];
  userId: string;
  leave: () => void;
}

/** Ports of the return page on the GraphQL client and the browser's clock. */
export function returnPorts({ client, names, userId, leave }: ReturnOptions): ReturnPorts {
  return {
    wait,
    leave,
    verify: async (ids, signal): Promise<ReturnEvent> => {
      try {
        const { data } = await client.mutate({
          mutation: VerifyPaymentDocument,
          variables: { input: presentIds(ids) },
          context: { fetchOptions: { signal } },
        });
        const { status, subscription } = data.verifyPayment;
        const reason = failedOf(subscription.payments, names)?.reason ?? null;
        return { type: 'verified', as: outcomes[status], reason };
      } catch (error) {
        return {
          type: 'verified',
          as: errorCode(error) === 'PAYMENT_NOT_FOUND' ? 'not-found' : 'no-response',
        };
      }
    },
    fetchStatus: sparing('payments', async (signal: AbortSignal): Promise<ReturnEvent> => {
      const { data } = await client.query({
        query: BillingStatusDocument,
        errorPolicy: 'all',
        context: { fetchOptions: { signal } },
      });
      const { isActive } = planOf(data?.viewer);
      const subscription = data?.viewer.subscription;
      if (!subscription || isActive === null) throw new Error('The plan is not known.');
      if (isActive) clearCheckoutId(userId);
      return { type: 'status', isActive, failed: failedOf(subscription.payments, names) };
    }),
  };
}
