import { studyDayAt } from '@kumbuka/contracts/study-day';
import { isReview } from './advance.ts';
import { decideBury } from './card/bury.ts';
import { isShelved } from './card/shelf.ts';
import { newCountOn } from './scheduling/card-counts.ts';
import { dueCountOn } from './scheduling/due-days.ts';
import { isDue } from './scheduling/due.ts';
import { describe, expect, test } from 'vitest';
import { frozen } from '../testing/builders.ts';
import { noIntervalCounts } from './learner/interval-counts.ts';
import type { SubmittedAnswer } from './answer/answer-outcome.ts';
import { decideAnswer, decideUndo } from './answer/decide-answer.ts';
import { dayOf, offsetMinutesAt } from '@kumbuka/contracts/study-day';
import { comesLate } from './card/study-change.ts';
import { newCard, removedCard, type Card } from './card/card.ts';
import { changedDecks } from './events.ts';
import { evolve } from './evolve.ts';
import { settingsOf } from './learner/settings.ts';
import type { LogEntry } from './log-entry.ts';
import { rebuild } from './rebuild.ts';
import { activeAnswers, type ReviewEntry } from './review-log.ts';
import { decideFinish } from './session/decide-finish.ts';
import { streakOn } from './calendar/study-days.ts';
import { emptyState, liveCard, liveDeck, putCard, putDeck, putPast, type StudyState } from './study-state.ts';
import { takeOver } from './take-over.ts';

const ownerId = 7;
const start = Date.parse('2026-01-01T09:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return { below: (most: number) => Math.floor(next() * most), chance: (share: number) => next() < share };
}
type Random = ReturnType<typeof createRandom>;

const zones = ['Africa/Nairobi', 'America/New_York', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'Asia/Kolkata'];

/** Simulates one learner on the whole state; replays read the log as the store does. */
function createLife(random: Random) {
  let state = emptyState(ownerId);
  let now = start;
  const log: ReviewEntry[] = [];

  const past = (card: Card) => {
    const ofCard = log.filter((entry) => entry.kind !== 'finish' && entry.cardId === card.cardId);
    const others = [...state.cards.values()]
      .filter((other) => other.deckId === card.deckId && other.cardId !== card.cardId)
      .flatMap(({ lastStudiedAt }) => (lastStudiedAt ? [lastStudiedAt.getTime()] : []));
    const othersLastStudied = others.length === 0 ? null : new Date(Math.max(...others));
    return { answers: activeAnswers(ofCard), othersLastStudied };
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
        wasCorrect: random.chance(0.7),
        minutes: random.below(90) / 60,
        sessionId: random.chance(0.7) ? `s${random.below(6)}` : undefined,
        sessionDeckId: random.chance(0.5) ? card.deckId : null,
        answeredAt,
      };
      if (comesLate(card, answeredAt)) state = putPast(state, card.cardId, past(card));
      if (!isRepeat(submitted)) take(decideAnswer(state, card, submitted, writing()));
    },
    undo() {
      const card = someCard();
      const last = card && past(card).answers.at(-1);
      if (!card || !last) return;
      state = putPast(state, card.cardId, past(card));
      take(decideUndo(state, last, writing()));
    },
    finish() {
      const [open] = state.learner.sessions;
      if (open) take(decideFinish(state, open, new Date(now), writing()));
    },
    bury() {
      const card = someCard();
      if (!card) return;
      const wish = { ...card, sessionId: 's1', buried: random.chance(0.7) };
      const entry = decideBury(state, wish, writing());
      if (entry) take(entry);
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
    travel() {
      const timezone = zones[random.below(zones.length)] ?? 'UTC';
      const settings = { ...settingsOf(state.learner), timezone, dayStartHour: random.below(24) };
      take({ kind: 'settings', settings });
    },
  };
}

/** Simulates a random history. */
function live(seed: number, steps: number) {
  const random = createRandom(seed);
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
    else if (random.chance(0.72)) life.answer();
    else if (random.chance(0.6)) life.undo();
    else if (random.chance(0.7)) life.finish();
    else if (random.chance(0.3)) life.remove();
    else if (random.chance(0.12)) life.dropDeck();
    else life.travel();
  }
  return life;
}

const contextOf = ({ learner, decks, cards }: StudyState) => ({
  ownerId,
  settings: settingsOf(learner),
  decks: [...decks.values()],
  cards: [...cards.values()],
});
const rebuilt = (state: StudyState, log: readonly ReviewEntry[]): StudyState =>
  takeOver(rebuild(contextOf(state), log), state);
