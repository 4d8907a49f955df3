import { authInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { createHash } from 'node:crypto';
import type { Ports } from '../use-cases/ports.ts';

/** Above the time that auth gives a push service. */
const callTimeoutMs = 8_000;

/** Key of a reminder: one for each learner and study day, without the learner's id, which an erased account must not leave behind. */
const keyOf = (token: string, date: string) =>
  `study-reminder:${createHash('sha256').update(`${token} ${date}`).digest('base64url')}`;

/** Hands reminders to auth, which knows addresses and browsers. */
export function createReminderClient(options: { baseUrl: string; internalKey: string }): Ports['remind'] {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs });
  return async ({ ownerId: userId, channel, token, date, ...due }) => {
    const message = { userId, key: keyOf(token, date) };
    if (channel === 'notification') await call(authInternalRoutes.sendPush, { body: { ...message, ...due } });
    else {
      const letter = { template: 'study-reminder', data: { ...due, stopToken: token } } as const;
      await call(authInternalRoutes.sendMail, { body: { ...message, letter } });
    }
  };
}
