import type { Day } from '@kumbuka/contracts/study-day';
import {
  activeAnswers,
  type AnswerEntry,
  comesLate,
  dayOfAnswer,
  type Parameters,
  type ParametersEntry,
  type RescheduledEntry,
  type ResetEntry,
  type ReviewEntry,
  type ScheduleImportedEntry,
  startOf,
  type UndoEntry,
} from '@kumbuka/schedule';
import type { CardRecord, DeckRecord } from './deck/owned.ts';
import { evolve } from './evolve.ts';
import type { Settings } from './learner/learner.ts';
import { keysOf, type LogEntry } from './log-entry.ts';
import {
  emptyState,
  liveCard,
  putPast,
  unsampledDecks,
  withSamples,
  type CardPast,
  type StateKeys,
  type StudyState,
} from './study-state.ts';

function pick<Key, Value>(map: ReadonlyMap<Key, Value>, keys: readonly Key[] = []): ReadonlyMap<Key, Value> {
  const found = new Map<Key, Value>();
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

const putAll = <Key, Value>(into: Map<Key, Value>, from: ReadonlyMap<Key, Value>) =>
  from.forEach((value, key) => into.set(key, value));

const decksOf = (cards: StudyState['cards']): number[] => [...cards.values()].map(({ deckId }) => deckId);

/** Whole state during a rebuild; slices are taken from it and written back. */
function createWhole(start: StudyState) {
  let { learner } = start;
  const decks = new Map(start.decks);
  const cards = new Map(start.cards);
  const days = new Map(start.days);
  const sessions = new Map(start.sessions);
  return {
    cards,
    slice: (keys: StateKeys): StudyState => ({
      ...start,
      learner,
      decks: pick(decks, [...(keys.decks ?? []), ...decksOf(pick(cards, keys.cards))]),
      cards: pick(cards, keys.cards),
      days: pick(days, keys.days),
      sessions: pick(sessions, keys.sessions),
      pasts: new Map(),
      turns: new Map(),
    }),
    put(slice: StudyState) {
      learner = slice.learner;
      putAll(decks, slice.decks);
      putAll(cards, slice.cards);
      putAll(days, slice.days);
      putAll(sessions, slice.sessions);
    },
    state: (): StudyState => ({ ...start, learner, decks, cards, days, sessions, pasts: new Map() }),
  };
}
type Whole = ReturnType<typeof createWhole>;

function othersLastStudied({ cards }: Whole, { cardId }: CardEntry): Date | null {
  const deckId = cards.get(cardId)?.deckId;
  const times = [...cards.values()]
    .filter((other) => other.deckId === deckId && other.cardId !== cardId)
    .flatMap(({ lastStudiedAt }) => (lastStudiedAt ? [lastStudiedAt.getTime()] : []));
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b)));
}

type CardEntry = AnswerEntry | UndoEntry | ScheduleImportedEntry;
type EntryOfPast = CardEntry | RescheduledEntry | ResetEntry;
type PastEntry = EntryOfPast | ParametersEntry;
const isOfPast = (entry: LogEntry): entry is PastEntry =>
  entry.kind === 'reviewed' ||
  entry.kind === 'undone' ||
  entry.kind === 'rescheduled' ||
  entry.kind === 'schedule-imported' ||
  entry.kind === 'reset' ||
  entry.kind === 'parameters-changed';

/** Entries of each card so far, for late answers and undos. */
function createPasts(whole: Whole) {
  const sets = new Map<number, Parameters>();
  const ofCard = new Map<number, EntryOfPast[]>();
  const answers = new Map<string, AnswerEntry>();
  return {
    remember(entry: PastEntry) {
      if (entry.kind === 'parameters-changed') {
        sets.set(entry.parameters.version, entry.parameters);
        return;
      }
      if (entry.kind === 'reviewed') answers.set(entry.id, entry);
      const context = ofCard.get(entry.cardId);
      if (context) context.push(entry);
      else ofCard.set(entry.cardId, [entry]);
    },
    of: (entry: CardEntry): CardPast => ({
      answers: activeAnswers(ofCard.get(entry.cardId) ?? []),
      start: startOf(ofCard.get(entry.cardId) ?? []),
      sets,
      // Only an undo reads it, and it looks at every card.
      othersLastStudied: entry.kind === 'undone' ? othersLastStudied(whole, entry) : null,
    }),
    dayOfUndone(entry: LogEntry): Day[] {
      const answer = entry.kind === 'undone' ? answers.get(entry.undoes) : undefined;
      return answer ? [dayOfAnswer(answer)] : [];
    },
  };
}
type Pasts = ReturnType<typeof createPasts>;

