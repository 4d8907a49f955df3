import {
  applyReport,
  isOwned,
  isPaid,
  openRepeat,
  type InvoiceReport,
  type Payment,
} from '../../domain/payment.ts';
import { activatePayment } from './activate-payment.ts';
import type { InvoiceReference, Ports, UnitOfWork } from '../ports.ts';
import { savePayment } from './save-payment.ts';

export type SettlingPorts = Pick<Ports, 'payments' | 'provider' | 'ids' | 'transact' | 'now'>;

/**
 * Queries the provider about a payment, optionally by an invoice that a caller named, and applies the
 * response. Returns the updated payment. Throws the errors of the provider's calls.
 */
export const settlePayment =
  (ports: SettlingPorts) =>
  async (payment: Payment, invoiceId?: string): Promise<Payment> => {
    let current = payment;
    for (const reference of await referencesOf(ports, payment, invoiceId)) {
      if (isPaid(current) && !isPaid(payment)) break;
      const report = await ports.provider.readInvoice(reference);
      if (report) current = await takeReport(ports, current, report);
    }
    return current;
  };

async function referencesOf(
  { payments }: Pick<Ports, 'payments'>,
  payment: Payment,
  named: string | undefined,
): Promise<InvoiceReference[]> {
  const { checkout, invoiceId } = payment;
  // For a paid payment, only another invoice can change anything.
  if (isPaid(payment))
    return named === undefined || isRecordedPaid(await payments.findByInvoice(named))
      ? []
      : [{ invoiceId: named }];
  const invoices = [...new Set([named, invoiceId])].flatMap((id) => (id ? [{ invoiceId: id }] : []));
  return checkout ? [...invoices, { checkout }] : invoices;
}

const isRecordedPaid = (payment: Payment | null) => payment !== null && isPaid(payment);

async function takeReport(
  ports: Pick<SettlingPorts, 'ids' | 'transact' | 'now'>,
  payment: Payment,
  report: InvoiceReport,
): Promise<Payment> {
  const at = ports.now();
  const repeated = { id: ports.ids.newPaymentId(), at };
  const expected = applyReport(payment, report, at);
  if (expected === payment && !openRepeat(payment, report, repeated)) return payment;
  const receiptNumber = isPaid(expected) ? await ports.ids.newReceiptNumber(at) : null;
  return ports.transact(async (unit) => {
    const current = (await unit.payments.findById(payment.id)) ?? payment;
    const repeat = openRepeat(current, report, repeated);
    const meant = repeat ? await findOrInsertRepeat(unit, repeat, report) : current;
    const updated = await saveUpdate(unit, meant, applyReport(meant, report, at), receiptNumber, at);
    return repeat ? current : updated;
  });
}

function saveUpdate(
  unit: UnitOfWork,
  current: Payment,
  updated: Payment,
  receiptNumber: string | null,
  at: Date,
) {
  const isNewlyPaid = isPaid(updated) && !isPaid(current);
  return isNewlyPaid && receiptNumber !== null
    ? activatePayment(unit, current, updated, receiptNumber, at)
    : savePayment(unit, current, updated, at);
}

/** Returns the payment of an invoice, or creates it. */
async function findOrInsertRepeat(
  unit: UnitOfWork,
  opened: Payment,
  { invoiceId }: InvoiceReport,
): Promise<Payment> {
  const current = await unit.payments.findByInvoice(invoiceId);
  if (current) return current;
  const repeat = await countForOwner(unit, opened);
  await unit.payments.insert(repeat);
  if (isOwned(repeat)) unit.record([{ type: 'checkout-started', payment: repeat }]);
  return repeat;
}

/** Counts the payment for its learner; an erased learner gets no row. */
async function countForOwner({ learners }: UnitOfWork, opened: Payment): Promise<Payment> {
  if (!isOwned(opened)) return opened;
  const { erasedAt } = await learners.incrementPaymentCount(opened.ownerId);
  return erasedAt ? { ...opened, ownerId: null } : opened;
}