const rowsOf = ({ learner, decks, cards, days, sessions }: StudyState) => ({
  learner,
  decks: new Map([...decks].sort(([a], [b]) => a - b)),
  cards: new Map([...cards].sort(([a], [b]) => a - b)),
  days: new Map([...days].sort(([a], [b]) => a - b)),
  sessions: new Map([...sessions].sort(([a], [b]) => (a < b ? -1 : 1))),
});

describe('the state rebuilt from the log', () => {
  test('the state rebuilt from the log equals the live one after every random history, in every zone and by every day start', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const life = live(seed, 120);
      expect(rowsOf(rebuilt(life.state(), life.log)), `seed ${seed}`).toEqual(rowsOf(life.state()));
    }
  });

  test('the numbers of due and new cards are those of the cards that are neither suspended nor buried', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const life = live(seed, 80);
      const { learner, cards } = life.state();
      const today = studyDayAt(learner, life.now());
      const shown = [...cards.values()].filter(
        (card): card is Card => card.kind === 'card' && !isShelved(card, today),
      );
      expect(dueCountOn(learner.due, today), `seed ${seed}`).toBe(
        shown.filter(({ dueDay }) => isDue(dueDay, today)).length,
      );
      expect(newCountOn({ ...learner.totals, shelvedNew: learner.shelvedNew }, today), `seed ${seed}`).toBe(
        shown.filter(({ dueDay }) => dueDay === null).length,
      );
    }
  });

  test('the state rebuilt from the log is the same when everything that can be computed was lost', () => {
    const life = live(3, 200);
    const state = life.state();
    const damaged: StudyState = {
      ...state,
      days: new Map(),
      sessions: new Map(),
      learner: {
        ...state.learner,
        xp: 5,
        runs: [],
        recent: { from: null, days: [] },
        intervals: noIntervalCounts,
      },
      cards: new Map(
        [...state.cards].map(([id, card]) => [
          id,
          card.kind === 'card' ? { ...card, correct: 9, stability: 1, dueDay: 1, lastStudiedAt: null } : card,
        ]),
      ),
      decks: new Map(
        [...state.decks].map(([id, deck]) => [
          id,
          deck.kind === 'deck' ? { ...deck, due: [], cards: 0, correct: 1 } : deck,
        ]),
      ),
    };
    expect(rowsOf(rebuilt(damaged, life.log))).toEqual(rowsOf(state));
  });

  test('the state rebuilt from the log of a learner without a log is that of a new one', () => {
    expect(rebuilt(emptyState(ownerId), []).learner).toMatchObject({ xp: 0, seq: 0 });
  });

  test('the state rebuilt from the log of a large deck does not take longer for each card the more there are', () => {
    const cards = Array.from({ length: 10_000 }, (_, index) =>
      newCard({ ownerId, deckId: 1, cardId: index + 1, createdAt: new Date(0), cardVersion: 1 }),
    );
    const began = process.threadCpuUsage();
    expect(rebuild({ ...contextOf(emptyState(ownerId)), cards }, []).learner.totals.cards).toBe(10_000);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3_000);
  });
});

describe('a day start late in the evening west of UTC', () => {
  const west = ['Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/Los_Angeles', 'America/New_York'];
  const cases = west.flatMap((timezone) => [20, 21, 22, 23].map((dayStartHour) => [timezone, dayStartHour]));
  test.each(cases)(
    'a day start late in the evening west of UTC loses no day and no streak in %s at %i, and an undo takes one day',
    (zone, hour) => {
      const timezone = String(zone);
      const dayStartHour = Number(hour);
      const life = createLife(createRandom(1));
      life.take({
        kind: 'settings',
        settings: { ...settingsOf(life.state().learner), timezone, dayStartHour },
      });
      life.take({ kind: 'deck-added', deckId: 1, deckVersion: 1 });
      for (let cardId = 1; cardId <= 12; cardId++) {
        const card = { ownerId, deckId: 1, cardId, createdAt: new Date(0), cardVersion: 1 };
        life.take({ kind: 'card-added', card });
      }
      for (let day = 0; day < 5; day++) {
        life.pass(dayMs);
        life.answer();
      }
      const offset = offsetMinutesAt(timezone, life.now());
      const today = dayOf(life.now(), offset, dayStartHour);
      const studied = [...life.state().days.values()].filter(({ answers }) => answers > 0).length;
      expect(studied).toBe(life.state().learner.totals.studyDays);
      const streak = streakOn(life.state().learner.runs, today);
      life.undo();
      const fewer = [...life.state().days.values()].filter(({ answers }) => answers > 0).length;
      expect(studied - fewer).toBeLessThanOrEqual(1);
      expect(streak - streakOn(life.state().learner.runs, today)).toBeLessThanOrEqual(streak);
      expect(rowsOf(rebuilt(life.state(), life.log))).toEqual(rowsOf(life.state()));
    },
  );
});
