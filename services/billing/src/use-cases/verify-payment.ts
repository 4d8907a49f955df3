import type { Principal } from '@kumbuka/identity';
import { PaymentNotFound, ProviderTimeout } from '../domain/errors.ts';
import { isPaid, type OwnedPayment, type Payment } from '../domain/payment.ts';
import { awaitBriefly } from './await-briefly.ts';
import type { Ports } from './ports.ts';
import { readSubscription, type SubscriptionNow } from './read-subscription.ts';
import { settlePayment } from './settle-payment.ts';

/** What a learner came back with; at least one of them. */
export interface PaymentNames {
  invoiceId?: string | undefined;
  checkoutId?: string | undefined;
  trackingId?: string | undefined;
}

export interface Verification {
  status: 'activated' | 'pending' | 'failed';
  subscription: SubscriptionNow;
}

/** Looks up now whether a payment has come; what takes longer than its caller waits is done afterwards. */
export const verifyPayment =
  (ports: Ports) =>
  async (names: PaymentNames, principal: Principal): Promise<Verification> => {
    const payment = await findNamed(ports, names, principal);
    const foreign = foreignName(payment, names);
    if (foreign !== undefined) await ports.countForeignInvoice(principal.userId);
    const settling = settlePayment(ports)(payment, foreign);
    ports.goOn(settling);
    const settled = (await awaitBriefly(settling)) ?? payment;
    return { status: statusOf(settled), subscription: await readSubscription(ports)(principal) };
  };

const statusOf = (payment: Payment) =>
  isPaid(payment) ? 'activated' : payment.state === 'failed' ? 'failed' : 'pending';

/** An invoice that the payment does not know yet. */
const foreignName = ({ apiRef, checkout }: Payment, { invoiceId, trackingId }: PaymentNames) =>
  [invoiceId, trackingId].find((name) => name !== undefined && name !== apiRef && name !== checkout?.id);

const rootOf = ({ id, repeatOf }: Payment) => repeatOf?.id ?? id;

/** Names that are known must mean one payment of the learner, or its repeats; it takes one that is known. */
async function findNamed(ports: Ports, names: PaymentNames, { userId }: Principal): Promise<OwnedPayment> {
  const given = [...new Set(Object.values(names).filter((name) => typeof name === 'string'))];
  const found = await Promise.all(given.map((name) => ports.payments.findNamed(userId, name)));
  const known = found.filter((payment) => payment !== null);
  if (new Set(known.map(rootOf)).size > 1) throw new PaymentNotFound();
  const [payment] = known;
  return payment ?? findByInvoice(ports, names, userId);
}

/** A prompt on a phone may have been paid before we heard its invoice: the provider knows whose it is. */
async function findByInvoice(ports: Ports, names: PaymentNames, userId: number) {
  const invoiceId = names.invoiceId ?? names.trackingId;
  if (invoiceId === undefined) throw new PaymentNotFound();
  const { provider, payments, goOn } = ports;
  await ports.countUnknownInvoice(userId);
  const reading = provider.readInvoice({ invoiceId }).then((report) => ({ report }));
  goOn(reading);
  const read = await awaitBriefly(reading);
  if (!read) throw new ProviderTimeout();
  const payment = read.report?.apiRef ? await payments.findNamed(userId, read.report.apiRef) : null;
  if (!payment) throw new PaymentNotFound();
  return payment;
}
