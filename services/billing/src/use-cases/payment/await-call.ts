import type { OwnedPayment } from '../../domain/payment.ts';
import { isBeingOpened } from '../../domain/repeat.ts';
import type { Ports } from '../ports.ts';

const pollMs = 50;

export type CallPorts = Pick<Ports, 'payments' | 'timeouts' | 'background' | 'now'>;

/** Waits briefly while another request opens the payment; returns the payment as it then is. */
export async function awaitCall(ports: CallPorts, opened: OwnedPayment): Promise<OwnedPayment> {
  const { payments, timeouts, background, now } = ports;
  const read = async () => (await payments.find(opened.ownerId, opened.id)) ?? opened;
  let payment = await read();
  for (let waitedMs = 0; isBeingOpened(payment, now()) && waitedMs < timeouts.callMs; waitedMs += pollMs) {
    await background.pause(pollMs);
    payment = await read();
  }
  return payment;
}
