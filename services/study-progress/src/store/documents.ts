import { noShelf } from '@kumbuka/schedule';
import { noShelvedNew, type ShelvedNew } from '../domain/scheduling/card-counts.ts';
import type { Day } from '@kumbuka/contracts/study-day';
import { emptyDayCounts, type DayCounts } from '../domain/calendar/day-counts.ts';
import type { Card, RemovedCard } from '../domain/card/card.ts';
import { nextDueDayOf, type Deck, type RemovedDeck } from '../domain/deck/deck.ts';
import type { LearnerCounters } from '../domain/learner/dashboard.ts';
import type { Learner, Settings } from '../domain/learner/learner.ts';
import { noIntervalCounts } from '../domain/learner/interval-counts.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import { firstIdleAt, type FinishedSession } from '../domain/session/session.ts';
import { emptyState, type StateKeys, type StudyState } from '../domain/study-state.ts';
import type {
  CardDocument,
  DayDocument,
  DeckDocument,
  ErasedDocument,
  LearnerDocument,
  ProjectionDocument,
  RemovedCardDocument,
  RemovedDeckDocument,
  SessionDocument,
} from './projections.ts';

export const idOf = {
  learner: (ownerId: number) => `learner:${ownerId}`,
  deck: (ownerId: number, deckId: number) => `deck:${ownerId}:${deckId}`,
  card: (ownerId: number, cardId: number) => `card:${ownerId}:${cardId}`,
  day: (ownerId: number, day: Day) => `day:${ownerId}:${day}`,
  session: (ownerId: number, sessionId: string) => `session:${ownerId}:${sessionId}`,
};

/** Ids of the rows of a slice. */
export const idsOf = (ownerId: number, { decks = [], cards = [], days = [], sessions = [] }: StateKeys) => [
  idOf.learner(ownerId),
  ...decks.map((id) => idOf.deck(ownerId, id)),
  ...cards.map((id) => idOf.card(ownerId, id)),
  ...days.map((day) => idOf.day(ownerId, day)),
  ...sessions.map((id) => idOf.session(ownerId, id)),
];

const shelvedPart = (shelvedNew: ShelvedNew) =>
  shelvedNew.suspended === 0 && shelvedNew.buried.length === 0 ? {} : { shelvedNew };

export function learnerDocument(learner: Learner): LearnerDocument {
  const { recent, shelvedNew, parameters, earlierParameters, lastClock, skipped, ...fields } = learner;
  const idleAt = firstIdleAt(learner.sessions);
  return {
    _id: idOf.learner(learner.ownerId),
    kind: 'learner',
    ...fields,
    ...shelvedPart(shelvedNew),
    ...(parameters ? { parameters } : {}),
    ...(lastClock ? { lastClock } : {}),
    ...(skipped.length > 0 ? { skipped: [...skipped] } : {}),
    ...(earlierParameters.length > 0 ? { earlierParameters } : {}),
    recentFrom: recent.from,
    recent: recent.days,
    ...(idleAt ? { idleAt } : {}),
  };
}

export function deckDocument(deck: Deck | RemovedDeck): DeckDocument | RemovedDeckDocument {
  const _id = idOf.deck(deck.ownerId, deck.deckId);
  if (deck.kind === 'removed-deck') return { _id, ...deck };
  const { shelvedNew, ...fields } = deck;
  const dueDay = nextDueDayOf(deck);
  return { _id, ...fields, ...shelvedPart(shelvedNew), ...(dueDay === null ? {} : { dueDay }) };
}

export function cardDocument(card: Card | RemovedCard): CardDocument | RemovedCardDocument {
  const _id = idOf.card(card.ownerId, card.cardId);
  if (card.kind === 'removed-card') return { _id, ...card };
  const { suspended, buriedUntil, noteId, ...fields } = card;
  return {
    _id,
    ...fields,
    ...(suspended ? { suspended } : {}),
    ...(buriedUntil === null ? {} : { buriedUntil }),
    ...(noteId === null ? {} : { noteId }),
  };
}
export const dayDocument = (ownerId: number, day: Day, counts: DayCounts): DayDocument => ({
  _id: idOf.day(ownerId, day),
  kind: 'day',
  ownerId,
  day,
  ...counts,
});
export const sessionDocument = (ownerId: number, session: FinishedSession): SessionDocument => ({
  _id: idOf.session(ownerId, session.sessionId),
  kind: 'session',
  ownerId,
  ...session,
});
export const erasedDocument = (ownerId: number): ErasedDocument => ({
  _id: idOf.learner(ownerId),
  kind: 'erased',
  ownerId,
});

