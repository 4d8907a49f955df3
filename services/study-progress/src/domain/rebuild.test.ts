import { describe, expect, test } from 'vitest';
import { noIntervalCounts } from './learner/interval-counts.ts';
import { dayOf, offsetMinutesAt } from '@kumbuka/contracts/study-day';
import { seededRandom } from '@kumbuka/testing/servers';
import { newCard } from './card/card.ts';
import { settingsOf } from './learner/settings.ts';
import { rebuild } from './rebuild.ts';
import { streakOn } from './calendar/study-days.ts';
import { emptyState, type StudyState } from './study-state.ts';
import { contextOf, createLife, dayMs, live, ownerId, rebuilt, rowsOf } from '../testing/random-life.ts';

describe('the state rebuilt from the log', () => {
  test('is the same when everything that can be computed was lost', () => {
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

  test('of a learner without a log is that of a new one', () => {
    expect(rebuilt(emptyState(ownerId), []).learner).toMatchObject({ xp: 0, seq: 0 });
  });

  test('of a large deck does not take longer for each card the more there are', () => {
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
  test.each(cases)('loses no day and no streak in %s at %i, and an undo takes one day', (zone, hour) => {
    const timezone = String(zone);
    const dayStartHour = Number(hour);
    const life = createLife(seededRandom(1));
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
  });
});
