import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const userEvent = <Data extends z.ZodObject>(name: string, description: string, data: Data) =>
  defineEvent('auth', name, 'user', description, data);

export const userRegistered = userEvent(
  'user-registered',
  'An account was created; its address is not verified yet, except for a demo account.',
  z.object({ userId: id, isDemo: z.boolean(), registeredAt: time }),
);
export const userVerified = userEvent(
  'user-verified',
  'The email address of the account was verified.',
  z.object({ userId: id, verifiedAt: time }),
);
export const userChanged = userEvent(
  'user-changed',
  'Fields of the account changed; read their values from auth.',
  z.object({ userId: id, fields: z.array(z.enum(['email', 'username', 'language', 'role'])).min(1) }),
);
export const userSeen = userEvent(
  'user-seen',
  'The user was active; at most one event per user and minute.',
  z.object({ userId: id, seenAt: time }),
);
export const passwordReset = userEvent(
  'password-reset',
  'The password was replaced, by a reset code or with the old password; every older token is revoked.',
  z.object({ userId: id, resetAt: time }),
);
export const accessRevoked = userEvent(
  'access-revoked',
  'One session (sessionId), or every session older than the epoch, was revoked.',
  z.object({ userId: id, sessionId: z.string().nullable(), epoch: z.int().min(0), revokedAt: time }),
);
export const userDeleted = userEvent(
  'user-deleted',
  'The account was deleted; consumers erase their data about this user.',
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
