import { authInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { Ports } from '../use-cases/ports.ts';

const callTimeoutMs = 4_500;

/** Hands emails to auth. */
export function createEmailClient(options: { baseUrl: string; internalKey: string }): Ports['handToAuth'] {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs });
  return ({ ownerId: userId, key, letter }) =>
    call(authInternalRoutes.sendMail, { body: { userId, key, letter } });
}
