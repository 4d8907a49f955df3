import { Long } from 'bson';
import { decode, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument, optionNumber } from '../bson/values.ts';
import type { ResultSet } from '../batches.ts';
import { failedToParse, location, typeMismatch } from '../errors.ts';
import { aggregateSteps } from '../query/aggregate.ts';
import {
  collected,
  count as countDocuments,
  find as findDocuments,
  type FoundStream,
  type Search,
} from '../query/find.ts';
import { valuesAt } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { toBigInt } from '../update/numbers.ts';
import type { Reply } from '../wire/messages.ts';
import {
  beginReading,
  cursorReply,
  namespaceOf,
  ok,
  optionalDocument,
  viewOf,
  type CommandContext,
} from './context.ts';
import { createReading, type Reading } from './reading.ts';

const FIRST_BATCH = 101;

/** Options of a find command. */
export function readFind(command: Document): Search {
  const skip = optionNumber(command.skip, 0);
  const limit = optionNumber(command.limit, 0);
  if (skip < 0) throw location(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  if (limit < 0) throw location(51024, `BSON field 'limit' value must be >= 0, actual value '${limit}'`);
  const hint = isDocument(command.hint) && Object.keys(command.hint).length === 0 ? undefined : command.hint;
  return { filter: optionalDocument(command.filter, 'filter'), sort: command.sort, skip, limit, hint };
}

export async function find(context: CommandContext): Promise<Reply> {
  const { command, cursors, session, check, snapshot } = context;
  const request = readFind(command);
  const project = compileProjection(command.projection);
  const size = batchSize(command.batchSize, FIRST_BATCH);
  const { target, reading } = beginReading(context);
  const { stream } = findDocuments(target, reading.view, request);
  const documents = await readForCursor(context, reading, bytesOf(stream));
  const result = { namespace: namespaceOf(context), project, ...documents };
  const batch = await cursors.open(result, size, command.singleBatch === true, check, session?.id);
  return cursorReply(batch, 'firstBatch', snapshot?.atClusterTime);
}

function* bytesOf(stream: FoundStream): Generator<Uint8Array | undefined, void> {
  for (const found of stream) yield found?.bytes;
}

type Documents = Pick<ResultSet, 'documents' | 'reading'>;

/** In a transaction, reads the whole result at once, because later writes must not appear in the next batches. */
async function readForCursor(
  { transaction, check }: CommandContext,
  reading: Reading,
  documents: Generator<Uint8Array | undefined, void>,
): Promise<Documents> {
  if (!transaction) return { documents, reading };
  const all = await reading.run(collected(documents), check);
  return { documents: all.values() };
}

function batchSize(value: unknown, otherwise: number): number {
  const size = optionNumber(value, otherwise);
  if (size < 0) throw location(51024, `BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  return size;
}

export async function getMore(context: CommandContext): Promise<Reply> {
  const { command, database, cursors, check } = context;
  const namespace = `${database}.${String(command.collection)}`;
  const size = batchSize(command.batchSize, 0) || Infinity;
  return cursorReply(await cursors.next(toBigInt(command.getMore), size, namespace, check), 'nextBatch');
}

export function killCursors({ command, cursors }: CommandContext): Reply {
  if (!Array.isArray(command.cursors)) throw typeMismatch("BSON field 'cursors' must be an array");
  const ids = command.cursors.map(toBigInt);
  const killed = ids.filter((id) => cursors.kill(id));
  const notFound = ids.filter((id) => !killed.includes(id));
  const asLong = (id: bigint) => Long.fromBigInt(id);
  return ok({
    cursorsKilled: killed.map(asLong),
    cursorsNotFound: notFound.map(asLong),
    cursorsAlive: [],
    cursorsUnknown: [],
  });
}

export async function aggregate(context: CommandContext): Promise<Reply> {
  const { command, cursors, session, snapshot, check } = context;
  const { pipeline } = command;
  if (!isDocument(command.cursor)) throw failedToParse("The 'cursor' option is required");
  const namespace = namespaceOf(context);
  const documents = await runAggregation(context, beginAggregation(context, namespace, pipeline));
  const size = batchSize(command.cursor.batchSize, FIRST_BATCH);
  const batch = await cursors.open({ namespace, documents }, size, false, check, session?.id);
  return cursorReply(batch, 'firstBatch', snapshot?.atClusterTime);
}

function beginAggregation(context: CommandContext, namespace: string, pipeline: unknown) {
  const { command, engine } = context;
  const view = viewOf(context);
  const source = engine.collectionSeenBy(namespace, view);
  const steps = aggregateSteps(source, view, pipeline, command.hint);
  return { steps, reading: createReading(engine, view, source) };
}

async function runAggregation(
  { check }: CommandContext,
  { steps, reading }: ReturnType<typeof beginAggregation>,
): Promise<Iterator<Uint8Array>> {
  try {
    return (await reading.run(steps, check)).values();
  } finally {
    reading.end();
  }
}

export async function count(context: CommandContext): Promise<Reply> {
  const { command, check } = context;
  const skip = optionNumber(command.skip, 0);
  const limit = Math.abs(optionNumber(command.limit, 0));
  const filter = optionalDocument(command.query, 'query');
  const { target, reading } = beginReading(context);
  const steps = countDocuments(target, reading.view, {
    filter,
    skip,
    limit,
    hint: command.hint,
  });
  try {
    return ok({ n: await reading.run(steps, check) });
  } finally {
    reading.end();
  }
}

export async function distinct(context: CommandContext): Promise<Reply> {
  const { command, check, snapshot } = context;
  if (typeof command.key !== 'string') throw typeMismatch("BSON field 'distinct.key' is the wrong type");
  const filter = optionalDocument(command.query, 'query');
  const { target, reading } = beginReading(context);
  const { stream } = findDocuments(target, reading.view, { filter, hint: command.hint });
  try {
    const values = await reading.run(distinctValues(stream, command.key.split('.')), check);
    return ok({ values, ...(snapshot && { atClusterTime: snapshot.atClusterTime }) });
  } finally {
    reading.end();
  }
}

function* distinctValues(stream: FoundStream, parts: string[]): Generator<undefined, unknown[]> {
  const values = new Map<string, unknown>();
  for (const found of stream) {
    if (!found) yield undefined;
    else for (const value of valuesAt(decode(found.bytes), parts)) values.set(encodeKey(value), value);
  }
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, value]) => value);
}
