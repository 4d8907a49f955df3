import { createBoard, noteChangedDecks } from '../domain/board.ts';
import { rebuild } from '../domain/rebuild.ts';
import type { Row } from '../domain/rows.ts';
import type { ChangeLearner } from './learner-work.ts';

export interface Rebuilt {
  entries: number;
  rows: number;
  /** Rows that differed from what the log says. */
  corrected: number;
  /** Rows that the log knows nothing of. */
  removed: number;
}

/** JSON of a row with its keys in order, so that equal rows give equal text. */
export const fingerprint = (row: Row): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Makes every projection of a learner again from the review log and corrects the rows that differ. */
export const rebuildLearner =
  ({ changeLearner }: { changeLearner: ChangeLearner }) =>
  (userId: number): Promise<Rebuilt> =>
    changeLearner(userId, async (learner) => {
      const [present, log] = [await learner.allRows(), await learner.wholeLog()];
      if (present.some(({ kind }) => kind === 'erased'))
        return { entries: 0, rows: 0, corrected: 0, removed: 0 };
      const before = new Map(present.map((row) => [row._id, fingerprint(row)]));
      const board = createBoard(userId, present);
      const rows = rebuild(userId, present, log);
      const changed = rows.filter((row) => before.get(row._id) !== fingerprint(row));
      const kept = new Set(rows.map(({ _id }) => _id));
      const stray = [...before.keys()].filter((id) => !kept.has(id));
      for (const row of rows) if (row.kind === 'deck') board.decks.set(row.deckId, row);
      noteChangedDecks(board);
      await learner.replaceRows(board, changed, stray);
      return { entries: log.length, rows: rows.length, corrected: changed.length, removed: stray.length };
    });
