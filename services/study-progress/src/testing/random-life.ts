import { seededRandom, type SeededRandom } from '@kumbuka/testing/servers';
import { isReview } from '../domain/advance.ts';
import { decideBury } from '../domain/card/bury.ts';
import { decideScheduleImport } from '../domain/card/import-study.ts';
import { frozen } from './builders.ts';
import type { SubmittedAnswer } from '../domain/answer/submitted-answer.ts';
import { decideAnswer, decidePractice, decideUndo } from '../domain/answer/decide-answer.ts';
import { decideCorrection } from '../domain/answer/reschedule.ts';
import { decideParameters } from '../domain/learner/parameters.ts';
import {
  activeAnswers,
  comesLate,
  isOfCard,
  parameterSets,
  parametersIn,
  startOf,
  type ReviewEntry,
} from '@kumbuka/schedule';
import { removedCard, type Card } from '../domain/card/card.ts';
import { changedDecks } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import { settingsOf, withDeckSettings } from '../domain/learner/settings.ts';
import type { LogEntry } from '../domain/log-entry.ts';
import { rebuild } from '../domain/rebuild.ts';
import { decideFinish } from '../domain/session/decide-finish.ts';
import {
  emptyState,
  liveCard,
  liveDeck,
  putCard,
  putDeck,
  putPast,
  type StudyState,
} from '../domain/study-state.ts';
import { takeOver } from '../domain/take-over.ts';

export const ownerId = 7;
const start = Date.parse('2026-01-01T09:00:00Z');
const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const zones = ['Africa/Nairobi', 'America/New_York', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'Asia/Kolkata'];

const easyDay = ['full', 'full', 'half', 'off'] as const;

/** Seven of ten answers are correct, most of them rated Good. */
const gradeOf = (number: number) => {
  const rating = ([1, 1, 1, 2, 4, 3, 3, 3, 3, 3] as const)[number] ?? 3;
  return { rating, wasCorrect: rating > 1 };
};

/** Simulates one learner on the whole state; replays read the log as the store does. */
export function createLife(random: SeededRandom) {
  let state = emptyState(ownerId);
  let now = start;
  const log: ReviewEntry[] = [];

  const past = (card: Card) => {
    const ofCard = log.filter((entry) => isOfCard(entry, card.cardId));
    const others = [...state.cards.values()]
      .filter((other) => other.deckId === card.deckId && other.cardId !== card.cardId)
      .flatMap(({ lastStudiedAt }) => (lastStudiedAt ? [lastStudiedAt.getTime()] : []));
    const othersLastStudied = others.length === 0 ? null : new Date(Math.max(...others));
    return {
      answers: activeAnswers(ofCard),
      start: startOf(ofCard),
      sets: parameterSets(parametersIn(log)),
      othersLastStudied,
    };
  };
  const take = (entry: LogEntry) => {
    const before = state;
    state = evolve(frozen({ ...state }), frozen(entry));
    state = changedDecks(before, state).reduce(putDeck, state);
    if (isReview(entry)) log.push(entry);
  };
  const writing = () => ({ id: `e${log.length}`, now: new Date(now) });
  const someCard = () => {
    const card = liveCard(state, 1 + random.below(12));
    return card && liveDeck(state, card.deckId) ? card : null;
  };

  const correct = (cardId: number) => {
    const correction = decideCorrection(state, cardId, writing());
    if (correction) take(correction);
  };

  const isRepeat = ({ sessionId, cardId }: Pick<SubmittedAnswer, 'sessionId' | 'cardId'>) =>
    sessionId !== undefined &&
    activeAnswers(log).some((answer) => answer.sessionId === sessionId && answer.cardId === cardId);

  return {
    state: () => state,
    log,
    take,
    pass: (ms: number) => void (now += ms),
    now: () => new Date(now),
    answer() {
      const card = someCard();
      if (!card) return;
      const answeredAt = new Date(now - (random.chance(0.3) ? random.below(25 * dayMs) : 0));
      const submitted = {
        deckId: card.deckId,
        cardId: card.cardId,
        ...gradeOf(random.below(10)),
        minutes: random.below(90) / 60,
        sessionId: random.chance(0.7) ? `s${random.below(6)}` : undefined,
        sessionDeckId: random.chance(0.5) ? card.deckId : null,
        answeredAt,
      };
      if (isRepeat(submitted)) return;
      if (comesLate(card, answeredAt)) state = putPast(state, card.cardId, past(card));
      const parameters = decideParameters(state, card.deckId, writing());
      if (parameters) take(parameters);
      take(decideAnswer(state, card, submitted, writing()));
      correct(card.cardId);
    },
    practise() {
      const card = someCard();
      if (!card) return;
      const submitted = {
        cardId: card.cardId,
        deckId: card.deckId,
        ...gradeOf(random.below(10)),
        minutes: 0.1,
        sessionId: 's1',
        sessionDeckId: null,
      };
      take(decidePractice(state, card, submitted, writing()));
    },
    undo() {
      const card = someCard();
      const last = card && past(card).answers.at(-1);
      if (!card || !last) return;
      state = putPast(state, card.cardId, past(card));
      take(decideUndo(state, last, writing()));
      correct(card.cardId);
    },
    finish() {
      const [open] = state.learner.sessions;
      if (open) take(decideFinish(state, open, new Date(now), writing()));
    },
    bury() {
      const card = someCard();
      if (!card) return;
      const request = { ...card, sessionId: 's1', buried: random.chance(0.7) };
      const entry = decideBury(state, request, writing());
      if (entry) take(entry);
    },
    /** Gives a card the schedule of another program; some cards were answered before. */
    importSchedule() {
      const card = someCard();
      if (!card) return;
      const lastDay = Math.floor(now / dayMs) - random.below(200);
      const schedule = {
        state: 'review' as const,
        lastDay,
        dueDay: lastDay + 1 + random.below(300),
        stability: 0.5 + random.below(3_000) / 10,
        difficulty: 1 + random.below(90) / 10,
        isDerived: random.chance(0.3),
        interval: random.below(300),
        ease: 2.5,
        lapses: random.below(4),
        reviews: random.below(40),
        dueAt: null,
        lastAt: null,
        anki: null,
      };
      const ofCard = log.filter((entry) => isOfCard(entry, card.cardId));
      const entry = decideScheduleImport(state, { ...card, schedule }, ofCard, writing());
      if (!entry) return;
      state = putPast(state, card.cardId, past(card));
      take(entry);
    },
    reset() {
      const card = someCard();
      if (!card) return;
      const { id, now: recordedAt } = writing();
      const { cardId, deckId } = card;
      const seq = state.learner.seq + 1;
      take({ kind: 'reset', id, userId: ownerId, seq, recordedAt, cardId, deckId, reason: 'learner' });
    },
    suspend() {
      const card = someCard();
      if (!card) return;
      const cardVersion = card.cardVersion + 1;
      take({ kind: 'card-suspension', card: { ...card, cardVersion, suspended: !card.suspended } });
    },
    remove() {
      const card = someCard();
      if (card) take({ kind: 'card-gone', card: { ...card, cardVersion: card.cardVersion + 1 } });
    },
    dropDeck() {
      if (!liveDeck(state, 3)) return;
      take({ kind: 'deck-gone', deckId: 3, deckVersion: 4 });
      for (const card of state.cards.values())
        if (card.kind === 'card' && card.deckId === 3)
          state = putCard(state, removedCard(card, card.cardVersion));
    },
    /** Chooses how much to remember, at times for one deck alone, and easy days. */
    choose() {
      const settings = settingsOf(state.learner);
      const deck = {
        deckId: 1 + random.below(3),
        rememberPercent: 80 + random.below(18),
        newCardsPerDay: null,
      };
      const easyDays = settings.easyDays.map(() => easyDay[random.below(4)] ?? 'full');
      const chosen = random.chance(0.5)
        ? { rememberPercent: 80 + random.below(18), longestInterval: 30 + random.below(300), easyDays }
        : { deckSettings: withDeckSettings(settings.deckSettings, deck) };
      take({ kind: 'settings', settings: { ...settings, ...chosen } });
    },
    travel() {
      const timezone = zones[random.below(zones.length)] ?? 'UTC';
      const settings = { ...settingsOf(state.learner), timezone, dayStartHour: random.below(24) };
      take({ kind: 'settings', settings });
    },
  };
}

