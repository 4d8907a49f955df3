import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { failedToParse, MongoError } from '../errors.ts';
import type { Found } from '../query/scan.ts';
import type { Collection } from '../storage/collection.ts';
import { assertSameId, compileUpdate, type Update } from '../update/compile.ts';
import { seedFromFilter } from '../update/upsert.ts';
import type { CommandContext } from './context.ts';
import { assertStorable, prepareInsertion } from './documents.ts';
import { rereadFound, changeAll, locate, type Location } from './located.ts';
import { ChangedMeanwhile, type OneWrite } from './statements.ts';
import type { UpdateStatement } from './write-statements.ts';

export interface UpdateResult {
  n: number;
  nModified: number;
  upserted?: unknown;
  before?: Uint8Array;
  after?: Uint8Array;
}

/** Compiles the change of an update statement. */
function changeOf({ change, multi }: UpdateStatement): Update {
  const update = compileUpdate(change);
  if (multi && update.isReplacement) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  return update;
}

/** Changes the document of a statement. */
export function updateOne(
  context: CommandContext,
  statement: UpdateStatement,
): OneWrite<Location, UpdateResult> {
  const { filter, hint, sort } = statement;
  const change = changeOf(statement);
  return {
    locate: () => locate(context, { filter, hint, sort }),
    apply: (place) => updateAt(context, statement, change, place),
  };
}

function updateAt(
  context: CommandContext,
  statement: UpdateStatement,
  change: Update,
  place: Location,
): UpdateResult {
  const { filter } = statement;
  const found = rereadFound(place, filter);
  if (!found) return statement.upsert ? upsert(context, place, filter, change) : { n: 0, nModified: 0 };
  const after = changeFound(context, place.target, found, change);
  return { n: 1, nModified: after ? 1 : 0, before: found.bytes, after: after ?? found.bytes };
}

/** Changes all matching documents. */
export async function updateMany(context: CommandContext, statement: UpdateStatement): Promise<UpdateResult> {
  const { filter, hint } = statement;
  const change = changeOf(statement);
  let nModified = 0;
  const n = await changeAll(context, { filter, hint }, (target, found) => {
    if (changeFound(context, target, found, change)) nModified++;
  });
  return { n, nModified };
}

/** Returns the new state, or undefined when the update changes nothing. */
function changeFound(
  { engine, transaction }: CommandContext,
  target: Collection,
  { id, bytes }: Found,
  change: Update,
): Uint8Array | undefined {
  const before = decode(bytes);
  const document = withIdFirst(change(decode(bytes), { isInsert: false }), before._id);
  const after = encode(document);
  if (after.equals(bytes) && !change.alwaysModifies) return undefined;
  assertStorable(document, after);
  const kept = Buffer.from(after);
  engine.write(target, { id, document, bytes: kept, before: transaction ? null : before }, transaction);
  return kept;
}

function withIdFirst(document: Document, id: unknown): Document {
  if (document._id === undefined) return { _id: id, ...document };
  assertSameId(id, document._id);
  if (Object.keys(document)[0] === '_id') return document;
  const { _id, ...rest } = document;
  return { _id, ...rest };
}

function upsert(
  { engine, transaction }: CommandContext,
  { target, isStale }: Pick<Location, 'target' | 'isStale'>,
  filter: Document,
  change: Update,
): UpdateResult {
  const seed = seedFromFilter(filter, change.isReplacement === true);
  const demandedId = seed._id;
  const document = change(seed, { isInsert: true });
  if (demandedId !== undefined) assertSameId(demandedId, document._id);
  const insertion = prepareInsertion(document);
  try {
    engine.insert(target, insertion, transaction);
  } catch (error) {
    // Another command may have inserted it while the search yielded.
    if (isStale && error instanceof MongoError && error.code === 11000) throw new ChangedMeanwhile();
    throw error;
  }
  return { n: 1, nModified: 0, upserted: insertion.document._id, after: insertion.bytes };
}
