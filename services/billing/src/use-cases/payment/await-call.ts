import type { OwnedPayment } from '../../domain/payment.ts';
import { isBeingOpened } from '../../domain/repeat.ts';
import type { Ports } from '../ports.ts';

/** How long a repeat waits for the request that is at the provider, in milliseconds. */
const patienceMs = 2_000;
const pollMs = 50;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits briefly while another request opens the payment; returns the payment as it then is. */
export async function awaitCall({ payments, now }: Ports, opened: OwnedPayment): Promise<OwnedPayment> {
  const began = performance.now();
  const read = async () => (await payments.find(opened.ownerId, opened.id)) ?? opened;
  let payment = await read();
  while (isBeingOpened(payment, now()) && performance.now() - began < patienceMs) {
    await pause(pollMs);
    payment = await read();
  }
  return payment;
}
