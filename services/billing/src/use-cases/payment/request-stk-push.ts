import type { Principal } from '@kumbuka/identity';
import { CheckoutFailed } from '../../domain/errors.ts';
import type { OwnedPayment } from '../../domain/payment.ts';
import { awaitCall, type CallPorts } from './await-call.ts';
import { noteFailed, noteSent, openPayment, type Opened, type OpeningPorts } from './open-payment.ts';
import type { Ports } from '../ports.ts';
import { settlePayment, type SettlingPorts } from './settle-payment.ts';

type PromptPorts = OpeningPorts & CallPorts & SettlingPorts & Pick<Ports, 'limits'>;

/**
 * Requests an M-Pesa prompt on a phone; only keyed hashes of the number are stored, for a day. Only the request that created the
 * payment sends it. While it may be on the phone, every other request of the learner returns it, also after a timeout.
 */
export const requestStkPush =
  (ports: PromptPorts) =>
  async ({ phone: typed }: { phone: string }, { userId: ownerId }: Principal): Promise<OwnedPayment> => {
    // Loaded with the first payment: the numbering plans of all countries would slow down every start.
    const { normalisePhone } = await import('../../domain/phone.ts');
    const phone = normalisePhone(typed);
    await ports.limits.countAttempt(ownerId);
    const opened = await openPayment(ports, {
      ownerId,
      method: 'stk',
      phoneHashes: ports.limits.phoneHashes(phone),
      reserve: () => ports.limits.reservePrompt(phone, ownerId),
    });
    return opened.isNew ? sendPrompt(ports, opened, phone) : returnOpen(ports, opened.payment);
  };

/** Returns a prompt that was requested before, and checks whether it has ended, so that a new one becomes possible. */
async function returnOpen(ports: PromptPorts, opened: OwnedPayment): Promise<OwnedPayment> {
  const payment = await awaitCall(ports, opened);
  if (payment.state === 'sent') ports.background.run(settlePayment(ports)(payment));
  return payment;
}

/** After a timeout the payment stays open and its prompt counted, because it may be on the phone. */
async function sendPrompt(
  ports: Pick<PromptPorts, 'provider' | 'transact' | 'now'>,
  { payment, release }: Opened,
  phone: string,
): Promise<OwnedPayment> {
  const { invoiceId } = await ports.provider
    .requestStkPush({ ...payment, phone })
    .catch(async (error: unknown) => {
      if (error instanceof CheckoutFailed) {
        await release();
        await noteFailed(ports, payment, 'declined');
      }
      throw error;
    });
  return noteSent(ports, payment, { invoiceId }, (sent) => sent);
}
