import { demoBatchCreated, type Envelope } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { DomainEvent } from '../domain/events.ts';

/** The envelope of what happened: ids, counts and times only. */
export function toEnvelope(event: DomainEvent): Envelope {
  const { batchId, version, users, at } = event;
  return newEvent(demoBatchCreated, {
    key: batchId,
    aggregate: { id: batchId, version },
    occurredAt: at,
    data: { batchId, users, createdAt: at.toISOString() },
  });
}
