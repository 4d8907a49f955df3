import type { Outbox } from '@kumbuka/event-bus';
import { inTransaction, isDuplicateKey } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { Board } from '../domain/board.ts';
import type { ChangeLearner, LearnerWork } from '../use-cases/learner-work.ts';
import type { ProjectionStore } from './projection-store.ts';
import type { ReviewStore } from './review-store.ts';

interface Needs {
  projections: ProjectionStore;
  reviews: ReviewStore;
  outbox: Outbox;
  eventsOf: (board: Board) => Parameters<Outbox['append']>[1];
}

/** The work on one learner inside a transaction: whatever is called on it carries the session. */
export const learnerWorkOf =
  ({ projections, reviews, outbox, eventsOf }: Needs) =>
  (ownerId: number, session: ClientSession): LearnerWork => ({
    ownerId,
    board: (needs) => projections.board(ownerId, needs, session),
    answersNamed: (names) => reviews.byClientEventIds(ownerId, names, session),
    logOfCards: (cardIds) => reviews.ofCards(ownerId, cardIds, session),
    othersLastStudied: (deckId, cardId) => projections.othersLastStudied(ownerId, deckId, cardId, session),
    removeCardsOf: (deckId) => projections.removeCardsOf(ownerId, deckId, session),
    async save(board, entries) {
      await reviews.append(entries, session);
      await projections.save(board, session);
      await outbox.append(session, eventsOf(board));
    },
    allRows: () => projections.all(ownerId, session),
    wholeLog: () => reviews.wholeLog(ownerId, session),
    async replaceRows(board, changed, strayIds) {
      await projections.replaceAll(new Set([...changed, ...board.touched]), session);
      await projections.remove(strayIds, session);
      await outbox.append(session, eventsOf(board));
    },
    bury: () => projections.bury(ownerId, session),
  });

/** Longer than this nobody waits for a turn: while the database is away, failures must not queue up. */
const patienceMs = 1_000;

async function settledOrLate(before: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)));
  await Promise.race([before, late]);
  clearTimeout(timer);
}

/** Work of the same learner takes turns in this process, which spares retries; correctness is the database's. */
function createTurns() {
  const last = new Map<number, Promise<unknown>>();
  return async <Result>(key: number, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key);
    const mine = before ? settledOrLate(before).then(work) : work();
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}

/** Two processes may make the same first row at the same time; the slower one reads again. */
const triesMost = 5;

/** Runs work on a learner in a transaction, one at a time, then wakes the relay. */
export function changeLearnerBy(needs: Needs & { connection: Connection }): ChangeLearner {
  const workOf = learnerWorkOf(needs);
  const inTurn = createTurns();

  async function once<Result>(userId: number, work: (learner: LearnerWork) => Promise<Result>) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(needs.connection, (session) => work(workOf(userId, session)));
      } catch (error) {
        if (!isDuplicateKey(error) || attempt >= triesMost) throw error;
      }
    }
  }

  return (userId, work) =>
    inTurn(userId, async () => {
      const result = await once(userId, work);
      needs.outbox.nudge();
      return result;
    });
}
