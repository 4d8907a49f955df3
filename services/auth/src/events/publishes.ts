import {
  accessRevoked,
  passwordReset,
  userChanged,
  userDeleted,
  userRegistered,
  userSeen,
  userVerified,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { DomainEvent } from '../domain/events.ts';

const headOf = ({ userId, version, at }: DomainEvent) => ({
  key: String(userId),
  aggregate: { id: String(userId), version },
  occurredAt: at,
});

/** Builds the envelope of a domain event: ids and times, never names or addresses. */
export function toEnvelope(event: DomainEvent): Envelope {
  const [head, userId, at] = [headOf(event), event.userId, event.at.toISOString()];
  switch (event.type) {
    case 'user-registered':
      return newEvent(userRegistered, { ...head, data: { userId, isDemo: event.isDemo, registeredAt: at } });
    case 'user-verified':
      return newEvent(userVerified, { ...head, data: { userId, verifiedAt: at } });
    case 'user-changed':
      return newEvent(userChanged, { ...head, data: { userId, fields: event.fields } });
    case 'user-seen':
      return newEvent(userSeen, { ...head, data: { userId, seenAt: event.seenAt.toISOString() } });
    case 'password-reset':
      return newEvent(passwordReset, { ...head, data: { userId, resetAt: at } });
    case 'access-revoked': {
      const { sessionId, epoch } = event;
      return newEvent(accessRevoked, { ...head, data: { userId, sessionId, epoch, revokedAt: at } });
    }
    case 'user-deleted':
      return newEvent(userDeleted, { ...head, data: { userId, deletedAt: at } });
  }
}
