/**
 * Progress in the provider's list of paid invoices. The list is read repeatedly to find payments without a
 * notification.
 */
export interface Statement {
  /** Next page to read. */
  page: number;
  /** Time of the next read. */
  dueAt: Date;
  /** Time of the last request for the final page; the start of reading before the first pass. */
  completeAt: Date;
}

export const newStatement = (at: Date): Statement => ({ page: 1, dueAt: at, completeAt: at });

/** Pause between two passes. */
const restMs = 3_600_000;

/** A clock that was fast does not extend the pause. */
export const isDue = ({ dueAt }: Statement, at: Date): boolean =>
  dueAt <= at || dueAt.getTime() - at.getTime() > restMs;

/** Progress after a page that was requested at `at`. */
export const afterPage = (statement: Statement, isLast: boolean, at: Date): Statement =>
  isLast
    ? { page: 1, dueAt: new Date(at.getTime() + restMs), completeAt: at }
    : { ...statement, page: statement.page + 1, dueAt: at };
