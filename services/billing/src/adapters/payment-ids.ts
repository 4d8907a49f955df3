import type { Foundation } from '@kumbuka/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import type { PaymentIds } from '../use-cases/ports.ts';

/** Builds a UUID (version 8, RFC 9562) from the first 16 bytes. */
function uuidOf(bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id[6] = (id.readUInt8(6) & 0x0f) | 0x80;
  id[8] = (id.readUInt8(8) & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const createPaymentIds = (ids: Foundation['ids']): PaymentIds => ({
  newPaymentId: randomUUID,
  paymentIdOf: (name, attempt) => uuidOf(createHash('sha256').update(`${name}:${attempt}`).digest()),
  newReceiptNumber: async (at) =>
    `KMB-${at.getUTCFullYear()}-${String(await ids.next('receipts')).padStart(6, '0')}`,
});