function isReplayed(slice: StudyState, entry: LogEntry): entry is CardEntry {
  if (entry.kind === 'undone' || entry.kind === 'schedule-imported') return true;
  const card = entry.kind === 'reviewed' ? liveCard(slice, entry.cardId) : null;
  return entry.kind === 'reviewed' && card !== null && comesLate(card, entry.answeredAt);
}

function sliceFor(whole: Whole, pasts: Pasts, entry: LogEntry): StudyState {
  const keys = keysOf(entry);
  const slice = whole.slice({ ...keys, days: [...(keys.days ?? []), ...pasts.dayOfUndone(entry)] });
  return isReplayed(slice, entry) ? putPast(slice, entry.cardId, pasts.of(entry)) : slice;
}

/** Folds the entries; each sees the same slice as when it was written. */
function* foldAll(start: StudyState, entries: readonly LogEntry[]): Generator<void, StudyState> {
  const whole = createWhole(start);
  const pasts = createPasts(whole);
  for (const entry of entries) {
    whole.put(evolve(sliceFor(whole, pasts, entry), entry));
    if (isOfPast(entry)) pasts.remember(entry);
    yield;
  }
  return whole.state();
}

/** Input that is not in the review log: settings, and the existing and deleted decks and cards. */
export interface StudyContext {
  ownerId: number;
  settings: Settings;
  decks: readonly DeckRecord[];
  cards: readonly CardRecord[];
}

const before1970 = new Date(0);

const withoutThose = <Value>(values: ReadonlyMap<number, Value>, ids: readonly number[]): Value[] => {
  const context = new Set(ids);
  return [...values].flatMap(([id, value]) => (context.has(id) ? [] : [value]));
};

/** Adds decks and cards that only the log mentions, as deleted. */
function withLost(context: StudyContext, log: readonly ReviewEntry[]): StudyContext {
  const answers = log.filter((entry) => entry.kind === 'reviewed');
  const { ownerId, decks, cards } = context;
  const answeredDecks = new Map(
    answers.map(({ deckId }) => [deckId, { kind: 'removed-deck', deckId, deckVersion: 0 } as const]),
  );
  const answeredCards = new Map(
    answers.map(({ cardId, deckId }) => [
      cardId,
      { kind: 'removed-card', ownerId, cardId, deckId, cardVersion: 0 } as const,
    ]),
  );
  const deckIds = decks.map(({ deckId }) => deckId);
  const cardIds = cards.map(({ cardId }) => cardId);
  return {
    ...context,
    decks: [...decks, ...withoutThose(answeredDecks, deckIds)],
    cards: [...cards, ...withoutThose(answeredCards, cardIds)],
  };
}

/** Everything that ever existed; the deletions follow after the log. */
function entriesBeforeLog(
  { settings, decks, cards }: StudyContext,
  answered: ReadonlySet<number>,
): LogEntry[] {
  const context = decks.map(
    ({ deckId, deckVersion }) => ({ kind: 'deck-added', deckId, deckVersion }) as const,
  );
  const needed = cards.filter((card) => card.kind === 'card' || answered.has(card.cardId));
  return [
    { kind: 'settings', settings },
    ...context,
    ...needed.map((card) => ({ kind: 'card-added', card: { createdAt: before1970, ...card } }) as const),
  ];
}

const entriesAfterLog = ({ decks, cards }: StudyContext): LogEntry[] => [
  ...cards
    .filter(({ kind }) => kind === 'removed-card')
    .map((card) => ({ kind: 'card-gone', card }) as const),
  ...decks
    .filter(({ kind }) => kind === 'removed-deck')
    .map(({ deckId, deckVersion }) => ({ kind: 'deck-gone', deckId, deckVersion }) as const),
];

/** Rebuilds a learner's study from the log, entry by entry in the order of writing. A service serves others between steps. */
export function* rebuildInSteps(
  context: StudyContext,
  log: readonly ReviewEntry[],
): Generator<void, StudyState> {
  const complete = withLost(context, log);
  const answered = new Set(log.flatMap((entry) => (entry.kind === 'reviewed' ? [entry.cardId] : [])));
  const state = yield* foldAll(emptyState(complete.ownerId), [
    ...entriesBeforeLog(complete, answered),
    ...log,
    ...entriesAfterLog(complete),
  ]);
  return withSamples(state, unsampledDecks(state), []);
}

/** Rebuilds a learner's study at once. */
export function rebuild(context: StudyContext, log: readonly ReviewEntry[]): StudyState {
  const steps = rebuildInSteps(context, log);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
