import type { ClientSession, Connection } from 'mongoose';
import { createBoard, type Board } from '../domain/board.ts';
import type { BoardNeeds } from '../use-cases/learner-work.ts';
import type { Day } from '../domain/calendar/calendar.ts';
import { newCardStudy } from '../domain/card/card-study.ts';
import {
  newLearner,
  rowIds,
  type CardRow,
  type DayRow,
  type DeckRow,
  type ErasedRow,
  type LearnerRow,
  type Row,
  type SessionRow,
} from '../domain/rows.ts';

/** The fields of a card that its place in a queue or a deck's memory depends on. */
export type CardOutline = Pick<CardRow, 'cardId' | 'deckId' | 'stability' | 'lastDay' | 'dueDay'>;
const outline = { _id: 0, cardId: 1, deckId: 1, stability: 1, lastDay: 1, dueDay: 1 };

interface RowDocument {
  _id: string;
  ownerId: number;
  [field: string]: unknown;
}
/** A filter that is bound to one learner. */
interface Owned {
  ownerId: number;
  [field: string]: unknown;
}

const ofDeck = (deckId: number | undefined) => (deckId === undefined ? {} : { deckId });

const idsOf = (ownerId: number, { decks = [], cards = [], days = [], sessions = [] }: BoardNeeds) => [
  rowIds.learner(ownerId),
  ...decks.map((id) => rowIds.deck(ownerId, id)),
  ...cards.map((id) => rowIds.card(ownerId, id)),
  ...days.map((day) => rowIds.day(ownerId, day)),
  ...sessions.map((id) => rowIds.session(ownerId, id)),
];

const replaceOf = (row: Row) => ({
  replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true },
});

const forgottenOfRemovedCards = Object.fromEntries(
  ['createdAt', ...Object.keys(newCardStudy)]
    .filter((key) => key !== 'lastStudiedAt')
    .map((key) => [key, '' as const]),
);

export type ProjectionStore = ReturnType<typeof createProjectionStore>;

