import {
  applyReport,
  confirm,
  isOwned,
  isPaid,
  type InvoiceReport,
  type Payment,
} from '../domain/payment.ts';
import { receiptOf } from '../domain/mail.ts';
import { extend } from '../domain/subscription.ts';
import type { InvoiceQuestion, Ports, UnitOfWork } from './ports.ts';
import { savePayment } from './save-payment.ts';

/**
 * Asks the provider how a payment stands, also by an invoice that somebody named for it, and does what follows from the
 * answer. Gives back the payment as it then is; throws what the provider's calls throw.
 */
export const settlePayment =
  (ports: Ports) =>
  async (payment: Payment, invoiceId?: string): Promise<Payment> => {
    let known = payment;
    for (const question of questionsAbout(payment, invoiceId)) {
      if (isPaid(known)) break;
      const report = await ports.provider.readInvoice(question);
      if (report) known = await takeReport(ports, known, report);
    }
    return known;
  };

function questionsAbout({ checkout, invoiceId }: Payment, named: string | undefined): InvoiceQuestion[] {
  const invoices = [...new Set([named, invoiceId])].flatMap((id) => (id ? [{ invoiceId: id }] : []));
  return checkout ? [...invoices, { checkout }] : invoices;
}

async function takeReport(ports: Ports, payment: Payment, report: InvoiceReport): Promise<Payment> {
  const at = ports.now();
  const expected = applyReport(payment, report, at);
  if (expected === payment) return payment;
  const receiptNumber = isPaid(expected) ? await ports.newReceiptNumber(at) : null;
  return ports.transact(async (unit) => {
    const known = (await unit.payments.findAnybodys(payment.id)) ?? payment;
    const told = applyReport(known, report, at);
    const isNewlyPaid = isPaid(told) && !isPaid(known);
    return isNewlyPaid && receiptNumber !== null
      ? activate(unit, known, told, receiptNumber, at)
      : savePayment(unit, known, told, at);
  });
}

/** Money, period and receipt are one transaction. Money for an account that is gone stays in the books. */
async function activate(unit: UnitOfWork, before: Payment, paid: Payment, receiptNumber: string, at: Date) {
  if (!isOwned(paid)) return savePayment(unit, before, paid, at);
  const known = await unit.subscriptions.find(paid.ownerId);
  const { subscription, period } = extend(known, paid.id, at);
  const payment = confirm(paid, { period, receiptNumber }, at);
  await savePayment(unit, before, payment, at);
  await unit.subscriptions.save(subscription);
  unit.record([{ type: 'subscription-activated', subscription, paymentId: paid.id, period, at }]);
  const receipt = receiptOf(payment, at);
  if (receipt) await unit.letters.insert(receipt, at);
  return payment;
}
