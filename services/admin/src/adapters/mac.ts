import { createHmac } from 'node:crypto';

/** Keyed hashes of what was asked for. */
export const createMac = (secret: string) => (request: object) =>
  createHmac('sha256', secret).update(JSON.stringify(request)).digest('base64');
