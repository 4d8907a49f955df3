import { ProductError } from '@kumbuka/contracts';
import { ProviderTimeout } from '../domain/errors.ts';
import { isPaid } from '../domain/payment.ts';
import { awaitBriefly } from './await-briefly.ts';
import type { Ports } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

export interface Notification {
  challenge: string;
  apiRef: string | null;
  invoiceId: string | null;
}

/**
 * The provider says that something became of a payment. Nothing of it is believed: the provider is asked, in return and
 * again later should that fail. False for a payment that is not ours; throws ProviderTimeout.
 */
export const receiveNotification =
  (ports: Ports) =>
  async ({ challenge, apiRef, invoiceId }: Notification): Promise<boolean> => {
    if (!ports.isChallenge(challenge)) throw new ProductError('FORBIDDEN');
    const payment = apiRef === null ? null : await ports.payments.findByReference(apiRef);
    if (!payment) return false;
    await ports.payments.hasten(payment.id, ports.now());
    const settling = settlePayment(ports)(payment, invoiceId ?? undefined);
    ports.goOn(settling);
    const settled = await awaitBriefly(settling);
    // Nobody asks again for what is paid: the provider is to repeat what it said of another invoice.
    if (!settled && isPaid(payment)) throw new ProviderTimeout();
    return true;
  };
