import type { Principal } from '@kumbuka/identity';
import { CheckoutFailed } from '../domain/errors.ts';
import type { OwnedPayment } from '../domain/payment.ts';
import { normalisePhone } from '../domain/phone.ts';
import { findEarlier, noteFailed, noteSent, openPayment } from './open-payment.ts';
import type { Ports } from './ports.ts';

/**
 * Requests an M-Pesa prompt on a phone; the number is not stored. A retry with an unknown outcome, such as
 * after a timeout, returns its payment and sends no second prompt.
 */
export const requestStkPush =
  (ports: Ports) =>
  async ({ phone: typed }: { phone: string }, { userId }: Principal): Promise<OwnedPayment> => {
    const phone = normalisePhone(typed);
    await ports.countAttempt(userId);
    const { earlier } = await findEarlier(ports, ports, userId, 'stk');
    if (earlier) return earlier;
    await ports.checkPromptLimit(phone, userId);
    const opened = await openPayment(ports, userId, 'stk');
    const { invoiceId } = await sendPrompt(ports, opened, phone);
    return noteSent(ports, opened, { invoiceId }, (payment) => payment);
  };

/**
 * Counts every prompt that may have reached the phone. After a timeout the payment stays open, because it may
 * be paid.
 */
async function sendPrompt(ports: Ports, opened: OwnedPayment, phone: string): Promise<{ invoiceId: string }> {
  try {
    const sent = await ports.provider.requestStkPush({ ...opened, phone });
    await ports.countPrompt(phone, opened.ownerId);
    return sent;
  } catch (error) {
    if (error instanceof CheckoutFailed) await noteFailed(ports, opened, 'declined');
    else await ports.countPrompt(phone, opened.ownerId);
    throw error;
  }
}
