import { applyAnswer, applyFinish, applyUndo, comesLate } from './apply.ts';
import { createBoard, liveCard, liveDeck, type Board } from './board.ts';
import { addCard, removeCard, removeDeck } from './deck/ownership.ts';
import { standingAnswers, type AnswerEntry, type ReviewEntry } from './review-log.ts';
import {
  newDeck,
  newLearner,
  type CardRow,
  type DeckRow,
  type LearnerRow,
  type RemovedCardRow,
  type RemovedDeckRow,
  type Row,
} from './rows.ts';

type AnyDeck = DeckRow | RemovedDeckRow;
type AnyCard = CardRow | RemovedCardRow;

const isDeck = (row: Row): row is AnyDeck => row.kind === 'deck' || row.kind === 'removed-deck';
const isCard = (row: Row): row is AnyCard => row.kind === 'card' || row.kind === 'removed-card';

/** Settings, versions and facts of decks and cards are not in the log: they are taken over from the rows. */
function blankLearner(ownerId: number, known: LearnerRow | undefined): LearnerRow {
  const blank = newLearner(ownerId);
  if (!known) return blank;
  const { timezone, dayStartHour, weeklyGoal, targetDays } = known;
  return { ...blank, timezone, dayStartHour, weeklyGoal, targetDays };
}

/** Blank rows for everything that the log can speak of; tombstones that it does not mention stay as they are. */
function blankBoard(ownerId: number, rows: readonly Row[], answered: Set<number>): Board {
  const board = createBoard(ownerId);
  board.learner = blankLearner(
    ownerId,
    rows.find((row) => row.kind === 'learner'),
  );
  for (const { deckId, deckVersion } of rows.filter(isDeck))
    board.decks.set(deckId, { ...newDeck(ownerId, deckId), deckVersion });
  for (const card of rows.filter(isCard))
    if (card.kind === 'card') addCard(board, card);
    else if (answered.has(card.cardId)) addCard(board, { ...card, createdAt: new Date(0) });
    else board.cards.set(card.cardId, { ...card });
  return board;
}

/** A card of the log whose row is lost is made again for the replay. */
function cardFor(
  board: Board,
  entry: { cardId: number; deckId: number; recordedAt: Date },
): [DeckRow, CardRow] {
  const facts = { ownerId: board.ownerId, cardId: entry.cardId, deckId: entry.deckId };
  const card =
    liveCard(board, entry.cardId) ??
    addCard(board, { ...facts, createdAt: entry.recordedAt, cardVersion: 0 });
  const deck = liveDeck(board, entry.deckId);
  if (!card || !deck) throw new Error(`Card ${entry.cardId} cannot be replayed.`);
  return [deck, card];
}

function othersLastStudied(board: Board, card: CardRow): Date | null {
  const times = [...board.cards.values()]
    .filter((other) => other.deckId === card.deckId && other.cardId !== card.cardId)
    .flatMap(({ lastStudiedAt }) => (lastStudiedAt ? [lastStudiedAt.getTime()] : []));
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b)));
}

/** The log, read once: entries of each card so far, for late answers and undos. */
function createReader(board: Board) {
  const ofCard = new Map<number, ReviewEntry[]>();
  const answers = new Map<string, AnswerEntry>();
  const needHistory = (cardId: number) =>
    board.history.set(cardId, standingAnswers(ofCard.get(cardId) ?? []));

  function remember(entry: Exclude<ReviewEntry, { kind: 'finish' }>) {
    const known = ofCard.get(entry.cardId);
    if (known) known.push(entry);
    else ofCard.set(entry.cardId, [entry]);
    if (entry.kind === 'answer') answers.set(entry.id, entry);
  }

  return (entry: ReviewEntry) => {
    if (entry.kind === 'finish') return void applyFinish(board, entry);
    const [deck, card] = cardFor(board, entry);
    board.history.clear();
    if (entry.kind === 'undo' || comesLate(card, entry.answeredAt)) needHistory(card.cardId);
    if (entry.kind === 'answer') applyAnswer(board, deck, card, entry);
    else {
      const answer = answers.get(entry.undoes);
      if (answer) applyUndo(board, deck, card, entry, answer, othersLastStudied(board, card));
    }
    remember(entry);
  };
}

function removeGone(board: Board, rows: readonly Row[]) {
  for (const row of rows) if (row.kind === 'removed-card') removeCard(board, row);
  for (const row of rows) if (row.kind === 'removed-deck') removeDeck(board, row.deckId, row.deckVersion);
}

function takeOverVersions(rows: Map<string, Row>, known: readonly Row[]) {
  for (const before of known) {
    const after = rows.get(before._id);
    if (after && 'version' in after && 'version' in before) after.version = before.version;
    if (after?.kind === 'learner' && before.kind === 'learner') after.seq = Math.max(after.seq, before.seq);
  }
}

/**
 * Every projection of a learner from the log alone, entry by entry in the order of writing. Of the present rows only
 * settings, aggregate versions and the facts of decks and cards are taken over.
 */
export function rebuild(ownerId: number, known: readonly Row[], log: readonly ReviewEntry[]): Row[] {
  const answered = new Set(log.flatMap((entry) => (entry.kind === 'answer' ? [entry.cardId] : [])));
  const board = blankBoard(ownerId, known, answered);
  const read = createReader(board);
  for (const entry of log) read(entry);
  removeGone(board, known);
  const all: Row[] = [
    board.learner,
    ...board.decks.values(),
    ...board.cards.values(),
    ...board.days.values(),
    ...board.sessions.values(),
  ];
  const rows = new Map(all.map((row) => [row._id, row]));
  takeOverVersions(rows, known);
  return [...rows.values()];
}
