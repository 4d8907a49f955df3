import { ProductError } from '@kumbuka/contracts';
import { ProviderTimeout } from '../../domain/errors.ts';
import { isPaid } from '../../domain/payment.ts';
import { awaitBriefly, type BriefPorts } from './await-briefly.ts';
import type { Ports } from '../ports.ts';
import { settlePayment, type SettlingPorts } from './settle-payment.ts';

export interface Notification {
  challenge: string;
  /** Of the sender. */
  ip: string;
  apiRef: string | null;
  invoiceId: string | null;
  /** Whether it mentions a refund or a chargeback, for which the provider documents no notification. */
  isOfRefund: boolean;
}

type NotificationPorts = SettlingPorts & BriefPorts & Pick<Ports, 'limits' | 'statements'>;

/**
 * Handles a notification of the provider. Its content is not trusted: the provider is queried, and queried
 * again later after a failure. Returns false for an unknown payment. Throws `ProviderTimeout`; with a wrong challenge
 * `FORBIDDEN`, and `RateLimited` after many of them.
 */
export const receiveNotification =
  (ports: NotificationPorts) =>
  async ({ challenge, ip, apiRef, invoiceId, isOfRefund }: Notification): Promise<boolean> => {
    if (!ports.provider.isChallenge(challenge)) {
      await ports.limits.countWrongChallenge(ip);
      throw new ProductError('FORBIDDEN');
    }
    if (isOfRefund) await ports.statements.refunds.endPause(ports.now());
    const payment = apiRef === null ? null : await ports.payments.findByReference(apiRef);
    if (!payment) return isOfRefund;
    await ports.payments.setNextCheck(payment.id, ports.now());
    const settling = settlePayment(ports)(payment, invoiceId ?? undefined);
    ports.background.run(settling);
    const settled = await awaitBriefly(ports, settling);
    // Paid payments are not queried again, so the provider has to repeat a notification about another
    // invoice.
    if (!settled && isPaid(payment)) throw new ProviderTimeout();
    return true;
  };
