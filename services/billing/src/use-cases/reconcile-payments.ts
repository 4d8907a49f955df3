import { PaymentNotFound } from '../domain/errors.ts';
import { giveUpWhenLate, scheduleCheck, type Payment } from '../domain/payment.ts';
import type { Ports } from './ports.ts';
import { savePayment } from './save-payment.ts';
import { settlePayment } from './settle-payment.ts';

const mostAtOnce = 50;

/** Asks for payments whose time has come; gives back how many it were. */
export const reconcilePayments = (ports: Ports) => async (): Promise<number> => {
  const due = await ports.payments.listDue(ports.now(), mostAtOnce);
  for (const payment of due) await checkOnce(ports, payment);
  return due.length;
};

/** The next check is put off before this one: whatever happens to it, the payment is not forgotten. */
async function checkOnce(ports: Ports, payment: Payment): Promise<void> {
  const claimed = scheduleCheck(payment, ports.now());
  if (!(await ports.payments.claimCheck(payment, claimed))) return;
  const settling = settlePayment(ports)(claimed);
  ports.goOn(settling);
  const settled = await settling.catch(() => null);
  // What the provider did not say cannot be the reason to give a payment up.
  if (settled && giveUpWhenLate(settled, ports.now()) !== settled) await giveUp(ports, payment.id);
}

const giveUp = ({ transact, now }: Ports, id: string) =>
  transact(async (unit) => {
    const known = await unit.payments.findAnybodys(id);
    const at = now();
    if (known) await savePayment(unit, known, giveUpWhenLate(known, at), at);
  });

/** For operators: asks once more, however long ago the payment was given up. */
export const recheckPayment =
  (ports: Ports) =>
  async (id: string): Promise<Payment> => {
    const payment = await ports.payments.findAnybodys(id);
    if (!payment) throw new PaymentNotFound();
    return settlePayment(ports)(payment);
  };
