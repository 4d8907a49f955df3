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
 * Write of at most one document: `locate` finds it, `apply` writes it in one step. Both are repeated when a transaction
 * holds the document, or when it has changed since the search; nothing is written before that.
 */
export interface OneWrite<Place, Result = Document> {
  locate: () => Place | Promise<Place>;
  apply: (place: Place) => Result;
}

/** Gives a write another result. */
export const replying = <Place, Result, Reply>(
  { locate, apply }: OneWrite<Place, Result>,
  reply: (result: Result) => Reply,
): OneWrite<Place, Reply> => ({ locate, apply: (place) => reply(apply(place)) });

/** A found document changed before it was written. */
export class ChangedMeanwhile extends Error {}

/** Statement that writes any number of documents one by one. It is never repeated. */
type ManyWrites = () => Promise<Document>;

export type Statement<Place> = { one: OneWrite<Place> } | { many: ManyWrites };

/** Applies the statements of a write command one after the other. */
export async function runStatements<Place>(
  context: CommandContext,
  count: number,
  statementAt: (position: number) => Statement<Place>,
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
export async function runStatement<Place>(
  context: CommandContext,
  position: number,
  statement: Statement<Place>,
): Promise<Document> {
  const { session, isRetryable, sessions } = context;
  if ('many' in statement) return statement.many();
  if (!isRetryable || !session) return whenFree(context, () => writeOne(statement.one));
  const number = session.number;
  const earlier = session.statements.get(position);
  if (earlier) return earlier;
  const onlyOnce = (write: () => Document): Document => {
    if (session.number !== number) throw new MongoError(225, 'TransactionTooOld', 'a newer write has begun');
    const applied = session.statements.get(position);
    if (applied) return applied;
    const before = context.engine.now();
    const result = write();
    // A retry of a statement without effect runs again.
    if (context.engine.now() !== before) sessions.remember(session, position, result);
    return result;
  };
  return whenFree(context, () => writeOne(statement.one, onlyOnce));
}

/** Finds and writes a document. Awaits no value that is there, so that no other command runs in between. */
export async function writeOne<Place, Result>(
  { locate, apply }: OneWrite<Place, Result>,
  guard = (write: () => Result): Result => write(),
): Promise<Result> {
  const place = locate();
  const located = place instanceof Promise ? await place : place;
  return guard(() => apply(located));
}

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