/** Projection without the parts of a learner that take longest to decode. */
export const countersProjection = {
  parameters: 0,
  earlierParameters: 0,
  intervals: 0,
  sessions: 0,
  badges: 0,
  paid: 0,
} as const;
export type CountersDocument = Omit<LearnerDocument, keyof typeof countersProjection>;

export const toCounters = (document: CountersDocument): LearnerCounters & Settings => ({
  ...settingsOf(document),
  totals: document.totals,
  due: document.due,
  shelvedNew: { ...noShelvedNew, ...document.shelvedNew },
  recent: { from: document.recentFrom ?? null, days: document.recent },
  runs: document.runs,
  lastClock: document.lastClock ?? null,
  skipped: document.skipped ?? [],
  durations: document.durations,
});

export const toLearner = (document: LearnerDocument): Learner => ({
  ownerId: document.ownerId,
  version: document.version,
  seq: document.seq,
  ...toCounters(document),
  xp: document.xp,
  parameters: document.parameters ?? null,
  earlierParameters: document.earlierParameters ?? [],
  paid: document.paid ?? null,
  badges: document.badges,
  intervals: document.intervals ?? noIntervalCounts,
  sessions: document.sessions,
});
export const toDeck = ({ _id, dueDay: _dueDay, sample = null, shelvedNew, ...deck }: DeckDocument): Deck => ({
  ...deck,
  shelvedNew: { ...noShelvedNew, ...shelvedNew },
  sample,
});
export const toCard = ({ _id, ...card }: CardDocument): Card => ({ ...noShelf, noteId: null, ...card });
const toRemovedDeck = ({ _id, ...deck }: RemovedDeckDocument): RemovedDeck => deck;
const toRemovedCard = ({ _id, ...card }: RemovedCardDocument): RemovedCard => card;
export const toDayCounts = ({ answers, durationMs, hours }: DayDocument): DayCounts => ({
  answers,
  durationMs: durationMs ?? emptyDayCounts.durationMs,
  hours: hours ?? emptyDayCounts.hours,
});
const toSession = ({ _id, kind: _kind, ownerId: _ownerId, ...session }: SessionDocument): FinishedSession =>
  session;

/** Builds the state, or a slice of it, from its rows. */
export function toState(ownerId: number, documents: readonly ProjectionDocument[]): StudyState {
  const state = emptyState(ownerId);
  let [{ learner }, erased] = [state, false];
  const decks = new Map<number, Deck | RemovedDeck>();
  const cards = new Map<number, Card | RemovedCard>();
  const days = new Map<Day, DayCounts>();
  const sessions = new Map<string, FinishedSession>();
  for (const document of documents)
    switch (document.kind) {
      case 'learner':
        learner = toLearner(document);
        break;
      case 'erased':
        erased = true;
        break;
      case 'deck':
        decks.set(document.deckId, toDeck(document));
        break;
      case 'removed-deck':
        decks.set(document.deckId, toRemovedDeck(document));
        break;
      case 'card':
        cards.set(document.cardId, toCard(document));
        break;
      case 'removed-card':
        cards.set(document.cardId, toRemovedCard(document));
        break;
      case 'day':
        days.set(document.day, toDayCounts(document));
        break;
      case 'session':
        sessions.set(document.sessionId, toSession(document));
        break;
    }
  return { ...state, erased, learner, decks, cards, days, sessions };
}

/** Builds all rows of a state. */
export const documentsOf = ({ ownerId, erased, learner, ...state }: StudyState): ProjectionDocument[] =>
  erased
    ? [erasedDocument(ownerId)]
    : [
        learnerDocument(learner),
        ...[...state.decks.values()].map(deckDocument),
        ...[...state.cards.values()].map(cardDocument),
        ...[...state.days].map(([day, counts]) => dayDocument(ownerId, day, counts)),
        ...[...state.sessions.values()].map((session) => sessionDocument(ownerId, session)),
      ];
