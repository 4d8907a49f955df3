import { describe, expect, test } from 'vitest';
import { applyAnswer, applyFinish, applyUndo } from './apply.ts';
import { createBoard, liveCard, liveDeck, noteChangedDecks, type Board } from './board.ts';
import { addCard, addDeck, removeCard, removedCard, removeDeck } from './deck/ownership.ts';
import { rebuild } from './rebuild.ts';
import { standingAnswers, type AnswerEntry, type ReviewEntry } from './review-log.ts';
import type { Row } from './rows.ts';

const ownerId = 7;
const start = Date.parse('2026-01-01T09:00:00Z');

function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return { below: (most: number) => Math.floor(next() * most), chance: (share: number) => next() < share };
}

const rowsOf = (board: Board): Row[] => [
  board.learner,
  ...board.decks.values(),
  ...board.cards.values(),
  ...board.days.values(),
  ...board.sessions.values(),
];
const sorted = (rows: readonly Row[]) => rows.toSorted((a, b) => (a._id < b._id ? -1 : 1));

/** Lives through a random history on one board; everything that is kept is in the board and the log. */
function live(seed: number, steps: number) {
  const random = createRandom(seed);
  const board = createBoard(ownerId);
  const log: ReviewEntry[] = [];
  let now = start;
  for (const deckId of [1, 2, 3]) addDeck(board, deckId, 1);
  for (let cardId = 1; cardId <= 12; cardId++)
    addCard(board, { ownerId, deckId: 1 + (cardId % 3), cardId, createdAt: new Date(0), cardVersion: 1 });

  const logOf = (cardId: number) =>
    standingAnswers(log.filter((entry) => entry.kind !== 'finish' && entry.cardId === cardId));
  const head = () => ({
    id: `e${log.length}`,
    userId: ownerId,
    seq: board.learner.seq + 1,
    recordedAt: new Date(now),
  });

  function answer() {
    const card = liveCard(board, 1 + random.below(12));
    const deck = card && liveDeck(board, card.deckId);
    if (!card || !deck) return;
    const late = random.chance(0.3) ? random.below(25 * 86_400_000) : 0;
    const entry: AnswerEntry = {
      ...head(),
      kind: 'answer',
      cardId: card.cardId,
      deckId: card.deckId,
      rating: random.chance(0.7) ? 'good' : 'again',
      answeredAt: new Date(now - late),
      durationMs: random.below(90_000),
      sessionId: `s${random.below(6)}`,
      implicitSession: false,
      sessionDeckId: random.chance(0.5) ? card.deckId : null,
      offsetMinutes: [180, -300, 720, 0][random.below(4)] ?? 0,
      dayStartHour: 4,
      parameterVersion: 1,
      predictedRecall: null,
    };
    board.history.clear();
    board.history.set(card.cardId, logOf(card.cardId));
    applyAnswer(board, deck, card, entry);
    log.push(entry);
  }

  function undo() {
    const card = liveCard(board, 1 + random.below(12));
    const deck = card && liveDeck(board, card.deckId);
    const last = card && logOf(card.cardId).at(-1);
    if (!card || !deck || !last) return;
    const { cardId, deckId } = card;
    const entry = {
      ...head(),
      kind: 'undo' as const,
      cardId,
      deckId,
      sessionId: last.sessionId,
      undoes: last.id,
    };
    const others = [...board.cards.values()]
      .filter((other) => other.deckId === deckId && other.cardId !== cardId)
      .map((other) => other.lastStudiedAt?.getTime() ?? 0);
    const latest = Math.max(0, ...others);
    board.history.set(cardId, logOf(cardId));
    applyUndo(board, deck, card, entry, last, latest === 0 ? null : new Date(latest));
    log.push(entry);
  }

  function finish() {
    const [session] = board.learner.sessions;
    if (!session) return;
    const entry = {
      ...head(),
      kind: 'finish' as const,
      sessionId: session.sessionId,
      finishedAt: new Date(now),
      xp: session.answered > 0 ? 10 : 0,
    };
    applyFinish(board, entry);
    log.push(entry);
  }

  function remove() {
    const card = liveCard(board, 1 + random.below(12));
    if (card) removeCard(board, { ...card, cardVersion: 2 });
  }

  function dropDeck() {
    if (!removeDeck(board, 3, 4)) return;
    for (const card of board.cards.values())
      if (card.kind === 'card' && card.deckId === 3)
        board.cards.set(card.cardId, removedCard(card, card.cardVersion));
  }

  for (let step = 0; step < steps; step++) {
    now += random.below(20 * 3_600_000);
    if (random.chance(0.72)) answer();
    else if (random.chance(0.6)) undo();
    else if (random.chance(0.7)) finish();
    else if (random.chance(0.3)) remove();
    else if (random.chance(0.1)) dropDeck();
    noteChangedDecks(board);
  }
  return { board, log };
}

describe('rows rebuilt from the log', () => {
  test('equal the live ones after every random history', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const { board, log } = live(seed, 120);
      const known = structuredClone(rowsOf(board));
      expect(sorted(rebuild(ownerId, known, log)), `seed ${seed}`).toEqual(sorted(known));
    }
  });

  test('are the same when everything that can be computed was lost', () => {
    const { board, log } = live(3, 200);
    const known = structuredClone(rowsOf(board));
    const damaged = structuredClone(known).filter(({ kind }) => kind !== 'day' && kind !== 'session');
    for (const row of damaged) {
      if (row.kind === 'card')
        Object.assign(row, { correct: 9, stability: 1, dueDay: 1, lastStudiedAt: null });
      if (row.kind === 'deck') Object.assign(row, { due: [], cards: 0, correct: 1 });
      if (row.kind === 'learner') Object.assign(row, { xp: 5, runs: [], recent: [], totals: {} });
    }
    expect(sorted(rebuild(ownerId, damaged, log))).toEqual(sorted(known));
  });

  test('of a learner without a log are those of a new one', () => {
    expect(rebuild(ownerId, [], [])).toMatchObject([{ kind: 'learner', xp: 0, seq: 0 }]);
  });
});
