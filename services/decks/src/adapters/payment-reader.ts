import { billingInternalRoutes, type PaymentPage } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { PaymentReader } from '../use-cases/export/ports.ts';

const callTimeoutMs = 10_000;

/** Reads payments for the archive of an account. Throws `Unavailable` when billing cannot be reached. */
export function createPaymentReader(options: { baseUrl: string; internalKey: string }): PaymentReader {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  return {
    async *paymentsOf(ownerId) {
      for (let page: number | null = 1; page !== null;) {
        const found: PaymentPage = await call(billingInternalRoutes.listPaymentsOf, {
          params: { id: ownerId },
          query: { page },
        });
        yield found.payments;
        page = found.next;
      }
    },
  };
}
