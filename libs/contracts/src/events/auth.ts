import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const userEvent = <Data extends z.ZodObject>(name: string, description: string, data: Data) =>
  defineEvent('auth', name, 'user', description, data);

export const userRegistered = userEvent(
  'user-registered',
  'An account was made; its address is not verified yet unless it is a demo account.',
  z.object({ userId: id, isDemo: z.boolean(), registeredAt: time }),
);
export const userVerified = userEvent(
  'user-verified',
  'The account proved its e-mail address.',
  z.object({ userId: id, verifiedAt: time }),
);
export const userChanged = userEvent(
  'user-changed',
  'Facts of the account changed; ask auth for their values.',
  z.object({ userId: id, fields: z.array(z.enum(['email', 'username', 'language', 'role'])).min(1) }),
);
export const userSeen = userEvent(
  'user-seen',
  'The user was active; at most one a minute and user.',
  z.object({ userId: id, seenAt: time }),
);
export const passwordReset = userEvent(
  'password-reset',
  'The password was replaced, by way of a code or of the older password; every older token is revoked.',
  z.object({ userId: id, resetAt: time }),
);
export const accessRevoked = userEvent(
  'access-revoked',
  'One session (sessionId) or every session older than the epoch lost its access.',
  z.object({ userId: id, sessionId: z.string().nullable(), epoch: z.int().min(0), revokedAt: time }),
);
export const userDeleted = userEvent(
  'user-deleted',
  'The account is gone; whoever keeps data of this user erases it.',
  z.object({ userId: id, deletedAt: time }),
);

export const authEvents = [
  userRegistered,
  userVerified,
  userChanged,
  userSeen,
  passwordReset,
  accessRevoked,
  userDeleted,
] as const;
