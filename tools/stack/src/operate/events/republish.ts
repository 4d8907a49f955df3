import {
  billingInternalRoutes,
  cardAdded,
  cardSuspensionChanged,
  deckCreated,
  deckProgressChanged,
  decksInternalRoutes,
  plan,
  studyProgressInternalRoutes,
  subscriptionActivated,
  subscriptionExpired,
  type DeckProgressOfLearner,
  type Envelope,
  type Owners,
  type OwnershipPage,
  type PlanOfUser,
  type PlanPage,
  type ServiceName,
} from '@kumbuka/contracts';
import { newEvent, type Bus } from '@kumbuka/event-bus';
import { callService } from '@kumbuka/http-kit';
import type { RunningService } from '../running-service.ts';

const callTimeoutMs = 10_000;
const callsOf = (service: RunningService) =>
  callService({ ...service, timeoutMs: callTimeoutMs, retries: 2 });

/** Returns the decks and cards of a page as events. The last event of each aggregate has its current version. */
function eventsOf({ decks, cards }: OwnershipPage): Envelope[] {
  const commonFieldsOf = (ownerId: number, id: number, version: number, createdAt: string) => ({
    key: ownerId,
    aggregate: { id, version },
    occurredAt: new Date(createdAt),
  });
  return [
    ...decks.map(({ deckId, ownerId, catalogId, createdAt, deckVersion }) =>
      newEvent(deckCreated, {
        ...commonFieldsOf(ownerId, deckId, deckVersion, createdAt),
        data: { deckId, userId: ownerId, catalogId, createdAt },
      }),
    ),
    ...cards.flatMap(({ cardId, deckId, ownerId, createdAt, cardVersion, suspended }) => {
      const ids = { cardId, deckId, userId: ownerId };
      // A suspension is a separate event, so the two events need consecutive versions.
      const added = newEvent(cardAdded, {
        ...commonFieldsOf(ownerId, cardId, suspended ? cardVersion - 1 : cardVersion, createdAt),
        data: { ...ids, createdAt },
      });
      if (!suspended) return [added];
      const suspension = newEvent(cardSuspensionChanged, {
        ...commonFieldsOf(ownerId, cardId, cardVersion, createdAt),
        data: { ...ids, suspended, changedAt: createdAt },
      });
      return [added, suspension];
    }),
  ];
}

/** Returns the current plan of a user as an event with the version of the subscription; none for a user without one. */
export function eventsOfPlan({ userId, paidUntil, expiredAt, paymentId, version }: PlanOfUser): Envelope[] {
  if (paidUntil === null || paymentId === null || version === 0) return [];
  const commonFields = { key: userId, aggregate: { id: userId, version } };
  if (expiredAt !== null)
    return [
      newEvent(subscriptionExpired, {
        ...commonFields,
        occurredAt: new Date(expiredAt),
        data: { userId, expiredAt },
      }),
    ];
  const start = new Date(Date.parse(paidUntil) - plan.days * 86_400_000);
  const data = { userId, paymentId, periodStart: start.toISOString(), periodEnd: paidUntil };
  return [newEvent(subscriptionActivated, { ...commonFields, occurredAt: start, data })];
}

/** Returns the progress of the decks of a learner as events; none for a deck whose progress was never published. */
export const eventsOfProgress = (userId: number, { decks }: DeckProgressOfLearner): Envelope[] =>
  decks
    .filter(({ version }) => version > 0)
    .map(({ deckId, mastery, lastStudied, nextDueOn, version }) =>
      newEvent(deckProgressChanged, {
        key: userId,
        aggregate: { id: deckId, version },
        occurredAt: lastStudied === null ? new Date() : new Date(lastStudied),
        data: { userId, deckId, mastery, lastStudied, ...(nextDueOn === undefined ? {} : { nextDueOn }) },
      }),
    );

type Running = (name: ServiceName) => RunningService;

async function* ownersOfDecks(running: Running): AsyncGenerator<number> {
  const { call } = callsOf(running('decks'));
  let after: number | null = 0;
  do {
    const page: Owners = await call(decksInternalRoutes.listOwners, { query: after === 0 ? {} : { after } });
    for (const { ownerId, erased } of page.owners) if (!erased) yield ownerId;
    after = page.next;
  } while (after !== null);
}

async function* stateOfDecks(running: Running): AsyncGenerator<Envelope[]> {
  const { call } = callsOf(running('decks'));
  for await (const id of ownersOfDecks(running)) {
    let after: string | null = '0';
    do {
      const owned: OwnershipPage = await call(decksInternalRoutes.listOwnership, {
        params: { id },
        query: { after },
      });
      yield eventsOf(owned);
      after = owned.next;
    } while (after !== null);
  }
}

async function* stateOfProgress(running: Running): AsyncGenerator<Envelope[]> {
  const { call } = callsOf(running('study-progress'));
  for await (const id of ownersOfDecks(running))
    yield eventsOfProgress(id, await call(studyProgressInternalRoutes.readDeckProgress, { params: { id } }));
}

async function* stateOfBilling(running: Running): AsyncGenerator<Envelope[]> {
  const { call } = callsOf(running('billing'));
  let after: number | null = 0;
  do {
    const page: PlanPage = await call(billingInternalRoutes.listPlans, {
      query: after === 0 ? {} : { after },
    });
    yield page.users.flatMap(eventsOfPlan);
    after = page.next;
  } while (after !== null);
}

const states = { decks: stateOfDecks, billing: stateOfBilling, 'study-progress': stateOfProgress };

/** Services whose state can be published as events (ADR 144). */
export const republishable = Object.keys(states) as (keyof typeof states)[];

/** Publishes the current state of a service to a topic. Returns the number of events. A repeat is harmless, because consumers skip versions that they have. */
export async function republishState(
  service: keyof typeof states,
  running: Running,
  bus: Bus,
  topic: string,
): Promise<number> {
  let count = 0;
  for await (const events of states[service](running)) {
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
