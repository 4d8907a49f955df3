import {
  cardAdded,
  cardsAdded,
  cardMoved,
  cardRemoved,
  cardReviewed,
  deckCreated,
  deckDeleted,
  generationCompleted,
  paymentConfirmed,
  reviewUndone,
  subscriptionActivated,
  subscriptionShortened,
  userChanged,
  userDeleted,
  userRegistered,
  userSeen,
  userVerified,
  type Envelope,
  type EventContract,
  type EventData,
} from '@kumbuka/contracts';
import { onMany, type Listener, type Session } from '@kumbuka/event-bus';
import type { Part } from '../domain/directory/user.ts';
import { countOnDays, followUsers, type UserUpdate } from '../use-cases/follow-users.ts';
import type { Ports, Transact } from '../use-cases/ports.ts';

interface Effects extends Pick<Ports, 'dateOf'> {
  /** Runs work inside the transaction that marks the events as processed. */
  within(session: Session): Transact;
}

type Of<Contract extends EventContract> = Envelope<EventData<Contract>>;
const registered = ({ data }: Of<typeof userRegistered>): UserUpdate => ({
  kind: 'registered',
  userId: data.userId,
  at: new Date(data.registeredAt),
});
const seen = ({ data }: Of<typeof userSeen>): UserUpdate => ({
  kind: 'seen',
  userId: data.userId,
  at: new Date(data.seenAt),
});
const paidUntil = ({
  data,
  aggregate: { version },
}: Of<typeof subscriptionActivated> | Of<typeof subscriptionShortened>): UserUpdate => ({
  kind: 'paid-until',
  userId: data.userId,
  until: new Date(data.periodEnd),
  version,
});
const erased = ({ data }: Of<typeof userDeleted>): UserUpdate => ({ kind: 'erased', userId: data.userId });
const stale =
  (part: Part) =>
  (userId: number): UserUpdate => ({ kind: 'stale', userId, part });
const ofUser =
  (part: Part) =>
  ({ data: { userId } }: Envelope<{ userId: number }>): UserUpdate =>
    stale(part)(userId);

/** Handlers that update the directory and mark stale parts of users. */
export function listeners({ within, dateOf }: Effects): Listener[] {
  const follow = followUsers({ dateOf });
  const count = countOnDays({ dateOf });
  const updateOn = <Contract extends EventContract>(
    contract: Contract,
    updateOf: (event: Of<Contract>) => UserUpdate,
  ) => onMany([contract], (events, session) => within(session)((unit) => follow(unit, events.map(updateOf))));

  return [
    ...updateOn(userRegistered, registered),
    ...updateOn(userVerified, ofUser('account')),
    ...updateOn(userChanged, ofUser('account')),
    ...updateOn(userSeen, seen),
    ...updateOn(userDeleted, erased),
    ...updateOn(deckCreated, ofUser('decks')),
    ...updateOn(deckDeleted, ofUser('decks')),
    ...updateOn(cardAdded, ofUser('decks')),
    ...updateOn(cardsAdded, ofUser('decks')),
    ...updateOn(cardMoved, ofUser('decks')),
    ...updateOn(cardRemoved, ofUser('decks')),
    ...onMany([cardReviewed], (events, session) =>
      within(session)(async (unit) => {
        await follow(unit, events.map(ofUser('answers')));
        await count(
          unit,
          'answers',
          events.map(({ data }) => new Date(data.answeredAt)),
        );
      }),
    ),
    ...updateOn(reviewUndone, ofUser('answers')),
    ...updateOn(subscriptionActivated, paidUntil),
    ...updateOn(subscriptionShortened, paidUntil),
    ...onMany([paymentConfirmed], (events, session) =>
      within(session)((unit) =>
        count(
          unit,
          'payments',
          events.map(({ data }) => new Date(data.confirmedAt)),
        ),
      ),
    ),
    ...onMany([generationCompleted], (events, session) =>
      within(session)((unit) =>
        count(
          unit,
          'generations',
          events.map(({ data }) => new Date(data.completedAt)),
        ),
      ),
    ),
  ];
}
