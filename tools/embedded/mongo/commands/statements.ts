import type { Document } from '../bson/decode.ts';
import { maxTimeExpired, MongoError } from '../errors.ts';
import { MAX_WRITE_BATCH } from '../limits.ts';
import { HeldByTransaction } from '../storage/uniqueness.ts';
import type { CommandContext } from './context.ts';

export interface StatementOutcome {
  results: Map<number, Document>;
  writeErrors: Document[];
}

/**
 * Attempt of a statement: finds its documents and returns the function that writes them in one step. It is repeated
 * when a transaction holds such a document, or when one has changed since the search; nothing is written before that.
 */
export type Attempt = () => (() => Document) | Promise<() => Document>;

/** A found document changed before it was written. */
export class ChangedMeanwhile extends Error {}

/** Statement that writes any number of documents one by one. It is never repeated. */
type ManyWrites = () => Promise<Document>;

export type Statement = { once: Attempt } | { many: ManyWrites };

/** Applies the statements of a write command one after the other. */
export async function runStatements(
  context: CommandContext,
  count: number,
  statementAt: (position: number) => Statement,
): Promise<StatementOutcome> {
  assertBatchSize(count);
  const outcome: StatementOutcome = { results: new Map(), writeErrors: [] };
  for (let position = 0; position < count; position++) {
    try {
      outcome.results.set(position, await runStatement(context, position, statementAt(position)));
    } catch (error) {
      outcome.writeErrors.push(writeError(error, position));
      if (context.command.ordered !== false || context.transaction) break;
    }
  }
  if (outcome.writeErrors.length > 0 && context.transaction) context.engine.abort(context.transaction);
  return outcome;
}

function assertBatchSize(count: number): void {
  if (count >= 1 && count <= MAX_WRITE_BATCH) return;
  throw new MongoError(
    16,
    'InvalidLength',
    `Write batch sizes must be between 1 and ${MAX_WRITE_BATCH}. Got ${count} operations.`,
  );
}

/**
 * Runs one statement. Stores the result of a retryable write, so that a retry applies nothing again. Waits for the
 * transactions that hold its documents.
 */
export async function runStatement(
  context: CommandContext,
  position: number,
  statement: Statement,
): Promise<Document> {
  const { session, isRetryable, sessions } = context;
  if ('many' in statement) return statement.many();
  if (!isRetryable || !session) return whenFree(context, () => andThen(statement.once(), (write) => write()));
  const number = session.number;
  const earlier = session.statements.get(position);
  if (earlier) return earlier;
  const writeOnce = (write: () => Document): Document => {
    if (session.number !== number) throw new MongoError(225, 'TransactionTooOld', 'a newer write has begun');
    const applied = session.statements.get(position);
    if (applied) return applied;
    const before = context.engine.now();
    const result = write();
    // A retry of a statement without effect runs again.
    if (context.engine.now() !== before) sessions.remember(session, position, result);
    return result;
  };
  return whenFree(context, () => andThen(statement.once(), writeOnce));
}

/** Continues synchronously with a value that is no promise, so that no other command runs in between. */
export const andThen = <A, B>(value: A | Promise<A>, work: (value: A) => B): B | Promise<B> =>
  value instanceof Promise ? value.then(work) : work(value);

/** Runs the work and repeats it after each transaction that held its documents has ended. */
export async function whenFree<T>(context: CommandContext, work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HeldByTransaction) await within(error.ended, context.deadline);
      else if (!(error instanceof ChangedMeanwhile)) throw error;
      context.check();
    }
  }
}

async function within(ended: Promise<void>, deadline: number): Promise<void> {
  if (deadline === Infinity) return ended;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(maxTimeExpired()), Math.max(0, deadline - performance.now()));
  try {
    await Promise.race([ended, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Errors that fail the whole command; the reply lists all others per statement. */
const OF_THE_COMMAND = new Set([50, 112, 175, 225, 246, 251, 279, 10334, 51156]);

function writeError(error: unknown, index: number): Document {
  if (!(error instanceof MongoError) || OF_THE_COMMAND.has(error.code)) throw error;
  return { index, code: error.code, errmsg: error.message, ...error.extra };
}
