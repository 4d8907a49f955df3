import type { OwnedPayment } from '../../domain/payment.ts';
import { isBeingOpened } from '../../domain/repeat.ts';
import type { Ports } from '../ports.ts';

const pollMs = 50;

/** Waits briefly while another request opens the payment; returns the payment as it then is. */
export async function awaitCall(ports: Ports, opened: OwnedPayment): Promise<OwnedPayment> {
  const { payments, patience, pause, now } = ports;
  const read = async () => (await payments.find(opened.ownerId, opened.id)) ?? opened;
  let payment = await read();
  for (let waitedMs = 0; isBeingOpened(payment, now()) && waitedMs < patience.callMs; waitedMs += pollMs) {
    await pause(pollMs);
    payment = await read();
  }
  return payment;
}
