import { applyUndo } from '../domain/apply.ts';
import { liveCard, liveDeck, noteChangedDecks, type Board } from '../domain/board.ts';
import { dayOfAnswer, standingAnswers, type AnswerEntry, type UndoEntry } from '../domain/review-log.ts';
import { AnswerNotFound, AnswerNotLatest, FlashcardNotFound } from '../domain/errors.ts';
import type { CardRow, LearnerRow } from '../domain/rows.ts';
import { endIdleSessions } from './finish-sessions.ts';
import type { ChangeLearner, LearnerWork } from './learner-work.ts';
import { refuseErased } from './refuse-erased.ts';

interface Deps {
  changeLearner: ChangeLearner;
  now: () => Date;
  newId: () => string;
}

export interface UndoneAnswer {
  card: CardRow;
  learner: LearnerRow;
}

/** Takes back the latest answer of a card; taking it back again changes nothing. */
export const undoAnswer =
  (deps: Deps) =>
  (clientEventId: string, userId: number): Promise<UndoneAnswer> =>
    deps.changeLearner(userId, async (learner) => {
      const [answer] = await learner.answersNamed([clientEventId]);
      if (!answer) throw new AnswerNotFound();
      const board = await readBoard(learner, answer);
      const deck = liveDeck(board, answer.deckId);
      const card = liveCard(board, answer.cardId);
      if (!deck || !card) throw new FlashcardNotFound();
      const standing = standingAnswers(await learner.logOfCards([card.cardId]));
      if (!standing.some(({ id }) => id === answer.id)) return { card, learner: board.learner };
      if (standing.at(-1)?.id !== answer.id) throw new AnswerNotLatest();

      board.history.set(card.cardId, standing);
      const entries = [...endIdleSessions(board, deps)];
      const undo = undoOf(deps, board, answer);
      applyUndo(board, deck, card, undo, answer, await learner.othersLastStudied(deck.deckId, card.cardId));
      noteChangedDecks(board);
      await learner.save(board, [...entries, undo]);
      return { card, learner: board.learner };
    });

async function readBoard(learner: LearnerWork, answer: AnswerEntry): Promise<Board> {
  const board = await learner.board({
    decks: [answer.deckId],
    cards: [answer.cardId],
    days: [dayOfAnswer(answer)],
    sessions: [answer.sessionId],
  });
  refuseErased(board);
  return board;
}

const undoOf = (deps: Deps, board: Board, answer: AnswerEntry): UndoEntry => ({
  kind: 'undo',
  id: deps.newId(),
  userId: board.ownerId,
  seq: board.learner.seq + 1,
  recordedAt: deps.now(),
  cardId: answer.cardId,
  deckId: answer.deckId,
  sessionId: answer.sessionId,
  undoes: answer.id,
});
