import { deletionCompleted, deletionRequested, demoBatchCreated, type Envelope } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import type { Counts, Deletion } from '../domain/deletion/deletion.ts';
import type { DomainEvent } from '../domain/events.ts';

const headOf = ({ id, version }: Deletion, occurredAt: Date) => ({
  key: id,
  aggregate: { id, version },
  occurredAt,
});

/** Flattens counts to keys such as `decks.flashcards`. */
const flat = (counts: Counts) =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([service, rows]) =>
      Object.entries(rows).map(([kind, count]) => [`${service}.${kind}`, count]),
    ),
  );

/** Converts a domain event to its envelope. */
export function toEnvelope(event: DomainEvent): Envelope {
  switch (event.type) {
    case 'deletion-requested': {
      const { deletion, userId } = event;
      const { id: deletionId, requestedBy, strategy, users, requestedAt } = deletion;
      const data = { deletionId, requestedBy, strategy, users, requestedAt: requestedAt.toISOString() };
      const about = userId === null ? data : { ...data, userId };
      return newEvent(deletionRequested, { ...headOf(deletion, requestedAt), data: about });
    }
    case 'deletion-completed': {
      const { deletion } = event;
      const at = deletion.completedAt ?? deletion.requestedAt;
      const { id: deletionId, done: users, failed, counts } = deletion;
      const data = { deletionId, users, failed, counts: flat(counts), completedAt: at.toISOString() };
      return newEvent(deletionCompleted, { ...headOf(deletion, at), data });
    }
    case 'demo-batch-created': {
      const { batchId, users, at } = event;
      const head = { key: batchId, aggregate: { id: batchId, version: 1 }, occurredAt: at };
      return newEvent(demoBatchCreated, { ...head, data: { batchId, users, createdAt: at.toISOString() } });
    }
  }
}
