import {
  generation as rules,
  generationCompleted,
  generationFailed,
  quotaUsed,
  type Envelope,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { DomainEvent } from '../domain/events.ts';
import type { Generation } from '../domain/generation.ts';
import { usedOf, type Quota } from '../domain/quota.ts';

/** A generation ends once, so its only event is its first. */
const ofGeneration = ({ id, ownerId }: Generation, occurredAt: Date) => ({
  key: String(ownerId),
  aggregate: { id: String(id), version: 1 },
  occurredAt,
});
const ofQuota = ({ ownerId, month, version }: Quota, occurredAt: Date) => ({
  key: String(ownerId),
  aggregate: { id: `${ownerId}:${month}`, version },
  occurredAt,
});
const idsOf = ({ id, ownerId }: Generation) => ({ userId: ownerId, generationId: id });

/** Builds the envelope of a domain event: ids, numbers and times, never texts. */
export function toEnvelope(event: DomainEvent): Envelope {
  const at = event.at.toISOString();
  switch (event.type) {
    case 'generation-completed': {
      const { generation } = event;
      const { cards, provider } = generation;
      const data = { ...idsOf(generation), cards: cards.length, provider, completedAt: at };
      return newEvent(generationCompleted, { ...ofGeneration(generation, event.at), data });
    }
    case 'generation-failed': {
      const { generation, failure } = event;
      const data = { ...idsOf(generation), reason: failure, failedAt: at };
      return newEvent(generationFailed, { ...ofGeneration(generation, event.at), data });
    }
    case 'quota-used': {
      const { quota } = event;
      const counts = { used: usedOf(quota), limit: rules.promptsPerMonth };
      const data = { userId: quota.ownerId, month: quota.month, ...counts, usedAt: at };
      return newEvent(quotaUsed, { ...ofQuota(quota, event.at), data });
    }
  }
}