/** The derived rows; every read of a learner's data takes the owner. */
export function createProjectionStore(connection: Connection) {
  const rows = () => connection.collection<RowDocument>('projections');
  const within = (session?: ClientSession) => (session ? { session } : {});

  async function find<Kind extends Row>(filter: Owned, session?: ClientSession): Promise<Kind[]> {
    const found = await rows().find(filter, within(session)).toArray();
    return found as unknown as Kind[];
  }
  async function outlinesOf(filter: Owned, limit = 0): Promise<CardOutline[]> {
    const cursor = rows().find({ ...filter, kind: 'card' }, { projection: outline });
    const found = await (limit > 0 ? cursor.sort({ cardId: 1 }).limit(limit) : cursor).toArray();
    return found as unknown as CardOutline[];
  }

  async function replaceAll(changed: Iterable<Row>, session: ClientSession) {
    const operations = [...changed].map(replaceOf);
    if (operations.length > 0) await rows().bulkWrite(operations as never, { session, ordered: false });
  }

  return {
    /** The learner's rows that a piece of work needs, read in one command. */
    async board(ownerId: number, needs: BoardNeeds, session?: ClientSession): Promise<Board> {
      const found = await find({ _id: { $in: idsOf(ownerId, needs) }, ownerId }, session);
      return createBoard(ownerId, found);
    },
    /** Saves what was touched, in one command. */
    save: (board: Board, session: ClientSession) => replaceAll(board.touched, session),
    replaceAll,
    async learner(ownerId: number): Promise<LearnerRow> {
      const [row] = await find<LearnerRow>({ _id: rowIds.learner(ownerId), ownerId, kind: 'learner' });
      return row ?? newLearner(ownerId);
    },
    decks: (ownerId: number, deckIds: readonly number[]) =>
      find<DeckRow>({ _id: { $in: deckIds.map((id) => rowIds.deck(ownerId, id)) }, ownerId, kind: 'deck' }),
    decksDue: (ownerId: number, today: Day) =>
      find<DeckRow>({ ownerId, kind: 'deck', dueDay: { $lte: today } }),
    cards: (ownerId: number, cardIds: readonly number[]) =>
      find<CardRow>({ _id: { $in: cardIds.map((id) => rowIds.card(ownerId, id)) }, ownerId, kind: 'card' }),
    /** Cards that were answered, by deck and id. */
    async studiedCards(ownerId: number, deckId?: number): Promise<CardRow[]> {
      const found = await find<CardRow>({ ownerId, kind: 'card', ...ofDeck(deckId), dueDay: { $gte: 0 } });
      return found.sort((a, b) => a.deckId - b.deckId || a.cardId - b.cardId);
    },
    /** Outlines of the cards that are due. */
    dueCards: (ownerId: number, today: Day, deckId?: number) =>
      outlinesOf({ ownerId, ...ofDeck(deckId), dueDay: { $lte: today } }),
    /** Outlines of the first new cards, by id. */
    newCards: (ownerId: number, limit: number, deckId?: number) =>
      outlinesOf({ ownerId, ...ofDeck(deckId), dueDay: null }, limit),
    /** Outlines of every card of some decks. */
    outlines: (ownerId: number, deckIds: readonly number[]) =>
      outlinesOf({ ownerId, deckId: { $in: [...deckIds] } }),
    days: (ownerId: number, from: Day, to: Day) =>
      find<DayRow>({ ownerId, kind: 'day', day: { $gte: from, $lte: to }, answers: { $gt: 0 } }),
    async session(ownerId: number, sessionId: string): Promise<SessionRow | null> {
      const [row] = await find<SessionRow>({
        _id: rowIds.session(ownerId, sessionId),
        ownerId,
        kind: 'session',
      });
      return row ?? null;
    },
    /** When the other cards of a deck were last studied. */
    async othersLastStudied(ownerId: number, deckId: number, cardId: number, session: ClientSession) {
      const kind = { $in: ['card', 'removed-card'] };
      const cursor = rows()
        .find(
          { ownerId, deckId, kind, cardId: { $ne: cardId } },
          { session, projection: { lastStudiedAt: 1 } },
        )
        .sort({ lastStudiedAt: -1 })
        .limit(1);
      const [row] = (await cursor.toArray()) as unknown as { lastStudiedAt: Date | null }[];
      return row?.lastStudiedAt ?? null;
    },
    /** Learners with a session that has ended by itself. */
    async idleLearners(now: Date, limit: number): Promise<number[]> {
      const cursor = rows()
        .find({ idleAt: { $lte: now } }, { projection: { ownerId: 1 } })
        .limit(limit);
      return (await cursor.toArray()).map(({ ownerId }) => ownerId);
    },
    /** Turns the cards of a deck that is gone into tombstones. */
    async removeCardsOf(ownerId: number, deckId: number, session: ClientSession) {
      const change = { $set: { kind: 'removed-card' }, $unset: forgottenOfRemovedCards };
      await rows().updateMany({ ownerId, deckId, kind: 'card' }, change, { session });
    },
    all: (ownerId: number, session?: ClientSession) => find<Row>({ ownerId }, session),
    async remove(ids: readonly string[], session: ClientSession) {
      if (ids.length > 0) await rows().deleteMany({ _id: { $in: [...ids] } }, { session });
    },
    /** Puts a tombstone in the place of a learner's row. */
    async bury(ownerId: number, session: ClientSession) {
      const tombstone: ErasedRow = { _id: rowIds.learner(ownerId), kind: 'erased', ownerId };
      await replaceAll([tombstone], session);
    },
    /** Removes everything but the tombstone; repeats safely, so it needs no transaction. */
    async erase(ownerId: number) {
      await rows().deleteMany({ ownerId, kind: { $ne: 'erased' } });
    },
  };
}
