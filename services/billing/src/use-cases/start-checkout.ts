import type { Principal } from '@kumbuka/identity';
import { CheckoutFailed } from '../domain/errors.ts';
import type { OwnedPayment } from '../domain/payment.ts';
import { returnAddress } from '../domain/redirect.ts';
import { noteFailed, noteSent, openPayment } from './open-payment.ts';
import type { Ports } from './ports.ts';

export interface Checkout {
  payment: OwnedPayment;
  checkoutUrl: string;
}

export interface CheckoutRequest {
  /** Page of ours to return to. */
  redirectUrl?: string | undefined;
}

/** Opens a checkout page at the provider, or returns the open one. */
export const startCheckout =
  (ports: Ports) =>
  async ({ redirectUrl }: CheckoutRequest, { userId }: Principal): Promise<Checkout> => {
    const back = returnAddress(redirectUrl, ports.origins);
    await ports.countAttempt(userId);
    const opened = await openPayment(ports, userId, 'page');
    const checkout = opened.checkout ?? (await openPage(ports, opened, back));
    return noteSent(ports, opened, { checkout }, (payment) => ({ payment, checkoutUrl: checkout.url }));
  };

/** The address of a page whose request failed was never shown, so nobody can pay on it. */
const openPage = (ports: Ports, opened: OwnedPayment, redirectUrl: string) =>
  ports.provider.startCheckout({ ...opened, redirectUrl }).catch(async (error: unknown) => {
    await noteFailed(ports, opened, error instanceof CheckoutFailed ? 'declined' : 'never-confirmed');
    throw error;
  });
