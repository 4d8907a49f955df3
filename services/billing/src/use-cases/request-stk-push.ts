import type { Principal } from '@kumbuka/identity';
import { CheckoutFailed } from '../domain/errors.ts';
import type { OwnedPayment } from '../domain/payment.ts';
import { normalisePhone } from '../domain/phone.ts';
import { noteFailed, noteSent, openPayment } from './open-payment.ts';
import type { Ports } from './ports.ts';

/** Asks the provider for an M-Pesa prompt on a phone; the number is passed on and not kept. */
export const requestStkPush =
  (ports: Ports) =>
  async ({ phone: typed }: { phone: string }, { userId }: Principal): Promise<OwnedPayment> => {
    const phone = normalisePhone(typed);
    await ports.countPrompt(phone);
    const opened = await openPayment(ports, userId, 'stk');
    const { invoiceId } = await prompt(ports, opened, phone);
    return noteSent(ports, opened, { invoiceId }, (payment) => payment);
  };

/** After a time-out the prompt may be on the phone all the same: such a payment stays open for what is told of it. */
const prompt = (ports: Ports, opened: OwnedPayment, phone: string) =>
  ports.provider.requestStkPush({ ...opened, phone }).catch(async (error: unknown) => {
    if (error instanceof CheckoutFailed) await noteFailed(ports, opened, 'declined');
    throw error;
  });
