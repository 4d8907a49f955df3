import {
  applyReport,
  isOwned,
  isPaid,
  openRepeat,
  type InvoiceReport,
  type Payment,
} from '../domain/payment.ts';
import { activatePayment } from './activate-payment.ts';
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
    for (const question of await questionsAbout(ports, payment, invoiceId)) {
      if (isPaid(known) && !isPaid(payment)) break;
      const report = await ports.provider.readInvoice(question);
      if (report) known = await takeReport(ports, known, report);
    }
    return known;
  };

async function questionsAbout(
  { payments }: Ports,
  payment: Payment,
  named: string | undefined,
): Promise<InvoiceQuestion[]> {
  const { checkout, invoiceId } = payment;
  // Of what is paid only another invoice can tell anything new.
  if (isPaid(payment))
    return named === undefined || isKnownPaid(await payments.findByInvoice(named))
      ? []
      : [{ invoiceId: named }];
  const invoices = [...new Set([named, invoiceId])].flatMap((id) => (id ? [{ invoiceId: id }] : []));
  return checkout ? [...invoices, { checkout }] : invoices;
}

const isKnownPaid = (payment: Payment | null) => payment !== null && isPaid(payment);

async function takeReport(ports: Ports, payment: Payment, report: InvoiceReport): Promise<Payment> {
  const at = ports.now();
  const repeated = { id: ports.newPaymentId(), at };
  const expected = applyReport(payment, report, at);
  if (expected === payment && !openRepeat(payment, report, repeated)) return payment;
  const receiptNumber = isPaid(expected) ? await ports.newReceiptNumber(at) : null;
  return ports.transact(async (unit) => {
    const known = (await unit.payments.findAnybodys(payment.id)) ?? payment;
    const repeat = openRepeat(known, report, repeated);
    const meant = repeat ? await keptRepeat(unit, repeat, report) : known;
    const told = await takeNews(unit, meant, applyReport(meant, report, at), receiptNumber, at);
    return repeat ? known : told;
  });
}

function takeNews(unit: UnitOfWork, known: Payment, told: Payment, receiptNumber: string | null, at: Date) {
  const isNewlyPaid = isPaid(told) && !isPaid(known);
  return isNewlyPaid && receiptNumber !== null
    ? activatePayment(unit, known, told, receiptNumber, at)
    : savePayment(unit, known, told, at);
}

/** One for each invoice: the one that is known, or a new one. */
async function keptRepeat(unit: UnitOfWork, opened: Payment, { invoiceId }: InvoiceReport): Promise<Payment> {
  const known = await unit.payments.findByInvoice(invoiceId);
  if (known) return known;
  const repeat = await ownedStill(unit, opened);
  await unit.payments.insert(repeat);
  if (isOwned(repeat)) unit.record([{ type: 'checkout-started', payment: repeat }]);
  return repeat;
}

/** Counts it for its learner, who may be going: what is erased already gets no row with a name any more. */
async function ownedStill({ learners }: UnitOfWork, opened: Payment): Promise<Payment> {
  if (!isOwned(opened)) return opened;
  const { erasedAt } = await learners.incrementPaymentCount(opened.ownerId);
  return erasedAt ? { ...opened, ownerId: null } : opened;
}
