/**
 * How far the provider's list of paid invoices has been read. It is read page by page to its end, over and over: what
 * no message told of stands there.
 */
export interface Statement {
  /** The page to be read next. */
  page: number;
  /** When that is due. */
  dueAt: Date;
  /** When the list's last page was last asked for; before the first time, when reading was begun. */
  completeAt: Date;
}

export const newStatement = (at: Date): Statement => ({ page: 1, dueAt: at, completeAt: at });

/** Between the end of one reading and the next. */
const restMs = 3_600_000;

/** A clock that was fast makes no rest longer. */
export const isDue = ({ dueAt }: Statement, at: Date): boolean =>
  dueAt <= at || dueAt.getTime() - at.getTime() > restMs;

/** The page was read, as it stood when it was asked for at that time. */
export const turnPage = (statement: Statement, isLast: boolean, at: Date): Statement =>
  isLast
    ? { page: 1, dueAt: new Date(at.getTime() + restMs), completeAt: at }
    : { ...statement, page: statement.page + 1, dueAt: at };