/** Simulates a random history. */
export function live(seed: number, steps: number) {
  const random = seededRandom(seed);
  const life = createLife(random);
  for (const deckId of [1, 2, 3]) life.take({ kind: 'deck-added', deckId, deckVersion: 1 });
  for (let cardId = 1; cardId <= 12; cardId++) {
    const card = { ownerId, deckId: 1 + (cardId % 3), cardId, createdAt: new Date(0), cardVersion: 1 };
    life.take({ kind: 'card-added', card });
  }
  for (let step = 0; step < steps; step++) {
    life.pass(random.below(20 * hourMs));
    if (random.chance(0.1)) life.bury();
    else if (random.chance(0.11)) life.suspend();
    else if (random.chance(0.05)) life.practise();
    else if (random.chance(0.06)) life.importSchedule();
    else if (random.chance(0.04)) life.reset();
    else if (random.chance(0.72)) life.answer();
    else if (random.chance(0.6)) life.undo();
    else if (random.chance(0.7)) life.finish();
    else if (random.chance(0.3)) life.remove();
    else if (random.chance(0.12)) life.dropDeck();
    else if (random.chance(0.5)) life.choose();
    else life.travel();
  }
  return life;
}

export const contextOf = ({ learner, decks, cards }: StudyState) => ({
  ownerId,
  settings: settingsOf(learner),
  decks: [...decks.values()],
  cards: [...cards.values()],
});
export const rebuilt = (state: StudyState, log: readonly ReviewEntry[]): StudyState =>
  takeOver(rebuild(contextOf(state), log), state);
export const rowsOf = ({ learner, decks, cards, days, sessions }: StudyState) => ({
  learner,
  decks: new Map([...decks].sort(([a], [b]) => a - b)),
  cards: new Map([...cards].sort(([a], [b]) => a - b)),
  days: new Map([...days].sort(([a], [b]) => a - b)),
  sessions: new Map([...sessions].sort(([a], [b]) => (a < b ? -1 : 1))),
});
