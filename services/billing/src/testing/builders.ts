import { newPayment, type OwnedPayment } from '../domain/payment.ts';

/** Test builders with defaults for everything that a test does not name. */
export const noon = new Date('2026-03-01T12:00:00Z');

export const aPayment = (payment: Partial<OwnedPayment> = {}): OwnedPayment => ({
  ...newPayment({ id: 'a-payment', ownerId: 7, apiRef: 'KMB-1', method: 'page', at: noon }),
  ...payment,
});
