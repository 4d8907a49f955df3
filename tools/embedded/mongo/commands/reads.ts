import { Long } from 'bson';
import { decode, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, failedToParse, location, MongoError, typeMismatch } from '../errors.ts';
import { refuseCollation } from '../index/definition.ts';
import { aggregate as runPipeline, assertPipeline } from '../query/aggregate.ts';
import { countMatches, search, type Search } from '../query/find.ts';
import { valuesAt } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { optionNumber } from '../sessions.ts';
import { toBigInt } from '../update/numbers.ts';
import type { Reply } from '../wire/messages.ts';
import {
  collectionName,
  cursorReply,
  namespaceOf,
  ok,
  optionalDocument,
  refuseOptions,
  targetOf,
  type CommandContext,
} from './context.ts';

const FIRST_BATCH = 101;

/** What a find command asks for. */
export function readFind(command: Document): Search {
  refuseCollation(command.collation);
  refuseOptions(command, ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData']);
  const skip = optionNumber(command.skip, 0);
  const limit = optionNumber(command.limit, 0);
  if (skip < 0) throw location(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  if (limit < 0) throw location(51024, `BSON field 'limit' value must be >= 0, actual value '${limit}'`);
  const hint = isDocument(command.hint) && Object.keys(command.hint).length === 0 ? undefined : command.hint;
  return { filter: optionalDocument(command.filter, 'filter'), sort: command.sort, skip, limit, hint };
}

export function find(context: CommandContext): Reply {
  const { command, cursors, session, view } = context;
  const request = readFind(command);
  refuseVariables(command.let);
  const project = compileProjection(command.projection);
  const { found } = search(targetOf(context), view, request);
  const documents = found.map(({ bytes }) => bytes);
  const result = { namespace: namespaceOf(context), documents, position: 0, project };
  const size = batchSize(command.batchSize, FIRST_BATCH);
  return cursorReply(cursors.open(result, size, command.singleBatch === true, session?.id));
}

function refuseVariables(variables: unknown): void {
  if (isDocument(variables) && Object.keys(variables).length > 0)
    throw badValue('let is not supported in find');
}

function batchSize(value: unknown, otherwise: number): number {
  const size = optionNumber(value, otherwise);
  if (size < 0) throw location(51024, `BSON field 'batchSize' value must be >= 0, actual value '${size}'`);
  return size;
}

export function getMore(context: CommandContext): Reply {
  const { command, database, cursors } = context;
  const namespace = `${database}.${String(command.collection)}`;
  const size = batchSize(command.batchSize, 0) || Infinity;
  return cursorReply(cursors.next(toBigInt(command.getMore), size, namespace), 'nextBatch');
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

export function aggregate(context: CommandContext): Reply {
  const { command, cursors, session, database, engine, view } = context;
  refuseCollation(command.collation);
  const { pipeline } = command;
  assertPipeline(pipeline);
  if (!isDocument(command.cursor)) throw failedToParse("The 'cursor' option is required");
  const named = (name: string) => engine.collection(`${database}.${name}`);
  const onDatabase = command.aggregate === 1;
  if (onDatabase && !('$documents' in (pipeline[0] ?? {}))) {
    throw new MongoError(
      73,
      'InvalidNamespace',
      'a pipeline without a collection has to begin with $documents',
    );
  }
  const variables = optionalDocument(command.let, 'let');
  const { documents } = runPipeline({
    view,
    pipeline,
    collectionNamed: named,
    hint: command.hint,
    ...(!onDatabase && { source: named(collectionName(command.aggregate)) }),
    ...(variables && { variables }),
  });
  const namespace = onDatabase ? `${database}.$cmd.aggregate` : namespaceOf(context);
  const size = batchSize(command.cursor.batchSize, FIRST_BATCH);
  return cursorReply(cursors.open({ namespace, documents, position: 0 }, size, false, session?.id));
}

export function count(context: CommandContext): Reply {
  const { command, view } = context;
  refuseCollation(command.collation);
  const skip = optionNumber(command.skip, 0);
  const limit = Math.abs(optionNumber(command.limit, 0));
  const filter = optionalDocument(command.query, 'query');
  return ok({ n: countMatches(targetOf(context), view, { filter, skip, limit, hint: command.hint }) });
}

export function distinct(context: CommandContext): Reply {
  const { command, view } = context;
  refuseCollation(command.collation);
  if (typeof command.key !== 'string') throw typeMismatch("BSON field 'distinct.key' is the wrong type");
  const parts = command.key.split('.');
  const filter = optionalDocument(command.query, 'query');
  const values = new Map<string, unknown>();
  for (const { bytes } of search(targetOf(context), view, { filter, hint: command.hint }).found) {
    for (const value of valuesAt(decode(bytes), parts)) values.set(encodeKey(value), value);
  }
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return ok({ values: sorted.map(([, value]) => value) });
}
