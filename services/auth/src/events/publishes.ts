import {
  accessRevoked,
  passwordReset,
  userDeleted,
  userRegistered,
  userSeen,
  userVerified,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { Fact } from '../domain/facts.ts';

const headOf = ({ userId, version, at }: Fact) => ({
  key: String(userId),
  aggregate: { id: String(userId), version },
  occurredAt: at,
});

/** The event that tells a fact: ids and times, never names or addresses. */
export function eventOf(fact: Fact): Envelope {
  const [head, userId, at] = [headOf(fact), fact.userId, fact.at.toISOString()];
  switch (fact.happened) {
    case 'user-registered':
      return newEvent(userRegistered, { ...head, data: { userId, isDemo: fact.isDemo, registeredAt: at } });
    case 'user-verified':
      return newEvent(userVerified, { ...head, data: { userId, verifiedAt: at } });
    case 'user-seen':
      return newEvent(userSeen, { ...head, data: { userId, seenAt: fact.seenAt.toISOString() } });
    case 'password-reset':
      return newEvent(passwordReset, { ...head, data: { userId, resetAt: at } });
    case 'access-revoked': {
      const { sessionId, epoch } = fact;
      return newEvent(accessRevoked, { ...head, data: { userId, sessionId, epoch, revokedAt: at } });
    }
    case 'user-deleted':
      return newEvent(userDeleted, { ...head, data: { userId, deletedAt: at } });
  }
}
