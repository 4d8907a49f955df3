import { PaymentNotFound } from '../../domain/errors.ts';
import { giveUpWhenLate, scheduleCheck, type Payment } from '../../domain/payment.ts';
import type { Ports } from '../ports.ts';
import { savePayment } from './save-payment.ts';
import { settlePayment, type SettlingPorts } from './settle-payment.ts';

const maxAtOnce = 50;

type ReconcilingPorts = SettlingPorts & Pick<Ports, 'background'>;

/** Queries payments whose check is due, until `isOver()`. Returns their number. */
export const reconcilePayments =
  (ports: ReconcilingPorts) =>
  async (isOver: () => boolean): Promise<number> => {
    const due = await ports.payments.listDue(ports.now(), maxAtOnce);
    let checked = 0;
    for (const payment of due) {
      if (isOver()) break;
      await checkOnce(ports, payment);
      checked += 1;
    }
    return checked;
  };

/** Schedules the next check before this one, so that a crash does not lose the payment. */
async function checkOnce(ports: ReconcilingPorts, payment: Payment): Promise<void> {
  const claimed = scheduleCheck(payment, ports.now());
  if (!(await ports.payments.claimCheck(payment, claimed))) return;
  const settling = settlePayment(ports)(claimed);
  ports.background.run(settling);
  const settled = await settling.catch(() => null);
  // A failed query is no reason to give up a payment.
  if (settled && giveUpWhenLate(settled, ports.now()) !== settled) await giveUp(ports, payment.id);
}

const giveUp = ({ transact, now }: Pick<Ports, 'transact' | 'now'>, id: string): Promise<Payment> =>
  transact(async (unit) => {
    const payment = await unit.payments.findById(id);
    if (!payment) throw new PaymentNotFound();
    const at = now();
    return savePayment(unit, payment, giveUpWhenLate(payment, at), at);
  });

/** For operators: queries once more, even after the payment was given up, and gives it up when it is late. */
export const recheckPayment =
  (ports: SettlingPorts) =>
  async (id: string): Promise<Payment> => {
    const payment = await ports.payments.findById(id);
    if (!payment) throw new PaymentNotFound();
    await settlePayment(ports)(payment);
    return giveUp(ports, id);
  };
