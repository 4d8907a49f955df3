import {
  cardAdded,
  deckCreated,
  decksInternalRoutes,
  type Envelope,
  type Owners,
  type OwnershipPage,
} from '@kumbuka/contracts';
import { newEvent, type Bus } from '@kumbuka/event-bus';
import { callService } from '@kumbuka/http-kit';
import type { RunningService } from './running-service.ts';

const callTimeoutMs = 10_000;

/** Events of the decks and cards that exist now, each with the present version of its aggregate. */
function eventsOf({ decks, cards }: OwnershipPage): Envelope[] {
  const headOf = (ownerId: number, id: number, version: number, createdAt: string) => ({
    key: ownerId,
    aggregate: { id, version },
    occurredAt: new Date(createdAt),
  });
  return [
    ...decks.map(({ deckId, ownerId, catalogId, createdAt, deckVersion }) =>
      newEvent(deckCreated, {
        ...headOf(ownerId, deckId, deckVersion, createdAt),
        data: { deckId, userId: ownerId, catalogId, createdAt },
      }),
    ),
    ...cards.map(({ cardId, deckId, ownerId, createdAt, cardVersion }) =>
      newEvent(cardAdded, {
        ...headOf(ownerId, cardId, cardVersion, createdAt),
        data: { cardId, deckId, userId: ownerId, createdAt },
      }),
    ),
  ];
}

async function* eventsOfDecks(decks: RunningService): AsyncGenerator<Envelope[]> {
  const { call } = callService({ ...decks, timeoutMs: callTimeoutMs, retries: 2 });
  const { listOwners, listOwnership } = decksInternalRoutes;
  let after: number | null = 0;
  do {
    const page: Owners = await call(listOwners, { query: after === 0 ? {} : { after } });
    for (const { ownerId } of page.owners.filter(({ erased }) => !erased)) {
      let place: string | null = '0';
      do {
        const owned: OwnershipPage = await call(listOwnership, {
          params: { id: ownerId },
          query: { after: place },
        });
        yield eventsOf(owned);
        place = owned.next;
      } while (place !== null);
    }
    after = page.next;
  } while (after !== null);
}

/** Services whose state can be published as events. */
export const republishable = ['decks'] as const;

/** Publishes what decks holds now to a topic; returns the number of events. Repeats do no harm: versions are equal. */
export async function republishDecks(decks: RunningService, bus: Bus, topic: string): Promise<number> {
  let count = 0;
  for await (const events of eventsOfDecks(decks)) {
    await bus.publish(
      topic,
      events.map((event) => ({
        key: event.key,
        value: JSON.stringify(event),
        headers: { id: event.id, type: event.type, version: String(event.version) },
      })),
    );
    count += events.length;
  }
  return count;
}
