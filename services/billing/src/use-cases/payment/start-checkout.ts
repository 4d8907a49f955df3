import { ProductError } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { CheckoutFailed } from '../../domain/errors.ts';
import type { HostedCheckout, OwnedPayment } from '../../domain/payment.ts';
import { returnAddress } from '../../domain/redirect.ts';
import { canBeClaimed } from '../../domain/repeat.ts';
import { awaitCall, type CallPorts } from './await-call.ts';
import { leaseFrom, noteFailed, noteSent, openPayment, type OpeningPorts } from './open-payment.ts';
import type { Ports } from '../ports.ts';

export interface Checkout {
  payment: OwnedPayment;
  checkoutUrl: string;
}

export interface CheckoutRequest {
  /** Page of ours to return to. */
  redirectUrl?: string | undefined;
}

type PagePorts = Pick<Ports, 'provider' | 'transact' | 'now'>;
type CheckoutPorts = OpeningPorts & CallPorts & PagePorts & Pick<Ports, 'limits' | 'origins'>;

/** Opens a checkout page at the provider, or returns the open one. */
export const startCheckout =
  (ports: CheckoutPorts) =>
  async ({ redirectUrl }: CheckoutRequest, { userId: ownerId }: Principal): Promise<Checkout> => {
    const back = returnAddress(redirectUrl, ports.origins);
    await ports.limits.countAttempt(ownerId);
    const { payment, isNew } = await openPayment(ports, { ownerId, method: 'page' });
    return isNew ? openPage(ports, payment, back) : repeatPage(ports, payment, back);
  };

/** Returns the address that the first request got, or opens the page when that request died meanwhile. */
async function repeatPage(
  ports: CallPorts & PagePorts,
  opened: OwnedPayment,
  redirectUrl: string,
): Promise<Checkout> {
  if (await claimPage(ports, opened)) return openPage(ports, opened, redirectUrl);
  const payment = await awaitCall(ports, opened);
  if (payment.checkout) return noteOpened(ports, payment, payment.checkout);
  if (payment.state === 'failed') throw new CheckoutFailed();
  throw new ProductError('IN_PROGRESS', { retryAfterSeconds: 1 });
}

async function claimPage(
  ports: Pick<CallPorts, 'payments' | 'timeouts' | 'now'>,
  payment: OwnedPayment,
): Promise<boolean> {
  const at = ports.now();
  return canBeClaimed(payment, at) && ports.payments.claimCall(payment, leaseFrom(ports, at));
}

/** Opens a page. When the request fails, the payment fails too: its address was never shown, so it cannot be paid. */
async function openPage(ports: PagePorts, payment: OwnedPayment, redirectUrl: string): Promise<Checkout> {
  const checkout = await ports.provider
    .startCheckout({ ...payment, redirectUrl })
    .catch(async (error: unknown) => {
      await noteFailed(ports, payment, error instanceof CheckoutFailed ? 'declined' : 'never-confirmed');
      throw error;
    });
  return noteOpened(ports, payment, checkout);
}

const noteOpened = (
  ports: Pick<PagePorts, 'transact' | 'now'>,
  payment: OwnedPayment,
  checkout: HostedCheckout,
): Promise<Checkout> =>
  noteSent(ports, payment, { checkout }, (noted) => ({
    payment: noted,
    checkoutUrl: (noted.checkout ?? checkout).url,
  }));
