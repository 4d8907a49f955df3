import { performance } from 'node:perf_hooks';
import { isNumeric, toNumber } from '../bson/values.ts';
import type { Document } from '../bson/decode.ts';
import { MongoError } from '../errors.ts';
import { MAX_WRITE_BATCH } from '../limits.ts';
import { HeldByTransaction } from '../storage/engine.ts';
import type { Transaction } from '../transactions.ts';
import type { CommandContext } from './context.ts';

export type StatementOutcome = { results: Map<number, Document>; writeErrors: Document[] };

/**
 * Applies the statements of a write command one after the other. A statement that an earlier attempt of the same
 * retryable write has applied is not applied again; one that a transaction holds up waits for it.
 */
export async function runStatements(
  context: CommandContext,
  count: number,
  apply: (position: number) => Document,
): Promise<StatementOutcome> {
  assertBatchSize(count);
  const outcome: StatementOutcome = { results: new Map(), writeErrors: [] };
  for (let position = 0; position < count; position++) {
    try {
      outcome.results.set(position, await runStatement(context, position, () => apply(position)));
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

/** One statement: remembered when the write is retryable. */
export async function runStatement(
  context: CommandContext,
  position: number,
  apply: () => Document,
): Promise<Document> {
  const { session, isRetryable, sessions } = context;
  if (!isRetryable || !session) return whenFree(context, apply);
  const number = session.number;
  const earlier = session.statements.get(position);
  if (earlier) return earlier;
  return whenFree(context, () => {
    if (session.number !== number) throw new MongoError(225, 'TransactionTooOld', 'a newer write has begun');
    const applied = session.statements.get(position);
    if (applied) return applied;
    const result = apply();
    sessions.remember(session, position, result);
    return result;
  });
}

/** Runs the work; a document in the hands of a transaction is waited for. */
async function whenFree<T>(context: CommandContext, work: () => T): Promise<T> {
  const { maxTimeMS } = context.command;
  const deadline =
    isNumeric(maxTimeMS) && toNumber(maxTimeMS) > 0 ? performance.now() + toNumber(maxTimeMS) : Infinity;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof HeldByTransaction)) throw error;
      await endOf(error.transaction, deadline);
    }
  }
}

async function endOf(transaction: Transaction, deadline: number): Promise<void> {
  if (deadline === Infinity) return transaction.ended;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit')),
    Math.max(0, deadline - performance.now()),
  );
  try {
    await Promise.race([transaction.ended, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Errors of one statement are listed; a write conflict fails the whole command. */
function writeError(error: unknown, index: number): Document {
  if (!(error instanceof MongoError) || error.code === 112 || error.code === 225 || error.code === 50)
    throw error;
  if (error.code === 10334 || error.code === 51156) throw error;
  return { index, code: error.code, errmsg: error.message, ...error.extra };
}
