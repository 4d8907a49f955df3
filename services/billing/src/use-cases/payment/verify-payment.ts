import type { Principal } from '@kumbuka/identity';
import { PaymentNotFound, ProviderTimeout } from '../../domain/errors.ts';
import { isPaid, type OwnedPayment, type Payment } from '../../domain/payment.ts';
import { awaitBriefly, type BriefPorts } from './await-briefly.ts';
import type { Ports } from '../ports.ts';
import { readSubscription, type SubscriptionNow } from '../plan/read-subscription.ts';
import { settlePayment, type SettlingPorts } from './settle-payment.ts';

/** Names that a learner returned with; at least one. */
export interface PaymentNames {
  invoiceId?: string | undefined;
  checkoutId?: string | undefined;
  trackingId?: string | undefined;
}

export interface Verification {
  status: 'activated' | 'pending' | 'failed';
  subscription: SubscriptionNow;
}

type NamingPorts = BriefPorts & Pick<Ports, 'payments' | 'provider' | 'limits'>;
type VerifyingPorts = NamingPorts & SettlingPorts & Parameters<typeof readSubscription>[0];

/** Checks now whether a payment has arrived; continues in the background when that takes too long. */
export const verifyPayment =
  (ports: VerifyingPorts) =>
  async (names: PaymentNames, principal: Principal): Promise<Verification> => {
    const payment = await findNamed(ports, names, principal);
    const foreign = foreignName(payment, names);
    if (foreign !== undefined) await ports.limits.countForeignInvoice(principal.userId);
    const settling = settlePayment(ports)(payment, foreign);
    ports.background.run(settling);
    const settled = (await awaitBriefly(ports, settling)) ?? payment;
    return { status: statusOf(settled), subscription: await readSubscription(ports)(principal) };
  };

const statusOf = (payment: Payment) =>
  isPaid(payment) ? 'activated' : payment.state === 'failed' ? 'failed' : 'pending';

/** Invoice that is not recorded for the payment. */
const foreignName = ({ apiRef, checkout }: Payment, { invoiceId, trackingId }: PaymentNames) =>
  [invoiceId, trackingId].find((name) => name !== undefined && name !== apiRef && name !== checkout?.id);

const rootOf = ({ id, repeatOf }: Payment) => repeatOf?.id ?? id;

/** All known names must identify one payment of the learner or its repeats; returns that payment. */
async function findNamed(
  ports: NamingPorts,
  names: PaymentNames,
  { userId }: Principal,
): Promise<OwnedPayment> {
  const requested = [...new Set(Object.values(names).filter((name) => typeof name === 'string'))];
  const found = await Promise.all(requested.map((name) => ports.payments.findNamed(userId, name)));
  const matches = found.filter((payment) => payment !== null);
  if (new Set(matches.map(rootOf)).size > 1) throw new PaymentNotFound();
  const [payment] = matches;
  return payment ?? findByInvoice(ports, names, userId);
}

/** A phone prompt may be paid before its invoice was recorded; the provider knows its payment. */
async function findByInvoice(ports: NamingPorts, names: PaymentNames, userId: number) {
  const invoiceId = names.invoiceId ?? names.trackingId;
  if (invoiceId === undefined) throw new PaymentNotFound();
  const { provider, payments, background } = ports;
  await ports.limits.countUnknownInvoice(userId);
  const reading = provider.readInvoice({ invoiceId }).then((report) => ({ report }));
  background.run(reading);
  const read = await awaitBriefly(ports, reading);
  if (!read) throw new ProviderTimeout();
  const payment = read.report?.apiRef ? await payments.findNamed(userId, read.report.apiRef) : null;
  if (!payment) throw new PaymentNotFound();
  return payment;
}
