import { createHmac } from 'node:crypto';

/** Creates a keyed hash of request bodies. */
export const createMac = (secret: string) => (request: object) =>
  createHmac('sha256', secret).update(JSON.stringify(request)).digest('base64');
