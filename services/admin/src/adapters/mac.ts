import { createHmac } from 'node:crypto';

/** Keyed hashes of what was asked for. */
export const createMac = (secret: string) => (asked: object) =>
  createHmac('sha256', secret).update(JSON.stringify(asked)).digest('base64');
